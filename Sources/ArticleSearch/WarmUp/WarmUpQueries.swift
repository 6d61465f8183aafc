internal import Articles
internal import QueryLanguage

/// Warm-up queries: searches that run before the first real one, to load the program's code, its tables and frequent
/// pages into memory. Solr calls them warming queries
/// (<https://solr.apache.org/guide/solr/latest/configuration-guide/caches-warming.html>).
///
/// Their words are from the newest titles, so they are in the languages of the stored articles.
package struct WarmUpQueries {
    /// With more articles, a warm-up query may delay a real search, so none is run while busy.
    package static let maxArticlesWhileBusy = 100_000
    private static let titles = 8
    private static let wordsOfTitle = 4
    /// The time left for all warm-up queries.
    private var budget = Duration.milliseconds(100)

    /// The remaining searches, in reverse order.
    private var requests: [SearchRequest]

    package init(_ source: any SearchSource) throws {
        requests = try source.newestTitles(Self.titles).flatMap(Self.requests).reversed()
    }

    /// Runs the next search.
    ///
    /// - Returns: false if none was left.
    package mutating func advance(_ searcher: ArticleSearcher) throws -> Bool {
        guard let request = requests.popLast() else { return false }
        let clock = ContinuousClock()
        budget -= try clock.measure { _ = try searcher.search(request) }
        if budget < .zero { requests.removeAll() }
        return true
    }

    /// Searches for each of the title's first words, all of them, any of them, the first one with all fields of the
    /// hits, and the first two as a phrase.
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
