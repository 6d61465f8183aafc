internal import Articles
internal import HTTPServer

/// The articles that a page of the reader lists.
enum ReaderView: Sendable, Equatable {
    case unread, all, today, starred
    case feed(Int64)
    case folder(String)
    case saved(String)
    /// Articles whose author has exactly this name.
    case author(String)
    /// - Parameter query: the query as entered; empty before the first search.
    case search(query: String, sort: SearchRequest.Sort)
    /// The articles that were opened last, the latest first.
    case opened
    /// The articles whose numbers are in the URL, in that order.
    case listed([Int64])

    /// The path of the view's page, relative to the service.
    var path: String {
        switch self {
        case .unread: ""
        case .all: "all"
        case .today: "today"
        case .starred: "starred"
        case .feed(let id): "feed/\(id)"
        case .folder(let path):
            "folder/" + path.split(separator: "/").map { FormEncoding.encode($0) }.joined(separator: "/")
        case .saved(let name): "saved/" + FormEncoding.encode(name)
        case .author(let name): "author/" + FormEncoding.encode(name)
        case .search: "search"
        case .opened, .listed: "recent"
        }
    }

    /// The query parameters of the view's address.
    var fields: [(String, String)] {
        if case .listed(let numbers) = self { return [("articles", numbers.map(String.init).joined(separator: ","))] }
        guard case .search(let query, let sort) = self else { return [] }
        return [("q", query)] + (sort == .relevance ? [] : [("sort", sort.rawValue)])
    }

    /// Whether the rows are in date order, so that the rows before and after a position can be read.
    var isByDate: Bool {
        switch self {
        case .search, .opened, .listed: false
        default: true
        }
    }

    /// The page with the settings of the view's feed or saved search, relative to the service.
    var settings: String? {
        switch self {
        case .feed, .saved: path + "/settings"
        default: nil
        }
    }

    /// The number of slashes in the view's path.
    var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    /// The address of the view with further query parameters, relative to the service.
    func address(_ more: [(String, String?)] = []) -> String {
        let fields = self.fields + more.compactMap { name, value in value.map { (name, $0) } }
        if fields.isEmpty { return path.isEmpty ? "./" : path }
        return (path.isEmpty ? "./" : path) + "?"
            + FormEncoding.encode(fields.map { (name: $0.0, value: $0.1) })
    }
}
