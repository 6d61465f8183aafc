internal import Articles
internal import Database
internal import PostgreSQL
internal import QueryLanguage
internal import SearchRanking
internal import TextAnalysis

/// A filter as a condition on the table `article` as `a`, with its values.
///
/// Never built from user input: all values are bound. The first two are those of the library.
struct PostgresFilter {
    /// Of the statement: `$1` is the library, `$2` the slot.
    private(set) var values: [PostgresValue]
    private(set) var sql = ""

    /// - Parameter filter: with names, relative dates and addresses resolved; unresolved names and dates match no article.
    init(_ filter: ArticleFilter, _ place: LibrarySlot) {
        values = place.values
        sql = "a.library = $1 AND a.slot = $2 AND \(condition(filter))"
    }

    /// Adds a value; returns the text that stands for it.
    mutating func bind(_ value: PostgresValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    private mutating func condition(_ filter: ArticleFilter) -> String {
        switch filter {
        case .feed, .folder, .date: return "FALSE"
        // For people alone: the server has no such function.
        case .address(let words, _):
            return "address_has(a.url, \(bind(.texts(words.map { String(decoding: $0, as: UTF8.self) }))))"
        case .feeds(let ids): return "a.feed = ANY (\(bind(.integers(ids))))"
        case .tag(let name): return tag(Analyzer.shared.foldedText(name))
        case .language(let code): return language(code)
        case .read(let isRead): return isRead ? "a.read" : "NOT a.read"
        case .starred(let isStarred): return isStarred ? "a.starred" : "NOT a.starred"
        // As in the index `article_hidden`.
        case .flag(let flag): return "(a.flags & \(flag.rawValue)) <> 0"
        case .dates(let lower, let upper, let kind):
            let column = kind == .received ? "a.received" : "a.sort_date"
            var parts: [String] = []
            if let lower { parts.append("\(column) >= \(bind(.integer(lower)))") }
            if let upper { parts.append("\(column) < \(bind(.integer(upper)))") }
            return parts.isEmpty ? "TRUE" : "(\(parts.joined(separator: " AND ")))"
        case .articles(let ids): return articles(ids.map { Int64($0) })
        case .upTo(let id): return "a.n <= \(bind(.integer(id)))"
        case .changed(let changes):
            var parts: [String] = []
            if let range = changes.inserted {
                parts.append(
                    "a.n BETWEEN \(bind(.integer(range.lowerBound))) AND \(bind(.integer(range.upperBound)))")
            }
            if !changes.changed.isEmpty { parts.append(articles(changes.changed)) }
            return parts.isEmpty ? "FALSE" : "(\(parts.joined(separator: " OR ")))"
        case .all(let parts): return combined(parts, "AND", "TRUE")
        case .any(let parts): return combined(parts, "OR", "FALSE")
        case .not(let inner): return "NOT coalesce(\(condition(inner)), FALSE)"
        }
    }

    private mutating func combined(_ parts: [ArticleFilter], _ word: String, _ none: String) -> String {
        if parts.isEmpty { return none }
        var conditions: [String] = []
        for part in parts { conditions.append(condition(part)) }
        return "(" + conditions.joined(separator: " \(word) ") + ")"
    }

    private mutating func articles(_ ids: [Int64]) -> String { "a.n = ANY (\(bind(.integers(ids))))" }

    private mutating func tag(_ folded: String) -> String {
        """
        a.n IN (
            SELECT g.n FROM feedsearch.article_tag g JOIN feedsearch.tag t ON (t.library, t.slot, t.id) = (g.library, g.slot, g.tag)
            WHERE t.library = $1 AND t.slot = $2 AND t.folded_key = \(bind(NameKey.value(of: folded))))
        """
    }

    /// As in SQLite, letters other than those of ASCII are left as they are.
    private mutating func language(_ code: String) -> String {
        let column = #"lower(a.language COLLATE "C")"#
        return "(\(column) = \(bind(.text(code))) OR \(column) LIKE \(bind(.text(code + "-%"))) ESCAPE '')"
    }
}

extension ArticleFilter {
    /// The filter with articles in place of addresses, whose words the program alone can compare.
    ///
    /// - Parameter articles: the articles whose addresses have some words.
    func resolvingAddresses(_ articles: (AddressWords, _ isPrefix: Bool) throws -> [UInt32]) rethrows -> ArticleFilter {
        switch self {
        case .address(let words, let isPrefix):
            .articles(try articles(AddressWords(terms: words, isPrefix: isPrefix), isPrefix))
        case .all(let parts): .all(try parts.map { try $0.resolvingAddresses(articles) })
        case .any(let parts): .any(try parts.map { try $0.resolvingAddresses(articles) })
        case .not(let inner): .not(try inner.resolvingAddresses(articles))
        default: self
        }
    }
}
