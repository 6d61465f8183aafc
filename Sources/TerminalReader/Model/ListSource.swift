internal import Articles

/// The selection and order of the articles in a list.
struct ListSource: Equatable, Sendable {
    enum Place: Hashable, Sendable {
        case all, unread, starred, today
        case feed(Int64)
        /// `Tech/Linux`.
        case folder(String)
        case saved(String)
    }

    var place = Place.all
    /// The query as entered; empty if there is none.
    var query = ""
    /// True while the user is entering the query: its last word matches as a prefix if nothing matches the word itself.
    var isTyping = false
    var hidesRead = false
    /// The order of a search; other lists are sorted by date.
    var searchOrder = SearchRequest.Sort.relevance
    var isOldestFirst = false

    /// Whether the list is a search, which can only be read forwards; other lists are read by date in both directions.
    var isSearch: Bool {
        if case .saved = place { return true }
        return !query.isEmpty
    }

    var order: SearchRequest.Sort {
        guard isSearch, !query.isEmpty else { return isOldestFirst ? .oldest : .newest }
        return searchOrder
    }

    /// The query that finds these articles; nil for all articles.
    ///
    /// - Parameter address: of the feed, if the place is a feed.
    func queryText(address: String? = nil) -> String? {
        var parts: [String] = []
        switch place {
        case .all: break
        case .unread: parts.append("is:unread")
        case .starred: parts.append("is:starred")
        case .today: parts.append("date:1d")
        case .feed: parts.append("feed:" + Self.quoted(address ?? ""))
        case .folder(let path): parts.append("folder:" + Self.quoted(path))
        case .saved(let name): parts.append("search:" + Self.quoted(name))
        }
        if hidesRead, place != .unread { parts.append("is:unread") }
        guard !query.isEmpty else { return parts.isEmpty ? nil : parts.joined(separator: " ") }
        // Keep the alternatives (OR) of the entered query together.
        return parts.isEmpty ? query : (["(" + query + ")"] + parts).joined(separator: " ")
    }

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "") + "\"" }
}

/// A part of a list to read.
enum ListSpan: Equatable, Sendable {
    case start(count: Int)
    case end(count: Int)
    case after(DatePlace, count: Int)
    case before(DatePlace, count: Int)
    /// From an article on, including it.
    case from(DatePlace, count: Int)
    /// The next page of a search.
    case next(cursor: String, count: Int)
    /// The rows around the next unread article after, or before, a place; nil searches from the start.
    case unread(from: DatePlace?, isBackwards: Bool)
}

/// A request for a part of a list.
struct ListQuestion: Equatable, Sendable {
    var source: ListSource
    var span: ListSpan
    /// Articles already read that stay in a list of unread articles while it is shown.
    var kept: [ArticleID] = []
    /// Answers with an older generation are ignored.
    var generation: Int
}
