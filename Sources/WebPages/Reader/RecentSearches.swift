internal import Formats

/// The recent searches in this browser. They are stored only in a cookie, so that they work with and without scripts.
/// `suggestions.js` also writes the cookie.
struct RecentSearches: Sendable, Equatable {
    static let cookie = "feedsearch-searches"
    private static let (maxCount, maxQueryBytes, maxBytes) = (12, 200, 1_600)

    /// The queries, most recent first.
    private(set) var queries: [String] = []

    /// - Parameter text: the queries in base64url, separated by dots. Malformed queries are ignored.
    init(cookieValue text: String) {
        queries = text.prefix(4_096).split(separator: ".").prefix(Self.maxCount).compactMap { part in
            guard let bytes = Base64.decode(part.utf8, .url), bytes.count <= Self.maxQueryBytes else { return nil }
            let query = String(decoding: bytes, as: UTF8.self)
            return query.isEmpty ? nil : query
        }
    }

    var cookieValue: String {
        var (text, isFull) = ("", false)
        for query in queries where !isFull {
            let part = (text.isEmpty ? "" : ".") + Base64.encode(Array(query.utf8), .url)
            isFull = text.utf8.count + part.utf8.count > Self.maxBytes
            if !isFull { text += part }
        }
        return text
    }

    mutating func add(_ query: String) {
        if query.isEmpty || query.utf8.count > Self.maxQueryBytes || queries.first == query { return }
        queries = Array(([query] + queries.filter { $0 != query }).prefix(Self.maxCount))
    }

    mutating func forget(_ query: String) { queries.removeAll { $0 == query } }
}
