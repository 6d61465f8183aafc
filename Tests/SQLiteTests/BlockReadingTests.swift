import Foundation
import Testing

@testable import SQLite

/// Reading in blocks gives what reading page by page gives.
@Suite final class BlockReadingTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "blocks-\(UUID().uuidString).db").path

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

    private func fill(_ writer: Connection) throws {
        try writer.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, bytes BLOB)")
        // Two megabytes, of which the pages are then freed and used again in the other order.
        for _ in 0..<2 {
            try writer.execute(
                """
                DELETE FROM t;
                WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 600)
                INSERT INTO t SELECT n, zeroblob(3000 + n) FROM c
                """)
        }
    }

    private static func sum(_ connection: Connection) throws -> Int64? {
        try connection.integer("SELECT sum(n * length(bytes)) FROM t")
    }

    @Test("The rows are the same, also those at the end of the file and those still in the log")
    func sameRows() throws {
        let writer = try Connection(path: path, mode: .create)
        try writer.useWriteAheadLog()
        try fill(writer)
        let expected = try Self.sum(writer)
        let reader = try Connection(path: path, mode: .readOnly)
        #expect(try BlockReads(reader).run { try Self.sum(reader) } == expected)
        BlockReads(reader).allow()
        BlockReads(reader).allow()
        #expect(BlockReads(reader).isAllowed)
        #expect(try BlockReads(reader).run { try Self.sum(reader) } == expected)
        #expect(try BlockReads(reader).run { try BlockReads(reader).run { try Self.sum(reader) } } == expected)
        // A checkpoint, then another writer's commit between two reads.
        try writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try BlockReads(reader).run { try Self.sum(reader) } == expected)
        // Another connection has no page yet.
        let other = try Connection(path: path, mode: .readOnly)
        BlockReads(other).allow()
        #expect(BlockReads(other).last == nil)
        #expect(try BlockReads(other).run { try Self.sum(other) } == expected)
        let size = try #require(try other.integer("PRAGMA page_count")) * 4_096
        let last = try #require(BlockReads(other).last)
        #expect(last <= size / 131_072)
        try writer.execute("DELETE FROM t WHERE n > 300; PRAGMA wal_checkpoint(PASSIVE)")
        let rest = try Self.sum(writer)
        #expect(rest != expected)
        #expect(try BlockReads(reader).run { try Self.sum(reader) } == rest)
        #expect(try Self.sum(reader) == rest)
    }

    @Test("A connection that may read in blocks closes, and writes")
    func closing() throws {
        try fill(try Connection(path: path, mode: .create))
        for _ in 0..<50 {
            let connection = try Connection(path: path, mode: .readWrite)
            BlockReads(connection).allow()
            try BlockReads(connection).run { try connection.execute("UPDATE t SET bytes = zeroblob(10) WHERE n = 5") }
            #expect(try connection.integer("SELECT length(bytes) FROM t WHERE n = 5") == 10)
        }
        let check = try Connection(path: path, mode: .readOnly)
        #expect(try check.text("PRAGMA integrity_check") == "ok")
        // Its own, and none of those that were closed.
        let files = FileManager.default
        let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
        #expect(open.count == 1)
    }

    @Test("A database in memory is read as ever")
    func inMemory() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        BlockReads(connection).allow()
        #expect(!BlockReads(connection).isAllowed)
        try fill(connection)
        #expect(try BlockReads(connection).run { try Self.sum(connection) } ?? 0 > 0)
    }
}
