package import Articles
package import Database

/// Changes the reader's state (such as read and starred) of articles, a few hundred articles per round trip, inside the
/// caller's transaction. Also updates the unread counts and the read state of copies.
package struct StateWriter {
    private let database: any LibraryDatabase
    /// The member whose state is changed; nil for the owner.
    private let reader: SQLReader?

    package init(database: any LibraryDatabase, reader: SQLReader? = nil) {
        self.database = database
        self.reader = reader
    }

    /// - Parameter isRule: whether a rule makes the change. Copies of articles that a rule marks as read stay
    ///   unchanged, because the reader has not seen them.
    /// - Returns: the number of articles that were changed.
    @discardableResult
    package func apply(_ change: StateChange, to articles: [ArticleID], isRule: Bool = false) throws -> Int {
        let member = reader.map { MemberStateWriter(database: database, reader: $0) }
        switch change {
        case .read(let read):
            if let member { return try member.setRead(read, articles) }
            return isRule ? try flip(read, articles, isMuted: read).count : try setRead(read, articles)
        case .starred(let starred):
            if let member { return try member.setStarred(starred, articles) }
            return try database.run(
                .update(
                    .article, set: "starred = \(starred)", where: "n\(isOneOf: articles) AND starred <> \(starred)"))
        case .tags(let add, let remove): return try changeTags(articles, add: add, remove: remove)
        case .hidden(let hidden):
            let bit = hidden ? StoredFlags.hidden : 0
            let isOther: SQL = "(flags & \(sql: .literal(StoredFlags.hidden))) <> \(bit)"
            let count = try database.run([
                MemberCounts.hide(articles, isHidden: hidden),
                .update(
                    .article, set: "flags = (flags & \(sql: .literal(~StoredFlags.hidden))) | \(bit)",
                    where: "n\(isOneOf: articles) AND \(sql: isOther)"),
            ])[1]
            if hidden { _ = try flip(true, articles, isMuted: true) }
            return count
        }
    }

    /// Marks new articles as read if a copy of them has been read.
    package func adopt(_ articles: [ArticleID]) throws {
        _ = try flip(true, CopyState(database: database).readElsewhere(articles), isMuted: false)
    }

    private func setRead(_ read: Bool, _ articles: [ArticleID]) throws -> Int {
        let (changed, memberships) = try flip(
            read, articles, isMuted: false, reading: [CopyState.memberships(of: articles)])
        if changed.isEmpty { return 0 }
        let copies = try CopyState(database: database).copies(
            ofEach: memberships.filter { changed.contains($0.article) })
        _ = try flip(read, Array(Set(copies.values.joined()).subtracting(changed)).sorted(), isMuted: false)
        // Count articles as if they were changed one by one: do not count a copy that was already changed together with
        // an earlier article.
        var taken: Set<ArticleID> = []
        var count = 0
        for n in articles where changed.contains(n) && taken.insert(n).inserted {
            count += 1
            taken.formUnion(copies[n] ?? [])
        }
        return count
    }

    /// - Parameter isMuted: whether a rule makes the change, so that the reader has not seen the articles.
    /// - Returns: the articles that were changed.
    private func flip(_ read: Bool, _ articles: [ArticleID], isMuted: Bool) throws -> Set<ArticleID> {
        if articles.isEmpty { return [] }
        return try flip(read, articles, isMuted: isMuted, reading: []).changed
    }

    /// - Parameter queries: queries for `Membership`s that run in the same round trip.
    private func flip(
        _ read: Bool, _ articles: [ArticleID], isMuted: Bool, reading queries: [SQL]
    ) throws -> (changed: Set<ArticleID>, memberships: [CopyState.Membership]) {
        let flags: SQL = """
            (flags & \(sql: .literal(~StoredFlags.muted))) | \(sql: .literal(isMuted ? StoredFlags.muted : 0))
            """
        let update = SQL.update(
            .article, set: "read = \(read), flags = \(sql: flags)", where: "n\(isOneOf: articles) AND read <> \(read)")
        let answers = try database.rows(of: [update + " RETURNING n, feed"] + queries) { _, row in
            (row.integer(0), row.integer(1))
        }
        var sums: [Int64: Int64] = [:]
        for (_, feed) in answers[0] { sums[feed, default: 0] += read ? -1 : 1 }
        try database.postpone(
            sums.sorted { $0.key < $1.key }.map { feed, sum in
                .update(.feed, set: "unread = unread + \(sum)", where: "id = \(feed)")
            })
        return (Set(answers[0].map(\.0)), answers.dropFirst().joined().map { ($0.0, $0.1) })
    }

    private func changeTags(_ articles: [ArticleID], add: [String], remove: [String]) throws -> Int {
        let added = try TagRows(database: database).ids(add.filter { !$0.isEmpty })
        let isOwn: SQL = "own = \(true)"
        let insertion = SQL.insert(
            into: .articleTag, ["n", "tag", "own"], select: "a.n, t.id, \(true)",
            from: """
                \(rows: .article) a CROSS JOIN \(rows: .tag) t
                WHERE a.n\(isOneOf: articles) AND t.id\(isOneOf: added)
                """, onConflict: .isIgnored)
        let removal = SQL.delete(
            from: .articleTag,
            where: """
                n\(isOneOf: articles) AND \(sql: isOwn)
                AND tag IN (SELECT t.id FROM \(rows: .tag) t WHERE \(name: "t.name", isOneOf: remove))
                """)
        let statements = [insertion + " RETURNING n", removal + " RETURNING n", Self.markTagged(articles)]
        let changed = try database.rows(of: statements) { _, row in row.integer(0) }
        return Set(changed.joined()).count
    }

    /// The statement that updates the flag `tagged` of articles. The flag is set if the article has tags that the
    /// reader added.
    static func markTagged(_ articles: [ArticleID]) -> SQL {
        let tagged = SQL.literal(StoredFlags.tagged)
        return .update(
            .article,
            set: """
                flags = (flags & \(sql: .literal(~StoredFlags.tagged))) | CASE WHEN EXISTS (
                    SELECT 1 FROM \(rows: .articleTag) g WHERE g.n = article.n AND g.own = \(true)
                ) THEN \(sql: tagged) ELSE 0 END
                """, where: "n\(isOneOf: articles)")
    }
}
