internal import Articles
internal import Database
internal import Formats
internal import SQLite
internal import SQLiteSearch

/// Whether a file's schema is ours, object by object (docs/decisions/0051).
///
/// A file may come from anywhere, with a mark of ours in its header. A trigger in it would run with our statements, and a view
/// in the place of a table can take for ever. So nothing but sqlite_schema is read before it has been compared.
enum SchemaInspector {
    /// SHA-256 of the schema that `Schema.steps` make, so that each opening need not make it again; a test holds it against
    /// them. With another digest, as after a change here or where a comment was worded otherwise, the objects are compared.
    static let digest = "ca75cfa1eb024d6731c4fd47d4bf19078e68572f7d6ceb253dd61a48431b5f29"

    /// - Throws: `StorageError.foreignSchema` with the first object that is not as the newest version has it.
    /// - Complexity: some 0.2 ms; where the digest is another, some 50 ms.
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

    /// The same of a file whose upgrade is not finished, before anything of it runs: each object must be as one of the versions
    /// so far has it. Which of them are there is for the upgrade to see.
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

    /// SHA-256 of the schema's rows, what the planner keeps left out, in hexadecimal.
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
                    // Lengths first, so that no text can pass for several.
                    let length = rows.isNull(column) ? UInt32.max : UInt32(clamping: text.count)
                    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
                    for index in text.indices { bytes.append(text[index]) }
                }
            }
        }
        return Hexadecimal.encode(SHA256.hash(bytes))
    }

    /// Characters of a foreign name that are shown.
    private static let maxNameLength = 100

    private static func difference(
        _ kind: StorageError.SchemaDifference, _ key: SchemaObject.Key, _ connection: Connection
    ) -> StorageError {
        .foreignSchema(location: connection.path ?? "", kind, object: "\(key.type) \(key.name.prefix(maxNameLength))")
    }
}

/// What the objects of our schema look like: made in memory, by the steps that make it in a file.
private struct SchemaForms {
    /// Those of the newest version.
    private(set) var newest: [SchemaObject.Key: SchemaObject] = [:]
    /// Those of all versions.
    private(set) var ofAnyVersion: [SchemaObject.Key: Set<SchemaObject>] = [:]

    /// Forms that no step makes any more, but once did.
    static let earlier: Set<SchemaObject> = [
        SchemaObject(
            type: "table", name: "article_text", table: "article_text",
            sql:
                "CREATE TABLE article_text ( n INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL, html TEXT, extra TEXT )"
        )
    ]

    init() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.register(IndexTokenizer(), as: Schema.tokenizerName)
        for version in 0..<Schema.newestVersion {
            try Schema.upgrade(connection, to: version + 1)
            newest.removeAll(keepingCapacity: true)
            for object in try SchemaObject.all(of: connection) {
                newest[object.key] = object
                ofAnyVersion[object.key, default: []].insert(object)
            }
        }
    }
}
