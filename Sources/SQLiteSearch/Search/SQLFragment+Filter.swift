package import Articles
internal import QueryLanguage
internal import SQLite
internal import SearchRanking
internal import TextAnalysis

extension SQLFragment {
    /// A filter as a condition on the table `article` as `a`.
    ///
    /// - Parameter filter: with names and relative dates resolved; unresolved ones match no article.
    package init(_ filter: ArticleFilter) {
        switch filter {
        case .feed, .folder, .date: self = .never
        case .feeds(let ids):
            self =
                ids.isEmpty
                ? .never : SQLFragment(sql: "a.feed IN (\(ids.map { String($0) }.joined(separator: ",")))")
        case .tag(let name):
            self.init(
                sql: "a.n IN (SELECT n FROM article_tag WHERE tag IN (SELECT id FROM tag WHERE folded = ?))",
                values: [.text(Analyzer.shared.foldedText(name))])
        case .language(let code):
            // Without a call of lower() for each article. A variant lies between the code with a hyphen and with the next sign.
            let language = "a.language COLLATE NOCASE"
            self.init(
                sql: "(\(language) = ? OR (\(language) >= ? AND \(language) < ?))",
                values: [.text(code), .text(code + "-"), .text(code + ".")])
        case .read(let isRead): self.init(sql: isRead ? "a.read" : "NOT a.read")
        case .starred(let isStarred): self.init(sql: isStarred ? "a.starred" : "NOT a.starred")
        case .flag(let flag): self.init(sql: "(a.flags & \(flag.rawValue)) <> 0")
        case .dates(let lower, let upper, let kind):
            let column = kind == .received ? "a.received" : "a.sort_date"
            var parts: [SQLFragment] = []
            if let lower { parts.append(SQLFragment(sql: "\(column) >= ?", values: [.integer(lower)])) }
            if let upper { parts.append(SQLFragment(sql: "\(column) < ?", values: [.integer(upper)])) }
            self = Self.combined(parts, with: "AND") ?? .always
        case .address(let terms, let isPrefix):
            let words = AddressWords(terms: terms, isPrefix: isPrefix)
            // A cheap first test: an address with all words contains the longest one.
            self.init(
                sql: "(instr(lower(a.url), ?) > 0 AND \(AddressWords.functionName)(a.url, ?))",
                values: [.text(words.longest), .text(words.packed)])
        case .articles(let ids): self = .numbers(ids)
        case .upTo(let id): self.init(sql: "a.n <= ?", values: [.integer(id)])
        case .changed(let changes): self = .among(changes)
        case .all(let parts): self = Self.combined(parts.map { SQLFragment($0) }, with: "AND") ?? .always
        case .any(let parts): self = Self.combined(parts.map { SQLFragment($0) }, with: "OR") ?? .never
        case .not(.flag(.hidden)): self = .shown
        case .not(let inner): self = SQLFragment(inner).negated
        }
    }
}

extension SQLFragment {
    /// Articles that no rule has hidden.
    package static let shown = SQLFragment(sql: "(a.flags & \(ArticleFlag.hidden.rawValue)) = 0")
}

extension SQLFragment {
    /// The changed articles, as a condition on `a`.
    package static func among(_ changes: ArticleChanges) -> SQLFragment {
        var parts: [SQLFragment] = []
        if let range = changes.inserted {
            let ends = [range.lowerBound, range.upperBound].map { SQLValue.integer($0) }
            parts.append(SQLFragment(sql: "a.n BETWEEN ? AND ?", values: ends))
        }
        if !changes.changed.isEmpty {
            // One bound value for any number of ids: <https://www.sqlite.org/json1.html#jeach>.
            let list = "[\(changes.changed.map { String($0) }.joined(separator: ","))]"
            parts.append(SQLFragment(sql: "a.n IN (SELECT value FROM json_each(?))", values: [.text(list)]))
        }
        return combined(parts, with: "OR") ?? never
    }
}
