internal import Articles
internal import QueryLanguage
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore {
    func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try guarded {
            var builder = AlertTreeBuilder(store: self, dictionary: MatcherDictionary(store: self), languages: [])
            let tree = try builder.tree(query)
            switch tree.truth(at: AlertClock(now: now, utcOffset: utcOffset)) {
            case true?: return .everything
            case false?: return .nothing
            case nil: return .something
            }
        }
    }
}
