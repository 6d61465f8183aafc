package import Accounts
package import FeedLibrary
internal import Foundation
package import HTTPServer
package import HTTPService
internal import Messages
internal import ReaderProtocols
package import System
internal import WebPages

/// A host in a folder of its own, with accounts that have articles, asked without a network.
package final class HostFixture: Sendable {
    package let folder: String
    package let place: HostPlace
    package let accounts: AccountStore
    package let service: Service
    private static let executor = QueueExecutor(label: "host tests", width: 2)
    /// The accounts' time, which stands still.
    package let now = Locked<Int64>(1_790_000_000)
    /// The clock of the service. It does not advance unless a test uses a real clock.
    package let monotonic = Locked(1_000.0)
    /// The messages for the administrator.
    package let notices = Locked<[String]>([])

    package static var options: AccountStore.Options {
        var options = AccountStore.Options()
        options.passwordCost = PasswordCost(passes: 1, memoryBytes: 8_192)
        return options
    }

    /// - Parameters:
    ///   - server: the address of a database for the host; nil for a folder.
    ///   - configure: changes the budgets of the host.
    ///   - hasRealClock: whether the service uses the system's clock.
    package init(
        on server: String? = nil, hasRealClock: Bool = false, base: BaseURL? = nil,
        configure: (inout LibraryHost.Options) -> Void = { _ in }
    ) throws {
        folder = NSTemporaryDirectory() + "host-" + UUID().uuidString
        try FileSystem.makeFolders(folder)
        place = HostPlace(server ?? folder + "/")
        let clock = SystemClock(
            now: { [now] in now.withLock { $0 } },
            monotonicSeconds: { [monotonic] in
                hasRealClock ? SystemClock.system.monotonicSeconds() : monotonic.withLock { $0 }
            })
        let home = LibraryPlace(place.accountsLocation)
        accounts = try LibraryAccounts(of: home, LocalPlace(of: home, in: folder, .english), key: nil, .english)
            .open(clock: clock, options: Self.options)
        var options = LibraryHost.Options(place: place, localFolder: folder + "/local") { _ in LibrarySettings() }
        configure(&options)
        service = Service(
            operations: ServiceFixture.operations, pages: PageOperations.ofService, mapPath: AppOperations.path,
            host: options, localPath: folder + "/host", accounts: accounts, clock: clock, hostNames: [], base: base,
            notice: { [notices] error in notices.withLock { $0.append(error.text) } })
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Adds an account with a library.
    @discardableResult
    package func add(_ name: String) throws -> HostedLibrary {
        let library = try accounts.addAccount(
            name, password: "long enough \(name)", libraryAt: place.relativeAddress)
        return try place.create(library, in: accounts)
    }

    /// Stores articles in the library of an account. Their titles have `word`, and their feed is named after it.
    package func store(_ count: Int, of word: String, in library: HostedLibrary) throws {
        let path = folder + "/\(word).jsonl"
        let lines = (1...count).map { number in
            #"{"feed":"https://\#(word).example/feed","id":"\#(number)","title":"\#(word) \#(number)","text":"text of \#(word)","author":"\#(word)","tags":["\#(word)"],"published":"2024-05-0\#(1 + number % 9)T00:00:00Z"}"#
        }
        try FileSystem.replace(path, with: Array(lines.joined(separator: "\n").utf8), mode: 0o600)
        _ = try Library(path: place.location(of: library.address), for: .changing).bulk.ingest([path])
    }

    package func ask(
        _ method: HTTPMethod, _ target: String, token: String? = nil, headers: HTTPHeaders = [:], body: String = "",
        type: String = "application/json"
    ) async throws -> ServiceFixture.Answer {
        var headers = headers
        if let token { headers.add("Authorization", "Bearer " + token) }
        if !body.isEmpty { headers.add("Content-Type", type) }
        let request = try HTTPRequest(method, target, headers: headers, body: Array(body.utf8), peer: .unix)
        return try await withTaskExecutorPreference(Self.executor) {
            let response = await service.respond(to: request)
            return ServiceFixture.Answer(
                status: response.status.code, headers: response.headers, bytes: try await response.body.collect())
        }
    }
}
