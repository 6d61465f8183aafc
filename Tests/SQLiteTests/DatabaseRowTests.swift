import Database
import SQLite
import Testing

@Suite struct DatabaseRowTests {
    @Test("A list of numbers comes back as it was bound, as text or packed; invalid parts are left out")
    func numbers() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        let numbers: [Int64] = [3, -5, .max, .min, 0]
        for value in [DatabaseValue.integers(numbers), .packedIntegers(numbers)] {
            #expect(try connection.first("SELECT \(value)") { $0.integers(0) } == numbers)
        }
        for value in [DatabaseValue.integers([]), .packedIntegers([])] {
            #expect(try connection.first("SELECT \(value)") { $0.integers(0) } == [])
        }
        let text = try connection.first("SELECT \("1,x,,99999999999999999999,2")") { $0.integers(0) }
        #expect(text == [1, 2])
    }

    @Test("A count and a time of a forged row are limited, so that sums of them do not overflow")
    func limits() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        for (stored, count) in [(Int64.min, 0), (-1, 0), (7, 7), (.max, Int(UInt32.max))] {
            #expect(try connection.first("SELECT \(stored)") { $0.count(0) } == count)
        }
        for (stored, seconds) in [(Int64.min, -62_135_596_800), (7, 7), (.max, Int64(253_402_300_799))] {
            #expect(try connection.first("SELECT \(stored)") { $0.seconds(0) } == seconds)
        }
    }

    @Test("A change says how many rows it has changed, without those that triggers change")
    func changes() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute(
            """
            CREATE TABLE a (id INTEGER PRIMARY KEY, b); CREATE TABLE log (id);
            CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO log VALUES (new.id), (new.id); END
            """)
        let table = Table("a", [Column("id", .integer), Column("b", .text)])
        #expect(
            try connection.insert([[.integer(1), .null], [.integer(2), .text("x")]], into: table, ["id", "b"]) == 2)
        #expect(try connection.run([.update(table, set: "b = \("y")", where: "id\(isOneOf: [1, 2, 3])")]) == [2])
        let ignored = try connection.insert([[.integer(1)]], into: table, ["id"], onConflict: .isIgnored)
        #expect(ignored == 0)
        let same = try connection.insert(
            [[.integer(1), .text("y")], [.integer(2), .text("z")]], into: table, ["id", "b"],
            onConflict: .updatesWhereDifferent(["b"]))
        #expect(same == 1)
    }
}
