internal import ArticleSearch
internal import Database
internal import PostgreSQL
internal import SearchRanking

/// Stores groups of near-duplicates on the server. `DuplicateGroups` reads one article at a time, so the data that a
/// batch needs is cached to avoid a round trip for each request.
final class PostgresDuplicates: DuplicateStore {
    private struct Known {
        var header: DuplicateComparison.Article
        /// The article's text; nil if it has not been read from the server.
        var body: [UInt8]?
    }

    private let library: LibraryConnection
    private var groups: [Int64: Int64] = [:]
    private var changedGroups: Set<Int64> = []
    private var articles: [Int64: Known] = [:]
    private var sites: [Int64: String?] = [:]
    private var oldSketches: [Int64: DuplicateSketch] = [:]
    private var deletedKeys: [(key: Int32, id: Int64)] = []

    init(_ library: LibraryConnection) { self.library = library }

    /// Clears the cache when a batch ends or is rolled back, because other writers may then change groups.
    func forget() {
        groups.removeAll()
        changedGroups.removeAll()
        articles.removeAll()
        sites.removeAll()
        oldSketches.removeAll()
        deletedKeys.removeAll()
    }

    // MARK: - Data from the writer

    func know(feeds: some Sequence<Int64>) throws {
        let missing = Set(feeds).filter { sites[$0] == nil }
        if missing.isEmpty { return }
        let rows = try library.query(
            "SELECT id, title FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND id = ANY ($3)",
            [.integers(missing.sorted())])
        for row in rows { sites[row.integer(0)] = row.textOrNil(1) }
    }

    /// Adds a stored article to the cache. The article's feed must have been passed to `know(feeds:)`.
    ///
    /// - Parameter isNew: whether the article is new. New articles do not belong to a group yet.
    func know(_ n: Int64, feed: Int64, title: String, body: [UInt8], isNew: Bool) {
        articles[n] = Known(
            header: .init(feed: feed, title: ComparedTitle(title, site: sites[feed] ?? nil)), body: body)
        if isNew { groups[n] = 0 }
    }

    /// Adds the hashes of the text that an article had before it was changed.
    func knowOld(_ n: Int64, _ text: IndexedText) { oldSketches[n] = ForwardEntry(text).sketch }

    // MARK: - DuplicateStore

    func group(of n: Int64) throws -> Int64? {
        if groups[n] == nil { try needGroups([n]) }
        return groups[n]
    }

    func setGroup(_ group: Int64, of n: Int64) {
        groups[n] = group
        changedGroups.insert(n)
    }

    func members(of group: Int64) throws -> [Int64] {
        if group == 0 { return [] }
        try flush()
        return try library.query(
            "SELECT n FROM feedsearch.article_group WHERE library = $1 AND slot = $2 AND first = $3 ORDER BY n",
            [.integer(group)]
        ).map { $0.integer(0) }
    }

    func header(_ n: Int64) throws -> DuplicateComparison.Article? {
        if articles[n] == nil { try needHeaders([n]) }
        return articles[n]?.header
    }

    func body(_ n: Int64) throws -> [UInt8]? {
        if articles[n]?.body == nil {
            let row = try library.query(
                """
                SELECT body FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n = $3
                """, [.integer(n)]
            ).first
            guard let row else { return nil }
            let beginning = Self.beginning(try library.text(row, 0))
            articles[n]?.body = Array(beginning)
            if articles[n] == nil { return Array(beginning) }
        }
        return (articles[n]?.body).map { Array(Self.beginning($0)) }
    }

    /// The first `DuplicateGroups.maxCharacters` of a text.
    private static func beginning(_ body: [UInt8]) -> ArraySlice<UInt8> {
        var characters = 0
        for index in body.indices where body[index] & 0xC0 != 0x80 {
            characters += 1
            if characters > DuplicateGroups.maxCharacters { return body[..<index] }
        }
        return body[...]
    }

    func storedSketch(_ n: Int64) -> DuplicateSketch? { oldSketches[n] }

    func deleteKeys(_ keys: [Int32], of n: Int64) { deletedKeys += keys.map { ($0, n) } }

    func storeKeys(_ keys: [DuplicateKey]) throws -> [Int64: [DuplicateKey.Match]] {
        try flush()
        let rows = try library.query(
            """
            SELECT u.key, s.n FROM unnest($3::int8[]) AS u(key) CROSS JOIN LATERAL (
                SELECT n FROM feedsearch.article_sketch WHERE library = $1 AND slot = $2 AND key = u.key::int4
                ORDER BY n DESC LIMIT \(DuplicateGroups.maxCandidatesOfKey)) s
            """, [.integers(Set(keys.map { Int64($0.key) }).sorted())])
        var newest: [Int32: [Int64]] = [:]
        for row in rows { newest[Int32(clamping: row.integer(0)), default: []].append(row.integer(1)) }
        var found: [Int64: [DuplicateKey.Match]] = [:]
        for key in keys {
            for other in newest[key.key, default: []].sorted(by: >).prefix(DuplicateGroups.maxCandidatesOfKey)
            where other != key.id {
                found[key.id, default: []].append(.init(id: other, isOfText: key.isOfText))
            }
            if newest[key.key]?.contains(key.id) != true { newest[key.key, default: []].append(key.id) }
        }
        try library.run(
            """
            INSERT INTO feedsearch.article_sketch (library, slot, key, n)
            SELECT $1, $2, u.key, u.n FROM unnest($3::int8[], $4::int8[]) AS u(key, n) ON CONFLICT DO NOTHING
            """, [.integers(keys.map { Int64($0.key) }), .integers(keys.map(\.id))])
        let others = Set(found.values.joined().lazy.map(\.id))
        try needGroups(others)
        try needHeaders(others.union(others.compactMap { groups[$0] }.filter { $0 != 0 }))
        return found
    }

    // MARK: -

    func needGroups(_ numbers: some Sequence<Int64>) throws {
        let missing = Set(numbers).filter { groups[$0] == nil }
        if missing.isEmpty { return }
        let rows = try library.query(
            """
            SELECT a.n, coalesce(g.first, 0) FROM feedsearch.article a
            LEFT JOIN feedsearch.article_group g ON g.library = a.library AND g.slot = a.slot AND g.n = a.n
            WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3)
            """, [.integers(missing.sorted())])
        for row in rows { groups[row.integer(0)] = row.integer(1) }
    }

    private func needHeaders(_ numbers: some Sequence<Int64>) throws {
        let missing = Set(numbers).filter { articles[$0] == nil }
        if missing.isEmpty { return }
        let rows = try library.query(
            """
            SELECT a.n, a.feed, t.title, f.title FROM feedsearch.article a
            JOIN feedsearch.article_text t ON t.library = a.library AND t.slot = a.slot AND t.n = a.n
            JOIN feedsearch.feed f ON f.library = a.library AND f.slot = a.slot AND f.id = a.feed
            WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3)
            """, [.integers(missing.sorted())])
        for row in rows {
            articles[row.integer(0)] = Known(
                header: .init(feed: row.integer(1), title: ComparedTitle(row.text(2), site: row.textOrNil(3))),
                body: nil)
        }
    }

    /// Writes the groups that have changed, and deletes the rows of `deletedKeys`.
    func flush() throws {
        var requests: [PostgresRequest] = []
        if !deletedKeys.isEmpty {
            requests.append(
                library.request(
                    """
                    DELETE FROM feedsearch.article_sketch s USING unnest($3::int8[], $4::int8[]) AS u(key, n)
                    WHERE s.library = $1 AND s.slot = $2 AND s.key = u.key::int4 AND s.n = u.n
                    """, [.integers(deletedKeys.map { Int64($0.key) }), .integers(deletedKeys.map(\.id))]))
        }
        let set = changedGroups.sorted().map { (n: $0, group: groups[$0] ?? 0) }
        let (none, some) = (set.filter { $0.group == 0 }, set.filter { $0.group != 0 })
        if !none.isEmpty {
            requests.append(
                library.request(
                    "DELETE FROM feedsearch.article_group WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
                    [.integers(none.map(\.n))]))
        }
        if !some.isEmpty {
            requests.append(
                library.request(
                    """
                    INSERT INTO feedsearch.article_group (library, slot, n, first)
                    SELECT $1, $2, u.n, u.first FROM unnest($3::int8[], $4::int8[]) AS u(n, first)
                    ON CONFLICT (library, slot, n) DO UPDATE SET first = excluded.first
                    """, [.integers(some.map(\.n)), .integers(some.map(\.group))]))
        }
        try library.pipeline(requests)
        deletedKeys.removeAll()
        changedGroups.removeAll()
    }
}
