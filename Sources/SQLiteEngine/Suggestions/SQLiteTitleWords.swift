package import ArticleSearch
package import Database
internal import LibraryStorage
package import SQLite
internal import TextAnalysis

/// Stores the words of titles in SQLite and updates their rows one by one.
package struct SQLiteTitleWords: TableTitleWords {
    private let connection: Connection
    package var database: any LibraryDatabase { connection }

    package init(connection: Connection) { self.connection = connection }

    package func add(_ changes: [(initials: String, word: String, titles: Int)]) throws {
        let remove = try connection.cachedStatement("DELETE FROM title_word WHERE word = ? AND titles <= 0")
        let statement = try connection.cachedStatement(
            """
            INSERT INTO title_word (initials, word, titles) VALUES (?, ?, ?)
            ON CONFLICT (initials, word) DO UPDATE SET titles = titles + excluded.titles
            """)
        for (initials, word, count) in changes {
            try statement.bind([.text(initials), .text(word), .integer(Int64(count))])
            try statement.run()
            if count < 0 {
                try remove.bind([.text(word)])
                try remove.run()
            }
        }
    }
}

extension TitleWords {
    package init(connection: Connection, dictionary: Int = WordSegmenter.version) {
        self.init(SQLiteTitleWords(connection: connection), dictionary: dictionary)
    }
}
