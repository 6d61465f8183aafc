package import Database

/// Checks the rows of members.
package enum MemberCheck {
    private struct Place: Hashable {
        var member: Int64
        var feed: Int64
    }

    /// The kinds of wrong rows, and how many there are of each.
    package static func problems(_ database: any LibraryDatabase) throws -> [(what: String, count: Int)] {
        try [
            ("members: feeds whose read articles are counted wrong", wrongCounts(database)),
            (
                "members: states of articles that do not exist",
                Int(
                    database.integer(
                        """
                        SELECT count(*) FROM \(rows: .memberState) s
                        WHERE NOT EXISTS (SELECT 1 FROM \(rows: .article) a WHERE a.n = s.n)
                            AND NOT EXISTS (SELECT 1 FROM \(rows: .removedArticle) b WHERE b.n = s.n)
                        """) ?? 0)
            ),
            (
                "members: rows of people who are not members",
                Int(
                    database.integer(
                        """
                        SELECT (SELECT count(*) FROM \(rows: .memberState) s WHERE \(sql: isForeign("s.member")))
                            + (SELECT count(*) FROM \(rows: .memberMark) k WHERE \(sql: isForeign("k.member")))
                            + (SELECT count(*) FROM \(rows: .memberOpened) o WHERE \(sql: isForeign("o.member")))
                            + (SELECT count(*) FROM \(rows: .arrivalRule) r
                                WHERE r.member IS NOT NULL AND \(sql: isForeign("r.member")))
                        """) ?? 0)
            ),
        ]
    }

    private static func isForeign(_ member: SQL) -> SQL {
        "NOT EXISTS (SELECT 1 FROM \(rows: .member) m WHERE m.number = \(sql: member))"
    }

    private static func wrongCounts(_ database: any LibraryDatabase) throws -> Int {
        func counts(_ query: SQL) throws -> [Place: Int64] {
            let rows = try database.rows(query) {
                (Place(member: $0.integer(0), feed: $0.integer(1)), $0.integer(2))
            }
            return Dictionary(rows) { first, _ in first }
        }
        let stored = try counts("SELECT c.member, c.feed, c.read FROM \(rows: .memberCount) c WHERE c.read <> 0")
        let counted = try counts(
            """
            SELECT m.number, a.feed, count(*) FROM \(rows: .member) m CROSS JOIN \(rows: .article) a
            WHERE \(sql: MemberViews.isRead("a", by: "m.number")) GROUP BY m.number, a.feed
            """)
        return Set(stored.keys).union(counted.keys).filter { stored[$0] != counted[$0] }.count
    }
}
