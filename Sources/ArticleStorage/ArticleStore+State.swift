internal import SQLite

extension ArticleStore {
    /// A change of what a reader keeps about articles.
    public enum StateChange: Sendable {
        case read(Bool)
        case starred(Bool)
        case tags(add: [String], remove: [String])
        /// Left out of lists and searches, and read.
        case hidden(Bool)
    }

    /// Which articles `markAllRead` is about.
    public struct ReadScope: Sendable {
        /// An address, title or folder, as `SearchRequest.within`; nil for everything.
        public var within: String?
        /// The feed's id.
        public var feed: Int64?
        /// A folder's name or path, those inside it too.
        public var folder: String?
        /// The newest article that the reader has seen: what arrived after it stays unread.
        public var newestSeen: Int64?
        /// Only what arrived before, seconds since 1970.
        public var receivedBefore: Int64?

        public init() {}
    }

    /// Changes the state of articles; unread sums follow. Copies of an article share whether it is read.
    ///
    /// - Returns: how many of `numbers` were changed.
    @discardableResult
    public func change(_ change: StateChange, of numbers: [Int64]) throws -> Int {
        try guarded {
            try connection.transaction {
                var changed = 0
                var writer = try StateWriter(store: self)
                for n in numbers { changed += try writer.apply(change, to: n) ? 1 : 0 }
                return changed
            }
        }
    }

    /// The number of the newest article, for a later `markAllRead`; 0 where there is none.
    public func newestNumber() throws -> Int64 {
        try guarded { try connection.integer("SELECT max(n) FROM article") ?? 0 }
    }

    /// Unread articles of a scope, by number.
    public func unread(in scope: ReadScope) throws -> [Int64] {
        try guarded {
            var parts = [SQLFragment(sql: "NOT a.read")]
            if let within = scope.within { parts.append(try condition(within: within)) }
            if let feed = scope.feed { parts.append(SQLFragment(sql: "a.feed = ?", values: [.integer(feed)])) }
            if let folder = scope.folder { parts.append(try folderCondition(folder)) }
            if let newest = scope.newestSeen {
                parts.append(SQLFragment(sql: "a.n <= ?", values: [.integer(newest)]))
            }
            if let time = scope.receivedBefore {
                parts.append(SQLFragment(sql: "a.received < ?", values: [.integer(time)]))
            }
            let condition = SQLFragment.combined(parts, with: "AND") ?? .never
            let statement = try connection.prepare("SELECT a.n FROM article a WHERE \(condition.sql) ORDER BY a.n")
            try statement.bind(condition.values)
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.integer(0)) }
            return numbers
        }
    }

    /// Marks everything of a scope as read, in one transaction. With `newestSeen`, what arrived after the reader looked
    /// stays unread.
    ///
    /// - Returns: how many were changed.
    @discardableResult
    public func markAllRead(_ scope: ReadScope) throws -> Int {
        try guarded { try connection.transaction { try change(.read(true), of: unread(in: scope)) } }
    }

    /// The numbers of all hidden articles, ascending.
    func hiddenRows() throws -> [UInt32] {
        let statement = try connection.cachedStatement(
            "SELECT n FROM article INDEXED BY article_hidden WHERE flags & 8 ORDER BY n")
        defer { statement.reset() }
        var rows: [UInt32] = []
        while try statement.step() { rows.append(UInt32(clamping: statement.integer(0))) }
        return rows
    }

    /// Whether any article is hidden: mostly none is, and queries need no condition for it.
    func hasHidden() throws -> Bool {
        try connection.integer("SELECT 1 FROM article INDEXED BY article_hidden WHERE flags & 8 LIMIT 1") != nil
    }
}

extension SQLFragment {
    /// What a rule has not hidden.
    static let shown = SQLFragment(sql: "(a.flags & \(ArticleRows.Flags.hidden)) = 0")
}

/// A folder with what lies in it and below it, each article counted once.
public struct FolderCounts: Sendable, Equatable {
    public var path: [String]
    public var feeds: Int
    public var articles: Int
    public var unread: Int
}

extension ArticleStore {
    /// Every folder that has a subscription in it or below it, by path.
    public func folderCounts() throws -> [FolderCounts] {
        var feeds: [[String]: [Int64: Feed]] = [:]
        for feed in try self.feeds() {
            for path in feed.folders {
                for depth in path.indices { feeds[Array(path[...depth]), default: [:]][feed.id] = feed }
            }
        }
        return feeds.map { path, members in
            FolderCounts(
                path: path, feeds: members.count, articles: members.values.reduce(0) { $0 + $1.articles },
                unread: members.values.reduce(0) { $0 + $1.unread })
        }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }
}

extension ArticleStore {
    /// Whether any feed lies in a folder of this name or path.
    public func hasFolder(_ name: String) throws -> Bool {
        try guarded { try folderCondition(name).sql != SQLFragment.never.sql }
    }
}
