internal import Articles
internal import SQLite
internal import SearchRanking

extension SQLiteStore {
    /// Holds the hashes of near-duplicates against the texts, and their groups against each other.
    func checkGroups(_ report: inout CheckReport) throws {
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
        var wrong = 0
        var expected: Int64 = 0
        let find = try connection.cachedStatement("SELECT 1 FROM article_sketch WHERE key = ? AND n = ?")
        let rows = try connection.prepare(
            "SELECT t.n, t.title, f.units FROM article_text t JOIN article_forward f USING (n)")
        var units: [UInt16] = []
        while try rows.step() {
            rows.copyUnits(2, into: &units)
            let sketch = rows.withBytes(1) { DuplicateSketch(units: units.span, titleText: $0) }
            expected += Int64(sketch.keys.count)
            let isMissing = try sketch.keys.contains { key in
                defer { find.reset() }
                find.bind(Int64(key), at: 1)
                find.bind(rows.integer(0), at: 2)
                return try !find.step()
            }
            if isMissing { wrong += 1 }
        }
        if wrong > 0 {
            report.problems.append("near-duplicates: hashes of \(wrong) articles differ from their texts; run reindex")
        } else if let stored = try connection.integer("SELECT count(*) FROM article_sketch"), stored != expected {
            report.problems.append("near-duplicates: \(stored - expected) hashes too many; run reindex")
        }
    }
}
