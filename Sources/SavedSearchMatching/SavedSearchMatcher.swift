internal import Articles
package import PostingIndex
internal import QueryLanguage
package import TextAnalysis

/// The saved searches that alert, turned round: given a batch of articles, which of them find which articles.
///
/// A batch comes inverted, so that each word that searches name is looked up once a batch, not once an article; then each
/// search takes the shortest list of documents that it requires through the rest of it, with the words and places that go
/// into the index. Of a small batch only those searches are looked at of which it has a required word (`RequiredTerms`). What it
/// answers is what `ArticleStore.search` with `Match.all` would.
package final class SavedSearchMatcher: @unchecked Sendable {
    // Changed by the writer's thread alone.

    /// The articles that one search has found.
    package struct Match {
        package var search: Int64
        package var leavesOutHidden: Bool
        /// Where in `BatchMatches.documents` its articles stand, ascending.
        package var documents: Range<Int>
    }

    private unowned let store: any MatchingStore
    private let dictionary: MatcherDictionary
    /// Languages whose stems the searches look for: others need other searches.
    package let languages: [StemLanguage]
    private let shared: SharedSearches
    private var index = PresearchIndex()
    private var places: [Int64: Int32] = [:]
    /// Searches that name other searches.
    package private(set) var referring: Set<Int64> = []
    /// Searches that mean nothing now, such as one that names another that is gone.
    package private(set) var broken: Set<Int64> = []

    package init(store: any MatchingStore, shared: SharedSearches, languages: [StemLanguage]) {
        self.store = store
        self.languages = languages
        self.shared = shared
        dictionary = MatcherDictionary(store: store)
    }

    package var count: Int { places.count }

    /// More is left of forgotten searches than there is of living ones: it is time for a new one.
    package var needsRebuild: Bool { index.searches.count - places.count > max(1_000, places.count) }

    // MARK: - Searches

    /// Adds a search, or takes its new form. Counts from the next `publish` on.
    package func set(_ id: Int64, query: String) throws {
        remove(id)
        store.forgetFailure(ofSearch: id)
        var builder = AlertTreeBuilder(store: store, dictionary: dictionary, languages: languages)
        defer { if builder.refersToOthers { referring.insert(id) } }
        let tree: AlertTree
        do {
            tree = try builder.tree(QueryParser.parse(query))
        } catch  where error is QuerySyntaxError || error is StorageError {
            broken.insert(id)
            return
        }
        places[id] = index.insert(
            id, tree, keys: tree.requiredTerms(in: dictionary)?.keys, leavesOutHidden: !builder.asksForHidden)
    }

    package func remove(_ id: Int64) {
        referring.remove(id)
        broken.remove(id)
        if let place = places.removeValue(forKey: id) { index.remove(at: place) }
    }

    /// Makes the searches as they are now known to all who match.
    ///
    /// - Parameter generation: never the same for different searches.
    package func publish(generation: Int) {
        index.terms = dictionary.terms
        index.prefixes = dictionary.prefixes
        index.generation = generation
        shared.index = count > 0 ? index : nil
    }

    // MARK: - Matching

    /// Begins to match a batch: what its words decide.
    ///
    /// - Parameters:
    ///   - batch: asked for only where it is needed, since it may have to be made anew.
    ///   - prepared: what has been found already; counts if the searches are still the same.
    ///   - articles: of each document of the batch its article's number; 0 for those that are not asked about.
    /// - Returns: what `finish` wants once the batch is stored; nil where there is nothing to match. Until then the batch
    ///   may not change.
    package func begin(
        _ batch: @autoclosure () -> InvertedBatch, prepared: BatchMatches? = nil, articles: [Int64], clock: AlertClock
    ) -> MatchingRun? {
        guard count > 0, articles.contains(where: { $0 != 0 }) else { return nil }
        let run = MatchingRun(articles: articles, clock: clock, feeds: dictionary.feeds, store: store)
        if let prepared, prepared.generation == index.generation {
            run.found = prepared
            return run
        }
        let batch = batch()
        let isWorthThread = count >= Self.largeCount && articles.count >= Self.largeCount
        run.work(isLarge: isWorthThread) { [index, shared] in index.match(batch, lists: shared.takeLists()) }
        return run
    }

    /// From so many searches and articles on, another thread is worth it.
    private static let largeCount = 200

    /// Finds all matches of a batch that is stored: those of each search together, each once.
    package func finish(_ run: MatchingRun, _ body: (BatchMatches, Match) throws -> Void) throws {
        guard let found = run.wait() else { return }
        dictionary.feeds.beginBatch()
        for part in found.deferred where !isSuspended(part.search) {
            let documents = Array(found.documents[Int(part.start)..<Int(part.start + part.count)])
            try run.verify(part.search, documents, by: index.searches[Int(part.search)].row)
        }
        if !index.byFeed.isEmpty { try considerFeeds(run, found) }
        for part in found.matches {
            let search = index.searches[Int(part.search)]
            try body(
                found,
                Match(
                    search: search.id, leavesOutHidden: search.leavesOutHidden,
                    documents: Int(part.start)..<Int(part.start + part.count)))
        }
        shared.give(found.takeLists())
        try note(run.failed)
    }

    private func isSuspended(_ place: Int32) -> Bool {
        store.isSuspended(search: index.searches[Int(place)].id)
    }

    private func note(_ failed: [Int32: Int64]) throws {
        for (place, article) in failed.sorted(by: { $0.key < $1.key }) {
            let id = index.searches[Int(place)].id
            try store.recordFailure(ofSearch: id, article: article)
        }
    }

    /// Searches that are limited by feeds alone.
    private func considerFeeds(_ run: MatchingRun, _ found: BatchMatches) throws {
        var documentsOf: [Int64: [UInt32]] = [:]
        for document in run.asked {
            if let feed = try run.facts(of: document)?.stored.feed { documentsOf[feed, default: []].append(document) }
        }
        var candidates: [Int32: [UInt32]] = [:]
        for (feed, documents) in documentsOf {
            for filter in try dictionary.feeds.filters(matching: feed) {
                for place in index.byFeed[filter] ?? [] where index.searches[Int(place)].isAlive {
                    candidates[place, default: []] += documents
                }
            }
        }
        for (place, documents) in candidates where !isSuspended(place) {
            let search = index.searches[Int(place)]
            var documents = Array(Set(documents)).sorted()
            if search.words >= 0 {
                found.matcher.filter(documents, by: search.words)
                documents = found.matcher.found
            }
            try run.verify(place, documents, by: search.row)
        }
    }
}
