internal import Articles
internal import Database
internal import PostgreSQL

/// A lock, with its own connection, that ensures that only one process at a time does a certain kind of work on a
/// library.
///
/// Usually it is an advisory lock of the session, which the server releases when the connection ends. A pooler shares
/// sessions between clients, so behind a pooler the lock is a lease: a row with its holder and an expiry time, which is
/// renewed while it is in use. If the holder crashes, others wait until the lease expires. Neither kind of lock can be
/// taken while the other kind is held.
final class PostgresLibraryLock: LibraryLock {
    private let connection: PostgresConnection
    private let library: LibraryConnection
    /// Identifies this process in the row of the lease; nil if the lock is a session lock.
    private let holder: [UInt8]?
    private var renewed = ContinuousClock.now
    private let key: Int64
    /// The table of the lease.
    private let table: String
    private let leaseSeconds: Int

    /// - Returns: nil if another process holds the lock.
    init?(_ work: LibraryWork, _ address: PostgresAddress, _ place: LibrarySlot, usesLease: Bool = false) throws {
        switch work {
        case .delivery: (key, table, leaseSeconds) = (place.deliveryLock, "delivery_lease", 300)
        case .refresh: (key, table, leaseSeconds) = (place.refreshLock, "refresh_lease", 120)
        }
        connection = try PostgresConnection(address)
        library = LibraryConnection(connection: connection, place: place)
        if usesLease || connection.isPooled {
            holder = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
            if try !takeLease() { return nil }
        } else {
            holder = nil
            if try !takeSessionLock() { return nil }
        }
    }

    deinit {
        guard let holder else { return }
        _ = try? library.run(
            "DELETE FROM feedsearch.\(table) WHERE library = $1 AND slot = $2 AND holder = $3", [.bytes(holder)])
    }

    private static let now = "extract(epoch FROM clock_timestamp())::int8"

    private func takeSessionLock() throws -> Bool {
        let lock = "SELECT pg_catalog.pg_try_advisory_lock($1)"
        guard try connection.query(lock, [.integer(key)]).first?.bool(0) == true else {
            return false
        }
        // If this returns false, the lock is released when the connection is closed.
        return try library.integer(
            "SELECT until FROM feedsearch.\(table) WHERE library = $1 AND slot = $2 AND until >= \(Self.now)")
            == nil
    }

    private func takeLease() throws -> Bool {
        try connection.transaction {
            guard try connection.lock(key, wait: false) else { return false }
            return try library.run(
                """
                INSERT INTO feedsearch.\(table) AS l (library, slot, holder, until)
                SELECT number, $2, $3, \(Self.now) + \(leaseSeconds) FROM feedsearch.library
                WHERE number = $1 AND NOT is_being_removed FOR SHARE ON CONFLICT (library, slot)
                DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE l.until < \(Self.now)
                """, [.bytes(holder ?? [])]) == 1
        }
    }

    var isHeld: Bool {
        do {
            guard let holder else { return try connection.query("SELECT 1").count == 1 }
            let now = ContinuousClock.now
            if now - renewed < .seconds(leaseSeconds / 3) { return true }
            let isRenewed =
                try library.run(
                    """
                    UPDATE feedsearch.\(table) SET until = \(Self.now) + \(leaseSeconds)
                    WHERE library = $1 AND slot = $2 AND holder = $3
                    """, [.bytes(holder)]) == 1
            if isRenewed { renewed = now }
            return isRenewed
        } catch {
            return false
        }
    }
}
