import Articles
import Foundation
import Glibc
import LibraryStorage
import PostgreSQL
import System
import TestSupport
import Testing

@testable import PostgresEngine

/// Writers that are killed, connections that are cut, and a server that is stopped at once: what was acknowledged is there,
/// once, and `check` finds nothing.
///
/// `FEEDSEARCH_TEST_KILLS=200 FEEDSEARCH_TEST_STOPS=50 make test-postgres` runs them for some minutes.
@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct KilledWriterTests {
    private static let kills = Environment.value("FEEDSEARCH_TEST_KILLS").flatMap { Int($0) } ?? 6
    private static let stops = Environment.value("FEEDSEARCH_TEST_STOPS").flatMap { Int($0) } ?? 2

    @Test("Writing programs that are killed, and whose connections are cut, lose nothing and store nothing twice")
    func kills() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        try WritingPrograms.prepare(address)
        let writers = try WritingPrograms(address.text)
        let cutter = try PostgresConnection(address)
        var cuts = 0
        for round in 0..<Self.kills {
            try writers.run {
                usleep(UInt32(7_000 * (round % 31)))
                guard round % 2 == 1 else { return }
                cuts += try cutter.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """
                ).count
                usleep(UInt32(9_000 * (round % 29)))
            }
        }
        #expect(cuts > 0 && writers.next[0] > 0 && writers.next[1] > 50_000)
        try writers.verify(address)
    }

    @Test("A server that is stopped at once again and again keeps what it acknowledged to two programs")
    func stops() throws {
        let server = try PostgresServer()
        defer { server.stop() }
        let address = try PostgresAddress(server.newDatabase())
        try WritingPrograms.prepare(address)
        let writers = try WritingPrograms(address.text)
        for round in 0..<Self.stops {
            // They connect again once it is there.
            try writers.run {
                usleep(UInt32(11_000 * (round % 17)))
                try server.crash()
                try server.start()
                usleep(300_000)
            }
        }
        #expect(writers.next[0] > 0 && writers.next[1] > 50_000)
        try writers.verify(address)
    }
}
