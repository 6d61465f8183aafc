import Articles
import Database
import Foundation
import PostgreSQL
import PostgresEngine
import System
import TestSupport
import Testing

@testable import Accounts

/// Accounts that several processes share on a server.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct ServerAccountTests {
    let place: ServicePlace

    init() throws { place = try ServicePlace(.server) }

    /// A store with the cache and the clock of the program.
    private func running() throws -> AccountStore {
        var options = ServicePlace.options
        options.maxCacheSeconds = AccountStore.Options().maxCacheSeconds
        return try place.store(options, clock: .system)
    }

    /// Whether a credential is refused within a second.
    private func isSoonRefused(_ credential: Credential, _ store: AccountStore) throws -> Bool {
        let end = ContinuousClock.now + .seconds(1)
        while .now < end {
            if try store.refusal(credential) != nil { return true }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return false
    }

    @Test("What one process adds is accepted by another at once, and what it revokes is refused within a second")
    func shared() throws {
        let (one, other) = (try running(), try running())
        try one.addAccount("Anna", password: "secret", allowsWeak: true)
        let session = try #require(try one.session("anna", "secret"))
        let token = try one.createToken("script", scope: .read)
        let app = try one.createAppPassword(for: "anna", label: "phone")
        let csrf = try #require(session.principal.csrf)
        for credential in [Credential.session(session.cookie), .bearer(token), .appPassword(app)] {
            #expect(try other.principal(credential) != nil)
            #expect(try one.principal(credential) != nil)
        }
        #expect(try other.principal(.session(session.cookie))?.csrf?.matches(csrf.token()) == true)
        #expect(one.instanceID == other.instanceID)
        #expect(one.iconName(of: 3) == other.iconName(of: 3))
        let secret = try one.keepSecret("hook", for: "https://a.example")
        #expect(try other.secret(secret, for: "https://a.example") == "hook")

        try one.revokeToken("script")
        #expect(try one.refusal(.bearer(token)) == .revoked)
        #expect(try isSoonRefused(.bearer(token), other))
        try one.revokeAppPassword(of: "anna", label: "phone")
        #expect(try isSoonRefused(.appPassword(app), other))
        var watch = CredentialWatch(other)
        #expect(try watch.over(of: [1: session.principal]) == [])
        try one.setPassword(of: "anna", to: "other", allowsWeak: true)
        #expect(try watch.over(of: [1: session.principal]) == [1])
        #expect(try isSoonRefused(.session(session.cookie), other))
    }

    @Test(
        "Behind PgBouncer, too, what one process revokes is refused by another within a second",
        .enabled(if: Pooler.isInstalled, Comment(rawValue: Pooler.skipped)))
    func pooled() throws {
        let server = try PostgresServer.shared.get()
        let pooler = try Pooler(server, connections: 4)
        let name = try server.newDatabaseName()
        let address = try LibraryAddress(pooler.address(of: name))
        let library = try PostgresLibrary.open(address, access: .write).place
        let local = try LocalAccounts(besideLibrary: place.library)
        let stores = try (0..<2).map { _ in
            try AccountStore(
                PostgresAccountDatabase.open(
                    address, library, key: .ownFile(path: place.key), local: local, now: place.time.now
                ).database)
        }
        let token = try stores[0].createToken("script", scope: .read)
        for store in stores { #expect(try store.refusal(.bearer(token)) == nil) }
        try stores[0].revokeToken("script")
        #expect(try stores[0].refusal(.bearer(token)) == .revoked)
        #expect(try isSoonRefused(.bearer(token), stores[1]))
        for store in stores { store.flush() }
    }

    @Test("A known credential is accepted without waiting, until it is revoked")
    func withoutWaiting() throws {
        var options = ServicePlace.options
        options.maxCacheSeconds = 60
        let store = try place.store(options, clock: .system)
        let token = try store.createToken("script", scope: .read)
        #expect(store.knownPrincipal(of: .bearer(token)) == nil)
        #expect(try store.principal(.bearer(token)) != nil)
        #expect(store.knownPrincipal(of: .bearer(token))?.label == "script")
        try store.revokeToken("script")
        #expect(store.knownPrincipal(of: .bearer(token)) == nil)
    }

    @Test("Credentials are not refused as unknown, and no accounts are added, while their library is removed")
    func removedLibrary() throws {
        let store = try place.store(ServicePlace.options, clock: .system)
        let token = try store.createToken("script", scope: .read)
        let connection = try PostgresConnection(PostgresAddress(place.address))
        try connection.run("DELETE FROM feedsearch.token")
        try connection.run("DELETE FROM feedsearch.service")
        #expect(throws: AccountError.self) { try store.refusal(.bearer(token)) }
        try connection.run("UPDATE feedsearch.library SET is_being_removed = true")
        #expect(throws: AccountError.self) { try place.opening() }
        #expect(try connection.integer("SELECT count(*) FROM feedsearch.service") == 0)
    }

    @Test("A forged counter of the log of sign-ins does not end the program", arguments: [Int64.min, .max])
    func forgedLogCounter(_ last: Int64) throws {
        let store = try place.store(ServicePlace.options, clock: .system)
        #expect(try store.refusal(.bearer("fs_wrong")) != nil)
        store.flush()
        let connection = try PostgresConnection(PostgresAddress(place.address))
        try connection.run("UPDATE feedsearch.counter SET last = $1 WHERE name = 'sign_in'", [.integer(last)])
        #expect(try store.refusal(.bearer("fs_wrong")) != nil)
        store.flush()
    }

    @Test("A request with a known credential asks the server nothing")
    func known() throws {
        var options = ServicePlace.options
        options.maxCacheSeconds = 60
        let store = try place.store(options, clock: .system)
        let token = try store.createToken("script", scope: .read)
        #expect(try store.principal(.bearer(token)) != nil)
        let other = try PostgresConnection(PostgresAddress(place.address))
        try other.transaction {
            try other.execute("LOCK TABLE feedsearch.token IN ACCESS EXCLUSIVE MODE")
            #expect(try store.principal(.bearer(token)) != nil)
        }
    }

    @Test("Accounts of a file are moved once, with all that belongs to them; the file is kept under another name")
    func moving() throws {
        let file = try ServicePlace(.file)
        let (token, app, secret, cookie) = try fill(file)
        for name in ["service.db", "service.key"] {
            try FileManager.default.copyItem(atPath: file.folder + "/" + name, toPath: place.folder + "/" + name)
        }
        let opening = try place.opening()
        #expect(opening.localFile == .moved(place.database + ".moved"))
        #expect(FileManager.default.fileExists(atPath: place.database + ".moved"))
        #expect(!FileManager.default.fileExists(atPath: place.database))
        let store = try AccountStore(opening.database, clock: place.clock, options: ServicePlace.options)
        #expect(try store.accounts().map(\.name) == ["Anna", "bob"])
        for credential in [Credential.bearer(token), .appPassword(app), .session(cookie)] {
            #expect(try store.refusal(credential) == nil)
        }
        #expect(try store.secret(secret, for: "https://a.example") == "hook")
        #expect(try store.preference("css", of: "anna") == "x")
        #expect(try store.hubSubscriptions().map(\.feed) == [7])
        #expect(try store.signInLog(limit: 10).contains { $0.account == "Anna" })
        // Numbers are not given again.
        try store.addAccount("carla", password: "secret", allowsWeak: true)
        #expect(try Set(store.accounts().map(\.id)).count == 3)
        #expect(try place.opening().localFile == .none)

        // A crash after the move and before the file got its new name.
        try FileManager.default.copyItem(atPath: place.database + ".moved", toPath: place.database)
        #expect(try place.opening().localFile == .moved(place.database + ".moved-2"))
        #expect(try store.accounts().count == 3)
        // Accounts of another machine are not mixed in.
        let other = try ServicePlace(.file)
        _ = try fill(other)
        try FileManager.default.copyItem(atPath: other.database, toPath: place.database)
        #expect(try place.opening().localFile == .unused(place.database + ".unused"))
        #expect(try store.accounts().count == 3)
    }

    /// Makes accounts in a file.
    private func fill(_ file: ServicePlace) throws -> (token: String, app: String, secret: String, cookie: String) {
        let store = try file.store()
        try store.addAccount("gone", password: "secret", allowsWeak: true)
        try store.addAccount("Anna", password: "secret", allowsWeak: true)
        try store.addAccount("bob", password: "secret", allowsWeak: true)
        try store.removeAccount("gone")
        let cookie = try #require(try store.session("anna", "secret")).cookie
        try store.setPreference("css", of: "anna", to: "x")
        _ = try store.addHubSubscription(feed: 7, url: "https://a.example/f", hub: "https://h.example", topic: "t")
        store.flush()
        return (
            try store.createToken("script", scope: .read), try store.createAppPassword(for: "anna", label: "phone"),
            try store.keepSecret("hook", for: "https://a.example"), cookie
        )
    }

    @Test("A move that fails leaves the accounts in the file, and the next one moves them")
    func failedMove() throws {
        let file = try ServicePlace(.file)
        let token = try fill(file).token
        for name in ["service.db", "service.key"] {
            try FileManager.default.copyItem(atPath: file.folder + "/" + name, toPath: place.folder + "/" + name)
        }
        let connection = try PostgresConnection(PostgresAddress(place.address))
        try connection.execute("ALTER TABLE feedsearch.hub_subscription RENAME TO away")
        #expect(throws: AccountError.self) { try place.opening() }
        #expect(FileManager.default.fileExists(atPath: place.database))
        #expect(try connection.integer("SELECT count(*) FROM feedsearch.account") == 0)
        #expect(try connection.integer("SELECT count(*) FROM feedsearch.service") == 0)
        try connection.execute("ALTER TABLE feedsearch.away RENAME TO hub_subscription")
        let store = try place.store()
        #expect(try store.refusal(.bearer(token)) == nil)
    }

    @Test("Another key, and none, are errors that name the fingerprint; a key is made for a new service only")
    func keys() throws {
        let store = try place.store()
        let secret = try store.keepSecret("hook", for: "https://a.example")
        let bytes = try #require(FileManager.default.contents(atPath: place.key))
        let wanted = ServiceKey.text(ofFingerprint: store.key.fingerprint)
        try FileManager.default.removeItem(atPath: place.key)
        #expect(throws: AccountError.keyWanted(place: place.key, wanted: wanted)) { try place.opening() }
        #expect(!FileManager.default.fileExists(atPath: place.key))
        let other = try ServiceKey(creating: place.key)
        #expect(
            throws: AccountError.keyOfOthers(
                place: place.key, fingerprint: ServiceKey.text(ofFingerprint: other.fingerprint), wanted: wanted)
        ) { try place.opening() }

        // The same key in hexadecimal digits, from the environment and from a file.
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        func secretIs(_ key: ServiceKeyPlace) throws -> Bool {
            try AccountStore(place.opening(key: key).database).secret(secret, for: "https://a.example") == "hook"
        }
        #expect(try secretIs(.environment(name: "KEY", value: digits)))
        try (digits + "\n").write(toFile: place.folder + "/text", atomically: true, encoding: .utf8)
        try place.setMode(place.folder + "/text", 0o600)
        #expect(try secretIs(.file(path: place.folder + "/text")))
        #expect(throws: AccountError.keyDamaged(path: "env:KEY")) {
            try place.opening(key: .environment(name: "KEY", value: "short"))
        }
        // A place that the user has named is not filled.
        let empty = try ServicePlace(.server)
        #expect(throws: AccountError.keyMissing(path: empty.key)) {
            try empty.opening(key: .file(path: empty.key))
        }
        #expect(try empty.opening().newKey != nil)
        #expect(try empty.opening().newKey == nil)
    }

    @Test("After a lost connection the next call connects; a server that is down is an error, not a refusal")
    func lost() throws {
        let server = try PostgresServer()
        let address = try PostgresAddress(server.newDatabase())
        let library = try PostgresLibrary.open(address, access: .write).place
        let local = try LocalAccounts(besideLibrary: place.library)
        let database = try PostgresAccountDatabase.open(
            LibraryAddress(server: address), library, key: .ownFile(path: place.key), local: local, now: place.time.now
        ).database
        let store = try AccountStore(database, clock: place.clock, options: ServicePlace.options)
        let token = try store.createToken("script", scope: .read)
        #expect(try store.refusal(.bearer(token)) == nil)
        try PostgresConnection(address).execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        Thread.sleep(forTimeInterval: 0.2)
        #expect(try store.refusal(.bearer(token)) == nil)
        try server.crash()
        for credential in [Credential.bearer(token), .session("x")] {
            do {
                _ = try store.authenticate(credential, from: .local)
                Issue.record("accepted or refused")
            } catch {
                guard case .unavailable = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }
}
