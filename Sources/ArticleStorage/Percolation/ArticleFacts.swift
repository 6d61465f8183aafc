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
    let url: [UInt8]?
    private let connection: Connection
    private var loadedTags: Set<String>?
    private var loadedText: (title: String, body: String)?
    private var loadedIndexedText: IndexedText?

    /// - Returns: nil where there is no such article.
    init?(_ n: Int64, connection: Connection) throws {
        let row = try connection.cachedStatement(
            """
            SELECT feed, sort_date, received, read, starred, flags, lower(language), url FROM article WHERE n = ?
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

    /// What the index has of it.
    func indexedText() throws -> IndexedText {
        if let loadedIndexedText { return loadedIndexedText }
        let text =
            try IndexedText.stored(n, connection) ?? IndexedText(body: [], title: "", author: nil, language: nil)
        loadedIndexedText = text
        return text
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
        case .proximity(let proximity): return try ProximityVerifier(proximity).isFulfilled(by: facts.indexedText())
        case .url(let words, let isPrefix):
            return facts.url.map {
                AddressWords.isFound(words, isPrefix: isPrefix, in: AddressWords.terms(of: $0.span))
            }
                ?? false
        }
    }
}
