internal import Articles
internal import FeedLibrary
internal import Messages
internal import Pipelines
internal import System

/// The articles, as a desktop's search asks for them. It only reads.
///
/// Not `Sendable`: one thread uses it.
final class DesktopArchive {
    static let maxResults = 10
    /// After which a search is given up. One that a newer search replaces ends sooner.
    static let timeLimit = Duration.milliseconds(TimeLimit.milliseconds)
    /// Results that are remembered, so that a shell that asks for their texts is answered without a look at the database.
    private static let maxRemembered = 200

    let settings: DesktopSettings
    private var library: Library?
    /// The file that is open.
    private var file: FileStatus.Identity?
    private let icons: IconFiles
    private var remembered: [ArticleID: DesktopResult] = [:]

    init(_ settings: DesktopSettings) {
        self.settings = settings
        icons = IconFiles(folder: settings.cacheFolder + "/icons")
    }

    /// The best articles for what is typed; none where there is no database, or where it has no answer.
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

    /// What is known of articles, in the order of their numbers; each number has its result.
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

    /// The newest articles that match, or the newest unread ones where nothing is asked for.
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

    /// Runs `body` on the database; nil where there is none that can be read.
    ///
    /// A database that was replaced is opened again, and so is one that fails, once: another program may have upgraded it.
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
                // A feed or tag of that name may not be typed to its end.
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
