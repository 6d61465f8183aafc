package import ArticleSearch
package import SQLite

extension CharacterTally {
    package convenience init(connection: Connection) { self.init(FrequentWords(connection: connection)) }

    /// Writes the counts and resets them.
    package func flush(to connection: Connection) throws {
        let statement = try connection.cachedStatement(
            """
            INSERT INTO character_frequency VALUES (?, ?)
            ON CONFLICT (character) DO UPDATE SET articles = articles + excluded.articles
            """)
        try forEachChange { character, delta in
            statement.bind(Int64(character), at: 1)
            statement.bind(Int64(delta), at: 2)
            try statement.run()
        }
        removeAll()
    }
}
