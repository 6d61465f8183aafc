internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SQLiteSearch
internal import SavedSearchMatching
internal import TextAnalysis

/// The saved searches that alert, as a writing process keeps them between its batches.
///
/// Loaded when the first batch is written, and only where any search alerts; later batches look at one number to learn
/// whether any search has changed, and take over those that have.
final class Alerting {
    var settings = AlertSettings()
    private(set) var matcher: SavedSearchMatcher?
    /// How many matches were written down by this store.
    var recorded = 0
    let failing = FailingSearches()
    /// The newest entry of `alert_change` that is known.
    private var change: Int64 = -1
    /// For those who prepare batches.
    let shared = SharedSearches()
    private var generation = 0
    private var languages: [StemLanguage] = []

    var isOn: Bool { (matcher?.count ?? 0) > 0 }

    /// Takes over what has changed since the last batch.
    ///
    /// - Parameter newArticles: those of the transaction, whose languages count as well.
    func refresh(_ store: SQLiteStore, newArticles: Int = 0) throws {
        let connection = store.connection
        let newest = try connection.integer("SELECT max(number) FROM alert_change") ?? 0
        if newest == change, !isOn { return }
        let current = try store.statistics.currentLanguages(newArticles: newArticles)
        if newest == change, current == languages { return }
        languages = current
        let oldest = try connection.integer("SELECT min(number) FROM alert_change") ?? 0
        if let matcher, matcher.languages == languages, change >= oldest || change &+ 1 == oldest,
            !matcher.needsRebuild
        {
            try update(matcher, connection)
        } else {
            matcher = try load(store)
        }
        change = newest
        generation += 1
        if let matcher { matcher.publish(generation: generation) } else { shared.index = nil }
    }

    private func load(_ store: SQLiteStore) throws -> SavedSearchMatcher? {
        let rows = try store.connection.prepare(
            "SELECT s.id, s.query FROM alert_rule r CROSS JOIN saved_search s ON s.id = r.search")
        var matcher: SavedSearchMatcher?
        while try rows.step() {
            let all = matcher ?? SavedSearchMatcher(store: store, shared: shared, languages: languages)
            matcher = all
            try all.set(rows.integer(0), query: rows.text(1))
        }
        return matcher
    }

    private func update(_ matcher: SavedSearchMatcher, _ connection: Connection) throws {
        var changed = matcher.referring
        let rows = try connection.prepare("SELECT search FROM alert_change WHERE number > ?")
        try rows.bind([.integer(change)])
        while try rows.step() { changed.insert(rows.integer(0)) }
        for id in changed {
            let query = try connection.text(
                "SELECT s.query FROM alert_rule r JOIN saved_search s ON s.id = r.search WHERE r.search = ?",
                [.integer(id)])
            if let query { try matcher.set(id, query: query) } else { matcher.remove(id) }
        }
    }
}
