internal import ArticleSearch
package import SQLite
package import Suggestions
internal import TextAnalysis

/// The words of Chinese and Japanese titles by their text and pinyin, for completion and correction. The list does not
/// affect which articles match.
///
/// An entry is one or two adjacent dictionary words of a title, 2 to 6 characters; `initials` are the first letters of
/// its readings, none for words with kana. Titles are listed up to an article id, and the rest while idle. The title of
/// a listed article that is changed or deleted is removed in the same transaction.
///
/// Words are those of one version of ICU's dictionaries. A list of another version is read as it is, gets no changes, and
/// is made anew while idle: counts of different words would not add up.
package struct TitleWords {
    private let connection: Connection
    private var counts: [String: Int] = [:]
    /// The old titles of listed articles whose texts are being replaced or deleted.
    private var replaced: [Int64: String] = [:]

    /// `WordSegmenter.version`, but in tests.
    private let dictionary: Int

    private static let client = "title-words"
    private static let dictionaryClient = "title-words-icu"

    package init(connection: Connection, dictionary: Int = WordSegmenter.version) {
        self.connection = connection
        self.dictionary = dictionary
    }

    /// Reads at most `titles` titles that are not listed yet; returns whether more may be left.
    package mutating func catchUp(titles: Int) throws -> Bool {
        if try !hasDictionary() { try removeAll() }
        var last = try lastListed()
        var read = 0
        let statement = try connection.prepare("SELECT n, title FROM article_text WHERE n > ? ORDER BY n LIMIT ?")
        try statement.bind([.integer(last), .integer(Int64(titles))])
        while try statement.step() {
            last = statement.integer(0)
            read += 1
            for word in TitleWordFinder.words(of: statement.text(1)) { counts[word, default: 0] += 1 }
        }
        guard read > 0 else { return false }
        try write()
        try remember(last)
        return read == titles
    }

    /// The id of the last article whose title is listed, by whatever version of the dictionaries.
    package func lastListed() throws -> Int64 {
        let state = try connection.text(
            "SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?", [.text(Self.client)])
        return state.flatMap { Int64($0) } ?? 0
    }

    private func hasDictionary() throws -> Bool {
        let statement = try connection.cachedStatement("SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?")
        defer { statement.reset() }
        try statement.bind([.text(Self.dictionaryClient)])
        return try statement.step() && statement.text(0) == String(dictionary)
    }

    private func remember(_ last: Int64) throws {
        for (client, state) in [(Self.client, String(last)), (Self.dictionaryClient, String(dictionary))] {
            try connection.run(
                "INSERT OR REPLACE INTO client_state (client, state) VALUES (?, CAST(? AS BLOB))",
                [.text(client), .text(state)])
        }
    }

    /// Empties the list; `catchUp` starts again from the first article.
    package func removeAll() throws {
        try connection.run("DELETE FROM title_word")
        try remember(0)
    }

    // MARK: - Changes

    /// Must be called before an article's text is deleted or replaced.
    package mutating func willRemove(_ n: Int64) throws {
        guard try n <= lastListed(), try hasDictionary() else { return }
        replaced[n] = try connection.text("SELECT title FROM article_text WHERE n = ?", [.integer(n)]) ?? ""
    }

    /// Must be called after the new text is stored.
    package mutating func didReplace(_ n: Int64, title: String) {
        guard let old = replaced.removeValue(forKey: n), old != title else { return }
        for word in TitleWordFinder.words(of: old) { counts[word, default: 0] -= 1 }
        for word in TitleWordFinder.words(of: title) { counts[word, default: 0] += 1 }
    }

    /// Must be called after a deleted article is restored.
    package mutating func didRestore(_ n: Int64, title: String) throws {
        guard try n <= lastListed(), try hasDictionary() else { return }
        for word in TitleWordFinder.words(of: title) { counts[word, default: 0] += 1 }
    }

    /// Writes the changes of the transaction to the list.
    package mutating func flush() throws {
        for old in replaced.values {
            for word in TitleWordFinder.words(of: old) { counts[word, default: 0] -= 1 }
        }
        replaced.removeAll(keepingCapacity: true)
        guard !counts.isEmpty else { return }
        try write()
    }

    /// Discards unwritten changes; called after a rollback.
    package mutating func forget() {
        counts.removeAll()
        replaced.removeAll()
    }

    /// How many words have a count other than the titles'; 0 where another version of the dictionaries counted.
    package func wrongCounts() throws -> Int {
        guard try hasDictionary() else { return 0 }
        var expected: [String: Int] = [:]
        let statement = try connection.prepare("SELECT title FROM article_text WHERE n <= ?")
        try statement.bind([.integer(lastListed())])
        while try statement.step() {
            for word in TitleWordFinder.words(of: statement.text(0)) { expected[word, default: 0] += 1 }
        }
        var wrong = 0
        var known: Set<String> = []
        let listed = try connection.prepare("SELECT word, titles FROM title_word")
        while try listed.step() {
            let word = listed.text(0)
            known.insert(word)
            if expected[word].map({ Int64($0) }) != listed.integer(1) { wrong += 1 }
        }
        return wrong + expected.keys.count { !known.contains($0) }
    }

    private mutating func write() throws {
        let remove = try connection.cachedStatement("DELETE FROM title_word WHERE word = ? AND titles <= 0")
        let statement = try connection.cachedStatement(
            """
            INSERT INTO title_word (initials, word, titles) VALUES (?, ?, ?)
            ON CONFLICT (initials, word) DO UPDATE SET titles = titles + excluded.titles
            """)
        for (word, count) in counts where count != 0 {
            let initials = Pinyin.shared.initials(of: word).prefix(4)
            for initials in initials.isEmpty ? [""] : initials {
                try statement.bind([.text(initials), .text(word), .integer(Int64(count))])
                try statement.run()
            }
            if count < 0 {
                try remove.bind([.text(word)])
                try remove.run()
            }
        }
        counts.removeAll(keepingCapacity: true)
    }
}

extension TitleWords: TitleWordRows {
    package func words(withInitials initials: String) throws -> [TitleWord] {
        try rows(
            "SELECT word, titles FROM title_word WHERE initials = ? ORDER BY titles DESC LIMIT 400", [.text(initials)])
    }

    package func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) throws -> [TitleWord] {
        try rows(
            onlyFrequent
                ? """
                SELECT word, titles FROM title_word
                WHERE titles >= \(TitleWordFinder.frequent) AND initials > ? AND initials < ?
                ORDER BY titles DESC LIMIT 400
                """ : "SELECT word, titles FROM title_word WHERE initials > ? AND initials < ? LIMIT 1000",
            [.text(beginning), .text(beginning + "~")])
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
