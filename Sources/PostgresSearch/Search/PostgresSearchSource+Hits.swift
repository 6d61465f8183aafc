package import ArticleSearch
package import Articles
internal import Database
internal import Formats
package import PostgreSQL

extension PostgresSearchSource {
    package func guids(of articles: [Int64]) throws -> [(guid: String, feed: Int64)?] {
        let rows = try connection.query(
            "SELECT n, guid, feed FROM feedsearch.article WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            place.values + [.integers(articles)])
        let found = Dictionary(rows.map { ($0.integer(0), (guid: $0.text(1), feed: $0.integer(2))) }) { $1 }
        return articles.map { found[$0] }
    }

    private static let hitQuery =
        """
        SELECT a.n, a.guid, f.url, coalesce(f.own_title, f.title), a.url, t.title, w.name, a.published, a.received,
            a.read, a.starred, t.body
        FROM feedsearch.article a
        JOIN feedsearch.feed f ON (f.library, f.slot, f.id) = (a.library, a.slot, a.feed)
        JOIN feedsearch.article_text t ON (t.library, t.slot, t.n) = (a.library, a.slot, a.n)
        LEFT JOIN feedsearch.author w ON (w.library, w.slot, w.id) = (a.library, a.slot, a.author)
        WHERE a.library = $1 AND a.slot = $2 AND a.n = ANY ($3)
        """

    private static let tagQuery =
        """
        SELECT DISTINCT g.n, t.name COLLATE "C" AS name FROM feedsearch.article_tag g
        JOIN feedsearch.tag t ON (t.library, t.slot, t.id) = (g.library, g.slot, g.tag)
        WHERE g.library = $1 AND g.slot = $2 AND g.n = ANY ($3) ORDER BY g.n, name
        """

    /// One round trip for the whole page.
    package func fill(_ hits: inout [SearchHit], _ text: (inout SearchHit, Span<UInt8>) -> Void) throws {
        if hits.isEmpty { return }
        let values = place.values + [.integers(hits.map(\.id))]
        let results = try connection.pipeline([.init(Self.hitQuery, values), .init(Self.tagQuery, values)])
        let found = Dictionary(results[0].map { ($0.integer(0), $0) }) { $1 }
        var tags: [Int64: [String]] = [:]
        for row in results[1] { tags[row.integer(0), default: []].append(row.text(1)) }
        for index in hits.indices {
            try connection.checkDeadline()
            hits[index].tags = tags[hits[index].id] ?? []
            guard let row = found[hits[index].id] else { continue }
            hits[index].guid = row.text(1)
            hits[index].feed = row.text(2)
            hits[index].feedTitle = row.textOrNil(3)
            hits[index].url = row.textOrNil(4)
            hits[index].title = row.text(5)
            hits[index].author = row.textOrNil(6)
            hits[index].published = row.integerOrNil(7).map(CivilTime.bounded)
            hits[index].received = CivilTime.bounded(seconds: row.integer(8))
            hits[index].read = row.bool(9)
            hits[index].starred = row.bool(10)
            try library.withText(row, 11) { text(&hits[index], $0) }
        }
    }

    // MARK: - Feeds

    package func feeds(subscribedOnly: Bool) throws -> [Feed] {
        try feeds("subscribed OR NOT $3", .bool(subscribedOnly))
    }

    package func feed(_ key: FeedKey) throws -> Feed? {
        switch key {
        case .id(let id): try feeds("id = $3", .integer(id)).first
        case .address(let address): try feeds("url = $3", .text(address)).first
        }
    }

    /// - Parameter condition: of a row of `feed` and `$3`.
    private func feeds(_ condition: String, _ value: PostgresValue) throws -> [Feed] {
        let results = try connection.pipeline([
            .init("SELECT id, parent, name FROM feedsearch.folder WHERE library = $1 AND slot = $2", place.values),
            .init(
                """
                SELECT feed, folder FROM feedsearch.feed_folder WHERE library = $1 AND slot = $2 AND feed IN (
                    SELECT id FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND (\(condition)))
                ORDER BY feed, folder
                """, place.values + [value]),
            .init(
                """
                SELECT id, url, title, own_title, home_url, language, subscribed, paused, articles, unread
                FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND (\(condition)) ORDER BY id
                """, place.values + [value]),
        ])
        let folders = FolderPaths(results[0])
        var memberships: [Int64: [[String]]] = [:]
        for row in results[1] {
            if let path = folders[row.integer(1)] { memberships[row.integer(0), default: []].append(path) }
        }
        return results[2].map { row in
            Feed(
                id: row.integer(0), url: row.text(1), title: row.textOrNil(2), ownTitle: row.textOrNil(3),
                homeURL: row.textOrNil(4), language: row.textOrNil(5), isSubscribed: row.bool(6), isPaused: row.bool(7),
                articles: Int(clamping: row.integer(8)), unread: Int(clamping: row.integer(9)),
                folders: memberships[row.integer(0)] ?? [])
        }
    }
}

extension FolderPaths {
    /// - Parameter rows: id, parent, name.
    package init(_ rows: PostgresRows) {
        self.init()
        for row in rows { add(row.integer(0), parent: row.integer(1), name: row.text(2)) }
    }
}
