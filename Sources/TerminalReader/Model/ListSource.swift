internal import Articles

/// Which articles a list holds, and in which order.
struct ListSource: Equatable, Sendable {
    enum Place: Hashable, Sendable {
        case all, unread, starred, today
        case feed(Int64)
        /// `Tech/Linux`.
        case folder(String)
        case saved(String)
    }

    var place = Place.all
    /// As typed; empty where nothing is searched for.
    var query = ""
    /// The query is being typed: the beginning of a word counts where nothing has the word itself.
    var isTyping = false
    var hidesRead = false
    /// Of a search; lists know no relevance and are sorted by date.
    var searchOrder = SearchRequest.Sort.relevance
    var isOldestFirst = false

    /// Asks the index, whose pages go one way; else dates are followed in both directions.
    var isSearch: Bool {
        if case .saved = place { return true }
        return !query.isEmpty
    }

    var order: SearchRequest.Sort {
        guard isSearch, !query.isEmpty else { return isOldestFirst ? .oldest : .newest }
        return searchOrder
    }

    /// The query of the language that finds these articles; nil for all there are.
    ///
    /// - Parameter address: of the feed, where the place is one.
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
        // Alternatives of what was typed stay together.
        return parts.isEmpty ? query : (["(" + query + ")"] + parts).joined(separator: " ")
    }

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "") + "\"" }
}

/// Which part of a list is asked for.
enum ListSpan: Equatable, Sendable {
    case start(count: Int)
    case end(count: Int)
    case after(DatePlace, count: Int)
    case before(DatePlace, count: Int)
    /// From an article on, that one with them.
    case from(DatePlace, count: Int)
    /// What comes after a page of a search.
    case next(cursor: String, count: Int)
    /// What is around the next unread article after, or before, a place; from the start without one.
    case unread(from: DatePlace?, isBackwards: Bool)
}

/// A list that is asked for.
struct ListQuestion: Equatable, Sendable {
    var source: ListSource
    var span: ListSpan
    /// Read articles that a list of unread ones keeps as long as it is shown.
    var kept: [ArticleID] = []
    /// An answer to an older question is dropped.
    var generation: Int
}
