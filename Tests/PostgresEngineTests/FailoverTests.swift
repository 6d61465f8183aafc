import Articles
import Database
import Glibc
import LibraryStorage
import Pipelines
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine

/// A primary with a synchronous standby, both of the tests.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct FailoverTests {
    /// What an address with both hosts has behind their ports.
    private static let rest = "?target_session_attrs=read-write"

    private func setStandbys(_ names: String, of connection: PostgresConnection) throws {
        try connection.execute("ALTER SYSTEM SET synchronous_standby_names = '\(names)'")
        _ = try connection.query("SELECT pg_reload_conf()")
        for _ in 0..<500 where try connection.query("SHOW synchronous_standby_names").first?.text(0) != names {
            usleep(10_000)
        }
    }

    @Test(
        "Two writers go on within 5 s of the promotion of a synchronous standby; nothing acknowledged is lost or twice")
    func promotion() throws {
        let primary = try PostgresServer()
        defer { primary.stop() }
        let name = try primary.newDatabaseName()
        let standby = try PostgresServer(following: primary)
        defer { standby.stop() }
        let connection = try PostgresConnection(PostgresAddress(primary.address(of: name)))
        try setStandbys("*", of: connection)
        for _ in 0..<1_000
        where try connection.integer("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != 1 {
            usleep(10_000)
        }
        let address = try PostgresAddress(
            "postgresql://tester@127.0.0.1:\(primary.port),127.0.0.1:\(standby.port)/\(name)\(Self.rest)")
        try WritingPrograms.prepare(address)
        // A store of a long-running program, which has no call under way when the primary goes.
        let idle = try PostgresLibrary.open(address, access: .write)
        let writers = try WritingPrograms(address.text)
        try writers.run {
            usleep(500_000)
            try primary.crash()
            let killed = try writers.lines().map(\.count)
            try standby.promote()
            let promoted = ContinuousClock.now
            while try zip(killed, writers.lines()).contains(where: { $0 >= $1.count }), .now < promoted + .seconds(120)
            {
                usleep(10_000)
            }
            #expect(try idle.clientState(of: "nobody") == nil)
            usleep(300_000)
        }
        #expect(writers.next[0] > 0 && writers.next[1] > 50_000)
        try writers.verify(address)
    }

    @Test("A commit that waits for a synchronous standby is not acknowledged at the deadline")
    func waitingCommit() throws {
        let server = try PostgresServer()
        defer { server.stop() }
        let address = try PostgresAddress(server.newDatabase())
        let store = try PostgresLibrary.open(address, access: .write)
        let connection = try PostgresConnection(address)
        try setStandbys("absent", of: connection)
        #expect(throws: SearchError.deadlineExceeded) {
            try store.until(.after(.milliseconds(200))) { try store.setClientState([1], of: "importer") }
        }
        // Nobody sees it until the standby has it.
        #expect(try PostgresLibrary.open(address, access: .read).clientState(of: "importer") == nil)
        try setStandbys("", of: connection)
        try store.until(.after(.seconds(20))) { try store.setClientState([2], of: "importer") }
        #expect(try store.clientState(of: "importer") == [2])
    }
}
