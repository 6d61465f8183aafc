import Database
import Foundation
import SQLite
import Testing

@testable import Pipelines

@Suite struct ConnectionDeadlineTests {
    private let connection: Connection
    private static let endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

    init() throws {
        connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t (x)")
    }

    @Test(
        "A statement that never ends is interrupted at the deadline, and the connection goes on",
        .timeLimit(.minutes(60)))
    func endless() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.withDeadline(.after(.milliseconds(20))) { try connection.integer(Self.endless) }
        }
        #expect(error?.code == SQLiteError.interrupted)
        #expect(try connection.integer("SELECT 1") == 1)
        #expect(connection.deadline.isNever)
    }

    @Test("A deadline inside another only shortens it", .timeLimit(.minutes(60)))
    func nested() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.withDeadline(.after(.milliseconds(20))) {
                try connection.withDeadline(.after(.seconds(3_600))) { try connection.integer(Self.endless) }
            }
        }
        #expect(error?.code == SQLiteError.interrupted)
    }

    @Test("What a transaction wrote before its deadline is taken back, and snapshots end", .timeLimit(.minutes(60)))
    func transaction() throws {
        #expect(throws: SQLiteError.self) {
            try connection.withDeadline(.after(.milliseconds(20))) {
                try connection.transaction {
                    try connection.run("INSERT INTO t VALUES (1)")
                    try connection.run("INSERT INTO t \(Self.endless)")
                }
            }
        }
        for _ in 0..<2_000 {
            #expect(throws: SQLiteError.self) {
                try connection.snapshot {
                    try connection.withDeadline(.after(.zero)) { _ = try connection.integer("SELECT x FROM t") }
                }
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }
}
