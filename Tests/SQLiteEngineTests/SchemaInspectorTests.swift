import Foundation
import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct SchemaInspectorTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }

    init() throws {
        folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert([draft("a", "Title", "A text.")])
    }

    private func forge(_ sql: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
        connection.setDefensive(false)
        try connection.execute(sql)
    }

    @Test("The digest is that of the schema which the steps make")
    func digest() throws {
        let connection = try Connection(path: path, mode: .readOnly)
        let digest = try SchemaInspector.digest(of: connection)
        #expect(SchemaInspector.digest == digest, "SchemaInspector.digest must be \(digest)")
    }

    @Test(
        "An object that is not ours is refused with its name, for reading and for writing",
        arguments: [
            ("CREATE TRIGGER evil AFTER INSERT ON article BEGIN DELETE FROM feed; END", "trigger evil"),
            (
                "CREATE VIEW evil AS WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT x FROM t",
                "view evil"
            ),
            (
                """
                DROP TABLE client_state;
                CREATE VIEW client_state AS
                    WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT x AS client, x AS state FROM t
                """, "view client_state"
            ),
            ("CREATE TABLE evil (a)", "table evil"),
            ("CREATE INDEX evil ON article (guid)", "index evil"),
            ("CREATE TABLE sqlite_statistics (a)", ""),
            ("DROP TABLE feed_icon; CREATE TABLE feed_icon (feed INTEGER PRIMARY KEY)", "table feed_icon"),
            ("ALTER TABLE article ADD COLUMN evil AS (abs(n))", "table article"),
            ("DROP TABLE arrival_rule", "table arrival_rule"),
            ("DROP TRIGGER alert_rule_added", "trigger alert_rule_added"),
            (
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = replace(sql, 'DELETE FROM article_forward', 'DELETE FROM feed')
                WHERE name = 'article_forward_gone'
                """, "trigger article_forward_gone"
            ),
        ])
    func foreign(_ sql: String, _ name: String) throws {
        if name.isEmpty {
            // SQLite keeps such names for itself.
            #expect(throws: SQLiteError.self) { try forge(sql) }
            return
        }
        try forge(sql)
        for access in [StoreAccess.read, .write] {
            #expect {
                try SQLiteStore(path: path, access: access)
            } throws: {
                if case StorageError.foreignSchema(_, _, name) = $0 { true } else { false }
            }
        }
    }

    @Test(
        "What SQLite keeps for its planner, and comments of another wording, make no other schema",
        arguments: [
            "ANALYZE", "PRAGMA optimize",
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '-- 0 to be delivered', '/* not yet */  -- zero: ')
            WHERE name = 'alert_delivery'
            """,
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'html, extra TEXT', 'html TEXT, extra TEXT')
            WHERE name = 'article_text'
            """,
        ])
    func sound(_ sql: String) throws {
        try forge(sql)
        for access in [StoreAccess.read, .write] {
            #expect(try SQLiteStore(path: path, access: access).check().problems == [])
        }
    }

    @Test("A quoted text that looks like a comment counts")
    func quotedComment() {
        func object(_ sql: String) -> SchemaObject { SchemaObject(type: "table", name: "t", table: "t", sql: sql) }
        #expect(object("a '-- x'") != object("a ' '"))
        #expect(object("a -- x\nb") == object("a\n  b"))
        #expect(object("a /* x */ b") == object("a b"))
        #expect(object("a /* x") == object("a"))
        #expect(object("a \"b") != object("a"))
    }

    @Test("The newest version is the number of steps")
    func numberOfSteps() { #expect(SQLiteSchema.steps.count == Int(SQLiteSchema.newestVersion)) }

    @Test(
        "A file of any earlier version is accepted while it is brought up to date, with ours alone in it",
        arguments: 1..<SQLiteSchema.newestVersion)
    func unfinished(_ version: Int64) throws {
        let connection = try Connection(path: folder.file("old.db"), mode: .create)
        try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
        try SQLiteSchema.upgrade(connection, to: version)
        try SchemaInspector.verifyUnfinished(connection)
        try connection.execute("CREATE VIEW evil AS SELECT 1")
        #expect(throws: StorageError.self) { try SchemaInspector.verifyUnfinished(connection) }
        #expect(throws: StorageError.self) { try SQLiteStore(path: folder.file("old.db"), access: .write) }
        try connection.execute("DROP VIEW evil")
        _ = try SQLiteStore(path: folder.file("old.db"), access: .write)
    }

    @Test("The newest schema under an older version is for the upgrade to put right")
    func setBack() throws {
        try forge("PRAGMA user_version = 5")
        try SchemaInspector.verifyUnfinished(Connection(path: path, mode: .readOnly))
    }
}
