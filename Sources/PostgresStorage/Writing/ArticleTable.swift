internal import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch
internal import SearchRanking

/// Looks articles up and writes their rows, some hundred in a round trip.
struct ArticleTable {
    let library: LibraryConnection
    let names: Names

    /// An article as its feed names it.
    struct Name: Hashable {
        var feed: Int64
        var key: [UInt8]

        init(feed: Int64, guid: String) {
            self.feed = feed
            key = NameKey.of(guid)
        }
    }

    private func values(_ wanted: [Name]) -> [PostgresValue] {
        [.integers(wanted.map(\.feed)), .byteArrays(wanted.map(\.key))]
    }

    private static let wanted = "unnest($3::int8[], $4::bytea[]) WITH ORDINALITY AS u(feed, key, place)"

    /// The articles that have these guids, or had them once.
    ///
    /// - Parameter hasAliases: whether any article has had another guid.
    func find(_ wanted: [Name], hasAliases: Bool) throws -> [Name: StoredArticle] {
        if wanted.isEmpty { return [:] }
        let columns = "u.place, a.n, a.hash, a.read, a.starred, a.updated"
        var requests = [
            library.request(
                """
                SELECT \(columns) FROM \(Self.wanted) JOIN feedsearch.article a
                ON a.library = $1 AND a.slot = $2 AND a.feed = u.feed AND a.guid_key = u.key
                """, values(wanted))
        ]
        if hasAliases {
            requests.insert(
                library.request(
                    """
                    SELECT \(columns) FROM \(Self.wanted) JOIN feedsearch.article_alias l
                    ON l.library = $1 AND l.slot = $2 AND l.feed = u.feed AND l.guid_key = u.key
                    JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = l.n
                    """, values(wanted)), at: 0)
        }
        var found: [Name: StoredArticle] = [:]
        for row in try library.pipeline(requests).joined() {
            found[wanted[Int(row.integer(0)) - 1]] = StoredArticle(
                id: row.integer(1), hash: row.integer(2), read: row.bool(3), starred: row.bool(4),
                updated: row.secondsOrNil(5))
        }
        return found
    }

    /// Those of the guids that were removed and stay so.
    func removed(_ wanted: [Name]) throws -> Set<Name> {
        if wanted.isEmpty { return [] }
        let rows = try library.query(
            """
            SELECT u.place FROM \(Self.wanted) WHERE EXISTS (
                SELECT 1 FROM feedsearch.removed_guid r
                WHERE r.library = $1 AND r.slot = $2 AND r.feed = u.feed AND r.guid_key = u.key
            ) OR EXISTS (
                SELECT 1 FROM feedsearch.article_alias l JOIN feedsearch.removed_guid r
                ON r.library = $1 AND r.slot = $2 AND r.n = l.n
                WHERE l.library = $1 AND l.slot = $2 AND l.feed = u.feed AND l.guid_key = u.key
            )
            """, values(wanted))
        return Set(rows.map { wanted[Int($0.integer(0)) - 1] })
    }

    /// Lets guids come in again.
    func forgetRemoved(_ names: [Name]) throws {
        if names.isEmpty { return }
        try library.run(
            """
            DELETE FROM feedsearch.removed_guid r USING \(Self.wanted)
            WHERE r.library = $1 AND r.slot = $2 AND r.feed = u.feed AND r.guid_key = u.key
            """, values(names))
    }

    /// Those of some contents that were replaced by later ones.
    func replaced(_ contents: [(id: Int64, hash: Int64)]) throws -> Set<[Int64]> {
        if contents.isEmpty { return [] }
        let rows = try library.query(
            """
            SELECT v.n, v.hash FROM unnest($3::int8[], $4::int8[]) AS u(n, hash)
            JOIN feedsearch.article_version v ON v.library = $1 AND v.slot = $2 AND v.n = u.n AND v.hash = u.hash
            """, [.integers(contents.map(\.id)), .integers(contents.map(\.hash))])
        return Set(rows.map { [$0.integer(0), $0.integer(1)] })
    }

    func rememberReplaced(_ contents: [(id: Int64, hash: Int64)]) throws {
        if contents.isEmpty { return }
        try library.run(
            """
            INSERT INTO feedsearch.article_version (library, slot, n, hash)
            SELECT DISTINCT $1, $2, u.n, u.hash FROM unnest($3::int8[], $4::int8[]) AS u(n, hash) ON CONFLICT DO NOTHING
            """, [.integers(contents.map(\.id)), .integers(contents.map(\.hash))])
    }

    // MARK: - Texts

    /// What is indexed of stored articles, with their language's tag.
    func texts(_ numbers: [Int64]) throws -> [Int64: (text: IndexedText, language: String?)] {
        if numbers.isEmpty { return [:] }
        let rows = try library.query(
            """
            SELECT t.n, t.body, t.title, w.name, a.language FROM feedsearch.article_text t
            JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = t.n
            LEFT JOIN feedsearch.author w ON w.library = $1 AND w.slot = $2 AND w.id = a.author
            WHERE t.library = $1 AND t.slot = $2 AND t.n = ANY ($3)
            """, [.integers(numbers)])
        var texts: [Int64: (IndexedText, String?)] = [:]
        for row in rows {
            let language = row.textOrNil(4)
            texts[row.integer(0)] = (
                IndexedText(
                    body: try library.text(row, 1), title: row.text(2), author: row.textOrNil(3), language: language),
                language
            )
        }
        return texts
    }

    // MARK: - Writing

    /// An article and the number that it has got.
    typealias Numbered = (id: Int64, feed: Int64, draft: ArticleDraft)

    private static let columns = [
        "n", "feed", "sort_date", "published", "updated", "received", "read", "starred", "flags", "author", "language",
        "hash", "guid", "guid_key", "url",
    ]

    /// Stores new articles without their texts. Their authors are known.
    func insert(_ articles: [(article: Numbered, read: Bool, starred: Bool, flags: Int64)], now: Int64) throws {
        if articles.isEmpty { return }
        try library.copy(into: "article", Self.columns, articles) { row in
            let draft = row.article.draft
            return [
                .integer(row.article.id), .integer(row.article.feed), .integer(SortDate.of(draft, now: now)),
                .integer(orNull: draft.published), .integer(orNull: draft.updated), .integer(draft.received ?? now),
                .bool(row.read), .bool(row.starred), .integer(row.flags),
                .integer(orNull: names.authorID(draft.author)),
                .text(orNull: draft.language), .integer(draft.contentHash), .text(draft.guid),
                NameKey.value(of: draft.guid), .text(orNull: draft.url),
            ]
        }
    }

    /// Replaces the content of stored articles; their state stays. Their authors are known.
    func update(_ articles: [Numbered], now: Int64) throws {
        if articles.isEmpty { return }
        let numbers = PostgresValue.integers(articles.map(\.id))
        var requests = articles.map { n, _, draft in
            library.request(
                """
                UPDATE feedsearch.article SET
                    sort_date = CASE WHEN $4::int8 - \(SortDate.slack) > $11 THEN received
                        ELSE coalesce($4::int8, received) END,
                    published = $4::int8, updated = $5,
                    flags = flags & \(StoredFlags.own) | ($6 & ~\(StoredFlags.own)::int8), author = $7, language = $8,
                    hash = $9, url = $10
                WHERE library = $1 AND slot = $2 AND n = $3
                """,
                [
                    .integer(n), .integer(orNull: draft.published), .integer(orNull: draft.updated),
                    .integer(Self.flags(draft)), .integer(orNull: names.authorID(draft.author)),
                    .text(orNull: draft.language), .integer(draft.contentHash), .text(orNull: draft.url),
                    .integer(draft.received ?? now),
                ])
        }
        requests += [
            library.request(
                "DELETE FROM feedsearch.article_text WHERE library = $1 AND slot = $2 AND n = ANY ($3)", [numbers]),
            library.request(
                "DELETE FROM feedsearch.article_tag WHERE library = $1 AND slot = $2 AND n = ANY ($3) AND NOT own",
                [numbers]),
        ]
        try library.pipeline(requests)
    }

    /// Stores texts and the feed's tags of articles that have none.
    func insertTexts(_ articles: [Numbered], _ dictionaries: TextDictionaries) throws {
        if articles.isEmpty { return }
        try library.copy(into: "article_text", ["n", "title", "body", "html", "html_packed", "extra"], articles) {
            let draft = $0.draft
            return [
                .integer($0.id), .text(draft.title), .bytes(dictionaries.stored(draft).bytes),
                .bytes(orNull: draft.packedHTML ?? draft.html), .bool(draft.packedHTML != nil),
                .text(orNull: draft.storedExtra),
            ]
        }
        let tags = articles.flatMap { article in
            Set(article.draft.tags.filter { !$0.isEmpty }.map(names.tagID)).sorted().map { (n: article.id, tag: $0) }
        }
        if tags.isEmpty { return }
        try library.copy(into: "article_tag", ["n", "tag", "own"], tags) {
            [.integer($0.n), .integer($0.tag), .bool(false)]
        }
    }

    static func flags(_ draft: ArticleDraft) -> Int64 {
        (draft.hasEnclosure ? StoredFlags.enclosure : 0) | (draft.hasImage ? StoredFlags.image : 0)
            | (draft.ownTags?.isEmpty == false ? StoredFlags.tagged : 0)
            | (draft.hidden == true ? StoredFlags.hidden : 0)
    }

    /// The statements that add tags of the reader's own, which are known, and set the flag that says so.
    func addingOwnTags(_ tags: [Int64], to n: Int64) -> [PostgresRequest] {
        [
            library.request(
                """
                INSERT INTO feedsearch.article_tag (library, slot, n, tag, own)
                SELECT $1, $2, $3, u.tag, true FROM unnest($4::int8[]) AS u(tag) ON CONFLICT DO NOTHING
                """, [.integer(n), .integers(tags)]),
            settingTagged(n),
        ]
    }

    func settingTagged(_ n: Int64) -> PostgresRequest {
        library.request(
            """
            UPDATE feedsearch.article SET flags = flags & ~\(StoredFlags.tagged)::int8 | CASE WHEN EXISTS (
                SELECT 1 FROM feedsearch.article_tag t WHERE t.library = $1 AND t.slot = $2 AND t.n = $3 AND t.own
            ) THEN \(StoredFlags.tagged) ELSE 0 END WHERE library = $1 AND slot = $2 AND n = $3
            """, [.integer(n)])
    }
}

extension ArticleTable {
    /// The dates that stored articles are sorted by.
    func sortDates(_ numbers: [Int64]) throws -> [Int64: Int64] {
        if numbers.isEmpty { return [:] }
        let rows = try library.query(
            "SELECT n, sort_date FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            [.integers(numbers)])
        return Dictionary(rows.map { ($0.integer(0), $0.integer(1)) }, uniquingKeysWith: { first, _ in first })
    }
}
