package import ArticleSearch
package import Articles
internal import Database
internal import SQLite

extension SQLiteSearchSource {
    /// All feeds, in the order in which they were added.
    package func feeds(subscribedOnly: Bool = true) throws -> [Feed] {
        let members = try connection.cachedStatement("SELECT feed, folder FROM feed_folder ORDER BY feed, folder")
        let rows = try connection.cachedStatement(
            "SELECT \(Self.feedColumns) FROM feed WHERE subscribed >= ? ORDER BY position, id")
        rows.bind(subscribedOnly ? 1 : 0, at: 1)
        defer { rows.reset() }
        let memberships = try memberships(members)
        var out: [Feed] = []
        while try rows.step() { out.append(feed(rows, memberships[rows.integer(0)] ?? [])) }
        return out
    }

    package func feed(_ key: FeedKey) throws -> Feed? {
        let rows: Statement
        switch key {
        case .id(let id):
            rows = try connection.cachedStatement("SELECT \(Self.feedColumns) FROM feed WHERE id = ?")
            rows.bind(id, at: 1)
        case .address(let address):
            rows = try connection.cachedStatement("SELECT \(Self.feedColumns) FROM feed WHERE url = ?")
            try rows.bind([.text(address)])
        }
        let members = try connection.cachedStatement(
            "SELECT feed, folder FROM feed_folder WHERE feed = ? ORDER BY folder")
        defer { rows.reset() }
        guard try rows.step() else { return nil }
        members.bind(rows.integer(0), at: 1)
        let memberships = try memberships(members)
        return feed(rows, memberships[rows.integer(0)] ?? [])
    }

    private static let feedColumns =
        "id, url, title, own_title, home_url, language, subscribed, paused, articles, unread"

    /// The folders of each feed.
    private func memberships(_ rows: Statement) throws -> [Int64: [[String]]] {
        defer { rows.reset() }
        let folders = try folderPaths()
        var memberships: [Int64: [[String]]] = [:]
        while try rows.step() {
            if let path = folders[rows.integer(1)] { memberships[rows.integer(0), default: []].append(path) }
        }
        return memberships
    }

    private func feed(_ row: Statement, _ folders: [[String]]) -> Feed {
        Feed(
            id: row.integer(0), url: row.text(1), title: row.textOrNil(2), ownTitle: row.textOrNil(3),
            homeURL: row.textOrNil(4), language: row.textOrNil(5), isSubscribed: row.integer(6) != 0,
            isPaused: row.integer(7) != 0, articles: row.count(8), unread: row.count(9), folders: folders)
    }

    package func folderPaths() throws -> [Int64: [String]] {
        let statement = try connection.prepare("SELECT id, parent, name FROM folder")
        var paths = FolderPaths()
        while try statement.step() {
            paths.add(statement.integer(0), parent: statement.integer(1), name: statement.text(2))
        }
        return paths.all
    }
}
