import Articles
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct LibraryLockTests {
    private let store: PostgresStore

    init() throws {
        store = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
    }

    private func lock(_ work: LibraryWork = .delivery, lease: Bool) throws -> PostgresLibraryLock? {
        try PostgresLibraryLock(work, store.address, store.place, usesLease: lease)
    }

    @Test("A lock of a session and a lease keep each other out", arguments: [false, true], [false, true])
    func kinds(first: Bool, second: Bool) throws {
        let held = try #require(try lock(lease: first))
        #expect(try lock(lease: second) == nil)
        #expect(held.isHeld)
        let neighbour = try store.newNeighbour("other-\(first)-\(second)")
        let other = try PostgresLibraryLock(.delivery, store.address, neighbour.place, usesLease: second)
        #expect(other != nil)
        let refresh = try #require(try lock(.refresh, lease: second))
        #expect(try lock(.refresh, lease: first) == nil)
        withExtendedLifetime(refresh) {}
    }

    @Test("A lease is released with its holder, and is another's once its time is over")
    func leases() throws {
        var held = try lock(lease: true)
        held = nil
        #expect(held == nil)
        let next = try #require(try lock(lease: true))
        try store.connection.run("UPDATE feedsearch.delivery_lease SET until = 0")
        #expect(try lock(lease: true) != nil)
        withExtendedLifetime(next) {}
        let refresh = try #require(try lock(.refresh, lease: true))
        try store.connection.run("UPDATE feedsearch.refresh_lease SET until = 0")
        #expect(try lock(.refresh, lease: true) != nil)
        withExtendedLifetime(refresh) {}
    }

    @Test("A lock that cannot be used is an error, not the lock of another process")
    func unusable() throws {
        try store.connection.run("ALTER TABLE feedsearch.refresh_lease RENAME TO other")
        #expect(throws: StorageError.self) { try store.refreshLock() }
    }

    @Test("A lock whose connection is cut is no longer held")
    func cut() throws {
        let held = try #require(try lock(lease: false))
        try store.connection.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND pid <> pg_backend_pid() AND database =
                (SELECT oid FROM pg_database WHERE datname = current_database())
            """)
        for _ in 0..<500 where held.isHeld { _ = try store.connection.query("SELECT pg_sleep(0.01)") }
        #expect(!held.isHeld)
        var next = try lock(lease: false)
        for _ in 0..<500 where next == nil {
            _ = try store.connection.query("SELECT pg_sleep(0.01)")
            next = try lock(lease: false)
        }
        #expect(next != nil)
    }
}
