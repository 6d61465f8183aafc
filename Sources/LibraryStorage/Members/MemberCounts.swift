internal import Articles
internal import Database

/// The statements that keep `member_count` equal to the states of the members. They change nothing in a library without
/// members.
enum MemberCounts {
    /// Adds the read articles among some articles to the counts of all members, or subtracts them.
    ///
    /// - Parameters:
    ///   - sign: 1 or -1.
    ///   - condition: a condition on the article `a`.
    ///   - isCounted: a condition on the article `a` and the member `m`.
    static func add(_ sign: Int64, where condition: SQL, isCounted: SQL) -> SQL {
        .insert(
            into: .memberCount, names: "member, feed, read",
            select: "m.number, a.feed, \(sql: .literal(sign)) * count(*)",
            from: """
                \(rows: .member) m CROSS JOIN \(rows: .article) a
                WHERE \(sql: condition) AND \(sql: isCounted) GROUP BY m.number, a.feed
                """, conflict: adding)
    }

    /// Counts articles that are stored again, or stops counting articles that are removed.
    static func add(_ sign: Int64, articles: [ArticleID]) -> SQL {
        add(sign, where: "a.n\(isOneOf: articles)", isCounted: MemberViews.isRead("a", by: "m.number"))
    }

    /// Counts articles that are hidden, or stops counting articles that are shown again. Must run before the flag of
    /// stored articles changes; new articles already have it.
    static func hide(_ articles: [ArticleID], isHidden: Bool, areNew: Bool = false) -> SQL {
        let flag: SQL = "(a.flags & \(sql: .literal(StoredFlags.hidden)))"
        let changes: SQL = isHidden == areNew ? "<>" : "="
        return add(
            isHidden ? 1 : -1, where: "a.n\(isOneOf: articles) AND \(sql: flag) \(sql: changes) 0",
            isCounted: "NOT \(sql: MemberViews.isMarkedRead("a", by: "m.number"))")
    }

    /// Changes the count of one member and feed.
    static func add(_ articles: Int64, of feed: Int64, member: Int64) -> SQL {
        .insert(
            into: .memberCount, names: "member, feed, read", select: "\(member), \(feed), \(articles)",
            from: "(SELECT 1 AS one) x WHERE TRUE", conflict: adding)
    }

    /// Counts the articles again.
    ///
    /// - Parameter member: the member; nil for all.
    static func recount(_ member: Int64?) -> [SQL] {
        let counted: SQL = member.map { "m.number = \($0)" } ?? "TRUE"
        return [
            .delete(from: .memberCount, where: member.map { "member = \($0)" } ?? "TRUE"),
            add(1, where: counted, isCounted: MemberViews.isRead("a", by: "m.number")),
        ]
    }

    private static let adding: SQL = """
         ON CONFLICT (\(sqlite: "", postgres: "library, slot, ")member, feed)
        DO UPDATE SET read = member_count.read + excluded.read
        """
}
