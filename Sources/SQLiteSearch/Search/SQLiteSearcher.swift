package import SQLite
internal import SearchRanking

/// Answers searches from one connection to a database: ranking, facets, similar articles, completion, names.
///
/// Each call reads one state of the database; the caller opens the snapshot where several calls must see the same one.
package final class SQLiteSearcher {
    package let connection: Connection
    package let collector = MatchCollector()
    /// Reads ahead what lies on the disk; nil where the system does it.
    package var prefetcher: Prefetcher?
    package lazy var statistics = IndexStatistics(connection: connection, prefetcher: prefetcher, caches: caches)
    /// Shared with other readers of the database; nil for who writes.
    private let caches: IndexCaches?

    /// Registers the SQL functions that searching needs on the connection.
    package init(connection: Connection, caches: IndexCaches? = nil) throws {
        self.connection = connection
        self.caches = caches
        try collector.register(on: connection)
        try AddressWords.register(on: connection)
    }
}
