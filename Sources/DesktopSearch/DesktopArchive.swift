internal import Articles
internal import FeedLibrary
internal import Messages
internal import Pipelines
internal import System

/// Read-only access to the articles for a desktop's search.
///
/// Not `Sendable`: used by one thread only.
final class DesktopArchive {
    static let maxResults = 10
    /// The time limit of a search. A search that is superseded ends earlier.
    static let timeLimit = Duration.milliseconds(TimeLimit.milliseconds)
    /// The maximum number of cached results. When a shell asks for their texts, the cache answers.
    private static let maxRemembered = 200

    let settings: DesktopSettings
    private var library: Library?
    /// The identity of the open database file.
    private var file: FileStatus.Identity?
    private let icons: IconFiles
    private var remembered: [ArticleID: DesktopResult] = [:]

    init(_ settings: DesktopSettings) {
        self.settings = settings
        icons = IconFiles(folder: settings.cacheFolder + "/icons")
    }

    /// Returns the best matches for a query, or an empty array if the database is missing or the query is invalid.
    ///
    /// - Throws: `SearchError` at the deadline.
    func results(for text: String, until deadline: Deadline = .never) throws -> [DesktopResult] {
        guard let typed = TypedQuery(text) else { return [] }
        let results = try reading(until: deadline.or(.after(Self.timeLimit))) { library in
            var options = SearchOptions()
            options.limit = Self.maxResults
            options.match = .all
            let query = try typed.query { try library.store.complete(prefix: $0, limit: $1) }
            return try library.search(query, options).answer.hits.map { hit in
                var result = DesktopResult(hit, untitled: untitled)
                result.icon = try icons.path(ofFeed: hit.feed, in: library.store)
                return result
            }
        }
        remember(results ?? [])
        return results ?? []
    }

    /// The results for article ids: one for each id, in the same order.
    func results(_ numbers: [ArticleID]) throws -> [DesktopResult] {
        let unknown = numbers.filter { remembered[$0] == nil }
        if !unknown.isEmpty {
            remember(
                try reading { library in
                    var results: [DesktopResult] = []
                    try library.store.forEachArticle(unknown) { article in
                        var result = DesktopResult(article, untitled: untitled)
                        result.icon = try icons.path(ofFeed: article.feed, in: library.store)
                        results.append(result)
                    }
                    return results
                } ?? [])
        }
        return numbers.map { remembered[$0] ?? DesktopResult(missing: $0, untitled: untitled) }
    }

    /// The newest matching articles, or the newest unread articles if the text is empty.
    func newest(_ text: String, limit: Int) throws -> [SearchHit] {
        try reading(until: .after(.seconds(5))) { library in
            var options = SearchOptions()
            options.limit = limit
            options.sort = text.isEmpty ? .newest : .relevance
            let query = try text.isEmpty ? library.parse("is:unread") : TypedQuery(text)?.query
            return try query.map { try library.search($0, options).answer.hits } ?? []
        } ?? []
    }

    private var untitled: String { Message.untitled.text(settings.library.language) }

    private func remember(_ results: [DesktopResult]) {
        if remembered.count + results.count > Self.maxRemembered { remembered = [:] }
        for result in results { remembered[result.number] = result }
    }

    // MARK: - The database

    /// Runs `body` on the database; returns nil if it cannot be read.
    ///
    /// The database is opened again if its file was replaced, and once after an error, because another program may have
    /// upgraded the database.
    private func reading<Result>(
        until deadline: Deadline = .never, _ body: (Library) throws -> Result
    ) throws -> Result? {
        let present = FileStatus(settings.databasePath)?.identity
        if present != file { close() }
        guard present != nil || LibraryPlace(settings.databasePath).isServer else { return nil }
        for isLast in [false, true] {
            do {
                let library =
                    try self.library
                    ?? Library(
                        path: settings.databasePath, for: .reading, settings: settings.library, clock: settings.clock)
                self.library = library
                file = present
                return try library.store.until(deadline) { try library.store.snapshot { try body(library) } }
            } catch let error as SearchError {
                throw error
            } catch let error as StorageError {
                // The last word may be an incomplete name of a feed or tag, so an error of the query only means that
                // nothing was found.
                if error.isOfTheQuery { return nil }
                close()
                if isLast { return nil }
            }
        }
        return nil
    }

    private func close() {
        library = nil
        file = nil
        remembered = [:]
    }
}
