internal import Database
internal import SQLite

/// A table, an index, a trigger or a view, as a row of <https://www.sqlite.org/schematab.html> describes it.
struct SchemaObject: Hashable {
    /// Unique in a file, unless the file has been tampered with.
    struct Key: Hashable, Comparable {
        var type: String
        var name: String

        static func < (a: Key, b: Key) -> Bool { (a.type, a.name) < (b.type, b.name) }
    }

    var key: Key
    /// The table that the object belongs to.
    var table: String
    /// The SQL text without comments and with single spaces; nil if SQLite created the object itself.
    var sql: String?

    init(type: String, name: String, table: String, sql: String?) {
        key = Key(type: type, name: name)
        self.table = table
        self.sql = sql.map { Self.normalized($0.utf8.span) }
    }

    /// All objects of a file.
    static func all(of connection: Connection) throws -> [SchemaObject] {
        let rows = try connection.prepare(rowsOfSchema)
        var out: [SchemaObject] = []
        while try rows.step() {
            out.append(
                SchemaObject(type: rows.text(0), name: rows.text(1), table: rows.text(2), sql: rows.textOrNil(3)))
        }
        return out
    }

    /// Selects the objects in an order that does not depend on how the file was created. The limit is far above the
    /// number of our objects.
    static let rowsOfSchema =
        "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name, tbl_name LIMIT 1000"

    /// The query planner's tables, which `PRAGMA optimize` creates; some builds of SQLite also create the second.
    static let statistics: Set<SchemaObject> = [
        SchemaObject(
            type: "table", name: "sqlite_stat1", table: "sqlite_stat1", sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
        SchemaObject(
            type: "table", name: "sqlite_stat4", table: "sqlite_stat4",
            sql: "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
    ]

    /// Removes comments and extra spaces, so that a reworded comment does not make a difference.
    private static func normalized(_ sql: Span<UInt8>) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(sql.count)
        var index = 0
        func at(_ place: Int) -> UInt8 { place < sql.count ? sql[place] : 0 }
        func skip(to first: UInt8, _ second: UInt8? = nil) {
            while index < sql.count {
                index += 1
                if at(index - 1) == first, second == nil || at(index) == second { break }
            }
            if second != nil { index += 1 }
        }
        while index < sql.count {
            let start = index
            let byte = sql[index]
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
                index += 1
                skip(to: byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte)
                for place in start..<min(index, sql.count) { out.append(sql[place]) }
                continue
            case UInt8(ascii: "-") where at(index + 1) == byte: skip(to: 0x0A)
            case UInt8(ascii: "/") where at(index + 1) == UInt8(ascii: "*"):
                index += 2
                skip(to: UInt8(ascii: "*"), UInt8(ascii: "/"))
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: index += 1
            default:
                out.append(byte)
                index += 1
                continue
            }
            if let last = out.last, last != 0x20 { out.append(0x20) }
        }
        if out.last == 0x20 { out.removeLast() }
        return String(decoding: out, as: UTF8.self)
    }
}
