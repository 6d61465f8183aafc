/// A folder with its counts, which include its subfolders. Each article is counted once.
public struct FolderCounts: Sendable, Equatable {
    public var path: [String]
    public var feeds: Int
    public var articles: Int
    public var unread: Int

    package init(path: [String], feeds: Int, articles: Int, unread: Int) {
        self.path = path
        self.feeds = feeds
        self.articles = articles
        self.unread = unread
    }

    /// All folders that contain one of the feeds, directly or in a subfolder, by path.
    package static func of(_ feeds: [Feed]) -> [FolderCounts] {
        var members: [[String]: [Int64: Feed]] = [:]
        for feed in feeds {
            for path in feed.folders {
                for depth in path.indices { members[Array(path[...depth]), default: [:]][feed.id] = feed }
            }
        }
        return members.map { path, feeds in
            FolderCounts(
                path: path, feeds: feeds.count, articles: feeds.values.reduce(0) { $0 + $1.articles },
                unread: feeds.values.reduce(0) { $0 + $1.unread })
        }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }
}
