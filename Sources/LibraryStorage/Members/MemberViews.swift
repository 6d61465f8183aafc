internal import Database

/// How a member sees the library: the tables that differ from the owner's, as queries. All statements that read
/// `\(rows:)` of these tables follow the reader of the database.
enum MemberViews {
    static func reader(_ member: Int64) -> SQLReader {
        SQLReader(number: member) { table, hint in
            switch table {
            case .article: article(hint)
            case .feed: feed
            case .articleOpened: opened
            default: nil
            }
        }
    }

    // MARK: - Conditions

    /// Whether a member has read an article. Hidden articles count as read, as they do for the owner.
    ///
    /// - Parameters:
    ///   - article: the alias of the article, whose columns must be the stored ones.
    ///   - member: the number of the member.
    static func isRead(_ article: SQL, by member: SQL) -> SQL {
        "((\(sql: article).flags & \(sql: .literal(StoredFlags.hidden))) <> 0 OR \(sql: isMarkedRead(article, by: member)))"
    }

    /// Whether a member has read an article, hidden or not.
    static func isMarkedRead(_ article: SQL, by member: SQL) -> SQL {
        """
        coalesce(
            (SELECT s.read FROM \(rows: .memberState) s WHERE s.member = \(sql: member) AND s.n = \(sql: article).n) = 1,
            \(sql: isCovered(article, by: member)))
        """
    }

    /// Whether the mark of its feed covers an article.
    static func isCovered(_ article: SQL, by member: SQL) -> SQL {
        """
        \(sql: article).n <= coalesce(
            (SELECT k.upto FROM \(rows: .memberMark) k WHERE k.member = \(sql: member) AND k.feed = \(sql: article).feed), 0)
        """
    }

    /// Whether the article `a` can be unread for the reader: it is after the earliest mark of a feed with unread
    /// articles, or it is an exception. Other articles are skipped without two look-ups each.
    static let canBeUnread: SQL = """
        (a.n > (
            SELECT min(coalesce(
                (SELECT k.upto FROM \(rows: .memberMark) k WHERE k.member = \(sql: .reader) AND k.feed = f.id), 0))
            FROM \(rows: .feed) f WHERE f.unread > 0)
        OR a.n IN (
            SELECT s.n FROM \(rows: .memberState, as: "s", sqliteHint: "INDEXED BY member_unread")
            WHERE s.member = \(sql: .reader) AND s.read = 0))
        """

    // MARK: - Tables

    private static func article(_ hint: String) -> SQL {
        let starred: SQL = """
            coalesce((SELECT s.starred FROM \(rows: .memberState) s WHERE s.member = \(sql: .reader) AND s.n = x.n),
                \(sqlite: "0", postgres: "false"))
            """
        let selected = columns(of: .article, ["read": isRead("x", by: .reader), "starred": starred])
        return "SELECT \(sql: selected) FROM \(rows: .article, as: "x", sqliteHint: hint)"
    }

    private static let feed: SQL = {
        let read: SQL = """
            coalesce(
                (SELECT c.read FROM \(rows: .memberCount) c WHERE c.member = \(sql: .reader) AND c.feed = x.id), 0)
            """
        let selected = columns(of: .feed, ["unread": "x.articles - \(sql: read)"])
        return "SELECT \(sql: selected) FROM \(rows: .feed) x"
    }()

    private static let opened: SQL = """
        SELECT m.n, m.opened FROM \(rows: .memberOpened) m WHERE m.member = \(sql: .reader)
        """

    /// The columns of a table with the alias `x`, some of which are replaced by expressions.
    private static func columns(of table: Table, _ replaced: [String: SQL]) -> SQL {
        .list(
            table.columns.map { column in
                if let expression = replaced[column.name] {
                    return "\(sql: expression) AS \(sql: SQL(stringLiteral: column.name))"
                }
                let key = column.hasKey ? ", x.\(column.keyName)" : ""
                return "\(sqlite: "x.\(column.sqliteName)", postgres: "x.\(column.name)\(key)")"
            })
    }
}
