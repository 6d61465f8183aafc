internal import Articles
package import PostingIndex
internal import QueryLanguage
package import TextAnalysis

/// An index of the saved searches that have a channel. It finds which searches match which articles of a batch.
///
/// A batch is inverted first, so that each term of the searches is looked up once per batch, not once per article. For
/// each search, the shortest document list that it requires is found, and its documents are verified against the rest
/// of the search. For a small batch, only searches with a required term in the batch (`RequiredTerms`) are candidates.
/// The result equals that of `ArticleStore.search` with `Match.all`.
package final class SavedSearchMatcher: @unchecked Sendable {
    // Sendable because only the writer's thread changes the properties.

    /// The matches of one search.
    package struct Match {
        package var search: Int64
        package var leavesOutHidden: Bool
        /// The range of the matching articles in `BatchMatches.documents`, ascending.
        package var documents: Range<Int>
    }

    private unowned let store: any MatchingStore
    private let dictionary: MatcherDictionary
    /// The languages whose stems the searches use. If they change, a new matcher is needed.
    package let languages: [StemLanguage]
    private let shared: SharedSearches
    private var index = PresearchIndex()
    private var places: [Int64: Int32] = [:]
    /// Searches that refer to other searches.
    package private(set) var referring: Set<Int64> = []
    /// Searches that are currently invalid, such as one that refers to a deleted search.
    package private(set) var broken: Set<Int64> = []

    package init(store: any MatchingStore, shared: SharedSearches, languages: [StemLanguage]) {
        self.store = store
        self.languages = languages
        self.shared = shared
        dictionary = MatcherDictionary(store: store)
    }

    package var count: Int { places.count }

    /// Whether more searches have been removed than remain, and more than 1,000. The matcher must then be replaced.
    package var needsRebuild: Bool { index.searches.count - places.count > max(1_000, places.count) }

    // MARK: - Searches

    /// Adds or replaces a search. Takes effect with the next `publish`.
    package func set(_ id: Int64, query: String) throws {
        remove(id)
        store.failing.forget(.search, id)
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

    /// Publishes the current searches to all threads that match.
    ///
    /// - Parameter generation: must differ for each set of searches.
    package func publish(generation: Int) {
        index.terms = dictionary.terms
        index.prefixes = dictionary.prefixes
        index.generation = generation
        shared.index = count > 0 ? index : nil
    }

    // MARK: - Matching

    /// Starts matching a batch by evaluating the conditions on words.
    ///
    /// - Parameters:
    ///   - batch: evaluated only if needed, because it may have to be inverted again.
    ///   - prepared: matches found earlier; used if the searches have not changed.
    ///   - articles: for each document of the batch, the article id; 0 for documents that are not matched.
    /// - Returns: a run to pass to `finish` after the batch is stored; nil if there is nothing to match. The batch must
    ///   not change until then.
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

    /// With fewer searches or fewer articles than this, matching does not use another thread.
    private static let largeCount = 200

    /// Finds all matches of a stored batch, grouped by search. Each article is listed once per search.
    package func finish(_ run: MatchingRun, _ body: (BatchMatches, Match) throws -> Void) throws {
        guard let found = run.wait() else { return }
        dictionary.feeds.beginBatch()
        store.willRead(run.asked.map { run.articles[Int($0)] })
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
        store.failing.isSuspended(.search, index.searches[Int(place)].id)
    }

    private func note(_ failed: [Int32: Int64]) throws {
        for (place, article) in failed.sorted(by: { $0.key < $1.key }) {
            let id = index.searches[Int(place)].id
            try store.recordFailure(ofSearch: id, article: article)
        }
    }

    /// Matches the searches whose keys are all feeds.
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
