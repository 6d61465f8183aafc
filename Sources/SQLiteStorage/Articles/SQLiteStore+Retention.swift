internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    @discardableResult
    func removeOld(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> Int {
        let limits = options.limits ?? feedDefaults.limits
        if limits == .none { return 0 }
        return try guarded {
            try connection.transaction {
                let numbers = try oldArticles(of: feed, limits, now: now)
                if numbers.isEmpty { return 0 }
                let action = try retentionAction ?? newAction(.retention, subject: nil, now: now)
                retentionAction = action
                var bin = try ArticleBin(store: self)
                return try bin.remove(numbers, action: action)
            }
        }
    }

    private func oldArticles(of feed: Int64, _ limits: ArticleLimits, now: Int64) throws -> [Int64] {
        let statement = try connection.cachedStatement(
            """
            SELECT n, sort_date, starred OR (flags & \(ArticleRows.Flags.tagged | ArticleRows.Flags.kept)) <> 0
            FROM article WHERE feed = ? ORDER BY sort_date DESC, n DESC
            """)
        defer { statement.reset() }
        statement.bind(feed, at: 1)
        var numbers: [Int64] = []
        var rank: Int64 = 0
        while try statement.step() {
            rank += 1
            let isOver = limits.count.map { rank > $0 } ?? false
            let isOld = limits.seconds.map { statement.seconds(1) < now - $0 } ?? false
            if isOver || isOld, statement.integer(2) == 0 { numbers.append(statement.integer(0)) }
        }
        return numbers
    }

    @discardableResult
    func limitUnread(of feed: Int64, _ options: FeedOptions) throws -> Int {
        guard let limit = options.keepUnread ?? feedDefaults.keepUnread, limit > 0 else { return 0 }
        return try guarded {
            let unread = try connection.integer("SELECT unread FROM feed WHERE id = ?", [.integer(feed)]) ?? 0
            if unread <= limit { return 0 }
            return try connection.transaction {
                let statement = try connection.prepare(
                    """
                    SELECT n FROM article WHERE feed = ? AND NOT read AND NOT starred
                    ORDER BY sort_date DESC, n DESC LIMIT -1 OFFSET ?
                    """)
                try statement.bind([.integer(feed), .integer(limit)])
                var numbers: [Int64] = []
                while try statement.step() { numbers.append(statement.integer(0)) }
                var writer = try StateWriter(store: self)
                for n in numbers { _ = try writer.apply(.read(true), to: n, isRule: true) }
                return numbers.count
            }
        }
    }
}
