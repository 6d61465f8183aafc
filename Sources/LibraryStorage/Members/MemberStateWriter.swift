internal import Articles
internal import Database

/// Changes whether a member has read or starred articles, inside the caller's transaction. The counterpart of
/// `StateWriter` for members.
struct MemberStateWriter {
    let database: any LibraryDatabase
    let reader: SQLReader
    private var member: Int64 { reader.number }

    /// - Returns: the number of articles that were changed. An article that was changed as the copy of an earlier one
    ///   does not count.
    func setRead(_ read: Bool, _ articles: [ArticleID]) throws -> Int {
        let changed = try flip(read, articles)
        var taken: Set<ArticleID> = []
        return try changeCopies(of: articles.filter(changed.contains), read: read, &taken)
    }

    /// Changes the articles but not their copies.
    func setOwnRead(_ read: Bool, _ articles: [ArticleID]) throws { _ = try flip(read, articles) }

    func setStarred(_ starred: Bool, _ articles: [ArticleID]) throws -> Int {
        let changed = try database.reading(as: reader) {
            try database.integers(
                "SELECT a.n FROM \(rows: .article) a WHERE a.n\(isOneOf: articles) AND a.starred <> \(starred)")
        }
        if changed.isEmpty { return 0 }
        if starred {
            try store(changed, read: nil, starred: true, updates: "starred")
        } else {
            let isChanged: SQL = "member = \(member) AND n\(isOneOf: changed)"
            try database.run([
                .update(.memberState, set: "starred = \(false)", where: isChanged), withoutState(isChanged),
            ])
        }
        return changed.count
    }

    /// Marks new articles as read if the member has read a copy of them.
    func adopt(_ articles: [ArticleID]) throws {
        let known = try database.reading(as: reader) { try CopyState(database: database).readElsewhere(articles) }
        _ = try flip(true, known)
    }

    /// - Returns: the articles that were changed. Hidden articles do not change.
    private func flip(_ read: Bool, _ articles: [ArticleID]) throws -> Set<ArticleID> {
        if articles.isEmpty { return [] }
        var (following, other): ([ArticleID], [ArticleID]) = ([], [])
        var sums: [Int64: Int64] = [:]
        try database.visit(
            """
            SELECT a.n, a.feed, \(sql: MemberViews.isCovered("a", by: "\(member)")) FROM \(rows: .article) a
            WHERE a.n\(isOneOf: articles) AND (a.flags & \(sql: .literal(StoredFlags.hidden))) = 0
                AND \(sql: MemberViews.isMarkedRead("a", by: "\(member)")) <> \(read)
            """
        ) { row in
            if row.bool(2) == read { following.append(row.integer(0)) } else { other.append(row.integer(0)) }
            sums[row.integer(1), default: 0] += read ? 1 : -1
        }
        try store(other, read: read, starred: false, updates: "read")
        try database.run(followMarks("n\(isOneOf: following)") + counting(sums))
        return Set(following + other)
    }

    /// Changes the read state of copies.
    ///
    /// - Parameters:
    ///   - changed: the articles that were changed, in the order of the request.
    ///   - taken: the articles that were counted, and their copies.
    /// - Returns: the number of articles that are not copies of an earlier one.
    private func changeCopies(of changed: [ArticleID], read: Bool, _ taken: inout Set<ArticleID>) throws -> Int {
        if changed.isEmpty { return 0 }
        let copies = try CopyState(database: database).copies(ofEach: changed)
        _ = try flip(read, Set(copies.values.joined()).subtracting(changed).sorted())
        var count = 0
        for n in changed where taken.insert(n).inserted {
            count += 1
            taken.formUnion(copies[n] ?? [])
        }
        return count
    }

    // MARK: - Marks

    /// The maximum number of articles in one statement.
    private static let articlesAtOnce = 5_000
    /// The number of articles from which marks are used. For fewer articles, looking for the other unread articles of
    /// the feeds would cost more than rows.
    static let manyArticles = 1_000

    /// Marks unread articles as read: with the mark of their feed if this takes at most as many rows as the articles
    /// themselves. A mark also covers articles of the feed in the bin.
    ///
    /// - Parameters:
    ///   - unread: all unread articles of the scope, ascending.
    ///   - newest: the article up to which the scope contains all articles of its feeds; nil if it leaves out some.
    /// - Returns: the number of articles, as for `setRead`.
    func markAllRead(_ unread: [ArticleID], newest: ArticleID?) throws -> Int {
        if unread.isEmpty { return 0 }
        var feeds: [Int64: [ArticleID]] = [:]
        for part in Self.parts(unread) {
            try database.visit("SELECT a.n, a.feed FROM \(rows: .article) a WHERE a.n\(isOneOf: part) ORDER BY a.n") {
                feeds[$0.integer(1), default: []].append($0.integer(0))
            }
        }
        let known = try marks()
        var marks: [(feed: Int64, upto: ArticleID)] = []
        var single: [ArticleID] = []
        for (feed, articles) in feeds.sorted(by: { $0.key < $1.key }) {
            guard let last = articles.last else { continue }
            if let newest {
                marks.append((feed, max(newest, last)))
                continue
            }
            let others = try unreadArticles(of: feed, upTo: last, besides: Set(articles))
            if others.count > articles.count {
                single += articles
            } else {
                try store(others, read: false, starred: false, updates: "read")
                marks.append((feed, last))
            }
        }
        for part in Self.parts(single.sorted()) { _ = try flip(true, part) }
        let marked = Set(marks.map(\.feed))
        for part in Self.parts(marked.flatMap { feeds[$0] ?? [] }.sorted()) {
            try database.run(followMarks("n\(isOneOf: part)"))
        }
        if newest != nil {
            let isInBin: SQL = """
                n IN (
                    SELECT b.n FROM \(rows: .removedArticle) b
                    WHERE b.feed\(isOneOf: marked.sorted()) AND b.n <= \(marks.map(\.upto).max() ?? 0))
                """
            try database.run(followMarks(isInBin))
        }
        try database.insert(
            marks.filter { $0.upto > known[$0.feed] ?? 0 }.map {
                [.integer(member), .integer($0.feed), .integer($0.upto)]
            }, into: .memberMark, ["member", "feed", "upto"], onConflict: .updates(["upto"]))
        try database.run(counting(feeds.filter { marked.contains($0.key) }.mapValues { Int64($0.count) }))
        var taken: Set<ArticleID> = []
        return try Self.parts(unread).reduce(0) { try $0 + changeCopies(of: $1, read: true, &taken) }
    }

    private func marks() throws -> [Int64: ArticleID] {
        let marks = try database.rows(
            "SELECT k.feed, k.upto FROM \(rows: .memberMark) k WHERE k.member = \(member)"
        ) { ($0.integer(0), $0.integer(1)) }
        return Dictionary(marks) { first, _ in first }
    }

    static func parts(_ articles: [ArticleID]) -> [[ArticleID]] {
        stride(from: 0, to: articles.count, by: articlesAtOnce).map {
            Array(articles[$0..<min($0 + articlesAtOnce, articles.count)])
        }
    }

    private func unreadArticles(
        of feed: Int64, upTo last: ArticleID, besides known: Set<ArticleID>
    ) throws -> [ArticleID] {
        try database.reading(as: reader) {
            try database.integers(
                """
                SELECT a.n FROM \(rows: .article) a WHERE a.feed = \(feed) AND a.n <= \(last) AND NOT a.read ORDER BY a.n
                """)
        }.filter { !known.contains($0) }
    }

    // MARK: - Statements

    private func store(_ articles: [ArticleID], read: Bool?, starred: Bool, updates column: String) throws {
        if articles.isEmpty { return }
        try database.insert(
            articles.map { n in
                [.integer(member), .integer(n), .integer(orNull: read.map { $0 ? 1 : 0 }), .bool(starred)]
            }, into: .memberState, ["member", "n", "read", "starred"], onConflict: .updates([column]))
    }

    /// Removes the exceptions of articles, so that the marks of their feeds decide whether they are read.
    private func followMarks(_ condition: SQL) -> [SQL] {
        let isMember: SQL = "member = \(member) AND \(sql: condition) AND read IS NOT NULL"
        let isDone: SQL = "member = \(member) AND \(sql: condition)"
        return [.update(.memberState, set: "read = NULL", where: isMember), withoutState(isDone)]
    }

    private func withoutState(_ condition: SQL) -> SQL {
        .delete(from: .memberState, where: "\(sql: condition) AND read IS NULL AND NOT starred")
    }

    private func counting(_ sums: [Int64: Int64]) -> [SQL] {
        sums.sorted { $0.key < $1.key }.map { MemberCounts.add($0.value, of: $0.key, member: member) }
    }
}
