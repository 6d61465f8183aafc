internal import Alerting
internal import Articles
package import FeedWriting
internal import Formats
internal import Messages
public import Pipelines
internal import QueryLanguage
internal import System

/// Digests of saved searches as entries of a feed and as books. They contain the articles that arrived in a period,
/// and need no channel.
public struct Digests: LibraryPart {
    let library: Library

    public enum Period: String, Sendable, CaseIterable {
        case day, week

        var days: Int64 { self == .day ? 1 : 7 }
        /// The number of periods in a feed.
        var count: Int64 { self == .day ? 14 : 8 }
    }

    /// Maximum number of articles in a book, and in an entry of a feed, which may be about several searches.
    static let maxArticles = 200
    /// Maximum number of UTF-8 bytes of the texts in a book.
    public static let maxBookBytes = 32 << 20
    /// The number of Unicode scalars of a text that an entry of a feed needs. It shows at most the first 500.
    private static let entryScalars = 1_000
    /// Maximum number of searches in a digest.
    static let maxSearches = 20
    public static let dayRange = 1...366
    public static let defaultDays = 7

    /// A feed with an entry for each of the last complete days or weeks that has articles. An entry changes only if its
    /// articles change.
    ///
    /// - Parameter name: the saved search; nil for all, with a section for each.
    /// - Throws: `StorageError.noSuchSavedSearch`; `InvalidQuery`.
    package func feed(of name: String?, _ period: Period) throws -> OutgoingFeed {
        let searches = try chosen(name)
        let today = day(of: clock.now())
        // Day 0 was a Thursday; weeks begin on Monday.
        let current = period == .day ? today : (today + 3) / 7 * 7 - 3
        let starts = (1...period.count).map { current - $0 * period.days }
        let first = midnight(starts[starts.count - 1])
        let found = try searches.map { (search: $0, articles: try arrived($0, since: first)) }
        let writer = try DigestWriter(library.alerts.environment())
        var entries: [OutgoingFeed.Entry] = []
        for start in starts {
            let bounds = midnight(start)..<midnight(start + period.days)
            let arrived = found.map { (search: $0.search, ids: ids(of: $0.articles, in: bounds)) }
                .filter { !$0.ids.isEmpty }
            if arrived.isEmpty { continue }
            var parts: [DigestWriter.Part] = []
            var rest = Self.maxArticles
            for (place, part) in arrived.enumerated() {
                let chosen = Array(part.ids.prefix(rest / (arrived.count - place)))
                rest -= chosen.count
                parts.append((part.search, try beginnings(of: chosen)))
            }
            let date = String(CivilTime.rfc3339(start * 86_400).prefix(10))
            entries.append(
                writer.entry(
                    parts, id: EntryID.urn("digest", name ?? "", period.rawValue + " " + date), day: date,
                    end: bounds.upperBound))
        }
        let title = name ?? Message.webSavedSearches.text(settings.language)
        return OutgoingFeed(
            id: EntryID.urn("digests", name ?? "", period.rawValue), title: title,
            subtitle: searches.count == 1 ? searches[0].query : "",
            updated: entries.map(\.updated).max() ?? clock.now(), entries: entries)
    }

    /// The digests of a saved search as an Atom document.
    ///
    /// - Returns: the document and its number of entries.
    public func atom(of name: String, _ period: Period) throws -> (document: [UInt8], count: Int) {
        let feed = try feed(of: name, period)
        return (feed.write(as: .atom), feed.entries.count)
    }

    /// The articles of the last days as an EPUB 3 book with their full texts.
    ///
    /// - Parameter maxBytes: the maximum size of the texts. Older articles are left out.
    /// - Returns: the book and the name for its file; nil if no article has arrived.
    /// - Throws: `StorageError.noSuchSavedSearch`; `InvalidQuery`; `SearchError` once the deadline is reached.
    public func book(
        of name: String, days: Int, maxBytes: Int = Digests.maxBookBytes, until deadline: Deadline = .never
    ) throws -> (bytes: [UInt8], fileName: String)? {
        let search = try chosen(name)[0]
        let now = clock.now()
        let numbers = try store.until(deadline) {
            try arrived(search, since: now - Int64(days) * 86_400).prefix(Self.maxArticles).map(\.id)
        }
        if numbers.isEmpty { return nil }
        let articles = try wholeArticles(numbers, maxBytes: maxBytes, until: deadline)
        return try DigestWriter(library.alerts.environment()).book([(search, articles)], created: now)
    }

    /// The first of these articles whose texts have at most `maxBytes` together; at least one. Articles are read one by
    /// one, because a text may be large.
    private func wholeArticles(_ numbers: [ArticleID], maxBytes: Int, until deadline: Deadline) throws -> [Article] {
        var articles: [Article] = []
        var bytes = 0
        for number in numbers {
            guard let article = try store.until(deadline, { try store.article(number) }) else { continue }
            bytes += article.body.utf8.count + (article.html?.utf8.count ?? 0)
            if bytes > maxBytes, !articles.isEmpty { break }
            articles.append(article)
        }
        return articles
    }

    /// Articles without HTML and with only the beginning of their texts, for an entry of a feed.
    private func beginnings(of numbers: [ArticleID]) throws -> [Article] {
        var articles: [Article] = []
        try store.forEachArticle(numbers) { whole in
            var article = whole
            article.html = nil
            article.body = String(whole.body.unicodeScalars.prefix(Self.entryScalars))
            articles.append(article)
        }
        return articles
    }

    private func ids(of articles: [ListedArticle], in period: Range<Int64>) -> [ArticleID] {
        articles.filter { period.contains($0.received) }.map(\.id)
    }

    private func chosen(_ name: String?) throws -> [SavedSearch] {
        if let search = try library.savedSearches.named(name) { return [search] }
        return Array(try store.savedSearches().prefix(Self.maxSearches))
    }

    /// The articles of a search that arrived at or after `start`, newest first.
    private func arrived(_ search: SavedSearch, since start: Int64) throws -> [ListedArticle] {
        let query = try parse(search.query)
        let days = Int((clock.now() - start) / 86_400 + 1)
        let recent = QueryNode.filter(.date(.between(.ago(days, .day), nil), of: .received), utf8Range: 0..<0)
        let root: QueryNode =
            if case .and(let parts) = query.root { .and(parts + [recent]) } else { .and([query.root, recent]) }
        let matches = try library.articles.matches(Query(root: root, text: query.text))
        let request = ListRequest(.articles(matches.map { UInt32(clamping: $0) }))
        return try store.list(request).filter { $0.received >= start }
    }

    /// The local day of a time, counted from 1970-01-01.
    private func day(of time: Int64) -> Int64 {
        let local = time + Int64(clock.secondsEastOfUTC(time))
        return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    }

    /// The beginning of a local day, in seconds since 1970.
    private func midnight(_ day: Int64) -> Int64 {
        let utc = day * 86_400
        let close = utc - Int64(clock.secondsEastOfUTC(utc))
        return utc - Int64(clock.secondsEastOfUTC(close))
    }
}
