internal import Articles
internal import PostgreSQL

/// Identifies a library independently of its address: 128 random bits that its first writer stores.
enum LibraryIdentity {
    private static let digits = 32

    static func creation(_ place: LibrarySlot) -> PostgresRequest {
        PostgresRequest(
            """
            INSERT INTO feedsearch.library_identity (library, slot, id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
            """, place.values + [.text(random())])
    }

    private static func random() -> String {
        String((0..<digits).map { _ in Array("0123456789abcdef")[Int.random(in: 0..<16)] })
    }

    /// - Returns: nil if the library has no identity.
    /// - Throws: `StorageError.damaged` if the identity is malformed, because it is used as the name of a folder.
    static func read(_ connection: PostgresConnection, _ place: LibrarySlot, location: String) throws -> String? {
        let rows: PostgresRows
        do {
            rows = try connection.query(
                "SELECT id FROM feedsearch.library_identity WHERE library = $1 AND slot = $2", place.values)
        } catch let error as PostgresError where PostgresError.Code.undefinedTable ~= error {
            return nil
        }
        guard let id = rows.first?.text(0) else { return nil }
        guard id.utf8.count == digits, id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw StorageError.damaged(location: location, message: "its identity is malformed") }
        return id
    }
}
