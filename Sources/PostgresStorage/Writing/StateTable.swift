internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

/// The statements that change the state of one article. Each changes a row only where something is to be changed.
enum StateTable {
    /// - Parameter isMuted: a rule marks the article; the reader has not seen it.
    static func settingRead(
        _ read: Bool, _ n: Int64, _ library: LibraryConnection, isMuted: Bool = false
    ) -> PostgresRequest {
        library.request(
            """
            UPDATE feedsearch.article SET read = $4, flags = flags & ~\(StoredFlags.muted)::int8 | $5
            WHERE library = $1 AND slot = $2 AND n = $3 AND read <> $4
            """, [.integer(n), .bool(read), .integer(isMuted ? StoredFlags.muted : 0)])
    }

    static func settingStarred(_ starred: Bool, _ n: Int64, _ library: LibraryConnection) -> PostgresRequest {
        library.request(
            """
            UPDATE feedsearch.article SET starred = $4 WHERE library = $1 AND slot = $2 AND n = $3 AND starred <> $4
            """, [.integer(n), .bool(starred)])
    }

    static func settingHidden(_ hidden: Bool, _ n: Int64, _ library: LibraryConnection) -> PostgresRequest {
        library.request(
            """
            UPDATE feedsearch.article SET flags = flags & ~\(StoredFlags.hidden)::int8 | $4
            WHERE library = $1 AND slot = $2 AND n = $3 AND flags & \(StoredFlags.hidden) <> $4
            """, [.integer(n), .integer(hidden ? StoredFlags.hidden : 0)])
    }
}
