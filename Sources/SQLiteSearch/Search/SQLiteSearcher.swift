package import SQLite
internal import SearchRanking

/// Answers searches from one connection to a database: ranking, facets, similar articles, completion, names.
///
/// Each call reads one state of the database. Callers open a snapshot if several calls must see the same state.
package final class SQLiteSearcher {
    package let connection: Connection
    package let collector = MatchCollector()
    package let texts: StoredTexts
    /// Reads pages ahead; nil leaves that to the system.
    package var prefetcher: Prefetcher?
    package lazy var statistics = IndexStatistics(connection: connection, prefetcher: prefetcher, caches: caches)
    /// Shared with other readers of the database; nil for the writer.
    private let caches: IndexCaches?

    /// Registers the SQL functions that searching needs on the connection.
    package init(connection: Connection, caches: IndexCaches? = nil) throws {
        self.connection = connection
        self.caches = caches
        try collector.register(on: connection)
        try AddressWords.register(on: connection)
        texts = try StoredTexts(connection: connection)
    }
}
