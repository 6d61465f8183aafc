package import Articles
internal import Formats
internal import Pipelines
internal import QueryLanguage
internal import System

/// Article counts by day and by feed.
package struct DailyArticles: Sendable {
    /// All days of the period, ascending; days without an article are included.
    package var days: [DayCount]
    /// The feeds of the articles and their numbers of articles, the most frequent feed first.
    package var feeds: [Facets.Count]
}

/// A day in the time zone of the library, and its number of articles.
package struct DayCount: Sendable {
    /// The date, for example `2026-03-01`.
    package var day: String
    package var articles: Int
}

extension DailyArticles {
    /// Counts the articles of the last `days` days up to today: all of them, or those that match a query.
    ///
    /// - Returns: nil if counting takes longer than `limit`.
    /// - Throws: `InvalidQuery`, `StorageError`.
    /// - Complexity: reads the row of each article of these days.
    package static func counted(
        in library: Library, matching text: String?, days: Int, within limit: Duration
    ) throws -> DailyArticles? {
        let clock = library.clock
        let now = clock.now()
        let recent = QueryNode.filter(.date(.between(.ago(days, .day), nil), of: .published), utf8Range: 0..<0)
        var root = recent
        if let text {
            let query = try library.parse(text)
            root = .and([query.root, recent])
        }
        var request = SearchRequest(
            query: Query(root: root, text: text ?? ""), now: now, utcOffset: clock.secondsEastOfUTC)
        request.match = .all
        let facets: Facets
        do {
            facets = try library.store.until(.after(limit)) { try library.store.facets(for: request) }
        } catch SearchError.deadlineExceeded { return nil }
        let counts = Dictionary(facets.days.map { ($0.value, $0.articles) }, uniquingKeysWith: +)
        let today = CivilTime(unixSeconds: now, utcOffset: clock.secondsEastOfUTC).day
        return DailyArticles(
            days: (0..<days).reversed().map { ago in
                let day = String(CivilTime.rfc3339(Int64(today - ago) * 86_400).prefix(10))
                return DayCount(day: day, articles: counts[day] ?? 0)
            }, feeds: facets.feeds)
    }
}
