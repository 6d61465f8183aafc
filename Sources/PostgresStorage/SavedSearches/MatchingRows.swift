internal import Articles
internal import Database
internal import PostgreSQL
internal import PostgresSearch
internal import SavedSearchMatching

/// What the matching of a batch reads of stored articles: all that may be asked for in one round trip, at the first question.
struct MatchingRows {
    /// Read with the first question about one of them, in runs of `articlesAtOnce`.
    private var expected: [Int64]
    private var facts: [Int64: StoredFacts] = [:]
    private var tags: [Int64: Set<String>] = [:]
    private var feeds: [Int64: (feed: Feed, folders: [Int64])] = [:]
    private var known: Set<Int64> = []
    private static let articlesAtOnce = 1_000

    /// - Parameter expected: articles that are about to be asked for.
    init(_ expected: [Int64] = []) { self.expected = expected.sorted() }

    mutating func facts(of article: Int64, _ library: LibraryConnection) throws -> StoredFacts? {
        try need(article, library)
        return facts[article]
    }

    mutating func tags(of article: Int64, _ library: LibraryConnection) throws -> Set<String> {
        try need(article, library)
        return tags[article] ?? []
    }

    /// A feed with its names, and its folders ascending.
    mutating func feed(_ id: Int64, _ library: LibraryConnection) throws -> (feed: Feed, folders: [Int64])? {
        if let known = feeds[id] { return known }
        let wanted = Set(facts.values.lazy.map(\.feed)).subtracting(feeds.keys).union([id]).sorted()
        let answers = try library.pipeline([
            library.request(
                """
                SELECT id, url, title, own_title FROM feedsearch.feed
                WHERE library = $1 AND slot = $2 AND id = ANY ($3)
                """, [.integers(wanted)]),
            library.request(
                """
                SELECT feed, folder FROM feedsearch.feed_folder WHERE library = $1 AND slot = $2 AND feed = ANY ($3)
                ORDER BY feed, folder
                """, [.integers(wanted)]),
        ])
        for row in answers[0] {
            let feed = Feed(
                id: row.integer(0), url: row.text(1), title: row.textOrNil(2), ownTitle: row.textOrNil(3), homeURL: nil,
                language: nil, isSubscribed: true, isPaused: false, articles: 0, unread: 0, folders: [])
            feeds[feed.id] = (feed, [])
        }
        for row in answers[1] { feeds[row.integer(0)]?.folders.append(row.integer(1)) }
        return feeds[id]
    }

    /// Reads an article, and with it those of its run.
    private mutating func need(_ article: Int64, _ library: LibraryConnection) throws {
        guard known.insert(article).inserted else { return }
        var wanted = [article]
        if let place = expected.firstIndex(of: article) {
            let first = place / Self.articlesAtOnce * Self.articlesAtOnce
            wanted = Array(expected[first..<min(first + Self.articlesAtOnce, expected.count)])
            known.formUnion(wanted)
        }
        let answers = try library.pipeline([
            library.request(
                """
                SELECT n, feed, sort_date, received, read, starred, flags, lower(language COLLATE "C"), url
                FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)
                """, [.integers(wanted)]),
            library.request(
                """
                SELECT g.n, t.folded FROM feedsearch.article_tag g
                JOIN feedsearch.tag t ON t.library = $1 AND t.slot = $2 AND t.id = g.tag
                WHERE g.library = $1 AND g.slot = $2 AND g.n = ANY ($3)
                """, [.integers(wanted)]),
        ])
        for row in answers[0] {
            facts[row.integer(0)] = StoredFacts(
                feed: row.integer(1), sortDate: row.seconds(2), received: row.seconds(3), read: row.bool(4),
                starred: row.bool(5), flags: row.integer(6), language: row.textOrNil(7),
                url: row.isNull(8) ? nil : row.bytes(8))
        }
        for row in answers[1] { tags[row.integer(0), default: []].insert(row.text(1)) }
    }
}
