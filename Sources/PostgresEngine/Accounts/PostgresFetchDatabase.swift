package import Accounts
package import Database
internal import Pipelines
internal import PostgreSQL
internal import System

/// The fetches that the libraries of a host on a server share, on a connection of their own.
package final class PostgresFetchDatabase: SharedFetchDatabase {
    private let location: String
    private let server: PostgresAddress
    private let place: LibrarySlot
    private let session: Locked<RenewedConnection>
    private static let maxWait = Duration.seconds(10)

    private init(_ address: LibraryAddress, _ place: LibrarySlot) {
        location = address.text
        server = address.server
        self.place = place
        session = Locked(RenewedConnection())
    }

    /// The fetches of the host whose accounts are in this library. Connects with the first statement.
    ///
    /// - Returns: nil if the library does not exist.
    package static func existing(_ address: LibraryAddress) throws -> PostgresFetchDatabase? {
        try PostgresLibrary.find(address, until: .after(maxWait)).map { Self(address, $0.place) }
    }

    package func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try run { try body($0) }
    }

    package func write<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try run { library in
            let lock = PostgresRequest("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(place.fetchLock)])
            // Nothing would remove rows that are added to a library while it is being removed.
            let existence = PostgresRequest(
                "SELECT number FROM feedsearch.library WHERE number = $1 AND NOT is_being_removed",
                [.integer(place.library)])
            return try library.connection.transaction(.readCommitted, reading: [lock, existence]) { rows in
                if rows[1].first == nil { throw AccountError.moved(path: location) }
                return try body(library)
            }
        }
    }

    private func run<Result>(_ body: (LibraryConnection) throws -> Result) throws(AccountError) -> Result {
        do {
            return try session.withLock { session in
                try session.connect(server, until: .after(Self.maxWait))
                let library = try session.library(place)
                return try library.connection.withDeadline(.after(Self.maxWait)) { try body(library) }
            }
        } catch {
            throw AccountError(server: error, location: location)
        }
    }
}
