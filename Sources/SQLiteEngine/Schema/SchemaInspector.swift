internal import Articles
internal import Database
internal import Formats
internal import SQLite

/// Checks, object by object, that a file has the schema of this program (docs/decisions/0051).
///
/// A file from an unknown source may have our application id in its header. A trigger in such a file would run together
/// with our statements, and a view with the name of a table could run forever. So only `sqlite_schema` is read before
/// the check.
enum SchemaInspector {
    /// The SHA-256 of the schema that `SQLiteSchema.steps` creates, stored here so that opening a file need not run the
    /// steps. A test compares the two. If a file has a different digest, for example because a comment in the SQL was
    /// reworded, its objects are compared instead.
    static let digest = "ebaccdce67193adcd961265a818787cfb5bc3c31690810d67d22b513f694ef11"

    /// - Throws: `StorageError.foreignSchema` with the first object that differs from the newest version.
    /// - Complexity: about 0.2 ms, or about 50 ms if the digest differs.
    static func verify(_ connection: Connection) throws {
        if try digest(of: connection) == digest { return }
        let forms = try SchemaForms()
        var missing = Set(forms.newest.keys)
        for object in try SchemaObject.all(of: connection) where !SchemaObject.statistics.contains(object) {
            guard let expected = forms.newest[object.key] else { throw difference(.foreign, object.key, connection) }
            guard object == expected || SchemaForms.earlier.contains(object), missing.remove(object.key) != nil else {
                throw difference(.changed, object.key, connection)
            }
        }
        if let first = missing.min() { throw difference(.missing, first, connection) }
    }

    /// Verifies the schema of a file that is not fully upgraded, before any of its triggers or views can run. Each
    /// object must match its form in some version. Missing objects are not an error, because the upgrade creates them.
    ///
    /// - Throws: `StorageError.foreignSchema`.
    static func verifyUnfinished(_ connection: Connection) throws {
        let objects = try SchemaObject.all(of: connection)
        if objects.isEmpty { return }
        let forms = try SchemaForms()
        for object in objects where !SchemaObject.statistics.contains(object) {
            guard let known = forms.ofAnyVersion[object.key] else { throw difference(.foreign, object.key, connection) }
            guard known.contains(object) || SchemaForms.earlier.contains(object) else {
                throw difference(.changed, object.key, connection)
            }
        }
    }

    /// SHA-256 of the rows of `sqlite_schema` without the query planner's tables, in hexadecimal.
    static func digest(of connection: Connection) throws -> String {
        let rows = try connection.prepare(SchemaObject.rowsOfSchema)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 << 14)
        while try rows.step() {
            if rows.text(1).hasPrefix("sqlite_stat") {
                let object = SchemaObject(
                    type: rows.text(0), name: rows.text(1), table: rows.text(2), sql: rows.textOrNil(3))
                if SchemaObject.statistics.contains(object) { continue }
            }
            for column: Int32 in 0..<4 {
                rows.withBytes(column) { text in
                    // Hash each length before its text, so that different rows never produce the same bytes.
                    let length = rows.isNull(column) ? UInt32.max : UInt32(clamping: text.count)
                    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
                    for index in text.indices { bytes.append(text[index]) }
                }
            }
        }
        return Hexadecimal.encode(SHA256.hash(bytes))
    }

    /// The maximum length, in characters, of a foreign object's name in an error message.
    private static let maxNameLength = 100

    private static func difference(
        _ kind: StorageError.SchemaDifference, _ key: SchemaObject.Key, _ connection: Connection
    ) -> StorageError {
        .foreignSchema(location: connection.path ?? "", kind, object: "\(key.type) \(key.name.prefix(maxNameLength))")
    }
}

/// The objects of our schema, created by running the steps in memory.
private struct SchemaForms {
    /// The objects of the newest version.
    private(set) var newest: [SchemaObject.Key: SchemaObject] = [:]
    /// The objects of all versions.
    private(set) var ofAnyVersion: [SchemaObject.Key: Set<SchemaObject>] = [:]

    /// Objects in forms that earlier releases created but that the steps no longer create.
    static let earlier: Set<SchemaObject> = [
        SchemaObject(
            type: "table", name: "article_text", table: "article_text",
            sql:
                "CREATE TABLE article_text ( n INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL, html TEXT, extra TEXT )"
        )
    ]

    init() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
        for version in 0..<SQLiteSchema.newestVersion {
            try SQLiteSchema.upgrade(connection, to: version + 1)
            newest.removeAll(keepingCapacity: true)
            for object in try SchemaObject.all(of: connection) {
                newest[object.key] = object
                ofAnyVersion[object.key, default: []].insert(object)
            }
        }
    }
}
