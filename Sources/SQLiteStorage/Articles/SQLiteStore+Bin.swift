internal import Articles
internal import SQLite

extension SQLiteStore {
    /// How long removed articles can be brought back, in seconds: 30 days.
    static let binSeconds: Int64 = 30 * 86_400

    @discardableResult
    func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        try guarded {
            try connection.transaction {
                let removal = try newRemoval(.deleted, now: now)
                var bin = try ArticleBin(store: self)
                let count = try bin.remove(numbers, removal: removal)
                if count == 0 { try connection.run("DELETE FROM removal WHERE id = ?", [.integer(removal)]) }
                return count
            }
        }
    }

    func undoRemoval(_ id: Int64? = nil) throws -> (removal: Removal, numbers: [Int64])? {
        try guarded {
            try connection.transaction {
                guard let last = try removals().first(where: { id == nil || $0.id == id }) else { return nil }
                var bin = try ArticleBin(store: self)
                let numbers = try bin.restore(removal: last.id)
                // What has come in anew meanwhile is there already.
                try connection.run("DELETE FROM removed_article WHERE removal = ?", [.integer(last.id)])
                try connection.run("DELETE FROM removal WHERE id = ?", [.integer(last.id)])
                if retentionRemoval == last.id { retentionRemoval = nil }
                return (last, numbers)
            }
        }
    }

    func removals() throws -> [Removal] {
        try guarded {
            let statement = try connection.prepare(
                """
                SELECT r.id, r.at, r.reason, count(*) FROM removal r JOIN removed_article a ON a.removal = r.id
                GROUP BY r.id ORDER BY r.id DESC
                """)
            var out: [Removal] = []
            while try statement.step() {
                out.append(
                    Removal(
                        id: statement.integer(0), at: statement.seconds(1),
                        reason: Removal.Reason(rawValue: statement.text(2)) ?? .deleted,
                        articles: statement.count(3)))
            }
            return out
        }
    }

    @discardableResult
    func purgeBin(now: Int64) throws -> Int {
        try guarded {
            let old = SQLValue.integer(now - Self.binSeconds)
            guard try connection.integer("SELECT 1 FROM removal WHERE at < ? LIMIT 1", [old]) != nil else { return 0 }
            return try connection.transaction {
                try connection.run(
                    """
                    DELETE FROM article_version
                    WHERE n IN (SELECT a.n FROM removed_article a JOIN removal r ON r.id = a.removal WHERE r.at < ?)
                    """, [old])
                try connection.run(
                    "DELETE FROM removed_article WHERE removal IN (SELECT id FROM removal WHERE at < ?)", [old])
                let count = connection.changedRows
                try connection.run("DELETE FROM removal WHERE at < ?", [old])
                return Int(count)
            }
        }
    }

    // MARK: - Retention

    @discardableResult
    func removeOld(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> Int {
        guard options.limitsArticles else { return 0 }
        return try guarded {
            try connection.transaction {
                let numbers = try oldArticles(of: feed, options, now: now)
                if numbers.isEmpty { return 0 }
                let removal = try retentionRemoval ?? newRemoval(.retention, now: now)
                retentionRemoval = removal
                var bin = try ArticleBin(store: self)
                return try bin.remove(numbers, removal: removal)
            }
        }
    }

    private func oldArticles(of feed: Int64, _ options: FeedOptions, now: Int64) throws -> [Int64] {
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
            let isOver = options.keepCount.map { rank > $0 } ?? false
            let isOld = options.keepSeconds.map { statement.seconds(1) < now - $0 } ?? false
            if isOver || isOld, statement.integer(2) == 0 { numbers.append(statement.integer(0)) }
        }
        return numbers
    }

    private func newRemoval(_ reason: Removal.Reason, now: Int64) throws -> Int64 {
        try connection.integer(
            "INSERT INTO removal (at, reason) VALUES (?, ?) RETURNING id", [.integer(now), .text(reason.rawValue)]) ?? 0
    }

    // MARK: - Care

    /// Compares bin and store.
    func checkBin(_ report: inout CheckReport) throws {
        let counts: [(String, String)] = [
            (
                "articles both stored and in the bin",
                "SELECT count(*) FROM removed_article b WHERE EXISTS (SELECT 1 FROM article a WHERE a.n = b.n)"
            ),
            (
                "articles in the bin without a removal",
                "SELECT count(*) FROM removed_article b WHERE NOT EXISTS (SELECT 1 FROM removal r WHERE r.id = b.removal)"
            ),
            (
                "articles in the bin that their feed may bring back",
                """
                SELECT count(*) FROM removed_article b WHERE NOT EXISTS
                (SELECT 1 FROM removed_guid g WHERE g.feed = b.feed AND g.guid = b.guid)
                AND NOT EXISTS (SELECT 1 FROM article a WHERE a.feed = b.feed AND a.guid = b.guid)
                """
            ),
        ]
        for (what, sql) in counts {
            let count = try connection.integer(sql) ?? 0
            if count > 0 { report.problems.append("\(what): \(count)") }
        }
    }
}
