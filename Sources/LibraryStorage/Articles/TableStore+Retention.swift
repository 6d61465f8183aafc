package import Articles
internal import Database

extension TableStore {
    /// Moves articles to the bin. Must be called inside a transaction.
    ///
    /// - Returns: the number of articles that were moved. Ids of articles that do not exist are ignored.
    package func bin(_ articles: [ArticleID], action: Int64) throws -> Int {
        try database.reading(as: nil) { try ArticleBin(store: self).remove(articles, action: action) }
    }
}

extension ArticleWriting where Self: TableStore {
    @discardableResult
    package func removeOld(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> Int {
        let limits = options.limits ?? feedDefaults.limits
        let readLimit = options.keepRead ?? feedDefaults.keepRead ?? 0
        let hasSurplus = try readLimit > 0 && articleCount(of: feed) > readLimit
        if limits == .none, !hasSurplus { return 0 }
        return try writing { database in
            var removed = 0
            if limits != .none {
                removed += try retire(beyond(limits, of: feed, now: now, database), now: now, database)
            }
            let surplus = try readLimit > 0 ? articleCount(of: feed) - readLimit : 0
            if surplus > 0 { removed += try retire(oldestRead(surplus, of: feed, database), now: now, database) }
            return removed
        }
    }

    private func retire(_ articles: [ArticleID], now: Int64, _ database: any LibraryDatabase) throws -> Int {
        if articles.isEmpty { return 0 }
        let action = try knownRetention(database) ?? newAction(.retention, now: now)
        retentionAction = action
        return try bin(articles, action: action)
    }

    private func articleCount(of feed: Int64) throws -> Int64 {
        try reading { try $0.integer("SELECT f.articles FROM \(rows: .feed) f WHERE f.id = \(feed)") } ?? 0
    }

    /// The articles of a feed that are beyond its limits of number or age.
    private func beyond(
        _ limits: ArticleLimits, of feed: Int64, now: Int64, _ database: any LibraryDatabase
    ) throws -> [ArticleID] {
        try database.integers(
            """
            SELECT o.n FROM (
                SELECT a.n, a.sort_date, row_number() OVER (ORDER BY a.sort_date DESC, a.n DESC) AS place,
                    a.starred OR (a.flags & \(sql: .literal(StoredFlags.tagged | StoredFlags.kept))) <> 0 AS stays
                FROM \(rows: .article) a WHERE a.feed = \(feed)
            ) o
            WHERE NOT o.stays AND o.n NOT IN (\(sql: Self.starredByMembers))
                AND (o.place > \(limits.count ?? .max) OR o.sort_date < \(limits.seconds.map { now - $0 } ?? .min))
            """)
    }

    /// Retention keeps what any member has starred.
    private static var starredByMembers: SQL { "SELECT s.n FROM \(rows: .memberState) s WHERE s.starred" }

    /// The oldest articles of a feed that the owner has read, without those that retention must keep.
    private func oldestRead(
        _ count: Int64, of feed: Int64, _ database: any LibraryDatabase
    ) throws -> [ArticleID] {
        try database.integers(
            """
            SELECT a.n FROM \(rows: .article) a
            WHERE a.feed = \(feed) AND a.read AND NOT a.starred
                AND (a.flags & \(sql: .literal(StoredFlags.tagged | StoredFlags.kept))) = 0
                AND a.n NOT IN (\(sql: Self.starredByMembers))
            ORDER BY a.sort_date, a.n LIMIT \(count)
            """)
    }

    /// The action under which this session records deletions by retention. Returns nil if the transaction that created
    /// the action was rolled back, because its id may now belong to another action.
    private func knownRetention(_ database: any LibraryDatabase) throws -> Int64? {
        guard let known = retentionAction else { return nil }
        let kind = UserAction.Kind.retention.rawValue
        let isThere = try database.hasRow(
            "SELECT 1 FROM \(rows: .action) r WHERE r.id = \(known) AND r.kind = \(kind)")
        return isThere ? known : nil
    }

    @discardableResult
    package func limitUnread(of feed: Int64, _ options: FeedOptions) throws -> Int {
        guard let limit = options.keepUnread ?? feedDefaults.keepUnread, limit > 0 else { return 0 }
        let unread = try reading { try $0.integer("SELECT f.unread FROM \(rows: .feed) f WHERE f.id = \(feed)") }
        if unread ?? 0 <= limit { return 0 }
        return try writing { database in
            let count = try database.run(
                .update(
                    .article, set: "read = \(true), flags = flags | \(sql: .literal(StoredFlags.muted))",
                    where: """
                        n IN (
                            SELECT a.n FROM \(rows: .article) a WHERE a.feed = \(feed) AND NOT a.read AND NOT a.starred
                            ORDER BY a.sort_date DESC, a.n DESC \(sqlite: "LIMIT -1 ", postgres: "")OFFSET \(limit))
                        """))
            try database.run(.update(.feed, set: "unread = unread - \(count)", where: "id = \(feed)"))
            return count
        }
    }

    @discardableResult
    package func purgeBin(now: Int64) throws -> Int {
        let old = now - ActionLimits.binSeconds
        let actions: SQL = "SELECT r.id FROM \(rows: .action) r WHERE r.at < \(old)"
        guard try reading({ try $0.hasRow(actions + " LIMIT 1") }) else { return 0 }
        let isOld: SQL = "b.action IN (\(sql: actions))"
        let purged: SQL = "n IN (SELECT b.n FROM \(rows: .removedArticle) b WHERE \(sql: isOld))"
        return try writing { database in
            try database.run([
                MemberActions.forgettingStates(ofRemoved: isOld), MemberActions.forgettingOpened(ofRemoved: isOld),
                .delete(from: .articleVersion, where: purged),
                .delete(from: .articleOpened, where: purged),
                .delete(from: .articleReply, where: purged),
                .delete(from: .removedArticle, where: "action IN (\(sql: actions))"),
                .delete(
                    from: .action,
                    where: "at < \(old) AND id NOT IN (SELECT c.action FROM \(rows: .actionChange) c)"),
                MemberActions.forgettingOrphans,
            ])[5]
        }
    }
}
