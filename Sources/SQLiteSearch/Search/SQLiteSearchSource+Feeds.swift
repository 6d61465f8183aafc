internal import ArticleSearch
package import Articles
internal import SQLite

extension SQLiteSearchSource {
    /// All feeds, in the order in which they were added.
    package func feeds(subscribedOnly: Bool = true) throws -> [Feed] {
        let folders = try folderPaths()
        var memberships: [Int64: [[String]]] = [:]
        let members = try connection.prepare("SELECT feed, folder FROM feed_folder ORDER BY feed, folder")
        while try members.step() {
            if let path = folders[members.integer(1)] { memberships[members.integer(0), default: []].append(path) }
        }
        let statement = try connection.prepare(
            """
            SELECT id, url, title, own_title, home_url, language, subscribed, paused, articles, unread
            FROM feed WHERE subscribed >= ? ORDER BY position, id
            """)
        try statement.bind([.integer(subscribedOnly ? 1 : 0)])
        var out: [Feed] = []
        while try statement.step() {
            let id = statement.integer(0)
            out.append(
                Feed(
                    id: id, url: statement.text(1), title: statement.textOrNil(2), ownTitle: statement.textOrNil(3),
                    homeURL: statement.textOrNil(4), language: statement.textOrNil(5),
                    isSubscribed: statement.integer(6) != 0, isPaused: statement.integer(7) != 0,
                    articles: statement.count(8), unread: statement.count(9),
                    folders: memberships[id] ?? []))
        }
        return out
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
