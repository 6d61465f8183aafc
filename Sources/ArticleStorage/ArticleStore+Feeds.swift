internal import SQLite
internal import TextAnalysis

extension ArticleStore {
    /// Inserts a feed or adds to what is known of it.
    ///
    /// - Returns: its id, and whether it is subscribed only now.
    @discardableResult
    public func upsert(_ feed: FeedDraft, now: Int64) throws -> (id: Int64, isNew: Bool) {
        try guarded {
            try connection.transaction {
                let wasSubscribed =
                    try connection.integer("SELECT subscribed FROM feed WHERE url = ?", [.text(feed.url)]) == 1
                let id =
                    try connection.integer(
                        """
                        INSERT INTO feed (url, title, own_title, home_url, description, language, icon, subscribed, added)
                        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                        ON CONFLICT (url) DO UPDATE SET
                            title = coalesce(?2, title), own_title = coalesce(?3, own_title),
                            home_url = coalesce(?4, home_url), description = coalesce(?5, description),
                            language = coalesce(?6, language), icon = coalesce(?7, icon),
                            subscribed = max(subscribed, ?8)
                        RETURNING id
                        """,
                        [
                            .text(feed.url), .init(feed.title), .init(feed.ownTitle), .init(feed.homeURL),
                            .init(feed.description), .init(feed.language), .init(feed.icon),
                            .integer(feed.subscribe ? 1 : 0), .integer(now),
                        ]) ?? 0
                for path in feed.folders where !path.isEmpty {
                    try connection.run(
                        "INSERT OR IGNORE INTO feed_folder (folder, feed) VALUES (?, ?)",
                        [.integer(folderID(path)), .integer(id)])
                }
                return (id, feed.subscribe && !wasSubscribed)
            }
        }
    }

    /// Inserts many feeds, or adds to what is known of them, in one transaction.
    ///
    /// - Returns: of each, whether it is subscribed only now.
    public func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [Bool] {
        try guarded { try connection.transaction { try feeds.map { try upsert($0, now: now).isNew } } }
    }

    /// The folder of a path of names, made where it is absent.
    private func folderID(_ path: [String]) throws -> Int64 {
        var parent: Int64 = 0
        for name in path {
            parent =
                try connection.integer(
                    """
                    INSERT INTO folder (parent, name) VALUES (?, ?)
                    ON CONFLICT (parent, name) DO UPDATE SET name = name RETURNING id
                    """, [.integer(parent), .text(name)]) ?? 0
        }
        return parent
    }

    /// Every feed, in the order in which they were added.
    public func feeds(subscribedOnly: Bool = true) throws -> [Feed] {
        try guarded {
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
    }

    func folderPaths() throws -> [Int64: [String]] {
        var names: [Int64: (parent: Int64, name: String)] = [:]
        let statement = try connection.prepare("SELECT id, parent, name FROM folder")
        while try statement.step() { names[statement.integer(0)] = (statement.integer(1), statement.text(2)) }
        return names.mapValues { entry in
            var path = [entry.name]
            var parent = entry.parent
            while let next = names[parent], path.count < 64 {
                path.insert(next.name, at: 0)
                parent = next.parent
            }
            return path
        }
    }

    /// The feed with this address, id or title (one's own or the feed's, after folding).
    public func feed(named name: String) throws -> Feed? {
        let all = try feeds(subscribedOnly: false)
        let folded = Analyzer.shared.foldedText(name)
        return all.first { $0.url == name } ?? all.first { Analyzer.shared.foldedText($0.displayTitle) == folded }
    }

    /// Ends a subscription. Its articles stay, unless they are to go too.
    public func unsubscribe(_ feed: Int64) throws {
        try guarded {
            try connection.transaction {
                try connection.run("UPDATE feed SET subscribed = 0 WHERE id = ?", [.integer(feed)])
                try connection.run("DELETE FROM feed_folder WHERE feed = ?", [.integer(feed)])
            }
        }
    }

    /// Changes what is the reader's own of a feed; nil leaves it.
    public func edit(_ feed: Int64, ownTitle: String?? = nil, paused: Bool? = nil, folders: [[String]]? = nil) throws {
        try guarded {
            try connection.transaction {
                if let ownTitle {
                    try connection.run("UPDATE feed SET own_title = ? WHERE id = ?", [.init(ownTitle), .integer(feed)])
                }
                if let paused {
                    try connection.run(
                        "UPDATE feed SET paused = ? WHERE id = ?", [.integer(paused ? 1 : 0), .integer(feed)])
                }
                guard let folders else { return }
                try connection.run("DELETE FROM feed_folder WHERE feed = ?", [.integer(feed)])
                for path in folders where !path.isEmpty {
                    try connection.run(
                        "INSERT OR IGNORE INTO feed_folder (folder, feed) VALUES (?, ?)",
                        [.integer(folderID(path)), .integer(feed)])
                }
            }
        }
    }

    // MARK: - Conditions on articles

    /// Feeds whose address or title contains the name.
    ///
    /// - Throws: `StorageError.unknownName` where there is none.
    func feedCondition(_ name: String) throws -> SQLFragment {
        let folded = Analyzer.shared.foldedText(name)
        let all = try feeds(subscribedOnly: false)
        let named = all.filter { $0.isNamed(name, folded: folded) }
        if named.isEmpty { throw unknownFeed(name, all) }
        return Self.condition(feeds: named)
    }

    /// Feeds in a folder of this name or path (A/B), and in the folders inside it.
    ///
    /// - Throws: `StorageError.unknownName` where there is none.
    func folderCondition(_ name: String) throws -> SQLFragment {
        let folded = Analyzer.shared.foldedText(name)
        let all = try feeds(subscribedOnly: false)
        let inside = all.filter { $0.isInFolder(folded: folded) }
        if inside.isEmpty { throw unknownFolder(name, all) }
        return Self.condition(feeds: inside)
    }

    /// `--in`: a feed's address or title, or else a folder.
    func condition(within name: String) throws -> SQLFragment {
        if let feed = try feed(named: name) { return Self.condition(feeds: [feed]) }
        do {
            return try folderCondition(name)
        } catch StorageError.unknownName(_, _, let suggestion) {
            do {
                return try feedCondition(name)
            } catch StorageError.unknownName(_, _, let other) {
                throw StorageError.unknownName(.scope, name, suggestion: suggestion ?? other)
            }
        }
    }

    private static func condition(feeds: [Feed]) -> SQLFragment {
        feeds.isEmpty ? .never : SQLFragment(sql: "a.feed IN (\(feeds.map { String($0.id) }.joined(separator: ",")))")
    }
}

extension SQLValue {
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
}
