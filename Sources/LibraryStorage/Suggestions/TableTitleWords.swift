package import ArticleSearch
package import Database

/// Reads and writes the words of titles in the table `title_word`.
package protocol TableTitleWords: TitleWordStore {
    var database: any LibraryDatabase { get }
}

private let client = "title-words"
private let dictionaryClient = "title-words-icu"

extension TableTitleWords {
    package func listing() throws -> (last: Int64, dictionary: Int?) {
        let (last, dictionary) = try ClientStates.numbers(of: client, dictionaryClient, database)
        return (last ?? 0, dictionary.map { Int(clamping: $0) })
    }

    package func lastListed() throws -> Int64 { try listing().last }

    package func remember(last: Int64, dictionary: Int) throws {
        try database.run([
            ClientStates.setting(last, of: client), ClientStates.setting(Int64(dictionary), of: dictionaryClient),
        ])
    }

    package func titles(after article: Int64, limit: Int) throws -> [(article: Int64, title: String)] {
        try database.rows(
            "SELECT t.n, t.title FROM \(rows: .articleText) t WHERE t.n > \(article) ORDER BY t.n LIMIT \(limit)"
        ) { ($0.integer(0), $0.text(1)) }
    }

    package func removeAllWords() throws { try database.run(.delete(from: .titleWord, where: "TRUE")) }

    package func forEachWord(_ body: (_ word: String, _ titles: Int) -> Void) throws {
        try database.forEachRow("SELECT t.word, t.titles FROM \(rows: .titleWord) t") {
            body($0.text(0), $0.count(1))
            return true
        }
    }

    // MARK: - TitleWordRows

    package func words(withInitials initials: String) throws -> [TitleWord] {
        try words("WHERE t.initials = \(initials) ORDER BY t.titles DESC, t.word LIMIT 400")
    }

    package func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) throws -> [TitleWord] {
        let range: SQL = "WHERE t.initials > \(beginning) AND t.initials < \(beginning + "~")"
        guard onlyFrequent else { return try words("\(sql: range) ORDER BY t.initials, t.word LIMIT 1000") }
        // Without this check, SQLite would scan its index of frequent words to the end.
        if database.dialect == .sqlite,
            try !database.hasRow("SELECT 1 FROM \(rows: .titleWord) t \(sql: range) LIMIT 1")
        {
            return []
        }
        // For a single letter, SQLite soon finds 400 words in its index of frequent words, because many words begin
        // with it. Few words begin with two given letters, so all of them are read and sorted. The unary plus prevents
        // SQLite from using that index (<https://www.sqlite.org/optoverview.html>, "Disqualifying WHERE Clause Terms").
        let sign = beginning.utf8.count < 2 ? "" : "+"
        return try words(
            """
            \(sql: range) AND \(sqlite: sign, postgres: "")t.titles >= \(sql: frequent)
            ORDER BY t.titles DESC, t.initials DESC, t.word DESC LIMIT 400
            """)
    }

    package func words(beginningWith text: String, onlyFrequent: Bool) throws -> [TitleWord] {
        let range: SQL = "t.word > \(text) AND t.word < \(text + "\u{10FFFF}") ORDER BY t.word"
        return try words(
            onlyFrequent
                ? """
                \(sqlite: "INDEXED BY title_word_frequent_text ", postgres: "")
                WHERE t.titles >= \(sql: frequent) AND \(sql: range) LIMIT 4000
                """ : "\(sqlite: "INDEXED BY title_word_by_text ", postgres: "")WHERE \(sql: range) LIMIT 1000")
    }

    /// The minimum count of frequent words. It must be the same literal as in the conditions of the partial indexes.
    private var frequent: SQL { .literal(Int64(TitleWordFinder.frequent)) }

    /// - Parameter condition: an SQL condition on the row `t`, with ORDER BY.
    private func words(_ condition: SQL) throws -> [TitleWord] {
        try database.rows("SELECT t.word, t.titles FROM \(rows: .titleWord) t \(sql: condition)") {
            TitleWord(word: $0.text(0), titles: $0.count(1))
        }
    }
}
