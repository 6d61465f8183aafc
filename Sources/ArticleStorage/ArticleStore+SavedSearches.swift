internal import SQLite

/// A query under a name.
public struct SavedSearch: Sendable, Equatable {
    public var name: String
    public var query: String
    public var created: Int64
}

extension ArticleStore {
    public func save(search name: String, query: String, now: Int64) throws {
        try guarded {
            try connection.run(
                """
                INSERT INTO saved_search (name, query, created) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET query = excluded.query
                """, [.text(name), .text(query), .integer(now)])
        }
    }

    public func savedSearches() throws -> [SavedSearch] {
        try guarded {
            let statement = try connection.prepare("SELECT name, query, created FROM saved_search ORDER BY name")
            var out: [SavedSearch] = []
            while try statement.step() {
                out.append(
                    SavedSearch(name: statement.text(0), query: statement.text(1), created: statement.integer(2)))
            }
            return out
        }
    }

    /// - Returns: false where there was none of that name.
    public func unsave(search name: String) throws -> Bool {
        try guarded {
            try connection.run("DELETE FROM saved_search WHERE name = ?", [.text(name)])
            return connection.changedRows > 0
        }
    }

    func savedSearchQuery(_ name: String) throws -> String? {
        try connection.text("SELECT query FROM saved_search WHERE name = ?", [.text(name)])
    }
}
