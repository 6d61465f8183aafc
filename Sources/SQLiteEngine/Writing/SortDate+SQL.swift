internal import ArticleSearch
internal import Articles
internal import LibraryStorage
internal import SQLite
internal import SearchRanking

extension SortDate {
    /// Matches rows of `article` with a wrong sort date. The sort date must be the publication date or, if there is
    /// none or it is in the future, the arrival time. A publication date in the future may be valid, because the
    /// arrival time is known only for an article's first content.
    static let isWrong =
        "sort_date <> coalesce(published, received) AND (published - \(slack) <= received OR sort_date <> received)"

    /// Corrects articles that an older version sorted by a publication date in the future, so that they are sorted by
    /// arrival time.
    ///
    /// If an article's content was replaced, the arrival time of its current content is unknown, so its sort date is
    /// changed only if it is still in the future. Must run inside a transaction.
    ///
    /// - Parameters:
    ///   - range: range of article ids.
    ///   - now: seconds since 1970.
    /// - Returns: the number of articles that were changed.
    /// - Complexity: a pass over the rows of the range.
    static func correct(in range: ClosedRange<Int64>, now: Int64, _ connection: Connection) throws -> Int {
        let statement = try connection.prepare(
            """
            SELECT n, received FROM article a WHERE n BETWEEN ?1 AND ?2
            AND sort_date = published AND sort_date <> received AND published - \(slack) > received
            AND (published - \(slack) > ?3 OR NOT EXISTS (SELECT 1 FROM article_version v WHERE v.n = a.n))
            """)
        try statement.bind([.integer(range.lowerBound), .integer(range.upperBound), .integer(now)])
        var changes: [(id: Int64, date: Int64)] = []
        while try statement.step() { changes.append((statement.integer(0), statement.integer(1))) }
        statement.reset()
        var blocks: [Int64: FactsBlock] = [:]
        for (n, date) in changes {
            try connection.run("UPDATE article SET sort_date = ? WHERE n = ?", [.integer(date), .integer(n)])
            guard ArticleIDRange.isValid(n) else { continue }
            let number = n / FactsBlock.size
            if blocks[number] == nil { blocks[number] = try FactsBlock.read(number, connection) }
            if blocks[number]?[n].isKnown == true { blocks[number]?[n].date = UInt32(clamping: date) }
        }
        for (number, block) in blocks { try block.write(number, connection) }
        return changes.count
    }
}

extension SQLiteStore {
    /// Corrects articles that an older version sorted by a publication date in the future, so that they are sorted by
    /// arrival time.
    ///
    /// - Returns: the number of articles that were changed.
    @discardableResult
    func correctSortDates(in range: ClosedRange<Int64>, now: Int64) throws -> Int {
        try guarded { try connection.transaction { try SortDate.correct(in: range, now: now, connection) } }
    }
}
