package import Articles
package import Database
internal import Formats

/// Reads the columns of an article that are shown in a search hit.
package enum HitRow {
    /// The columns to select from the tables of `joined`.
    package static let selected: SQL = """
        a.guid, f.url, coalesce(f.own_title, f.title), a.url, t.title, w.name, a.published, a.received, a.read, a.starred
        """

    /// Number of columns in `selected`.
    package static let columnCount: Int32 = 10

    /// The joined tables: the article `a`, its feed `f`, its text `t` and its author `w`.
    package static let joined: SQL = """
        \(rows: .article) a JOIN \(rows: .feed) f ON f.id = a.feed JOIN \(rows: .articleText) t ON t.n = a.n
        LEFT JOIN \(rows: .author) w ON w.id = a.author
        """

    /// - Parameter row: a row that begins with the columns of `selected`.
    package static func read(_ row: any DatabaseRow, into hit: inout SearchHit) {
        hit.guid = row.text(0)
        hit.feed = row.text(1)
        hit.feedTitle = row.textOrNil(2).map(BidiControls.removed)
        hit.url = row.textOrNil(3)
        hit.title = row.text(4)
        hit.author = row.textOrNil(5)
        hit.published = row.secondsOrNil(6)
        hit.received = row.seconds(7)
        hit.read = row.bool(8)
        hit.starred = row.bool(9)
    }

    /// The query for the tags of articles. Its rows have an article id and a tag name, and are ordered by both.
    package static func tags(of articles: [Int64]) -> SQL {
        """
        SELECT DISTINCT g.n, t.name\(sqlite: "", postgres: " COLLATE \"C\"") AS name
        FROM \(rows: .articleTag) g JOIN \(rows: .tag) t ON t.id = g.tag WHERE g.n\(isOneOf: articles) ORDER BY g.n, name
        """
    }
}
