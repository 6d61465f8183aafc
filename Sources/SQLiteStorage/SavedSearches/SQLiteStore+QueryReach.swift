internal import Articles
internal import QueryLanguage
internal import SavedSearchMatching

extension SQLiteStore {
    func reach(
        of query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int
    ) throws -> QueryReach {
        try guarded { try reach(of: query, at: AlertClock(now: now, utcOffset: utcOffset)) }
    }
}
