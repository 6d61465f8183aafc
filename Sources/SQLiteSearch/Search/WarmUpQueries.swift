internal import Articles
internal import QueryLanguage
package import SQLite

/// Searches whose answers nobody sees, asked before the first real one: they bring the program's code, its tables and the
/// pages that many searches meet into memory. Solr knows them as warming queries
/// (<https://solr.apache.org/guide/solr/latest/configuration-guide/caches-warming.html>).
///
/// The words are those of the newest titles, so that they are in the languages that are searched.
package struct WarmUpQueries {
    /// Where there are more, a search may take so long that a question which comes meanwhile waits for it.
    package static let maxArticlesWhileBusy = 100_000
    private static let titles = 8
    private static let wordsOfTitle = 4
    /// What all of them may take together: a real search is not to wait for many slow ones.
    private var budget = Duration.milliseconds(100)

    /// The searches that are left, the first one last.
    private var requests: [SearchRequest]

    package init(_ connection: Connection) throws {
        var titles: [String] = []
        let newest = try connection.prepare(
            "SELECT title FROM article_text WHERE title <> '' ORDER BY n DESC LIMIT \(Self.titles)")
        while try newest.step() { titles.append(newest.text(0)) }
        requests = titles.flatMap(Self.requests).reversed()
    }

    /// Asks the next search.
    ///
    /// - Returns: false when none is left.
    package mutating func advance(_ searcher: SQLiteSearcher) throws -> Bool {
        guard let request = requests.popLast() else { return false }
        let clock = ContinuousClock()
        budget -= try clock.measure { _ = try searcher.search(request) }
        if budget < .zero { requests.removeAll() }
        return true
    }

    /// Words one by one, together, either of them, as a phrase; and the title's words with all that a page shows.
    private static func requests(_ title: String) -> [SearchRequest] {
        let words = title.split(separator: " ").prefix(wordsOfTitle).map { $0.prefix(12) }
        guard let first = words.first else { return [] }
        var requests = words.compactMap { request(String($0), .all) }
        let all = words.joined(separator: " ")
        requests.append(contentsOf: [request(all, .all), request(all, .any)].compactMap(\.self))
        requests.append(contentsOf: [request("\(first)", .all, fields: .everything)].compactMap(\.self))
        let phrase = words.prefix(2).joined(separator: " ").filter { $0 != "\"" }
        if let query = try? QueryParser.parse("\"\(phrase)\"") { requests.append(Self.request(query, .all, .ids)) }
        return requests
    }

    private static func request(
        _ text: String, _ match: SearchRequest.Match, fields: SearchRequest.Fields = .ids
    ) -> SearchRequest? {
        guard let query = try? QueryParser.literal(text), !query.isEmpty else { return nil }
        return request(query, match, fields)
    }

    private static func request(
        _ query: Query, _ match: SearchRequest.Match, _ fields: SearchRequest.Fields
    ) -> SearchRequest {
        var request = SearchRequest(query: query, now: 0)
        request.match = match
        request.fields = fields
        return request
    }
}
