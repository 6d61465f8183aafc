package import Articles
internal import TextAnalysis

/// The saved searches that cause alerts, cached by a writing process between its batches.
///
/// The searches are loaded with the first batch, and only if any search causes alerts. Later transactions compare one
/// number to detect changes, and reload the changed searches.
package final class AlertingSearches {
    package var settings = AlertSettings()
    package private(set) var matcher: SavedSearchMatcher?
    /// The number of matches recorded through this store.
    package var recorded = 0
    package let failing = FailingSearches()
    /// The searches for the threads that prepare batches.
    package let shared = SharedSearches()
    /// The number of the newest known change of a search.
    private var change: Int64 = -1
    private var generation = 0
    private var languages: [StemLanguage] = []

    package init() {}

    package var isOn: Bool { (matcher?.count ?? 0) > 0 }

    /// Loads the changes since the last transaction.
    package func refresh(_ store: any AlertStore) throws {
        let changes = try store.searchChanges()
        if changes.newest == change, !isOn { return }
        try refresh(store, changes, newArticles: 0)
    }

    /// Updates the languages that a transaction has added. The searches can no longer change within that transaction.
    ///
    /// - Parameter newArticles: the number of articles in the transaction that are not in the index yet.
    package func refreshLanguages(_ store: any AlertStore, newArticles: Int) throws {
        if isOn { try refresh(store, (0, change), newArticles: newArticles) }
    }

    /// Makes the next transaction reload the searches, because the changes loaded so far may have been rolled back.
    package func forget() { change = -1 }

    private func refresh(
        _ store: any AlertStore, _ changes: (oldest: Int64, newest: Int64), newArticles: Int
    ) throws {
        let current = try store.currentLanguages(newArticles: newArticles)
        if changes.newest == change, current == languages { return }
        languages = current
        if let matcher, matcher.languages == languages, change >= 0,
            change >= changes.oldest || change &+ 1 == changes.oldest, !matcher.needsRebuild
        {
            try update(matcher, store)
        } else {
            matcher = try load(store)
        }
        change = changes.newest
        generation += 1
        if let matcher { matcher.publish(generation: generation) } else { shared.index = nil }
    }

    private func load(_ store: any AlertStore) throws -> SavedSearchMatcher? {
        let searches = try store.alertingQueries(of: nil)
        if searches.isEmpty { return nil }
        let matcher = SavedSearchMatcher(store: store, shared: shared, languages: languages)
        for (search, query) in searches { try matcher.set(search, query: query) }
        return matcher
    }

    private func update(_ matcher: SavedSearchMatcher, _ store: any AlertStore) throws {
        let changed = try matcher.referring.union(store.searches(changedAfter: change))
        if changed.isEmpty { return }
        let queries = Dictionary(try store.alertingQueries(of: changed).map { ($0.search, $0.query) }) { $1 }
        for id in changed {
            if let query = queries[id] { try matcher.set(id, query: query) } else { matcher.remove(id) }
        }
    }
}
