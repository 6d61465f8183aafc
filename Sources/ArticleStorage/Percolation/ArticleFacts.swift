internal import SQLite

/// One stored article as filters see it: its row, read back inside the transaction that wrote it.
final class ArticleFacts {
    let n: Int64
    let feed: Int64
    let sortDate: Int64
    let received: Int64
    let read: Bool
    let starred: Bool
    let flags: Int64
    let language: String?
    /// In lower case, as SQLite's lower() makes it.
    let url: [UInt8]?
    /// Folded.
    let author: [UInt8]?
    private let connection: Connection
    private var loadedTags: Set<String>?
    private var loadedText: (title: String, body: String)?

    /// - Returns: nil where there is no such article.
    init?(_ n: Int64, connection: Connection) throws {
        let row = try connection.cachedStatement(
            """
            SELECT a.feed, a.sort_date, a.received, a.read, a.starred, a.flags, lower(a.language), lower(a.url), w.folded
            FROM article a LEFT JOIN author w ON w.id = a.author WHERE a.n = ?
            """)
        defer { row.reset() }
        row.bind(n, at: 1)
        guard try row.step() else { return nil }
        self.n = n
        self.connection = connection
        feed = row.integer(0)
        sortDate = row.seconds(1)
        received = row.seconds(2)
        read = row.integer(3) != 0
        starred = row.integer(4) != 0
        flags = row.integer(5)
        language = row.textOrNil(6)
        url = row.isNull(7) ? nil : row.bytes(7)
        author = row.isNull(8) ? nil : row.bytes(8)
    }

    /// Folded names of all tags, the feed's and the reader's.
    func tags() throws -> Set<String> {
        if let loadedTags { return loadedTags }
        let rows = try connection.cachedStatement(
            "SELECT folded FROM article_tag JOIN tag ON id = tag WHERE n = ?")
        defer { rows.reset() }
        rows.bind(n, at: 1)
        var tags: Set<String> = []
        while try rows.step() { tags.insert(rows.text(0)) }
        loadedTags = tags
        return tags
    }

    func text() throws -> (title: String, body: String) {
        if let loadedText { return loadedText }
        let row = try connection.cachedStatement("SELECT title, body FROM article_text WHERE n = ?")
        defer { row.reset() }
        row.bind(n, at: 1)
        let text = try row.step() ? (row.text(0), row.text(1)) : ("", "")
        loadedText = text
        return text
    }
}

extension ArticleFilter {
    /// Whether an article fulfils it, as the SQL that `QueryCompiler` writes for it says.
    func isFulfilled(by facts: ArticleFacts, at clock: AlertClock, feeds: FeedFilters) throws -> Bool {
        switch self {
        case .feed(let number): return try feeds.filters(matching: facts.feed).contains(number)
        case .tag(let folded): return try facts.tags().contains(folded)
        case .language(let code): return facts.language.map { $0 == code || $0.hasPrefix(code + "-") } ?? false
        case .read(let read): return facts.read == read
        case .starred(let starred): return facts.starred == starred
        case .flag(let bit): return facts.flags & bit != 0
        case .date(let condition): return condition.isFulfilled(by: facts, at: clock)
        case .author(let part): return facts.author.map { Self.contains($0, part) } ?? false
        case .url(let part): return facts.url.map { Self.contains($0, part) } ?? false
        }
    }

    /// As SQLite's instr(): an empty part is in every text.
    static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= text.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }
}
