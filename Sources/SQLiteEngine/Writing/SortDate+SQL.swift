internal import ArticleSearch
internal import Articles
internal import LibraryStorage
internal import SQLite
internal import SearchRanking

extension SortDate {
    /// Matches rows of `article` whose sort date is neither the publication date nor the arrival time. The arrival time
    /// is known only for an article's first content, so a date in the future may or may not be valid.
    static let isWrong =
        "sort_date <> coalesce(published, received) AND (published - \(slack) <= received OR sort_date <> received)"

    /// Corrects articles that an older version sorted by a publication date in the future: they are sorted by arrival
    /// time.
    ///
    /// If an article's content was replaced, the article is changed only if its date is still in the future, because
    /// the arrival time of the current content is unknown. Must run inside a transaction.
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
    /// Corrects articles that an older version sorted by a publication date in the future: they are sorted by arrival
    /// time.
    ///
    /// - Returns: the number of articles that were changed.
    @discardableResult
    func correctSortDates(in range: ClosedRange<Int64>, now: Int64) throws -> Int {
        try guarded { try connection.transaction { try SortDate.correct(in: range, now: now, connection) } }
    }
}
