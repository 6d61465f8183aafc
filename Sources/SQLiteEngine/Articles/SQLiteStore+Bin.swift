internal import Articles
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    @discardableResult
    func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        try recording(.deleted, subject: nil, now: now) {
            guard let recording else { return 0 }
            // The bin restores its own row changes, so they must not be recorded.
            try recording.flush()
            defer { recording.restart() }
            let action = try recording.actionID()
            let count = try bin(numbers, action: action)
            recording.removed += count
            return count
        }.result
    }

    // MARK: - Check

    /// Checks that bin and store agree.
    func checkBin(_ report: inout CheckReport) throws {
        let counts: [(String, String)] = [
            (
                "articles both stored and in the bin",
                "SELECT count(*) FROM removed_article b WHERE EXISTS (SELECT 1 FROM article a WHERE a.n = b.n)"
            ),
            (
                "articles in the bin without an action",
                "SELECT count(*) FROM removed_article b WHERE NOT EXISTS (SELECT 1 FROM action r WHERE r.id = b.action)"
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
