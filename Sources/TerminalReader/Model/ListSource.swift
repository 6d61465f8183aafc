internal import Articles

/// The selection and order of the articles in a list.
struct ListSource: Equatable, Sendable {
    enum Place: Hashable, Sendable {
        case all, unread, starred, today, opened
        case feed(Int64)
        /// A folder by its path, for example `Tech/Linux`.
        case folder(String)
        case saved(String)
        /// The articles whose author has exactly this name.
        case author(String)

        /// Whether the list leaves out replies. A list that the user has chosen article by article contains them.
        var foldsReplies: Bool {
            switch self {
            case .all, .today, .feed, .folder: true
            case .unread, .starred, .opened, .saved, .author: false
            }
        }
    }

    var place = Place.all
    /// The query as entered; empty if the list is not a search.
    var query = ""
    /// Whether the user is still entering the query. If nothing matches the last word, it is then searched for as a
    /// prefix.
    var isTyping = false
    var hidesRead = false
    /// The order of a search. Other lists are sorted by date; opened articles are sorted by the time of opening.
    var searchOrder = SearchRequest.Sort.relevance
    var isOldestFirst = false

    /// Whether the list is a search, which can only be read forwards. Other lists are sorted by date and can be read in
    /// either direction.
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
    /// - Parameter address: the feed's address, if the list belongs to a feed.
    func queryText(address: String? = nil) -> String? {
        var parts: [String] = []
        switch place {
        case .all: break
        case .unread: parts.append("is:unread")
        case .starred: parts.append("is:starred")
        case .today: parts.append("date:1d")
        case .opened: parts.append("is:opened")
        case .feed: parts.append("feed:" + Self.quoted(address ?? ""))
        case .folder(let path): parts.append("folder:" + Self.quoted(path))
        case .author(let name): parts.append("author:" + Self.quoted(name))
        case .saved(let name): parts.append("search:" + Self.quoted(name))
        }
        if hidesRead, place != .unread { parts.append("is:unread") }
        guard !query.isEmpty else { return parts.isEmpty ? nil : parts.joined(separator: " ") }
        // Parentheses keep alternatives (OR) in the entered query together.
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
    /// Rows from an article on, including that article.
    case from(DatePlace, count: Int)
    /// The next page of a search.
    case next(cursor: String, count: Int)
    /// The rows around the next unread article after or before a position, or from the start of the list if the
    /// position is nil.
    case unread(from: DatePlace?, isBackwards: Bool)
}

/// A request for a part of a list.
struct ListQuestion: Equatable, Sendable {
    var source: ListSource
    var span: ListSpan
    /// Articles that were read while the list was shown. They remain in a list of unread articles.
    var kept: [ArticleID] = []
    /// The number of the request. Responses to earlier requests are ignored.
    var generation: Int
}
