internal import ArticleSearch
internal import Database
internal import PostgreSQL
package import Suggestions

/// The words of titles in the table `title_word`.
package struct PostgresTitleWords: TitleWordStore {
    private let library: LibraryConnection
    private static let client = "title-words"
    private static let dictionaryClient = "title-words-icu"

    package init(_ library: LibraryConnection) { self.library = library }

    package func listing() throws -> (last: Int64, dictionary: Int?) {
        let rows = try library.query(
            """
            SELECT client, state FROM feedsearch.client_state
            WHERE library = $1 AND slot = $2 AND client = ANY ($3)
            """, [.texts([Self.client, Self.dictionaryClient])])
        var states: [String: Int64] = [:]
        for row in rows { states[row.text(0)] = Int64(row.text(1)) }
        return (states[Self.client] ?? 0, states[Self.dictionaryClient].map { Int(clamping: $0) })
    }

    package func lastListed() throws -> Int64 { try listing().last }

    package func remember(last: Int64, dictionary: Int) throws {
        try library.pipeline(
            [(Self.client, String(last)), (Self.dictionaryClient, String(dictionary))].map {
                ClientStates.setting(Array($0.1.utf8), of: $0.0, library)
            })
    }

    package func titles(after article: Int64, limit: Int) throws -> [(article: Int64, title: String)] {
        try library.query(
            """
            SELECT n, title FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n > $3 ORDER BY n LIMIT $4
            """, [.integer(article), .integer(Int64(limit))]
        ).map { ($0.integer(0), $0.text(1)) }
    }

    package func add(_ changes: [(initials: String, word: String, titles: Int)]) throws {
        try library.pipeline([
            library.request(
                """
                INSERT INTO feedsearch.title_word AS t (library, slot, initials, word, titles)
                SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::int8[])
                ON CONFLICT (library, slot, initials, word) DO UPDATE SET titles = t.titles + excluded.titles
                """,
                [
                    .texts(changes.map(\.initials)), .texts(changes.map(\.word)),
                    .integers(changes.map { Int64($0.titles) }),
                ]),
            library.request(
                """
                DELETE FROM feedsearch.title_word
                WHERE library = $1 AND slot = $2 AND word = ANY ($3) AND titles <= 0
                """, [.texts(changes.filter { $0.titles < 0 }.map(\.word))]),
        ])
    }

    package func removeAllWords() throws {
        try library.run("DELETE FROM feedsearch.title_word WHERE library = $1 AND slot = $2")
    }

    package func forEachWord(_ body: (_ word: String, _ titles: Int) -> Void) throws {
        try library.connection.forEachRow(
            "SELECT word, titles FROM feedsearch.title_word WHERE library = $1 AND slot = $2", library.place.values
        ) { row in
            body(row.text(0), Int(clamping: row.integer(1)))
            return true
        }
    }

    // MARK: - TitleWordRows

    package func words(withInitials initials: String) throws -> [TitleWord] {
        try words("initials = $3 ORDER BY titles DESC, word LIMIT 400", [.text(initials)])
    }

    package func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) throws -> [TitleWord] {
        try words(
            onlyFrequent
                ? """
                titles >= \(TitleWordFinder.frequent) AND initials > $3 AND initials < $4
                ORDER BY titles DESC, initials DESC, word DESC LIMIT 400
                """ : "initials > $3 AND initials < $4 ORDER BY initials, word LIMIT 1000",
            [.text(beginning), .text(beginning + "~")])
    }

    package func words(beginningWith text: String, onlyFrequent: Bool) throws -> [TitleWord] {
        try words(
            onlyFrequent
                ? "titles >= \(TitleWordFinder.frequent) AND word > $3 AND word < $4 ORDER BY word LIMIT 4000"
                : "word > $3 AND word < $4 ORDER BY word LIMIT 1000", [.text(text), .text(text + "\u{10FFFF}")])
    }

    private func words(_ condition: String, _ values: [PostgresValue]) throws -> [TitleWord] {
        try library.query(
            "SELECT word, titles FROM feedsearch.title_word WHERE library = $1 AND slot = $2 AND \(condition)", values
        ).map { TitleWord(word: $0.text(0), titles: Int(clamping: $0.integer(1))) }
    }
}
