import Database
import Testing

@testable import SQLite

/// Changesets that are read and written without SQLite's session extension, against that extension.
@Suite struct ChangesetTests {
    private let connection: Connection
    private let table = ChangesetWriter.Table(name: "t", keyPlaces: [0, 2, 1, 0])

    init() throws {
        connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t (a, b INTEGER, c INTEGER, d TEXT, PRIMARY KEY (c, b)) WITHOUT ROWID")
    }

    private func rows() throws -> [String] {
        try connection.rows("SELECT quote(a), b, c, quote(d) FROM t ORDER BY c, b") {
            (0..<4).map($0.text).joined(separator: " ")
        }
    }

    /// The same changes in the same order.
    private func written(_ changeset: [UInt8]) throws -> [UInt8] {
        var writer = ChangesetWriter()
        try Changeset.forEach(in: changeset) { name, change in
            let (old, new) = try Changeset.records(of: change, in: changeset)
            writer.append(change.operation, of: table, old: old, new: new)
        }
        return writer.bytes
    }

    @Test("Random changesets are those of SQLite byte for byte, and are applied")
    func random() throws {
        let values: [SQLValue] = [
            .null, .integer(.min), .integer(300), .real(-.pi), .text(""), .text("鲸鱼\0x"), .blob([]),
            .text(String(repeating: "x", count: 200)), .blob([UInt8](repeating: 7, count: 70_000)),
        ]
        for _ in 0..<100 {
            let before = try rows()
            let recorder = try ChangeRecorder(connection, tables: ["t"])
            for _ in 0..<20 {
                let (b, c) = (Int64.random(in: 0...9), Int64.random(in: 0...1))
                let value = try #require(values.randomElement())
                switch Int.random(in: 0...2) {
                case 0: try connection.run("DELETE FROM t WHERE b = ? AND c = ?", [.integer(b), .integer(c)])
                case 1:
                    try connection.run(
                        "INSERT OR IGNORE INTO t VALUES (?, ?, ?, 'd')", [value, .integer(b), .integer(c)])
                default: try connection.run("UPDATE t SET a = ? WHERE b = ?", [value, .integer(b)])
                }
            }
            let inverse = try recorder.inverse()
            #expect(try written(inverse) == inverse)
            #expect(try connection.apply(written(inverse), to: ["t"]) == 0)
            #expect(try rows() == before)
            try connection.run("DELETE FROM t WHERE b = ?", [.integer(.random(in: 0...9))])
        }
    }

    @Test("Changesets that are appended to each other are applied")
    func appended() throws {
        var writer = ChangesetWriter()
        writer.append(.insert, of: table, old: [], new: [.integer(1), .integer(2), .integer(3), .null])
        writer = ChangesetWriter(appendingTo: writer.bytes)
        writer.append(.insert, of: table, old: [], new: [.integer(1), .integer(3), .integer(3), .text("d")])
        #expect(try connection.apply(writer.bytes, to: ["t"]) == 0)
        #expect(try rows() == ["1 2 3 NULL", "1 3 3 'd'"])
    }

    @Test("Bytes that are no changeset are refused, whatever they are")
    func malformed() throws {
        var writer = ChangesetWriter()
        writer.append(.delete, of: table, old: [.integer(1), .integer(2), .integer(3), .text("abc")], new: [])
        for count in 1..<writer.bytes.count where count != 8 {
            #expect(throws: Changeset.Malformed.self, "\(count)") { try written(Array(writer.bytes.prefix(count))) }
        }
        for _ in 0..<3_000 {
            var bytes = writer.bytes
            for _ in 0..<Int.random(in: 1...4) { bytes[.random(in: bytes.indices)] = .random(in: 0...255) }
            _ = try? written(bytes)
        }
    }
}
