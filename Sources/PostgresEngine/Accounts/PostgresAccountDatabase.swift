package import Accounts
package import Database
internal import Formats
internal import Pipelines
internal import PostgreSQL
internal import System

/// The accounts of a library on a server. Any number of processes share them.
///
/// Secrets are encrypted with a key that is not stored in the database. The table `service` contains the key's
/// fingerprint, so that no process uses a different key.
package final class PostgresAccountDatabase: AccountDatabase {
    package let location: String
    package let instanceID: String
    package let key: ServiceKey
    package let isRemote = true
    private let server: PostgresAddress
    private let place: LibrarySlot
    // Separate connections, so that readers do not wait for a writer, which waits for the server's disk and other
    // writers.
    private let reader: Locked<RenewedConnection>
    private let writer: Locked<RenewedConnection>

    /// How long a call may wait for the server.
    private static let maxWait = Duration.seconds(5)

    /// What was done with an accounts file that an earlier version left on this machine.
    package enum LocalFile: Sendable, Equatable {
        case none
        /// The accounts in the file were moved to the server, and the file was renamed to this path.
        case moved(String)
        /// The server already has the accounts of another service, so the file was not used and was renamed to this
        /// path.
        case unused(String)
    }

    /// The result of opening the accounts.
    package struct Opening: Sendable {
        package let database: PostgresAccountDatabase
        package var localFile = LocalFile.none
        /// The fingerprint of the new key, to be shown to the user; nil if no key was created.
        package var newKey: String?
    }

    private init(_ address: LibraryAddress, _ place: LibrarySlot, _ session: sending RenewedConnection, _ row: Service)
    {
        location = address.text
        server = address.server
        self.place = place
        instanceID = row.instanceID
        key = row.key
        reader = Locked(RenewedConnection())
        writer = Locked(session)
    }

    /// Opens the accounts of a library, whose tables must exist.
    ///
    /// If the server has no accounts of the library yet, the accounts in the local file are moved to it in one
    /// transaction; if there is no such file, a new service is created. Then the file is renamed. After a crash between
    /// these two steps, the next call renames the file.
    ///
    /// - Parameter local: the accounts file that an earlier version may have left on this machine.
    /// - Throws: `AccountError`.
    package static func open(
        _ address: LibraryAddress, _ place: LibrarySlot, key: ServiceKeyPlace,
        local: LocalAccounts, now: Int64
    ) throws -> Opening {
        do {
            let session = RenewedConnection(connection: try PostgresConnection(address.server, until: .after(maxWait)))
            let library = try session.library(place)
            if !local.exist {
                let (row, newKey) = try library.connection.transaction {
                    try lockWriters(library, location: address.text)
                    if let row = try service(library, key) { return (row, nil as String?) }
                    return try newService(library, key, now: now)
                }
                return Opening(database: Self(address, place, session, row), newKey: newKey)
            }
            var file = LocalFile.none
            let row = try local.locked(now: now) { content in
                let row = try library.connection.transaction {
                    try lockWriters(library, location: address.text)
                    if let row = try service(library, key) { return row }
                    let row = Service(
                        instanceID: content.instanceID, key: try self.key(key, wanted: content.keyFingerprint))
                    try insert(row, library, now: now)
                    try content.copy(to: library)
                    return row
                }
                file =
                    row.instanceID == content.instanceID
                    ? try .moved(local.setAside(".moved")) : try .unused(local.setAside(".unused"))
                return row
            }
            return Opening(database: Self(address, place, session, row), localFile: file)
        } catch {
            throw AccountError(server: error, location: address.text)
        }
    }

    /// Opens the accounts of a library; returns nil if it has none.
    ///
    /// - Throws: `AccountError`.
    package static func existing(
        _ address: LibraryAddress, _ place: LibrarySlot, key: ServiceKeyPlace
    ) throws -> PostgresAccountDatabase? {
        do {
            let session = RenewedConnection(connection: try PostgresConnection(address.server, until: .after(maxWait)))
            guard let row = try service(session.library(place), key) else { return nil }
            return Self(address, place, session, row)
        } catch let error as PostgresError where PostgresError.Code.undefinedTable ~= error {
            return nil
        } catch {
            throw AccountError(server: error, location: address.text)
        }
    }

    // MARK: - The service

    private struct Service {
        var instanceID: String
        var key: ServiceKey
    }

    /// The row of the library's service; nil if there is none. Never creates a key.
    ///
    /// - Throws: `AccountError.keyOfOthers` or `keyWanted` if this machine does not have the service's key.
    private static func service(_ library: LibraryConnection, _ place: ServiceKeyPlace) throws -> Service? {
        let row = try library.query(
            "SELECT instance, key_fingerprint FROM feedsearch.service WHERE library = $1 AND slot = $2"
        ).first
        guard let row else { return nil }
        return Service(instanceID: row.text(0), key: try key(place, wanted: row.bytes(1)))
    }

    /// - Throws: `AccountError.keyOfOthers` if the key does not have the fingerprint, `keyWanted` if there is no key.
    private static func key(_ place: ServiceKeyPlace, wanted: [UInt8]) throws -> ServiceKey {
        guard let key = try ServiceKey.existing(place) else {
            throw AccountError.keyWanted(place: place.text, wanted: ServiceKey.text(ofFingerprint: wanted))
        }
        if key.has(fingerprint: wanted) { return key }
        throw AccountError.keyOfOthers(
            place: place.text, fingerprint: ServiceKey.text(ofFingerprint: key.fingerprint),
            wanted: ServiceKey.text(ofFingerprint: wanted))
    }

    /// Creates the service of a library that has none, with the key of this machine or a new one.
    private static func newService(
        _ library: LibraryConnection, _ place: ServiceKeyPlace, now: Int64
    ) throws -> (service: Service, newKey: String?) {
        let known = try ServiceKey.existing(place)
        if known == nil, place.file == nil { throw AccountError.keyMissing(path: place.text) }
        // If the transaction fails, the key remains and the next attempt uses it.
        let key = try known ?? ServiceKey(creating: place.file ?? "")
        let row = Service(
            instanceID: Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) }), key: key)
        try insert(row, library, now: now)
        return (row, known == nil ? ServiceKey.text(ofFingerprint: key.fingerprint) : nil)
    }

    private static func insert(_ row: Service, _ library: LibraryConnection, now: Int64) throws {
        try library.run(
            """
            INSERT INTO feedsearch.service (library, slot, instance, key_fingerprint, created) VALUES ($1, $2, $3, $4, $5)
            """, [.text(row.instanceID), .bytes(row.key.fingerprint), .integer(now)])
    }

    /// - Throws: `AccountError.moved` if the library was removed, or is being removed: nothing would remove new rows.
    private static func lockWriters(_ library: LibraryConnection, location: String) throws {
        _ = try library.connection.lock(library.place.accountLock)
        if try library.connection.query(existence(library.place).sql, existence(library.place).values).isEmpty {
            throw AccountError.moved(path: location)
        }
    }

    /// Returns a row unless the library was removed or is being removed.
    private static func existence(_ place: LibrarySlot) -> PostgresRequest {
        PostgresRequest(
            "SELECT number FROM feedsearch.library WHERE number = $1 AND NOT is_being_removed",
            [.integer(place.library)])
    }

    // MARK: - Access

    package func read<Result>(_ body: (any LibraryDatabase) throws -> Result) throws(AccountError) -> Result {
        try run(on: reader) { try body($0) }
    }

    package func write<Result>(
        changesCredentials: Bool, _ body: (any LibraryDatabase) throws -> Result
    ) throws(AccountError) -> Result {
        try run(on: writer) { library in
            let lock = PostgresRequest(
                "SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(place.accountLock)])
            // Do not add rows to a library that has been removed.
            return try library.connection.transaction(
                .readCommitted, reading: [lock, Self.existence(place)]
            ) { rows in
                if rows[1].first == nil { throw AccountError.moved(path: location) }
                let result = try body(library)
                if changesCredentials {
                    try library.connection.postpone(
                        library.request(
                            "UPDATE feedsearch.service SET changes = changes + 1 WHERE library = $1 AND slot = $2"))
                }
                return result
            }
        }
    }

    package func refuseProgramsBefore(_ feature: AccountFeature, _ database: any LibraryDatabase) throws {
        guard let library = database as? LibraryConnection else { return }
        let program =
            switch feature {
            case .states: PostgresSchema.accountStates
            case .invitedMembers: PostgresSchema.invitedMembersProgram
            }
        try library.connection.postpone(PostgresSchema.leastProgram(program))
    }

    package func version() throws(AccountError) -> AccountVersion {
        try run(on: reader) { library in
            AccountVersion(
                number: try library.integer(
                    "SELECT changes FROM feedsearch.service WHERE library = $1 AND slot = $2") ?? -1)
        }
    }

    package func verify() throws(AccountError) {
        try run(on: reader) { library in
            let instance = try library.query(
                "SELECT instance FROM feedsearch.service WHERE library = $1 AND slot = $2"
            ).first?.text(0)
            if instance != instanceID { throw AccountError.moved(path: location) }
        }
    }

    private func run<Result>(
        on session: Locked<RenewedConnection>, _ body: (LibraryConnection) throws -> Result
    ) throws(AccountError) -> Result {
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

/// A connection that is re-established after it was lost.
struct RenewedConnection {
    private var connection: PostgresConnection?
    private var failure: (error: any Error, until: ContinuousClock.Instant)?
    private let texts = PostgresStoredTexts()
    /// After a failed attempt to connect, its error is repeated for this long without another attempt. Otherwise
    /// requests would queue up, each waiting for a server that does not respond.
    private static let restAfterFailure = Duration.seconds(1)

    init(connection: PostgresConnection? = nil) { self.connection = connection }

    mutating func connect(_ address: PostgresAddress, until deadline: Deadline) throws {
        if let connection, !connection.isLost { return }
        if let failure, .now < failure.until { throw failure.error }
        do {
            connection = try PostgresConnection(address, until: deadline)
            failure = nil
        } catch {
            connection = nil
            failure = (error, .now + Self.restAfterFailure)
            throw error
        }
    }

    func library(_ place: LibrarySlot) throws -> LibraryConnection {
        guard let connection else {
            throw PostgresError(sqlState: PostgresError.Code.connectionFailed.characters, message: "no connection")
        }
        return LibraryConnection(connection: connection, place: place, texts: texts)
    }
}

extension AccountError {
    /// Converts an error thrown by an operation on a server.
    init(server error: any Error, location: String) {
        typealias Code = PostgresError.Code
        switch error {
        case let error as AccountError: self = error
        case let error as PostgresError:
            switch error {
            case Code.diskFull: self = .full(path: location)
            case Code.readOnly: self = .readOnly(path: location)
            case Code.lockNotAvailable, Code.deadlock, Code.serializationFailure: self = .locked(path: location)
            case Code.connection, Code.operatorIntervention, Code.permissionDenied, Code.idleInTransaction,
                Code.insufficientResources, Code.queryCanceled:
                self = .unavailable(location: location, message: error.description)
            default: self = .engine(message: error.description)
            }
        default: self = .engine(message: String(describing: error))
        }
    }
}
