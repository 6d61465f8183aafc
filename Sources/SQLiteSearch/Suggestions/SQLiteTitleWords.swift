package import ArticleSearch
internal import Database
package import SQLite
package import Suggestions
internal import TextAnalysis

/// The words of titles in the table `title_word`.
package struct SQLiteTitleWords: TitleWordStore {
    private let connection: Connection
    private static let client = "title-words"
    private static let dictionaryClient = "title-words-icu"

    package init(connection: Connection) { self.connection = connection }

    package func listing() throws -> (last: Int64, dictionary: Int?) {
        (try lastListed(), try state(of: Self.dictionaryClient).flatMap { Int($0) })
    }

    package func lastListed() throws -> Int64 { try state(of: Self.client).flatMap { Int64($0) } ?? 0 }

    private func state(of client: String) throws -> String? {
        let statement = try connection.cachedStatement("SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?")
        defer { statement.reset() }
        try statement.bind([.text(client)])
        return try statement.step() ? statement.text(0) : nil
    }

    package func remember(last: Int64, dictionary: Int) throws {
        for (client, state) in [(Self.client, String(last)), (Self.dictionaryClient, String(dictionary))] {
            try connection.run(
                "INSERT OR REPLACE INTO client_state (client, state) VALUES (?, CAST(? AS BLOB))",
                [.text(client), .text(state)])
        }
    }

    package func titles(after article: Int64, limit: Int) throws -> [(article: Int64, title: String)] {
        let statement = try connection.prepare("SELECT n, title FROM article_text WHERE n > ? ORDER BY n LIMIT ?")
        try statement.bind([.integer(article), .integer(Int64(limit))])
        var titles: [(article: Int64, title: String)] = []
        while try statement.step() { titles.append((statement.integer(0), statement.text(1))) }
        return titles
    }

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

    package func removeAllWords() throws { try connection.run("DELETE FROM title_word") }

    package func forEachWord(_ body: (_ word: String, _ titles: Int) -> Void) throws {
        let listed = try connection.prepare("SELECT word, titles FROM title_word")
        while try listed.step() { body(listed.text(0), listed.count(1)) }
    }

    // MARK: - TitleWordRows

    package func words(withInitials initials: String) throws -> [TitleWord] {
        try rows(
            "SELECT word, titles FROM title_word WHERE initials = ? ORDER BY titles DESC LIMIT 400", [.text(initials)])
    }

    package func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) throws -> [TitleWord] {
        let range: [SQLValue] = [.text(beginning), .text(beginning + "~")]
        let first = try rows(
            "SELECT word, titles FROM title_word WHERE initials > ? AND initials < ? LIMIT \(onlyFrequent ? 1 : 1000)",
            range)
        guard onlyFrequent, !first.isEmpty else { return first }
        // One letter begins so many words that 400 of them soon come in the order of the index of frequent words. Two letters
        // begin few: all are read and sorted. The sign keeps SQLite from that index
        // (<https://www.sqlite.org/optoverview.html>, "Disqualifying WHERE Clause Terms").
        let titles = beginning.utf8.count < 2 ? "titles" : "+titles"
        return try rows(
            """
            SELECT word, titles FROM title_word
            WHERE initials > ? AND initials < ? AND \(titles) >= \(TitleWordFinder.frequent)
            ORDER BY titles DESC, initials DESC, word DESC LIMIT 400
            """, range)
    }

    package func words(beginningWith text: String, onlyFrequent: Bool) throws -> [TitleWord] {
        try rows(
            onlyFrequent
                ? """
                SELECT word, titles FROM title_word INDEXED BY title_word_frequent_text
                WHERE titles >= \(TitleWordFinder.frequent) AND word > ? AND word < ? LIMIT 4000
                """
                : """
                SELECT word, titles FROM title_word INDEXED BY title_word_by_text WHERE word > ? AND word < ? LIMIT 1000
                """, [.text(text), .text(text + "\u{10FFFF}")])
    }

    private func rows(_ sql: String, _ values: [SQLValue]) throws -> [TitleWord] {
        let statement = try connection.cachedStatement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var out: [TitleWord] = []
        while try statement.step() { out.append(TitleWord(word: statement.text(0), titles: statement.count(1))) }
        return out
    }
}

extension TitleWords {
    package init(connection: Connection, dictionary: Int = WordSegmenter.version) {
        self.init(SQLiteTitleWords(connection: connection), dictionary: dictionary)
    }
}
