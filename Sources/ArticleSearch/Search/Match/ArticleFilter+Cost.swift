internal import Articles
internal import QueryLanguage

extension ArticleFilter {
    /// If at most 1 in this many articles passes a filter, the articles that pass are read from a database index.
    private static let articlesAPass = 64
    /// A condition with more feeds is not checked row by row, because the list of feeds would be sorted again for each
    /// query.
    private static let maxFeedsARow = 64

    /// Whether it is better to evaluate the filter for all articles at once. This is so if few articles pass it and a
    /// database index lists them, or if a list would otherwise be rebuilt for each article or window.
    func isReadAsWhole(_ source: any SearchSource, _ statistics: IndexStatistics) throws -> Bool {
        try !isReadRowByRow || passesAtMost(statistics.endOfArticles / Self.articlesAPass, source)
    }

    /// Whether a database index shows that at most `limit` articles pass the filter.
    private func passesAtMost(_ limit: Int, _ source: any SearchSource) throws -> Bool {
        switch self {
        case .all(let parts): try parts.contains { try $0.passesAtMost(limit, source) }
        case .any(let parts): try parts.allSatisfy { try $0.passesAtMost(limit, source) }
        case .feeds, .starred(true), .topic, .dates(_, _, of: .published), .dates(_, _, of: .opened):
            // A database index exists for each of these.
            try source.count(where: self, upTo: limit + 1) <= limit
        default: false
        }
    }

    /// Whether the condition needs only the columns of the article's row.
    private var isReadRowByRow: Bool {
        switch self {
        case .feeds(let ids): ids.count <= Self.maxFeedsARow
        case .tag, .articles, .changed, .topic, .author, .dates(_, _, of: .opened): false
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isReadRowByRow)
        case .not(let part): part.isReadRowByRow
        case .feed, .folder, .language, .read, .starred, .flag, .date, .dates, .address, .upTo: true
        }
    }
}
