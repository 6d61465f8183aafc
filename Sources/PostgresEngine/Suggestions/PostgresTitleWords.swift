internal import ArticleSearch
package import Database
internal import LibraryStorage
internal import PostgreSQL

/// Stores the words of titles in PostgreSQL and updates all rows in one round trip.
package struct PostgresTitleWords: TableTitleWords {
    private let library: LibraryConnection
    package var database: any LibraryDatabase { library }

    package init(_ library: LibraryConnection) { self.library = library }

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
}
