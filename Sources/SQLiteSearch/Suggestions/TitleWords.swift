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
package struct TitleWords: TitleWordSource {
    private let connection: Connection
    private var counts: [String: Int] = [:]
    /// The old titles of listed articles whose texts are being replaced or deleted.
    private var replaced: [Int64: String] = [:]

    /// `WordSegmenter.version`, but in tests.
    private let dictionary: Int

    private static let client = "title-words"
    private static let dictionaryClient = "title-words-icu"
    private static let maxCharacters = 6
    /// A word in at least this many titles is frequent; as in the schema.
    private static let frequent = 5
    private static let maxTitleBytes = 1_000

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
            for word in Self.words(of: statement.text(1)) { counts[word, default: 0] += 1 }
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
        for word in Self.words(of: old) { counts[word, default: 0] -= 1 }
        for word in Self.words(of: title) { counts[word, default: 0] += 1 }
    }

    /// Must be called after a deleted article is restored.
    package mutating func didRestore(_ n: Int64, title: String) throws {
        guard try n <= lastListed(), try hasDictionary() else { return }
        for word in Self.words(of: title) { counts[word, default: 0] += 1 }
    }

    /// Writes the changes of the transaction to the list.
    package mutating func flush() throws {
        for old in replaced.values {
            for word in Self.words(of: old) { counts[word, default: 0] -= 1 }
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
            for word in Self.words(of: statement.text(0)) { expected[word, default: 0] += 1 }
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

    /// The distinct words of one title, folded.
    package static func words(of title: String) -> Set<String> {
        guard title.utf8.count <= maxTitleBytes, title.utf8.contains(where: { $0 >= 0xE3 }) else { return [] }
        let folded = Array(Analyzer.shared.foldedText(title).utf8)
        var out: Set<String> = []
        var previous: Range<Int>?
        for word in WordSegmenter.shared.words(in: String(decoding: folded, as: UTF8.self)) {
            for start in [word.lowerBound, previous?.upperBound == word.lowerBound ? previous?.lowerBound : nil] {
                guard let start else { continue }
                let text = String(decoding: folded[start..<word.upperBound], as: UTF8.self)
                let size = text.unicodeScalars.count
                if size > 1, size <= maxCharacters, text.unicodeScalars.allSatisfy(isListed) { out.insert(text) }
            }
            previous = word
        }
        return out
    }

    /// Han characters and kana.
    private static func isListed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFF: true
        default: false
        }
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

    // MARK: - Looking up
    /// Words whose pinyin begins with typed letters, or equals them if `isWhole`, the most frequent first.
    ///
    /// - Complexity: at most some thousand rows.
    package func words(soundingLike letters: [UInt8], isWhole: Bool, limit: Int) throws -> [TitleWord] {
        let pinyin = Pinyin.shared
        var found: [String: Int] = [:]
        for initials in pinyin.initials(ofTyped: letters).prefix(6) {
            for row in try rows(initials, isWhole: isWhole) where found[row.word] == nil {
                let isMatch =
                    isWhole ? pinyin.isSound(letters, of: row.word) : pinyin.isBeginning(letters, of: row.word)
                if isMatch { found[row.word] = row.titles }
            }
        }
        return Self.best(found, limit)
    }

    /// Longer words that begin with a folded text, the most frequent first.
    ///
    /// - Complexity: at most some thousand rows.
    package func words(beginningWith text: String, limit: Int) throws -> [TitleWord] {
        let ends: [SQLValue] = [.text(text), .text(text + "\u{10FFFF}")]
        var found: [String: Int] = [:]
        func add(_ sql: String) throws {
            for row in try rows(sql, ends) { found[row.word] = row.titles }
        }
        // One character begins very many words; an index of the frequent ones finds the best quickly.
        if text.unicodeScalars.count == 1 {
            try add(
                """
                SELECT word, titles FROM title_word INDEXED BY title_word_frequent_text
                WHERE titles >= \(Self.frequent) AND word > ? AND word < ? LIMIT 4000
                """)
        }
        if found.count < limit {
            try add(
                """
                SELECT word, titles FROM title_word INDEXED BY title_word_by_text WHERE word > ? AND word < ? LIMIT 1000
                """)
        }
        return Self.best(found, limit)
    }

    /// Other words with the same pinyin as a word.
    package func words(soundingLike word: String, limit: Int) throws -> [TitleWord] {
        var found: [String: Int] = [:]
        for initials in Pinyin.shared.initials(of: word).prefix(4) {
            for row in try rows(initials, isWhole: true) where row.word != word {
                if Pinyin.shared.soundAlike(word, row.word) { found[row.word] = row.titles }
            }
        }
        return Self.best(found, limit)
    }

    private static func best(_ found: [String: Int], _ limit: Int) -> [TitleWord] {
        found.map { TitleWord(word: $0, titles: $1) }
            .sorted { ($1.titles, $0.word.utf8.count, $0.word) < ($0.titles, $1.word.utf8.count, $1.word) }
            .prefix(limit).map(\.self)
    }

    private func rows(_ initials: String, isWhole: Bool) throws -> [TitleWord] {
        var out = try rows(
            "SELECT word, titles FROM title_word WHERE initials = ? ORDER BY titles DESC LIMIT 400", [.text(initials)])
        guard !isWhole else { return out }
        // A few letters begin very many words; an index of the frequent ones finds the best quickly.
        out += try rows(
            initials.utf8.count > 2
                ? "SELECT word, titles FROM title_word WHERE initials > ? AND initials < ? LIMIT 1000"
                : """
                SELECT word, titles FROM title_word WHERE titles >= \(Self.frequent) AND initials > ? AND initials < ?
                ORDER BY titles DESC LIMIT 400
                """, [.text(initials), .text(initials + "~")])
        return out
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
