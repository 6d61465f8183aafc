package import Articles
package import Database
internal import QueryLanguage
internal import SearchRanking
internal import TextAnalysis

extension SQL {
    /// Converts a filter to an SQL condition on the table `article` with the alias `a`.
    ///
    /// - Parameter filter: a filter whose names and relative dates are resolved, as returned by
    ///   `TableSearchSource.resolved`; unresolved ones match no article.
    package init(_ filter: ArticleFilter) { self = Self.condition(filter) + .varies }

    private static func condition(_ filter: ArticleFilter) -> SQL {
        switch filter {
        case .feed, .folder, .date: return "FALSE"
        case .feeds(let ids): return ids.isEmpty ? "FALSE" : "a.feed\(isOneOfInText: ids)"
        case .tag(let name):
            return """
                a.n IN (SELECT g.n FROM \(rows: .articleTag) g WHERE g.tag IN (
                    SELECT t.id FROM \(rows: .tag) t WHERE \(name: "t.folded", is: Analyzer.shared.foldedText(name))))
                """
        case .language(let code):
            // In SQLite, comparing ranges avoids calling lower() for each article. A language variant sorts between the
            // code followed by a hyphen and the code followed by the next character after the hyphen.
            let language: SQL =
                "\(sqlite: "a.language COLLATE NOCASE", postgres: "lower(a.language COLLATE \"C\")")"
            return """
                (\(sql: language) = \(code)
                    OR (\(sql: language) >= \(code + "-") AND \(sql: language) < \(code + ".")))
                """
        case .read(true): return "a.read"
        case .read(false):
            return """
                \(owner: "NOT a.read", other: "(\(sql: MemberViews.canBeUnread) AND NOT a.read)")
                """
        case .starred(true):
            return """
                \(owner: "a.starred", other: "a.n IN (\(sql: starredByReader))")
                """
        case .starred(false): return "NOT a.starred"
        // This must be the same expression as in PostgreSQL's index `article_hidden`.
        case .flag(let flag): return "(a.flags & \(sql: .literal(flag.rawValue))) <> 0"
        case .author(let name):
            return "a.author IN (SELECT w.id FROM \(rows: .author) w WHERE \(name: "w.name", is: name))"
        case .topic(let article):
            return "a.n IN (SELECT p.n FROM \(rows: .articleReply) p WHERE p.topic = \(article))"
        case .dates(let lower, let upper, let kind):
            let column: SQL =
                switch kind {
                case .published: "a.sort_date"
                case .received: "a.received"
                case .opened: "o.opened"
                }
            var parts: [SQL] = []
            if let lower { parts.append("\(sql: column) >= \(lower)") }
            if let upper { parts.append("\(sql: column) < \(upper)") }
            let range = combined(parts, with: "AND") ?? "TRUE"
            if kind != .opened { return range }
            return "a.n IN (SELECT o.n FROM \(rows: .articleOpened) o WHERE \(sql: range))"
        case .address(let terms, let match):
            let words = AddressWords(terms: terms, match)
            // Test the longest word first. The test is cheap and rules out most addresses that do not contain all
            // words.
            let hasOtherLetters: SQL = """
                instr(a.url, '%') > 0 OR instr(lower(a.url), 'xn--') > 0
                    OR length(a.url) < \(sqlite: "length(CAST(a.url AS BLOB))", postgres: "octet_length(a.url)")
                """
            return """
                ((instr(lower(a.url), \(words.longest)) > 0 OR \(sql: hasOtherLetters))
                    AND \(sql: SQL(stringLiteral: AddressWords.functionName))(a.url, \(words.packed)))
                """
        case .articles(let ids): return "a.n\(isOneOf: ids.map { Int64($0) })"
        case .upTo(let id): return "a.n <= \(id)"
        case .changed(let changes):
            var parts: [SQL] = []
            if let range = changes.inserted { parts.append("a.n BETWEEN \(range.lowerBound) AND \(range.upperBound)") }
            if !changes.changed.isEmpty { parts.append("a.n\(isOneOf: changes.changed)") }
            return combined(parts, with: "OR") ?? "FALSE"
        case .all(let parts): return combined(parts.map(condition), with: "AND") ?? "TRUE"
        case .any(let parts): return combined(parts.map(condition), with: "OR") ?? "FALSE"
        // Avoid an equality here: PostgreSQL would estimate that it holds for few rows, and would choose to sort those
        // rows.
        case .not(.flag(.hidden)):
            return """
                \(sqlite: "(a.flags & 8) = 0", postgres: "NOT coalesce((a.flags & 8) <> 0, FALSE)")
                """
        case .not(let inner): return "NOT coalesce(\(sql: condition(inner)), FALSE)"
        }
    }

    /// The articles that a member has starred; the member's stars have an index.
    private static let starredByReader: SQL = """
        SELECT s.n FROM \(rows: .memberState, as: "s", sqliteHint: "INDEXED BY member_starred")
        WHERE s.member = \(sql: .reader) AND s.starred
        """

    private static func combined(_ parts: [SQL], with word: String) -> SQL? {
        parts.count > 1 ? nested(parts[...], " \(word) ") : parts.first
    }

    /// Joins conditions by splitting them in halves, so that the depth is logarithmic. SQLite would parse a plain chain
    /// of n operators into a tree of depth n, and allows at most 1,000 levels
    /// (<https://www.sqlite.org/limits.html#max_expr_depth>).
    private static func nested(_ parts: ArraySlice<SQL>, _ word: String) -> SQL {
        if parts.count <= 16 { return "(\(sql: .joined(Array(parts), by: word)))" }
        let middle = parts.startIndex + parts.count / 2
        let separator = SQL(stringLiteral: word)
        return "(\(sql: nested(parts[..<middle], word))\(sql: separator)\(sql: nested(parts[middle...], word)))"
    }
}

extension ArticleFilter {
    /// An equal filter that is faster for given articles: it looks up the state of each article instead of reading all
    /// of a member's exceptions and stars first.
    package var ofGivenArticles: ArticleFilter {
        switch self {
        case .read(false): .not(.read(true))
        case .starred(true): .not(.starred(false))
        case .all(let parts): .all(parts.map(\.ofGivenArticles))
        case .any(let parts): .any(parts.map(\.ofGivenArticles))
        case .not(let inner): .not(inner.ofGivenArticles)
        default: self
        }
    }

    /// Whether the filter depends on the state of the person who searches.
    package var hasReaderState: Bool {
        switch self {
        case .read, .starred: true
        case .all(let parts), .any(let parts): parts.contains(where: \.hasReaderState)
        case .not(let inner): inner.hasReaderState
        default: false
        }
    }
}
