internal import Articles
internal import Database

/// Finds and writes the rows of many articles per round trip, inside the caller's transaction.
struct ArticleRows {
    let database: any LibraryDatabase

    private static let stored: SQL = "a.n, a.hash, a.read, a.starred, a.updated"
    private static let byGUID = KeyedQuery(
        stored, from: "\(rows: .article) a",
        where: "a.feed = \(sql: .keyNumber) AND \(sql: .key("a.guid")) = \(sql: .keyName)")
    private static let byAlias = KeyedQuery(
        stored, from: "\(rows: .articleAlias) l JOIN \(rows: .article) a ON a.n = l.n",
        where: "l.feed = \(sql: .keyNumber) AND \(sql: .key("l.guid")) = \(sql: .keyName)")
    private static let removal = KeyedQuery(
        "1", from: nil,
        where: """
            EXISTS (
                SELECT 1 FROM \(rows: .removedGUID) r
                WHERE r.feed = \(sql: .keyNumber) AND \(sql: .key("r.guid")) = \(sql: .keyName)
            ) OR EXISTS (
                SELECT 1 FROM \(rows: .articleAlias) l JOIN \(rows: .removedGUID) r ON r.n = l.n
                WHERE l.feed = \(sql: .keyNumber) AND \(sql: .key("l.guid")) = \(sql: .keyName)
            )
            """)

    // MARK: - Guids

    /// Finds articles by their current or former guids. The result has one element for each given guid.
    ///
    /// - Parameter hasAliases: whether any article has a former guid.
    func find(_ wanted: [NumberedName], hasAliases: Bool) throws -> [StoredArticle?] {
        var found = [StoredArticle?](repeating: nil, count: wanted.count)
        try database.visit(keys: wanted, Self.byGUID) { found[$0] = Self.stored($1) }
        if !hasAliases { return found }
        let open = wanted.indices.filter { found[$0] == nil }
        try database.visit(keys: open.map { wanted[$0] }, Self.byAlias) { found[open[$0]] = Self.stored($1) }
        return found
    }

    private static func stored(_ row: any DatabaseRow) -> StoredArticle {
        StoredArticle(
            id: row.integer(1), hash: row.integer(2), read: row.bool(3), starred: row.bool(4),
            updated: row.secondsOrNil(5))
    }

    /// The given guids that belong to removed articles.
    func removed(_ wanted: [NumberedName]) throws -> Set<NumberedName> {
        var removed: Set<NumberedName> = []
        try database.visit(keys: wanted, Self.removal) { place, _ in removed.insert(wanted[place]) }
        return removed
    }

    /// Allows removed articles with these guids to be stored again.
    func forgetRemoved(_ guids: [NumberedName]) throws {
        try database.run(
            guids.map { .delete(from: .removedGUID, where: "feed = \($0.number) AND \(name: "guid", is: $0.name)") })
    }

    // MARK: - Content

    /// A version of an article's content.
    struct Content: Hashable {
        var article: ArticleID
        var hash: Int64
    }

    /// The given contents that were replaced by later contents. The result may also contain other replaced contents of
    /// the same articles.
    func replaced(_ contents: [Content]) throws -> Set<Content> {
        if contents.isEmpty { return [] }
        // The unary plus keeps SQLite from looking up every pair of article and hash in the primary key.
        return try Set(
            database.rows(
                """
                SELECT v.n, v.hash FROM \(rows: .articleVersion) v
                WHERE v.n\(isOneOf: contents.map(\.article)) AND +v.hash\(isOneOf: contents.map(\.hash))
                """
            ) { Content(article: $0.integer(0), hash: $0.integer(1)) })
    }

    func rememberReplaced(_ contents: [Content]) throws {
        try database.insert(
            contents.map { [.integer($0.article), .integer($0.hash)] }, into: .articleVersion, ["n", "hash"],
            onConflict: .isIgnored)
    }

    // MARK: - Writing

    private static let columns = [
        "n", "feed", "sort_date", "published", "updated", "received", "read", "starred", "flags", "author", "language",
        "hash", "guid", "url",
    ]

    /// Inserts new articles without their texts. `names` must contain the ids of their authors.
    func insert(_ articles: [PlacedArticle], _ names: NameIDs, now: Int64) throws {
        try database.insert(
            articles.map { article in
                let draft = article.draft
                return [
                    .integer(article.id), .integer(article.feed), .integer(article.sortDate),
                    .integer(orNull: draft.published), .integer(orNull: draft.updated),
                    .integer(draft.received ?? now), .bool(draft.isReadWhenNew), .bool(draft.starred ?? false),
                    .integer(Self.flags(draft)), .integer(orNull: names.authorID(draft.author)),
                    .text(orNull: draft.language), .integer(draft.contentHash), .text(draft.guid),
                    .text(orNull: draft.url),
                ]
            }, into: .article, Self.columns)
    }

    /// Replaces the content of stored articles and deletes their texts, but keeps their state. `names` must contain the
    /// ids of their authors.
    func update(_ articles: [PlacedArticle], _ names: NameIDs, now: Int64) throws {
        let numbers = articles.map(\.id)
        try database.run(
            articles.map { Self.update($0, author: names.authorID($0.draft.author), now: now) } + [
                .delete(from: .articleText, where: "n\(isOneOf: numbers)"),
                .delete(from: .articleTag, where: "n\(isOneOf: numbers) AND own = \(false)"),
            ])
    }

    private static func update(_ article: PlacedArticle, author: Int64?, now: Int64) -> SQL {
        let (n, draft) = (article.id, article.draft)
        let date: SQL =
            if article.keepsSortDate {
                "sort_date"
            } else if let date = SortDate.accepted(draft.published, arrival: draft.received ?? now) { "\(date)" } else {
                "received"
            }
        let own = SQL.literal(StoredFlags.own)
        return .update(
            .article,
            set: """
                sort_date = \(sql: date), published = \(draft.published), updated = \(draft.updated),
                flags = (flags & \(sql: own)) | \(flags(draft) & ~StoredFlags.own), author = \(author),
                language = \(draft.language), hash = \(draft.contentHash), url = \(draft.url)
                """, where: "n = \(n)")
    }

    private static func flags(_ draft: ArticleDraft) -> Int64 {
        (draft.hasEnclosure ? StoredFlags.enclosure : 0) | (draft.hasImage ? StoredFlags.image : 0)
            | (draft.ownTags?.contains { !$0.isEmpty } == true ? StoredFlags.tagged : 0)
            | (draft.hidden == true ? StoredFlags.hidden : 0)
            | (draft.reply != nil ? StoredFlags.reply : 0)
    }

    /// The sort dates of stored articles.
    func sortDates(_ articles: [ArticleID]) throws -> [ArticleID: Int64] {
        if articles.isEmpty { return [:] }
        var dates: [ArticleID: Int64] = [:]
        try database.visit("SELECT a.n, a.sort_date FROM \(rows: .article) a WHERE a.n\(isOneOf: articles)") {
            dates[$0.integer(0)] = $0.integer(1)
        }
        return dates
    }

    // MARK: - Tags

    /// Inserts the feeds' tags for articles whose feed tags are not stored yet, and the reader's own tags for new
    /// articles. `names` must contain the ids of all tags.
    func insertTags(_ articles: [PlacedArticle], _ names: NameIDs) throws {
        var rows: [[DatabaseValue]] = []
        for article in articles {
            func add(_ tags: [String], isOwn: Bool) {
                for tag in names.tagIDs(tags) { rows.append([.integer(article.id), .integer(tag), .bool(isOwn)]) }
            }
            add(article.draft.tags, isOwn: false)
            if article.isNew { add(article.draft.ownTags ?? [], isOwn: true) }
        }
        try database.insert(rows, into: .articleTag, ["n", "tag", "own"])
    }

    // MARK: - State

    /// A statement that changes the state of one article.
    struct StateChange {
        var article: ArticleID
        var sql: SQL
        /// Whether the article counts as changed if the statement changes a row.
        var counts = true
    }

    /// The statements that set read, starred, hidden and the reader's own tags to the values in a draft; values that
    /// are nil in the draft stay unchanged. `names` must contain the ids of the tags.
    func stateChanges(_ article: PlacedArticle, _ stored: StoredArticle, _ names: NameIDs) -> [StateChange] {
        let (n, draft) = (article.id, article.draft)
        var changes: [SQL] = []
        if let read = draft.read, read != stored.read {
            let flags: SQL = "flags & \(sql: .literal(~StoredFlags.muted))"
            changes.append(
                .update(
                    .article, set: "read = \(read), flags = \(sql: flags)", where: "n = \(n) AND read <> \(read)"))
        }
        if let starred = draft.starred, starred != stored.starred {
            changes.append(
                .update(.article, set: "starred = \(starred)", where: "n = \(n) AND starred <> \(starred)"))
        }
        if let hidden = draft.hidden {
            let bit = SQL.literal(hidden ? StoredFlags.hidden : 0)
            changes.append(
                .update(
                    .article, set: "flags = (flags & \(sql: .literal(~StoredFlags.hidden))) | \(sql: bit)",
                    where: "n = \(n) AND (flags & \(sql: .literal(StoredFlags.hidden))) <> \(sql: bit)"))
        }
        guard let own = draft.ownTags else { return changes.map { StateChange(article: n, sql: $0) } }
        let tags = names.tagIDs(own).map { tag in
            SQL.insert(
                into: .articleTag, ["n": .integer(n), "tag": .integer(tag), "own": .bool(true)], onConflict: .isIgnored)
        }
        return (changes + tags).map { StateChange(article: n, sql: $0) }
            + [StateChange(article: n, sql: StateWriter.markTagged([n]), counts: false)]
    }
}
