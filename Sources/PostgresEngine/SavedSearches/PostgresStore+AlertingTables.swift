package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import SavedSearchMatching

extension PostgresStore: SavedSearchStoring {}

extension PostgresStore: OutboxStoring {
    package func deliveryLock() -> (any DeliveryLock)? { try? PostgresDeliveryLock(address, place) }
}

extension PostgresStore {
    package func takeSearchID() throws -> Int64 { try library.take(1, .search) }

    package func noteChange(ofSearches searches: [Int64]) throws {
        if searches.isEmpty { return }
        hasChangedSearches = true
        let number = try library.take(1, .searchChange)
        try connection.postpone(
            library.request(
                """
                INSERT INTO feedsearch.search_change (library, slot, search, number)
                SELECT $1, $2, u.id, $4 FROM unnest($3::int8[]) AS u(id)
                ON CONFLICT (library, slot, search) DO UPDATE SET number = excluded.number
                """, [.integers(searches), .integer(number)]))
    }

    package func didRemove(searches: [Int64]) throws {
        if searches.isEmpty { return }
        try library.pipeline(
            ["alert_rule", "alert", "alert_queue", "alert_waiting", "alert_delivery"].map {
                library.request(
                    "DELETE FROM feedsearch.\($0) WHERE library = $1 AND slot = $2 AND search = ANY ($3)",
                    [.integers(searches)])
            } + [
                library.request(
                    """
                    INSERT INTO feedsearch.alert_forgotten (library, slot, search, batch)
                    SELECT $1, $2, u.search, b.newest FROM unnest($3::int8[]) AS u(search) CROSS JOIN (
                        SELECT max(id) AS newest FROM feedsearch.alert_batch WHERE library = $1 AND slot = $2
                    ) b WHERE b.newest IS NOT NULL ON CONFLICT DO NOTHING
                    """, [.integers(searches)])
            ])
    }

    package func searchChanges() throws -> (oldest: Int64, newest: Int64) { (0, try library.last(.searchChange)) }

    package func searches(changedAfter change: Int64) throws -> Set<Int64> {
        let rows = try library.query(
            "SELECT search FROM feedsearch.search_change WHERE library = $1 AND slot = $2 AND number > $3",
            [.integer(change)])
        return Set(rows.map { $0.integer(0) })
    }
}
