internal import ArticleSearch
internal import Articles
internal import LibraryStorage
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking

extension SortDate {
    /// Rows of `article` whose date can be neither. When content came is known of the first only, so that a date ahead of
    /// the first arrival may count or not.
    static let isWrong =
        "sort_date <> coalesce(published, received) AND (published - \(slack) <= received OR sort_date <> received)"

    /// Sorts articles by their arrival that an older version sorted by a date in the future.
    ///
    /// An article whose content was exchanged is left as it is unless its date still lies ahead: when the content came
    /// that brought the date is not known. Must run inside a transaction.
    ///
    /// - Parameters:
    ///   - range: of article numbers.
    ///   - now: seconds since 1970.
    /// - Returns: how many were changed.
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
    /// Sorts articles of a range by their arrival that an older version sorted by a date in the future.
    ///
    /// - Returns: how many were changed.
    @discardableResult
    func correctSortDates(in range: ClosedRange<Int64>, now: Int64) throws -> Int {
        try guarded { try connection.transaction { try SortDate.correct(in: range, now: now, connection) } }
    }
}
