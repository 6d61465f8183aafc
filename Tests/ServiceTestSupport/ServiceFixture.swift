package import Accounts
internal import FeedFetching
package import FeedLibrary
internal import Foundation
package import HTTPServer
package import HTTPService
internal import ReaderProtocols
package import System
internal import WebPages

/// A service over a library in a folder of its own, asked without a network.
package final class ServiceFixture: Sendable {
    package let folder: String
    package let accounts: AccountStore
    package let service: Service
    /// One token of each scope.
    package let tokens: [Scope: String]
    /// The operations of the program.
    package static let operations = APIOperations.all + PageOperations.all + AppOperations.all
    private static let executor = QueueExecutor(label: "service tests", width: 2)
    /// The accounts' time. It stands still: however busy the machine is, ten refusals are within one minute.
    package let now = Locked<Int64>(1_790_000_000)

    package var databasePath: String { folder + "/library.db" }

    package init(oneTimeKey: OneTimeKey? = nil, settings: LibrarySettings = LibrarySettings()) throws {
        folder = NSTemporaryDirectory() + "service-" + UUID().uuidString
        try FileSystem.makeFolders(folder)
        let path = folder + "/library.db"
        let articles = folder + "/articles.jsonl"
        let lines = (1...3).map { number in
            #"{"feed":"https://example.org/feed","id":"\#(number)","title":"\#(number < 3 ? "Fox" : "Owl") \#(number)","text":"of the wood 全文搜索","published":"2024-05-0\#(number)T00:00:00Z"}"#
        }
        try FileSystem.replace(articles, with: Array(lines.joined(separator: "\n").utf8), mode: 0o600)
        _ = try Library(path: path, for: .writing).bulk.ingest([articles])
        let clock = SystemClock(now: { [now] in now.withLock { $0 } }, monotonicSeconds: { 1_000 })
        accounts = try AccountStore(besideLibrary: path, clock: clock)
        var tokens: [Scope: String] = [:]
        for scope in [Scope.read, .write, .admin] {
            tokens[scope] = try accounts.createToken(scope.rawValue, scope: scope)
        }
        self.tokens = tokens
        var settings = settings
        settings.secrets.stored = { AccountStore.secret($0, for: $1.description, besideLibrary: path) }
        settings.keeper = SecretKeeper(
            keep: { [accounts] in try accounts.keepSecret($0, for: $1) },
            forget: { [accounts] in try accounts.forgetSecret($0) })
        service = Service(
            operations: Self.operations, pages: PageOperations.ofService, mapPath: AppOperations.path,
            library: LibraryPool(path: path, readers: 2, settings: settings), databasePath: path, accounts: accounts,
            oneTimeKey: oneTimeKey, hostNames: [])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    package struct Answer {
        package var status: Int
        package var headers: HTTPHeaders
        package var bytes: [UInt8]

        package init(status: Int, headers: HTTPHeaders, bytes: [UInt8]) {
            self.status = status
            self.headers = headers
            self.bytes = bytes
        }

        package var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
        }
        package var lines: [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }
    }

    package func ask(
        _ method: HTTPMethod, _ target: String, token: String? = nil, headers: HTTPHeaders = [:], body: String = "",
        type: String = "application/json", peer: HTTPPeer = .unix
    ) async throws -> Answer {
        var headers = headers
        if let token { headers.add("Authorization", "Bearer " + token) }
        if !body.isEmpty { headers.add("Content-Type", type) }
        let request = try HTTPRequest(method, target, headers: headers, body: Array(body.utf8), peer: peer)
        // As the server does: a search has two seconds, and other tests may hold the cooperative pool for longer.
        return try await withTaskExecutorPreference(Self.executor) {
            let response = await service.respond(to: request)
            return Answer(
                status: response.status.code, headers: response.headers, bytes: try await response.body.collect())
        }
    }

    /// Runs `body` beside the cooperative pool, which other tests may hold for long.
    package func beside(_ body: @Sendable () async throws -> Void) async throws {
        try await withTaskExecutorPreference(Self.executor) { try await body() }
    }

    /// With the scope that everything is allowed to.
    package func get(_ target: String) async throws -> Answer { try await ask(.get, target, token: tokens[.admin]) }

    package func post(_ target: String, _ body: String, type: String = "application/json") async throws -> Answer {
        try await ask(.post, target, token: tokens[.admin], body: body, type: type)
    }
}
