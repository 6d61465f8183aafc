internal import Articles
internal import PostingIndex
internal import SearchRanking

/// Evaluates conditions as sorted lists of article ids. Each filter and each text is evaluated once, independently of
/// the surrounding conditions; then the lists are combined.
struct ArticleSets {
    private let source: any SearchSource
    private let statistics: IndexStatistics
    /// Only articles in this range are evaluated, and their text may be uncommitted; nil for all articles.
    private let range: ClosedRange<Int64>?

    /// Results of filters that have been evaluated; a query may use the same filter at several levels.
    private final class Known {
        var rows: [ArticleFilter: [UInt32]] = [:]
    }

    private let known = Known()

    init(_ source: any SearchSource, _ statistics: IndexStatistics, range: ClosedRange<Int64>? = nil) {
        self.source = source
        self.statistics = statistics
        self.range = range
    }

    /// The articles that satisfy a condition.
    ///
    /// - Throws: the engine's error once the deadline is reached.
    /// - Complexity: reads the doclists of each text, and makes at most one pass over the table of articles for each
    ///   filter.
    func articles(fulfilling condition: ArticleCondition) throws -> [UInt32] {
        try source.index.checkDeadline()
        switch condition {
        case .filter(let filter): return try articles(passing: filter)
        case .text(let expression): return try articles(matching: expression)
        case .numbers(let numbers): return numbers
        case .any(let parts): return SortedRows.union(of: try parts.map(articles(fulfilling:)))
        case .all(let parts):
            let wanted = try parts.filter { !$0.isExclusion && $0.filter == nil }.map(articles(fulfilling:))
            var some = wanted.isEmpty ? nil : SortedRows.intersection(of: wanted)
            for row in parts.compactMap(\.filter) {
                // A short list is checked article by article.
                some = try some.map { try keep($0, where: row) } ?? articles(passing: row)
            }
            let excluded = try parts.filter(\.isExclusion).map { try articles(fulfilling: $0.negated) }
            return SortedRows.subtracting(try some ?? articles(passing: .always), SortedRows.union(of: excluded))
        case .not(let part):
            return SortedRows.subtracting(try articles(passing: .always), try articles(fulfilling: part))
        }
    }

    /// The articles that pass a filter.
    private func articles(passing filter: ArticleFilter) throws -> [UInt32] {
        if let known = known.rows[filter] { return known }
        let numbers = try source.articles(where: filter, in: range)
        known.rows[filter] = numbers
        return numbers
    }

    /// The articles whose text matches. The tree is evaluated here, not by the engine: FTS5's parser limits the depth,
    /// and its cursors step row by row, while doclists can be read as a whole.
    private func articles(matching expression: IndexExpression) throws -> [UInt32] {
        try source.index.checkDeadline()
        switch expression {
        case .phrase(let phrase):
            if readsDoclists, let matches = try PhraseMatches(phrase, statistics) {
                return inRange(try matches.all().rows)
            }
            return try engineMatches(expression)
        case .proximity(let proximity):
            if readsDoclists, let matches = try ProximityMatches(proximity, statistics) {
                return inRange(matches.rows)
            }
            let verifier = ProximityVerifier(proximity)
            return try engineMatches(proximity.asked).filter {
                try source.index.checkDeadline()
                return try source.index.indexedText(of: Int64($0)).map(verifier.isFulfilled) ?? false
            }
        case .all(let parts): return SortedRows.intersection(of: try parts.map(articles(matching:)))
        case .any(let parts): return SortedRows.union(of: try parts.map(articles(matching:)))
        case .excluding(let wanted, let unwanted):
            return SortedRows.subtracting(try articles(matching: wanted), try articles(matching: unwanted))
        }
    }

    /// Whether to read doclists. For a range of articles, the engine's own search is used instead, because it reads
    /// only what it needs.
    private var readsDoclists: Bool { range == nil || source.index.fullText == nil }

    private func inRange(_ rows: [UInt32]) -> [UInt32] {
        guard let range else { return rows }
        return rows.filter { range.contains(Int64($0)) }
    }

    private func engineMatches(_ expression: IndexExpression) throws -> [UInt32] {
        guard let engine = source.index.fullText else { throw MalformedIndexError() }
        return try engine.articles(matching: expression, in: range)
    }

    // MARK: - Rows of a list

    /// If more than 1 in this many articles must be checked, one pass over all articles is faster than look-ups.
    private static let articlesALookup = 8

    /// Whether one pass over all articles is faster than this many look-ups.
    private func isLarge(_ count: Int) -> Bool { count > statistics.endOfArticles / Self.articlesALookup }

    /// The articles of a list that pass a filter.
    func keep(_ numbers: [UInt32], where filter: ArticleFilter) throws -> [UInt32] {
        if numbers.isEmpty { return [] }
        func all() throws -> [UInt32] { SortedRows.intersection(numbers, try articles(passing: filter)) }
        if range == nil, isLarge(numbers.count) { return try all() }
        let reader = try source.reader(of: filter)
        if range == nil, !reader.readsRangesTogether, try filter.isReadAsWhole(source, statistics) { return try all() }
        return try reader.keep(numbers)
    }
}
