internal import Articles
internal import LibraryStorage
internal import SQLite
internal import SavedSearchMatching

extension SQLiteStore {
    func deliveryLock() -> (any DeliveryLock)? { FileDeliveryLock(database: path) }

    package func takeSearchID() throws -> Int64 {
        let last = try connection.integer(
            "SELECT max(id) FROM (SELECT max(id) AS id FROM saved_search UNION ALL SELECT max(search) FROM alert_change)"
        )
        return (last ?? 0) &+ 1
    }

    package func noteChange(ofSearches: [Int64]) throws {}

    package func didRemove(searches: [Int64]) throws {}

    package func searchChanges() throws -> (oldest: Int64, newest: Int64) {
        // Two SELECTs, each of which uses the index; one for both would read all rows.
        (
            try connection.integer("SELECT min(number) FROM alert_change") ?? 0,
            try connection.integer("SELECT max(number) FROM alert_change") ?? 0
        )
    }

    package func searches(changedAfter change: Int64) throws -> Set<Int64> {
        let rows = try connection.prepare("SELECT search FROM alert_change WHERE number > ?")
        try rows.bind([.integer(change)])
        var searches: Set<Int64> = []
        while try rows.step() { searches.insert(rows.integer(0)) }
        return searches
    }
}
