internal import SQLite
internal import TextAnalysis

/// The Chinese words of titles by how they sound: a list beside the index, which decides nothing about what matches.
///
/// A word of the list is one or two neighbouring dictionary words of a title, 2 to 6 characters; `initials` are the first
/// letters of its readings. What is only listed for an article that has changed since is found out when it is used.
struct TitleWords {
    private let connection: Connection
    private var counts: [String: Int] = [:]

    private static let client = "title-words"
    private static let maxCharacters = 6
    /// In so many titles a word is frequent; as in the schema.
    private static let frequent = 5
    private static let maxTitleBytes = 1_000

    init(connection: Connection) { self.connection = connection }

    /// Reads the titles that have come since the last time, so many at most; returns whether more are left.
    mutating func catchUp(titles: Int) throws -> Bool {
        let state = try connection.text(
            "SELECT CAST(state AS TEXT) FROM client_state WHERE client = ?", [.text(Self.client)])
        var last = state.flatMap { Int64($0) } ?? 0
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
        try connection.run(
            "INSERT OR REPLACE INTO client_state (client, state) VALUES (?, CAST(? AS BLOB))",
            [.text(Self.client), .text(String(last))])
        return read == titles
    }

    /// The words of one title, each once, folded.
    static func words(of title: String) -> Set<String> {
        guard title.utf8.count <= maxTitleBytes, title.utf8.contains(where: { $0 >= 0xE3 }) else { return [] }
        let folded = Array(Analyzer.shared.foldedText(title).utf8)
        var out: Set<String> = []
        var previous: Range<Int>?
        for word in WordSegmenter.shared.words(in: String(decoding: folded, as: UTF8.self)) {
            for start in [word.lowerBound, previous?.upperBound == word.lowerBound ? previous?.lowerBound : nil] {
                guard let start else { continue }
                let text = String(decoding: folded[start..<word.upperBound], as: UTF8.self)
                let size = text.unicodeScalars.count
                if size > 1, size <= maxCharacters, !Pinyin.shared.initials(of: text).isEmpty { out.insert(text) }
            }
            previous = word
        }
        return out
    }

    private mutating func write() throws {
        let statement = try connection.prepare(
            """
            INSERT INTO title_word (initials, word, titles) VALUES (?, ?, ?)
            ON CONFLICT (initials, word) DO UPDATE SET titles = titles + excluded.titles
            """)
        for (word, count) in counts {
            for initials in Pinyin.shared.initials(of: word).prefix(4) {
                try statement.bind([.text(initials), .text(word), .integer(Int64(count))])
                try statement.run()
            }
        }
        counts.removeAll(keepingCapacity: true)
    }

    // MARK: - Looking up

    /// A word of titles, and in how many it was seen.
    struct Found {
        var word: String
        var titles: Int
    }

    /// Words that begin like typed letters sound, the most frequent first.
    ///
    /// - Complexity: some thousand rows at most.
    func words(soundingLike letters: [UInt8], isWhole: Bool, limit: Int) throws -> [Found] {
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

    /// Other words that sound like a word.
    func words(soundingLike word: String, limit: Int) throws -> [Found] {
        var found: [String: Int] = [:]
        for initials in Pinyin.shared.initials(of: word).prefix(4) {
            for row in try rows(initials, isWhole: true) where row.word != word {
                if Pinyin.shared.soundAlike(word, row.word) { found[row.word] = row.titles }
            }
        }
        return Self.best(found, limit)
    }

    private static func best(_ found: [String: Int], _ limit: Int) -> [Found] {
        found.map { Found(word: $0, titles: $1) }
            .sorted { ($1.titles, $0.word.utf8.count, $0.word) < ($0.titles, $1.word.utf8.count, $1.word) }
            .prefix(limit).map(\.self)
    }

    private func rows(_ initials: String, isWhole: Bool) throws -> [Found] {
        var out = try rows(
            "SELECT word, titles FROM title_word WHERE initials = ? ORDER BY titles DESC LIMIT 400", [.text(initials)])
        guard !isWhole else { return out }
        // Few letters begin very many words; the frequent ones have an index of their own.
        out += try rows(
            initials.utf8.count > 2
                ? "SELECT word, titles FROM title_word WHERE initials > ? AND initials < ? LIMIT 1000"
                : """
                SELECT word, titles FROM title_word WHERE titles >= \(Self.frequent) AND initials > ? AND initials < ?
                ORDER BY titles DESC LIMIT 400
                """, [.text(initials), .text(initials + "~")])
        return out
    }

    private func rows(_ sql: String, _ values: [SQLValue]) throws -> [Found] {
        let statement = try connection.cachedStatement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var out: [Found] = []
        while try statement.step() { out.append(Found(word: statement.text(0), titles: Int(statement.integer(1)))) }
        return out
    }
}
