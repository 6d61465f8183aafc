package import PostgreSQL

/// A connection to the server, and the library on which its statements operate. In every statement, `$1` and `$2` are
/// the values of the columns that identify the library.
package struct LibraryConnection {
    package let connection: PostgresConnection
    package let place: LibrarySlot
    let texts: PostgresStoredTexts

    /// - Parameter texts: reads the library's texts. Pass the same object again to reuse its dictionaries.
    package init(connection: PostgresConnection, place: LibrarySlot, texts: PostgresStoredTexts = PostgresStoredTexts())
    {
        self.connection = connection
        self.place = place
        self.texts = texts
    }

    package func query(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresRows {
        try connection.query(sql, place.values + values)
    }

    @discardableResult
    package func run(_ sql: String, _ values: [PostgresValue] = []) throws -> Int {
        try connection.run(sql, place.values + values)
    }

    package func integer(_ sql: String, _ values: [PostgresValue] = []) throws -> Int64? {
        try connection.integer(sql, place.values + values)
    }

    package func request(_ sql: String, _ values: [PostgresValue] = []) -> PostgresRequest {
        PostgresRequest(sql, place.values + values)
    }

    /// Runs statements in one round trip.
    @discardableResult
    package func pipeline(_ requests: [PostgresRequest]) throws -> [PostgresRows] { try connection.pipeline(requests) }

    /// Inserts rows with COPY.
    ///
    /// - Parameters:
    ///   - columns: the names of the columns, without `library` and `slot`.
    ///   - values: returns the values of a row.
    package func copy<Rows: Sequence>(
        into table: String, _ columns: [String], _ rows: Rows, _ values: (Rows.Element) throws -> [PostgresValue]
    ) throws {
        let names = (["library", "slot"] + columns).joined(separator: ", ")
        try connection.copy(into: "feedsearch.\(table) (\(names))") { writer in
            for row in rows { try writer.write(place.values + values(row)) }
        }
    }

    // MARK: - Numbers

    package enum Counter: String {
        case article, feed, folder, author, tag, history, action, change, rule, search, delivery
        case searchChange = "search_change"
        /// The last assigned library number. This counter is stored in the rows of library 0.
        case library
        case alertBatch = "alert_batch"
        /// Number of times that the list of frequent words was written.
        case frequentWords = "frequent_words"
        /// The number of guids that have been replaced. Readers check this number, because they cache guids.
        case rename
        case account, token, session, invitation
        case appPassword = "app_password"
        case signIn = "sign_in"
        case hostedLibrary = "hosted_library"
        case destination, sending
    }

    /// Takes the next numbers from a counter. The counter's row is locked until the end of the transaction.
    ///
    /// - Returns: the first of the numbers.
    package func take(_ count: Int, _ counter: Counter) throws -> Int64 {
        let last = try integer(Self.taking, [.text(counter.rawValue), .integer(Int64(count))])
        // If the counter was tampered with, the numbers may be invalid or already used. Inserting rows with them then
        // fails.
        return (last ?? 0) &- Int64(count) &+ 1
    }

    /// A statement that takes `$4` numbers from the counter `$3`, and returns the last of these numbers.
    package static let taking = """
        INSERT INTO feedsearch.counter (library, slot, name, last) VALUES ($1, $2, $3, $4)
        ON CONFLICT (library, slot, name) DO UPDATE SET last = counter.last + excluded.last RETURNING last
        """

    package func last(_ counter: Counter) throws -> Int64 {
        try integer(
            "SELECT last FROM feedsearch.counter WHERE library = $1 AND slot = $2 AND name = $3",
            [.text(counter.rawValue)]) ?? 0
    }
}
