internal import Articles
internal import SQLite
internal import SearchRanking

/// Checks the stored hashes for near-duplicates against the texts, and the groups for consistency.
struct SketchCheck {
    private let connection: Connection
    private let find: Statement
    private var wrong = 0
    private var expected: Int64 = 0
    /// Articles that the task `sketches` has not processed yet; they may lack the hashes of the text without the title.
    private var waiting: ClosedRange<Int64>?

    init(_ connection: Connection) throws {
        self.connection = connection
        find = try connection.prepare("SELECT 1 FROM article_sketch WHERE key = ? AND n = ?")
        let task = try connection.prepare("SELECT next, last FROM backfill WHERE task = 'sketches'")
        if try task.step(), task.integer(0) <= task.integer(1) { waiting = task.integer(0)...task.integer(1) }
    }

    private func has(_ key: Int32, _ n: Int64) throws -> Bool {
        defer { find.reset() }
        find.bind(Int64(key), at: 1)
        find.bind(n, at: 2)
        return try find.step()
    }

    /// - Parameter sketch: computed from the article's text.
    mutating func compare(_ n: Int64, _ sketch: DuplicateSketch) throws {
        let found = try sketch.textKeys.count { try has($0, n) }
        let isWaiting = waiting?.contains(n) ?? false
        expected += Int64(sketch.keys.count + (isWaiting ? found : sketch.textKeys.count))
        let isMissing = try sketch.keys.contains { try !has($0, n) }
        if isMissing || !isWaiting && found < sketch.textKeys.count { wrong += 1 }
    }

    /// Reports the differences that were found. Called after all articles were compared.
    func finish(_ report: inout CheckReport) throws {
        let groups =
            try connection.integer(
                """
                SELECT count(*) FROM (SELECT 1 FROM article_forward WHERE fold <> 0 GROUP BY fold
                HAVING min(n) <> fold OR count(*) < 2)
                """) ?? 0
        if groups > 0 {
            report.problems.append(
                "near-duplicates: groups without their first article, or of one article: \(groups); run reindex")
        }
        if wrong > 0 {
            report.problems.append("near-duplicates: hashes of \(wrong) articles differ from their texts; run reindex")
        } else if let stored = try connection.integer("SELECT count(*) FROM article_sketch"), stored != expected {
            report.problems.append("near-duplicates: \(stored - expected) hashes too many; run reindex")
        }
    }
}
