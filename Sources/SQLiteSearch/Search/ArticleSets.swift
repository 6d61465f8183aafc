package import Articles
internal import PostingIndex
internal import SQLite
package import SearchRanking

/// Evaluates conditions to ascending article ids: each filter and each text once, independent of the conditions around
/// it, then operations on sorted lists.
package struct ArticleSets {
    package let searcher: SQLiteSearcher
    /// If set, only articles in this range are evaluated; their text may be uncommitted. Nil for all articles.
    package let range: ClosedRange<Int64>?

    /// Results of filters: a query may use one filter at several levels.
    private final class Known {
        var rows: [ArticleFilter: [UInt32]] = [:]
    }

    private let known = Known()
    private var connection: Connection { searcher.connection }

    package init(_ searcher: SQLiteSearcher, range: ClosedRange<Int64>? = nil) {
        self.searcher = searcher
        self.range = range
    }

    /// The articles that fulfil a condition.
    ///
    /// - Throws: `SQLiteError.interrupted` once the deadline is reached.
    /// - Complexity: each text costs its doclists, each filter at most one pass over the table of articles.
    package func numbers(_ condition: ArticleCondition) throws -> [UInt32] {
        try connection.checkDeadline()
        switch condition {
        case .filter(let filter): return try numbers(where: filter)
        case .text(let expression): return try numbers(with: expression)
        case .numbers(let numbers): return numbers
        case .any(let parts): return SortedRows.union(of: try parts.map(numbers))
        case .all(let parts):
            let wanted = try parts.filter { !$0.isExclusion && $0.filter == nil }.map(numbers)
            var some = wanted.isEmpty ? nil : SortedRows.intersection(of: wanted)
            for row in parts.compactMap(\.filter) {
                // A short list is checked article by article.
                some = try some.map { try keep($0, where: row) } ?? numbers(where: row)
            }
            let excluded = try parts.filter(\.isExclusion).map { try numbers($0.negated) }
            return SortedRows.subtracting(try some ?? numbers(where: .always), SortedRows.union(of: excluded))
        case .not(let part): return SortedRows.subtracting(try numbers(where: .always), try numbers(part))
        }
    }

    /// The articles that pass a filter.
    private func numbers(where filter: ArticleFilter) throws -> [UInt32] {
        if let known = known.rows[filter] { return known }
        let condition = SQLFragment(filter)
        let bounds = range.map { " AND a.n BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
        let statement = try connection.prepare("SELECT a.n FROM article a WHERE (\(condition.sql))\(bounds)")
        try statement.bind(condition.values)
        let numbers = try Self.numbers(of: statement)
        known.rows[filter] = numbers
        return numbers
    }

    /// The articles whose text matches. The tree is evaluated here, not by FTS5: its parser limits the depth, and its
    /// cursors step row by row, where doclists can be read whole.
    private func numbers(with expression: IndexExpression) throws -> [UInt32] {
        try connection.checkDeadline()
        switch expression {
        case .phrase(let phrase):
            if range == nil, let matches = try PhraseMatches(phrase, searcher.statistics) {
                return try matches.all().rows
            }
            return try asked(expression)
        case .proximity(let proximity):
            if range == nil, let matches = try ProximityMatches(proximity, searcher.statistics) { return matches.rows }
            let verifier = ProximityVerifier(proximity)
            return try asked(proximity.asked).filter {
                try connection.checkDeadline()
                return try IndexedText.stored(Int64($0), connection).map(verifier.isFulfilled) ?? false
            }
        case .all(let parts): return SortedRows.intersection(of: try parts.map(numbers))
        case .any(let parts): return SortedRows.union(of: try parts.map(numbers))
        case .excluding(let wanted, let unwanted):
            return SortedRows.subtracting(try numbers(with: wanted), try numbers(with: unwanted))
        }
    }

    /// Evaluates an expression by FTS5.
    private func asked(_ expression: IndexExpression) throws -> [UInt32] {
        let bounds = range.map { " AND rowid BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
        let statement = try connection.prepare("SELECT rowid FROM article_index WHERE article_index MATCH ?\(bounds)")
        try statement.bind([.text(expression.matchText().text)])
        return try Self.numbers(of: statement)
    }

    private static func numbers(of statement: Statement) throws -> [UInt32] {
        var numbers: [UInt32] = []
        var isSorted = true
        while try statement.step() {
            let number = UInt32(clamping: statement.integer(0))
            if let last = numbers.last, last >= number { isSorted = false }
            numbers.append(number)
        }
        if !isSorted { numbers.sort() }
        return numbers
    }

    // MARK: - Rows of a list

    /// If more than one in this many articles is to be checked, one pass over all articles is faster than look-ups.
    private static let articlesALookup = 8

    /// The articles of a list that pass a filter.
    package func keep(_ numbers: [UInt32], where filter: ArticleFilter) throws -> [UInt32] {
        if range == nil, numbers.count > searcher.statistics.endOfArticles / Self.articlesALookup {
            return SortedRows.intersection(numbers, try self.numbers(where: filter))
        }
        let condition = SQLFragment(filter)
        let statement = try connection.prepare("SELECT 1 FROM article a WHERE a.n = ? AND (\(condition.sql))")
        return try numbers.filter { number in
            defer { statement.reset() }
            try statement.bind([.integer(Int64(number))] + condition.values)
            return try statement.step()
        }
    }
}
