internal import Articles
internal import Database
internal import PostgreSQL

/// A lock that ensures that only one process delivers alerts for a library. The lock has its own connection.
///
/// Usually it is an advisory lock of the session, which the server releases when the connection ends. A pooler shares
/// sessions between clients, so behind one the lock is a lease: a row with its holder and an expiry time, which is
/// renewed while it is in use. If the holder dies, others wait until the lease expires. Neither kind of lock can be
/// taken while the other is held.
final class PostgresDeliveryLock: DeliveryLock {
    private let connection: PostgresConnection
    private let library: LibraryConnection
    /// Identifies this process in the row of the lease; nil for a session lock.
    private let holder: [UInt8]?
    private var renewed = ContinuousClock.now
    private static let leaseSeconds = 300

    /// - Returns: nil if another process holds the lock.
    init?(_ address: PostgresAddress, _ place: LibrarySlot, usesLease: Bool = false) throws {
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
            "DELETE FROM feedsearch.delivery_lease WHERE library = $1 AND slot = $2 AND holder = $3", [.bytes(holder)])
    }

    private static let now = "extract(epoch FROM clock_timestamp())::int8"

    private func takeSessionLock() throws -> Bool {
        let key = [PostgresValue.integer(library.place.deliveryLock)]
        guard try connection.query("SELECT pg_catalog.pg_try_advisory_lock($1)", key).first?.bool(0) == true else {
            return false
        }
        // If this returns false, the lock is released when the connection is closed.
        return try library.integer(
            "SELECT until FROM feedsearch.delivery_lease WHERE library = $1 AND slot = $2 AND until >= \(Self.now)")
            == nil
    }

    private func takeLease() throws -> Bool {
        try connection.transaction {
            guard try connection.lock(library.place.deliveryLock, wait: false) else { return false }
            return try library.run(
                """
                INSERT INTO feedsearch.delivery_lease AS l (library, slot, holder, until)
                VALUES ($1, $2, $3, \(Self.now) + \(Self.leaseSeconds)) ON CONFLICT (library, slot)
                DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE l.until < \(Self.now)
                """, [.bytes(holder ?? [])]) == 1
        }
    }

    var isHeld: Bool {
        do {
            guard let holder else { return try connection.query("SELECT 1").count == 1 }
            let now = ContinuousClock.now
            if now - renewed < .seconds(Self.leaseSeconds / 3) { return true }
            let isRenewed =
                try library.run(
                    """
                    UPDATE feedsearch.delivery_lease SET until = \(Self.now) + \(Self.leaseSeconds)
                    WHERE library = $1 AND slot = $2 AND holder = $3
                    """, [.bytes(holder)]) == 1
            if isRenewed { renewed = now }
            return isRenewed
        } catch {
            return false
        }
    }
}
