package import Articles

/// Which articles a page of the reader lists.
package enum ReaderView: Sendable, Equatable {
    case unread, all, today, starred
    case feed(Int64)
    case folder(String)
    case saved(String)
    /// - Parameter query: as typed; empty before anything was searched for.
    case search(query: String, sort: SearchRequest.Sort)
    /// Articles that the address names, in its order: what was opened last.
    case listed([Int64])

    /// The path of its page, relative to the service.
    package var path: String {
        switch self {
        case .unread: ""
        case .all: "all"
        case .today: "today"
        case .starred: "starred"
        case .feed(let id): "feed/\(id)"
        case .folder(let path):
            "folder/" + path.split(separator: "/").map { FormEncoding.encode($0) }.joined(separator: "/")
        case .saved(let name): "saved/" + FormEncoding.encode(name)
        case .search: "search"
        case .listed: "recent"
        }
    }

    /// The fields that stand behind the path.
    var fields: [(String, String)] {
        if case .listed(let numbers) = self { return [("articles", numbers.map(String.init).joined(separator: ","))] }
        guard case .search(let query, let sort) = self else { return [] }
        return [("q", query)] + (sort == .relevance ? [] : [("sort", sort.rawValue)])
    }

    /// Whether its rows stand in the order of dates, so that a place leads to what is newer and older.
    package var isByDate: Bool {
        switch self {
        case .search, .listed: false
        default: true
        }
    }

    /// The page of its settings, relative to the service.
    var settings: String? {
        switch self {
        case .feed, .saved: path + "/settings"
        default: nil
        }
    }

    /// How many slashes the path has.
    var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    /// The address of the view with more fields behind it, relative to the service.
    package func address(_ more: [(String, String?)] = []) -> String {
        let fields = self.fields + more.compactMap { name, value in value.map { (name, $0) } }
        if fields.isEmpty { return path.isEmpty ? "./" : path }
        return (path.isEmpty ? "./" : path) + "?"
            + FormEncoding.encode(fields.map { (name: $0.0, value: $0.1) })
    }
}
