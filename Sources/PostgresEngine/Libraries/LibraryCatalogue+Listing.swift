internal import Articles
internal import Database
internal import PostgreSQL

extension LibraryCatalogue {
    /// A library in the list of a database's libraries.
    package struct Entry: Equatable, Sendable {
        package var name: LibraryName
        package var articles: Int64
        /// Subscriptions.
        package var feeds: Int64
        /// The estimated size of the library in bytes (`share`).
        package var bytes: Int64
        /// Seconds since 1970.
        package var created: Int64
        /// When the library was last opened for writing, received articles or recorded an action, in seconds since
        /// 1970.
        package var lastUse: Int64
        package var isBeingRemoved: Bool
    }

    /// All libraries, by name; empty if the database has no tables of this program.
    ///
    /// - Complexity: reads the rows of all feeds, but no articles.
    package func entries() throws -> [Entry] {
        let version = try PostgresSchema.version(connection)
        try Self.requireKnown(version, location)
        if version.steps == 0 { return [] }
        if version.steps < PostgresSchema.newestVersion { throw StorageError.needsMigration(location: location) }
        let rows = try connection.query(
            """
            SELECT l.name, coalesce(f.articles, 0), coalesce(f.subscribed, 0), l.created,
                greatest(l.used, h.at, a.at), l.is_being_removed, \(Self.allBytes)
            FROM feedsearch.library l
            LEFT JOIN (
                SELECT library, least(sum(articles), 1e18)::int8 AS articles, count(*) FILTER (WHERE subscribed) AS subscribed
                FROM feedsearch.feed GROUP BY library
            ) f ON f.library = l.number
            LEFT JOIN LATERAL (
                SELECT at FROM feedsearch.history WHERE library = l.number AND slot = 0 ORDER BY token DESC LIMIT 1
            ) h ON true
            LEFT JOIN LATERAL (
                SELECT at FROM feedsearch.action WHERE library = l.number AND slot = 0 ORDER BY id DESC LIMIT 1
            ) a ON true
            ORDER BY l.name
            """)
        // Forged counts may overflow the sum, which `share` then ignores.
        let all = rows.reduce(Int64(0)) { $0 &+ max(0, $1.integer(1)) }
        return rows.compactMap { row in
            guard let name = LibraryName(row.text(0)) else { return nil }
            return Entry(
                name: name, articles: row.integer(1), feeds: row.integer(2),
                bytes: Self.share(of: row.integer(6), row.integer(1), of: all, libraries: rows.count),
                created: row.integer(3), lastUse: row.integer(4), isBeingRemoved: row.bool(5))
        }
    }

    /// Estimates a library's share of the size of all libraries from its number of articles. Counting its actual bytes
    /// would require reading all of its rows.
    static func share(of bytes: Int64, _ articles: Int64, of all: Int64, libraries: Int) -> Int64 {
        if libraries <= 1 { return bytes }
        if all <= 0 { return bytes / Int64(libraries) }
        return Int64(Double(bytes) * min(1, max(0, Double(articles) / Double(all))))
    }

    /// An SQL expression for the size of all tables with their indexes.
    static let allBytes = """
        (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 FROM pg_class c
            JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'feedsearch' AND c.relkind = 'r')
        """
}
