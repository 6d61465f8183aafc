import Articles
import Foundation
import PostgreSQL
import PostgresEngine
import SQLite
import System
import TestSupport

@testable import Accounts

/// Where accounts are: in a file in `make test`, on a server in `make test-postgres`.
enum AccountEngine: Sendable {
    case file, server

    static let tested: AccountEngine = PostgresServer.isWanted ? .server : .file
}

/// A temporary folder with a service in it, and a clock that tests set.
final class ServicePlace {
    /// A time that tests move.
    final class Time: Sendable {
        private let value = Locked<Int64>(1_800_000_000)
        var now: Int64 { value.withLock { $0 } }
        func advance(_ seconds: Int64) { value.withLock { $0 += seconds } }
    }

    let folder: String
    let time = Time()
    let engine: AccountEngine
    /// The address of the library on a server; empty for a file.
    let address: String

    init(_ engine: AccountEngine = .tested) throws {
        self.engine = engine
        address = engine == .server ? try PostgresServer.shared.get().newDatabase() : ""
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("accounts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if engine == .server { _ = try PostgresLibrary.open(PostgresAddress(address), access: .write) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var library: String { folder + "/feedsearch.db" }
    var database: String { folder + "/service.db" }
    var key: String { folder + "/service.key" }

    var clock: SystemClock {
        let time = time
        return SystemClock(now: { time.now }, monotonicSeconds: { Double(time.now) })
    }

    /// Hashes that cost next to nothing; writes at once.
    static var options: AccountStore.Options {
        var options = AccountStore.Options()
        options.passwordCost = PasswordCost(passes: 1, memoryBytes: 8_192)
        options.writesInBackground = false
        // The clock of tests stands still.
        options.maxCacheSeconds = 0
        return options
    }

    func store(_ options: AccountStore.Options = ServicePlace.options, clock: SystemClock? = nil) throws -> AccountStore
    {
        let clock = clock ?? self.clock
        if engine == .file { return try AccountStore(besideLibrary: library, clock: clock, options: options) }
        return try AccountStore(opening().database, clock: clock, options: options)
    }

    /// Opens the accounts on the server.
    ///
    /// - Parameter key: nil for the key in the folder.
    func opening(key: ServiceKeyPlace? = nil) throws -> PostgresAccountDatabase.Opening {
        try PostgresAccountDatabase.open(
            LibraryAddress(address), LibrarySlot(library: 1), key: key ?? .ownFile(path: self.key),
            local: LocalAccounts(besideLibrary: library),
            now: time.now)
    }

    /// Whether any file or table contains these bytes.
    func contains(_ text: some StringProtocol) throws -> Bool {
        if engine == .file {
            return try ["service.db", "service.db-wal"].contains { name in
                try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).range(of: Data(text.utf8)) != nil
            }
        }
        let connection = try PostgresConnection(PostgresAddress(address))
        return try ["account", "app_password", "token", "session", "sign_in", "secret", "invitation"].contains {
            table in
            try connection.query(
                """
                SELECT 1 FROM feedsearch.\(table) t WHERE position($1 IN t::text) > 0
                    OR position(substr(convert_to($1, 'UTF8')::text, 3) IN t::text) > 0
                """, [.text(String(text))]
            ).count > 0
        }
    }

    func mode(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
    }

    func setMode(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}

extension Visitor {
    static let local = Visitor(.local)
    static func at(_ address: String) -> Visitor { Visitor(PeerAddress(address)) }
}

extension AccountStore {
    /// The refusal of a credential; nil where it was accepted.
    func refusal(_ credential: Credential, from visitor: Visitor = .local) throws -> Refusal? {
        if case .refused(let refusal) = try authenticate(credential, from: visitor) { refusal } else { nil }
    }

    func principal(_ credential: Credential, from visitor: Visitor = .local) throws -> Principal? {
        if case .accepted(let principal) = try authenticate(credential, from: visitor) { principal } else { nil }
    }

    /// The session of a right password; nil where it was refused.
    func session(_ name: String, _ password: String, from visitor: Visitor = .local) throws -> NewSession? {
        if case .accepted(let session) = try signIn(name: name, password: password, from: visitor) {
            session
        } else {
            nil
        }
    }

    func refusedSignIn(_ name: String, _ password: String, from visitor: Visitor = .local) throws -> Refusal? {
        if case .refused(let refusal) = try signIn(name: name, password: password, from: visitor) {
            refusal
        } else {
            nil
        }
    }
}
