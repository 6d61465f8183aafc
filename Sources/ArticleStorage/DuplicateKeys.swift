internal import SQLite
internal import TextAnalysis

/// Finds the stored copies of an article: those that a page of search folds with it (`DuplicateFolding`).
///
/// An index of hashes over folded title and the first 200 characters of the text finds the candidates; the rule itself
/// then decides. An article with a shorter text has no key, as it never folds.
struct DuplicateKeys {
    private let connection: Connection
    private let insertStatement: Statement
    private let candidatesStatement: Statement
    private let textStatement: Statement
    /// The articles whose key another one has; nil where each is looked up by itself.
    private var shared: Set<Int64>?
    /// Copies of one text that are looked at; whoever posts it more often than that is not worth the time.
    private static let maxCandidates = 64

    init(connection: Connection) throws {
        self.connection = connection
        insertStatement = try connection.prepare("INSERT OR IGNORE INTO article_duplicate (key, n) VALUES (?, ?)")
        candidatesStatement = try connection.prepare(
            """
            SELECT d.n, a.read FROM article_duplicate d JOIN article a ON a.n = d.n
            WHERE d.key = ? ORDER BY d.n DESC LIMIT \(Self.maxCandidates)
            """)
        textStatement = try connection.prepare(
            "SELECT title, substr(body, 1, \(DuplicateFolding.comparedCharacters)) FROM article_text WHERE n = ?")
    }

    /// The key of an article; nil where its text is too short to fold.
    ///
    /// - Complexity: linear in the title and 200 characters.
    static func key(title: String, body: Span<UInt8>) -> Int64? {
        var characters = 0
        var end = 0
        while end < body.count {
            if body[end] & 0xC0 != 0x80 {
                if characters == DuplicateFolding.minCharacters { break }
                characters &+= 1
            }
            end &+= 1
        }
        guard characters == DuplicateFolding.minCharacters else { return nil }
        var hash = ContentHash()
        hash.add(DuplicateFolding.key(title))
        hash.add(body.extracting(0..<end))
        return hash.value
    }

    /// Whether a copy of a new article has been read.
    func isRead(_ draft: ArticleDraft) throws -> Bool {
        guard let key = draft.duplicateKey else { return false }
        let read = try candidates(key).filter(\.read)
        if read.isEmpty { return false }
        let text = String(decoding: draft.body.prefix(DuplicateFolding.comparedCharacters * 4), as: UTF8.self)
        return try read.contains { try isCopy($0.n, title: DuplicateFolding.key(draft.title), text: text) }
    }

    func add(_ n: Int64, key: Int64?) throws {
        guard let key else { return }
        insertStatement.bind(key, at: 1)
        insertStatement.bind(n, at: 2)
        try insertStatement.run()
    }

    /// Takes out the key of the text that is stored.
    func remove(_ n: Int64) throws {
        guard let stored = try stored(n), let key = stored.key else { return }
        try connection.run("DELETE FROM article_duplicate WHERE key = ? AND n = ?", [.integer(key), .integer(n)])
    }

    /// The other copies of a stored article.
    func copies(of n: Int64) throws -> [Int64] {
        if let shared, !shared.contains(n) { return [] }
        guard let stored = try stored(n), let key = stored.key else { return [] }
        let others = try candidates(key).filter { $0.n != n }
        if others.isEmpty { return [] }
        let title = DuplicateFolding.key(stored.title)
        return try others.filter { try isCopy($0.n, title: title, text: stored.text) }.map(\.n)
    }

    /// Makes `copies` quick for very many articles: reads all keys once, no text of an article that stands alone.
    mutating func prepareForMany() throws {
        let statement = try connection.prepare(
            """
            SELECT n FROM article_duplicate
            WHERE key IN (SELECT key FROM article_duplicate GROUP BY key HAVING count(*) > 1)
            """)
        var numbers: Set<Int64> = []
        while try statement.step() { numbers.insert(statement.integer(0)) }
        shared = numbers
    }

    // MARK: -

    private func candidates(_ key: Int64) throws -> [(n: Int64, read: Bool)] {
        let s = candidatesStatement
        defer { s.reset() }
        s.bind(key, at: 1)
        var out: [(Int64, Bool)] = []
        while try s.step() { out.append((s.integer(0), s.integer(1) != 0)) }
        return out
    }

    private func isCopy(_ n: Int64, title: String, text: String) throws -> Bool {
        guard let stored = try stored(n) else { return false }
        return DuplicateFolding.key(stored.title) == title && DuplicateFolding.same(stored.text, text)
    }

    private func stored(_ n: Int64) throws -> (title: String, text: String, key: Int64?)? {
        let s = textStatement
        defer { s.reset() }
        s.bind(n, at: 1)
        guard try s.step() else { return nil }
        let title = s.text(0)
        return (title, s.text(1), s.withBytes(1) { Self.key(title: title, body: $0) })
    }
}

extension DuplicateKeys {
    /// Makes the keys of all articles anew: for a database of a version that had none, and for `reindex`.
    static func rebuild(_ connection: Connection) throws {
        try connection.execute("DELETE FROM article_duplicate")
        let keys = try DuplicateKeys(connection: connection)
        try forEachKey(connection) { n, key in try keys.add(n, key: key) }
    }

    /// How many entries are missing, wrong or too many.
    static func countWrong(_ connection: Connection) throws -> Int {
        var wrong = 0
        var keyed: Int64 = 0
        let find = try connection.prepare("SELECT 1 FROM article_duplicate WHERE key = ? AND n = ?")
        try forEachKey(connection) { n, key in
            guard let key else { return }
            keyed += 1
            find.bind(key, at: 1)
            find.bind(n, at: 2)
            if try !find.step() { wrong += 1 }
            find.reset()
        }
        let entries = try connection.integer("SELECT count(*) FROM article_duplicate") ?? 0
        return wrong + Int(max(0, entries - (keyed - Int64(wrong))))
    }

    private static func forEachKey(_ connection: Connection, _ body: (Int64, Int64?) throws -> Void) throws {
        let texts = try connection.prepare(
            "SELECT n, title, substr(body, 1, \(DuplicateFolding.comparedCharacters)) FROM article_text ORDER BY n")
        while try texts.step() {
            let title = texts.text(1)
            try body(texts.integer(0), texts.withBytes(2) { key(title: title, body: $0) })
        }
    }
}
