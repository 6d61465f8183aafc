internal import Database
package import PostgreSQL

/// The numbered steps that upgrade a database to the form that this program reads. Steps are only appended.
///
/// All objects are in the schema `feedsearch`, and statements name it explicitly, because the database may have objects
/// of other users.
package enum PostgresSchema {
    /// The key of the advisory lock that lets only one program at a time upgrade a database: "fdsr".
    private static let upgradeLock: Int64 = 0x6664_7372
    package static var newestVersion: Int { steps.count }

    /// The first program that reads compressed texts, identified by its number of schema steps.
    package static let compressedTexts = 7
    /// The first program that writes word pairs, identified by its number of schema steps. If a library has word pairs,
    /// searches rely on them.
    package static let pairsOfWords = 8

    /// The first program that supports several libraries in a database, identified by its number of schema steps.
    package static let severalLibraries = 12

    /// The first program that tests conditions of saved searches, identified by its number of schema steps. Earlier ones
    /// would notify of each match.
    package static let conditions = 18

    /// The schema version of a database, and the requested library.
    package struct Version: Equatable, Sendable {
        /// A library of the database.
        package struct Library: Equatable, Sendable {
            package var number: Int64
            package var isBeingRemoved = false
            /// Whether the stored time of the last use is out of date.
            package var isUseDue = false
        }

        /// The number of steps that have run; 0 if the database has no tables of this program.
        package var steps = 0
        /// The oldest program that still works with the database, identified by its number of schema steps.
        package var leastProgram = 0
        /// Whether the library is the target of a running or interrupted copy, or is being removed.
        package var isUnfinishedCopy = false
        /// Whether the library was moved away, or its move was interrupted.
        package var isSealed = false
        /// Nil if the library does not exist, or if the database has fewer steps than `severalLibraries`.
        package var library: Library?

        package init() {}

        /// - Parameter row: a row of `versionRequest` or `earlierVersion`.
        package init(_ row: PostgresRow?) {
            guard let row else { return }
            steps = Int(row.integer(0))
            leastProgram = Int(row.integer(1))
            isUnfinishedCopy = row.bool(2)
            isSealed = row.bool(6)
            library = row.integerOrNil(3).map {
                Library(number: $0, isBeingRemoved: row.bool(4), isUseDue: row.bool(5))
            }
        }
    }

    /// Reads the schema version of a database; also works on read-only connections. Takes no round trip if the
    /// connection sent `versionRequest` with its first requests.
    package static func version(
        _ connection: PostgresConnection, of library: LibraryName = .main
    ) throws -> Version {
        try version(connection, versionRequest(of: library))
    }

    /// Like the overload with a name, for a library that is already open.
    static func version(_ connection: PostgresConnection, of place: LibrarySlot) throws -> Version {
        try version(connection, versionRequest(of: place))
    }

    private static func version(_ connection: PostgresConnection, _ request: PostgresRequest) throws -> Version {
        do {
            if let rows = connection.takeFirstAnswers()?.first { return Version(rows.first) }
            return try Version(connection.query(request.sql, request.values).first)
        } catch let error as PostgresError where PostgresError.Code.undefinedTable ~= error {
            return try earlierVersion(connection)
        }
    }

    /// Reads the schema version of a database without a table of libraries, whose only library has the number 1.
    private static func earlierVersion(_ connection: PostgresConnection) throws -> Version {
        do {
            let rows = try connection.query(
                """
                SELECT \(versionColumns), coalesce(bool_or(v.library = 1), false), NULL::int8, false, false, false
                FROM feedsearch.schema_version v
                """)
            return Version(rows.first)
        } catch let error as PostgresError where PostgresError.Code.undefinedTable ~= error {
            return Version()
        }
    }

    /// A query for the schema version and for the library with a name. The version is stored in the rows of library 0.
    /// A row with version 0 for another library means that it is an unfinished copy or is being removed; a row with
    /// `sealVersion`, that it is sealed.
    package static func versionRequest(of library: LibraryName) -> PostgresRequest {
        versionRequest("l.name = $1", .text(library.text))
    }

    /// Like the overload with a name, for a library that is already open and may have been renamed.
    static func versionRequest(of place: LibrarySlot) -> PostgresRequest {
        versionRequest("l.number = $1", .integer(place.library))
    }

    private static func versionRequest(_ condition: String, _ value: PostgresValue) -> PostgresRequest {
        PostgresRequest(
            """
            SELECT \(versionColumns),
                coalesce(bool_or(v.library = l.number AND v.version <> \(sealVersion)), false), max(l.number),
                coalesce(bool_or(l.is_being_removed), false),
                coalesce(max(l.used) < \(LibraryCatalogue.now) - \(LibraryCatalogue.secondsBetweenUses), false),
                coalesce(bool_or(v.library = l.number AND v.version = \(sealVersion)), false)
            FROM feedsearch.schema_version v LEFT JOIN feedsearch.library l ON \(condition)
            """, [value])
    }

    /// The version in the row of a sealed library. Programs that do not know seals refuse it as an unfinished copy.
    static let sealVersion = -1

    // Before step 2, the column `least_program` does not exist, so it is read through JSON.
    private static let versionColumns = """
        coalesce(max(v.version), 0)::int8,
        coalesce(max((to_jsonb(v) ->> 'least_program')::int8) FILTER (WHERE v.library = 0), max(v.version), 0)::int8
        """

    /// Runs the missing steps in one transaction. The role needs no superuser rights, only the right to create a
    /// schema.
    ///
    /// Other programs can read and write meanwhile: a step adds tables and columns, but does not change those in use.
    /// If a table is locked for longer than `lockMilliseconds`, the transaction is rolled back, so that other requests
    /// do not queue up behind it, and tried again.
    ///
    /// - Parameter known: the version that was read just before this call.
    package static func upgrade(
        _ connection: PostgresConnection, from known: Version = Version(), to last: Int = newestVersion
    ) throws {
        if known.steps >= last { return }
        var attempt = 1
        while true {
            do {
                return try connection.transaction { try runSteps(connection, to: last) }
            } catch let error as PostgresError
                where PostgresError.Code.lockNotAvailable ~= error && attempt < maxAttempts
            {
                attempt += 1
            }
        }
    }

    private static let lockMilliseconds = 1_000
    private static let maxAttempts = 60

    private static func runSteps(_ connection: PostgresConnection, to last: Int) throws {
        _ = try connection.lock(upgradeLock)
        try connection.execute(
            """
            SET LOCAL lock_timeout = \(lockMilliseconds);
            CREATE SCHEMA IF NOT EXISTS feedsearch;
            CREATE TABLE IF NOT EXISTS feedsearch.schema_version (
                library int8 NOT NULL, slot int2 NOT NULL, version int4 NOT NULL, PRIMARY KEY (library, slot, version)
            )
            """)
        let version = Int(
            try connection.integer("SELECT coalesce(max(version), 0)::int8 FROM feedsearch.schema_version") ?? 0)
        for number in steps.indices.prefix(last).dropFirst(version) {
            try connection.execute(steps[number].sql)
            try connection.run(
                "INSERT INTO feedsearch.schema_version (library, slot, version) VALUES (0, 0, $1)",
                [.int32(Int32(number + 1))])
        }
        guard version < last else { return }
        // No earlier version of the program can be using a database that has just been created.
        try setLeastProgram(version == 0 ? last : steps[last - 1].leastProgram, connection, steps: last)
    }

    private static func setLeastProgram(_ program: Int, _ connection: PostgresConnection, steps: Int) throws {
        // Before step 2, the column `least_program` does not exist.
        guard steps > 1 else { return }
        try connection.run(
            "UPDATE feedsearch.schema_version SET least_program = $1 WHERE version = $2",
            [.int32(Int32(program)), .int32(Int32(steps))])
    }

    /// Makes the database refuse earlier versions of the program. None of them may be running, because they could not
    /// read texts that are stored from now on.
    package static func refuseEarlierPrograms(_ connection: PostgresConnection) throws {
        try setLeastProgram(newestVersion, connection, steps: newestVersion)
    }

    struct Step {
        /// The oldest program that works with the database after the step, identified by its number of schema steps;
        /// usually the same as for the previous step.
        let leastProgram: Int
        let sql: String
    }
}
