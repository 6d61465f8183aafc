internal import Articles
internal import Database
package import Pipelines
package import PostgreSQL

/// The libraries of a database, which are the rows of the table `feedsearch.library`.
///
/// A library has a number, which identifies its rows, and a name for users. Numbers are never reused, so a program that
/// still has a removed library open cannot write to another one.
package struct LibraryCatalogue {
    let connection: PostgresConnection
    /// The key of the advisory lock under which libraries are created, renamed and removed: "fdlb".
    static let lock: Int64 = 0x6664_6C62
    /// Seconds since 1970 by the server's clock.
    static let now = "extract(epoch FROM clock_timestamp())::int8"
    /// The time of the last use is updated at most this often, in seconds.
    static let secondsBetweenUses = 60

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Connects to a database, and runs `body` with its catalogue of libraries.
    ///
    /// - Throws: `StorageError`; `SearchError` at the deadline; errors of `body`.
    package static func on<Result>(
        _ address: PostgresAddress, until deadline: Deadline = .never, _ body: (LibraryCatalogue) throws -> Result
    ) throws -> Result {
        do {
            let connection = try PostgresConnection(address, until: deadline)
            return try connection.withDeadline(deadline) { try body(LibraryCatalogue(connection)) }
        } catch let error as PostgresError {
            if PostgresError.Code.queryCanceled ~= error, deadline.isReached {
                throw deadline.isCancelled ? SearchError.cancelled : SearchError.deadlineExceeded
            }
            throw StorageError(error, location: address.text)
        }
    }

    var location: String { connection.address.text }

    // MARK: - Creating and renaming

    /// Creates an empty library, and first the tables if the database is new.
    ///
    /// - Throws: `StorageError.libraryExists`; `libraryBeingRemoved` if a library with this name is being removed.
    package func create(_ name: LibraryName) throws {
        try upgrade()
        try connection.transaction {
            _ = try connection.lock(Self.lock)
            if try library(name) != nil { throw StorageError.libraryExists(name: name.text, location: location) }
            _ = try insert(name)
        }
    }

    /// The number of the library `main`, which is created if it does not exist. The database must be fully upgraded.
    func numberOfMain() throws -> Int64 {
        try connection.transaction {
            _ = try connection.lock(Self.lock)
            return try library(.main)?.number ?? insert(.main)
        }
    }

    /// Must run inside a transaction that holds the lock.
    private func insert(_ name: LibraryName) throws -> Int64 {
        let counter = PostgresRequest(
            LibraryConnection.taking,
            [.integer(0), .int16(0), .text(LibraryConnection.Counter.library.rawValue), .integer(1)])
        guard let number = try connection.integer(counter.sql, counter.values), number > 0 else {
            throw StorageError.damaged(location: location, message: "the counter of libraries is malformed")
        }
        let place = LibrarySlot(library: number)
        _ = try connection.pipeline([
            PostgresRequest(
                """
                INSERT INTO feedsearch.library (number, name, created, used) VALUES ($1, $2, \(Self.now), \(Self.now))
                """, [.integer(number), .text(name.text)]),
            PostgresPages.creation(place), LibraryIdentity.creation(place), Self.refusalOfEarlierPrograms,
        ])
        return number
    }

    /// Renames a library. It keeps its number, so programs that have it open are not affected.
    ///
    /// - Throws: `StorageError`: `noSuchLibrary`, `libraryBeingRemoved`; `libraryExists` for the new name.
    package func rename(_ name: LibraryName, to newName: LibraryName) throws {
        try requireCatalogue(for: name)
        try connection.transaction {
            _ = try connection.lock(Self.lock)
            let found = try existing(name)
            if try library(newName) != nil, newName != name {
                throw StorageError.libraryExists(name: newName.text, location: location)
            }
            _ = try connection.pipeline([
                PostgresRequest(
                    "UPDATE feedsearch.library SET name = $2 WHERE number = $1",
                    [.integer(found.number), .text(newName.text)]), Self.refusalOfEarlierPrograms,
            ])
        }
    }

    func noteUse(of number: Int64) throws {
        try connection.run(
            "UPDATE feedsearch.library SET used = \(Self.now) WHERE number = $1", [.integer(number)])
    }

    // MARK: - Finding

    private func library(_ name: LibraryName) throws -> PostgresSchema.Version.Library? {
        let rows = try connection.query(
            "SELECT number, is_being_removed FROM feedsearch.library WHERE name = $1", [.text(name.text)])
        guard let row = rows.first else { return nil }
        if row.bool(1) { throw StorageError.libraryBeingRemoved(name: name.text, location: location) }
        return PostgresSchema.Version.Library(number: row.integer(0))
    }

    private func existing(_ name: LibraryName) throws -> PostgresSchema.Version.Library {
        guard let library = try library(name) else {
            throw StorageError.noSuchLibrary(name: name.text, location: location)
        }
        return library
    }

    // MARK: - Versions

    /// Creates the tables of a new database, or upgrades an older one.
    private func upgrade() throws {
        let version = try PostgresSchema.version(connection)
        try Self.requireKnown(version, location)
        try PostgresSchema.upgrade(connection, from: version)
    }

    /// Upgrades a database, which must have tables of this program.
    ///
    /// - Throws: `StorageError.noSuchLibrary` if it has no such tables.
    func requireCatalogue(for name: LibraryName) throws {
        if try PostgresSchema.version(connection).steps == 0 {
            throw StorageError.noSuchLibrary(name: name.text, location: location)
        }
        try upgrade()
    }

    static func requireKnown(_ version: PostgresSchema.Version, _ location: String) throws {
        if version.leastProgram > PostgresSchema.newestVersion {
            throw StorageError.newer(
                location: location, version: Int64(version.steps), known: Int64(PostgresSchema.newestVersion))
        }
    }

    /// A statement that makes the database refuse programs that support only one library, unless library 1 is called
    /// `main`. Those programs always use library 1.
    static let refusalOfEarlierPrograms = PostgresRequest(
        """
        UPDATE feedsearch.schema_version SET least_program = greatest(least_program, \(PostgresSchema.severalLibraries))
        WHERE library = 0 AND version = (SELECT max(version) FROM feedsearch.schema_version WHERE library = 0)
            AND NOT EXISTS (
                SELECT 1 FROM feedsearch.library WHERE number = 1 AND name = '\(LibraryName.main.text)'
                    AND NOT is_being_removed)
        """)
}
