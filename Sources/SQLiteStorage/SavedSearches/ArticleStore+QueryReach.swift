internal import SavedSearchMatching
public import Articles
public import QueryLanguage
internal import SQLite

extension ArticleStore {
    /// Whether a saved search can ever alert, or always does, for articles that come from now on.
    ///
    /// - Throws: `StorageError`, `QuerySyntaxError` of a saved search inside it.
    public func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try guarded {
            var builder = AlertTreeBuilder(store: self, books: AlertBooks(store: self), languages: [])
            let tree = try builder.tree(query)
            switch tree.truth(at: AlertClock(now: now, utcOffset: utcOffset)) {
            case true?: return .everything
            case false?: return .nothing
            case nil: return .something
            }
        }
    }
}
