internal import Database
private import System

/// Stores the fetches that the libraries of a host share, and claims addresses, so that only one run of all processes
/// fetches an address at a time.
///
/// All calls block.
package final class SharedFetchStore: Sendable {
    package struct Limits: Sendable {
        /// The maximum size of all stored bodies, compressed.
        package var maxBodyBytes: Int64 = 512 << 20
        /// The maximum size of one body, compressed. Larger bodies are not stored, so that each library fetches them.
        package var maxOneBodyBytes = 2 << 20
        /// The number of stored bytes after which the limits are applied.
        package var bytesBetween = 16 << 20
        /// How long a body is kept after it was stored: longer than the longest interval of a feed without failures.
        package var bodySeconds: Int64 = 2 * 86_400
        /// How long an address is kept after its last fetch.
        package var entrySeconds: Int64 = 30 * 86_400

        package init() {}
    }

    private let database: any SharedFetchDatabase
    package let limits: Limits
    /// The number of fetches and compressed bytes that were stored since the last call of `tidy`.
    private let stored = Locked((count: 0, bytes: 0))

    /// The number of stored fetches after which the limits are applied.
    private static let storedBetween = 64
    /// The lifetime of a claim that is not renewed, in seconds.
    package static let claimSeconds: Int64 = 90
    /// Hub messages for an address within this number of seconds count as one.
    private static let hintSeconds: Int64 = 60
    /// Maximum number of quiet hosts.
    private static let maxQuietHosts: Int64 = 10_000

    package init(_ database: any SharedFetchDatabase, limits: Limits = Limits()) {
        self.database = database
        self.limits = limits
    }

    // MARK: - Addresses

    /// The known addresses among `ids`.
    package func entries(_ ids: [Int64]) throws(AccountError) -> [Int64: SharedFetchEntry] {
        try database.read { try Self.entries(ids, $0) }
    }

    /// Chooses the addresses to fetch, and claims them for a run.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970. On a server, claims expire by the server's clock.
    ///   - choose: receives the known addresses among `ids` without expired claims, and the hosts that other runs are
    ///     fetching from. Returns the addresses to claim.
    package func claim(
        _ ids: [Int64], for run: String, now: Int64,
        _ choose: (_ known: [Int64: SharedFetchEntry], _ busyHosts: Set<String>) -> [SharedFetchEntry]
    ) throws(AccountError) {
        try database.write { database in
            let time = try Self.time(database, now)
            var known = try Self.entries(ids, database)
            for (id, entry) in known where entry.claimUntil <= time { known[id]?.claim = nil }
            let busy = try database.rows(
                """
                SELECT DISTINCT f.host FROM \(rows: .sharedFetch) f
                WHERE f.claim IS NOT NULL AND f.claim <> \(run) AND f.claim_until > \(time)
                """
            ) { $0.text(0) }
            var chosen = choose(known, Set(busy))
            for index in chosen.indices {
                chosen[index].claim = run
                chosen[index].claimUntil = time + Self.claimSeconds
            }
            try Self.write(chosen, database)
        }
    }

    /// Extends the claims of a run.
    package func renew(_ run: String, now: Int64) throws(AccountError) {
        try database.write { database in
            let time = try Self.time(database, now)
            try database.run(
                .update(.sharedFetch, set: "claim_until = \(time + Self.claimSeconds)", where: "claim = \(run)"))
        }
    }

    /// Ends the claims of a run.
    package func release(_ run: String) throws(AccountError) {
        try database.write { database in
            try database.run(.update(.sharedFetch, set: "claim = NULL, claim_until = 0", where: "claim = \(run)"))
        }
    }

    /// Stores the result of a fetch and ends its claim. A result that is older than the stored one is not stored.
    package func record(_ entry: SharedFetchEntry, _ change: BodyChange) throws(AccountError) {
        var change = change
        var byteCount = 0
        if case .replaced(let body) = change {
            if body.count > limits.maxOneBodyBytes { change = .removed } else { byteCount = body.count }
        }
        let isTime = stored.withLock { stored in
            stored = (stored.count + 1, stored.bytes + byteCount)
            guard stored.count >= Self.storedBetween || stored.bytes >= limits.bytesBetween else { return false }
            stored = (0, 0)
            return true
        }
        try write(entry, change)
        if isTime { try tidy(now: entry.checked) }
    }

    private func write(_ entry: SharedFetchEntry, _ change: BodyChange) throws(AccountError) {
        var entry = entry
        entry.claim = nil
        entry.claimUntil = 0
        try database.write { database in
            let known = try database.first(
                "SELECT f.checked, f.hinted FROM \(rows: .sharedFetch) f WHERE f.id = \(entry.id)"
            ) { (checked: $0.seconds(0), hinted: $0.integer(1)) }
            if let known, known.checked > entry.checked { return }
            // A message of a hub that arrived during the fetch still needs another fetch.
            entry.hinted = known.map { $0.hinted == entry.hinted ? -abs($0.hinted) : $0.hinted } ?? 0
            try Self.write([entry], database)
            if case .none = change { return }
            try database.run(.delete(from: .sharedBody, where: "id = \(entry.id)"))
            if case .replaced(let body) = change {
                try database.run(
                    .insert(
                        into: .sharedBody,
                        [
                            "id": .integer(entry.id), "stored": .integer(entry.checked),
                            "byte_count": .integer(Int64(body.count)), "bytes": .bytes(body),
                        ]))
            }
        }
    }

    /// How a fetch changes the stored body.
    package enum BodyChange: Sendable {
        /// The stored body is current, or the fetch failed.
        case none
        /// The new body, compressed.
        case replaced([UInt8])
        /// The new body is not stored.
        case removed
    }

    /// The compressed body of an address; nil if it is not stored.
    package func body(_ id: Int64) throws(AccountError) -> [UInt8]? {
        try database.read { database in
            try database.first("SELECT b.bytes FROM \(rows: .sharedBody) b WHERE b.id = \(id)") { $0.bytes(0) }
        }
    }

    /// Removes old bodies, the oldest bodies above the size limit, and addresses that are no longer fetched.
    package func tidy(now: Int64) throws(AccountError) {
        try database.write { database in
            try database.run([
                .delete(from: .sharedBody, where: "stored < \(now - limits.bodySeconds)"),
                .delete(
                    from: .sharedFetch,
                    where: "checked < \(now - limits.entrySeconds) AND claim_until < \(now - limits.entrySeconds)"),
                .delete(from: .quietHost, where: "until <= \(now)"),
                .delete(
                    from: .sharedUse, where: "id NOT IN (SELECT f.id FROM \(rows: .sharedFetch) f)"),
            ])
            try removeBodies(above: limits.maxBodyBytes, database)
        }
    }

    // MARK: - Libraries of accounts

    /// Records that a library uses these addresses.
    package func use(_ ids: [Int64], by library: HostedLibrary.ID) throws(AccountError) {
        let known = try database.read { database in
            try database.integers(
                "SELECT u.id FROM \(rows: .sharedUse) u WHERE u.account_library = \(library) AND u.id \(isOneOf: ids)")
        }
        let new = Set(ids).subtracting(known)
        if new.isEmpty { return }
        try database.write { database in
            try database.insert(
                new.sorted().map { [.integer(library), .integer($0)] }, into: .sharedUse, ["account_library", "id"],
                onConflict: .isIgnored)
        }
    }

    /// Removes the entries that are used only by libraries not in `libraries`.
    ///
    /// - Parameter libraries: the libraries that belong to an account.
    package func removeUses(exceptOf libraries: Set<HostedLibrary.ID>) throws(AccountError) {
        func former(_ database: any LibraryDatabase) throws -> [Int64] {
            try database.integers("SELECT DISTINCT u.account_library FROM \(rows: .sharedUse) u")
                .filter { !libraries.contains($0) }
        }
        if try database.read(former).isEmpty { return }
        try database.write { database in
            let gone = try former(database)
            let ids = try database.integers(
                "SELECT DISTINCT u.id FROM \(rows: .sharedUse) u WHERE u.account_library \(isOneOf: gone)")
            try database.run(.delete(from: .sharedUse, where: "account_library \(isOneOf: gone)"))
            let used = try database.integers(
                "SELECT DISTINCT u.id FROM \(rows: .sharedUse) u WHERE u.id \(isOneOf: ids)")
            let unused = Set(ids).subtracting(used).sorted()
            try database.run([
                .delete(from: .sharedFetch, where: "id \(isOneOf: unused)"),
                .delete(from: .sharedBody, where: "id \(isOneOf: unused)"),
            ])
        }
    }

    /// Removes bodies until at most `maxBytes` remain: at each step, the oldest body of the library with the largest
    /// share. The size of a body is divided among the libraries that use it (`CacheShares`), so a library that uses
    /// many large bodies displaces its own first.
    private func removeBodies(above maxBytes: Int64, _ database: any LibraryDatabase) throws {
        let bodies = try database.rows(
            "SELECT b.id, b.byte_count FROM \(rows: .sharedBody) b ORDER BY b.stored DESC, b.id"
        ) { (id: $0.integer(0), byteCount: Int64($0.count(1))) }
        if bodies.reduce(0, { $0 + $1.byteCount }) <= maxBytes { return }
        let uses = try database.rows("SELECT u.id, u.account_library FROM \(rows: .sharedUse) u") {
            (id: $0.integer(0), user: $0.integer(1))
        }
        let users = Dictionary(grouping: uses, by: \.id).mapValues { $0.map(\.user) }
        var shares = CacheShares()
        for body in bodies { shares.add(body.id, byteCount: body.byteCount, of: users[body.id] ?? [0]) }
        let old = shares.remove(downTo: maxBytes)
        try database.run(.delete(from: .sharedBody, where: "id \(isOneOf: old)"))
    }

    /// The size of the stored bodies of feeds and of icons, compressed.
    package func byteCounts() throws(AccountError) -> (feeds: Int64, icons: Int64) {
        try database.read { database in
            let known = try database.rows(
                """
                SELECT f.host = \(SharedFetchEntry.iconHost), \(sqlite: "sum(b.byte_count)", postgres: "sum(b.byte_count)::int8")
                FROM \(rows: .sharedBody) b JOIN \(rows: .sharedFetch) f ON f.id = b.id
                GROUP BY 1
                """
            ) { ($0.bool(0), $0.integer(1)) }
            func sum(_ isIcon: Bool) -> Int64 { known.first { $0.0 == isIcon }?.1 ?? 0 }
            return (sum(false), sum(true))
        }
    }

    // MARK: - Messages of hubs

    /// Records that a hub has announced new content at an address. The next refresh of any library that subscribes to
    /// the address fetches it for all of them.
    package func hint(_ id: Int64, now: Int64) throws(AccountError) {
        try database.write { database in
            // The hub sends a message to each library. Messages within a minute announce the same content.
            try database.run(
                .update(
                    .sharedFetch, set: "hinted = \(now)",
                    where: "id = \(id) AND (abs(hinted) <= \(now - Self.hintSeconds) OR abs(hinted) > \(now))"))
        }
    }

    /// Records that the fetch caused by a hub message has failed, so that other libraries do not repeat it.
    package func endHint(_ entry: SharedFetchEntry) throws(AccountError) {
        if entry.hinted <= 0 { return }
        try database.write { database in
            try database.run(
                .update(
                    .sharedFetch, set: "hinted = \(-entry.hinted)",
                    where: "id = \(entry.id) AND hinted = \(entry.hinted)"))
        }
    }

    // MARK: - Hosts

    /// The hosts that asked not to be contacted, and until when.
    package func quietHosts(now: Int64) throws(AccountError) -> [String: Int64] {
        try database.read { database in
            let rows = try database.rows(
                """
                SELECT q.host, q.until FROM \(rows: .quietHost) q WHERE q.until > \(now)
                ORDER BY q.until DESC LIMIT \(Self.maxQuietHosts)
                """
            ) { ($0.text(0), $0.integer(1)) }
            return Dictionary(rows, uniquingKeysWith: { $1 })
        }
    }

    package func keep(quietHosts: [String: Int64]) throws(AccountError) {
        if quietHosts.isEmpty { return }
        try database.write { database in
            try database.insert(
                quietHosts.sorted { $0.key < $1.key }.map { [.text($0.key), .integer($0.value)] }, into: .quietHost,
                ["host", "until"], onConflict: .updates(["until"]))
        }
    }

    // MARK: - Rows

    private static let columns = Table.sharedFetch.columns.map(\.name)

    /// The current time for claims, in seconds since 1970: on a server, by the server's clock.
    private static func time(_ database: any LibraryDatabase, _ now: Int64) throws -> Int64 {
        if database.dialect == .sqlite { return now }
        return try database.integer("SELECT extract(epoch FROM pg_catalog.clock_timestamp())::int8") ?? now
    }

    private static func entries(_ ids: [Int64], _ database: any LibraryDatabase) throws -> [Int64: SharedFetchEntry] {
        let found = try database.rows(
            """
            SELECT \(sql: .columns(columns, of: .sharedFetch, alias: "f")), b.id
            FROM \(rows: .sharedFetch) f LEFT JOIN \(rows: .sharedBody) b ON b.id = f.id
            WHERE f.id \(isOneOf: ids)
            """, entry)
        return Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    private static func entry(_ row: any DatabaseRow) -> SharedFetchEntry {
        var entry = SharedFetchEntry(id: row.integer(0), digest: row.bytes(1), host: row.text(2))
        entry.claim = row.textOrNil(3)
        entry.claimUntil = row.seconds(4)
        entry.checked = row.seconds(5)
        entry.nextFetch = row.seconds(6)
        entry.failures = row.count(7)
        entry.etag = row.textOrNil(8)
        entry.lastModified = row.textOrNil(9)
        entry.contentHash = row.textOrNil(10)
        entry.finalURL = row.textOrNil(11)
        entry.movedTo = row.textOrNil(12)
        entry.status = row.count(13)
        entry.contentType = row.textOrNil(14)
        entry.contentLocation = row.textOrNil(15)
        entry.links = row.text(16)
        entry.maxAge = row.secondsOrNil(17)
        entry.retryUntil = row.secondsOrNil(18)
        entry.failure = row.textOrNil(19)
        entry.failureStatus = row.count(20)
        entry.failureText = row.textOrNil(21)
        entry.milliseconds = Int64(row.count(22))
        entry.hinted = row.integer(23)
        entry.hasBody = !row.isNull(24)
        return entry
    }

    private static func write(_ entries: [SharedFetchEntry], _ database: any LibraryDatabase) throws {
        let rows = entries.map { entry -> [DatabaseValue] in
            [
                .integer(entry.id), .bytes(entry.digest), .text(entry.host), .text(orNull: entry.claim),
                .integer(entry.claimUntil), .integer(entry.checked), .integer(entry.nextFetch),
                .integer(Int64(entry.failures)), .text(orNull: entry.etag), .text(orNull: entry.lastModified),
                .text(orNull: entry.contentHash), .text(orNull: entry.finalURL), .text(orNull: entry.movedTo),
                .integer(Int64(entry.status)), .text(orNull: entry.contentType),
                .text(orNull: entry.contentLocation), .text(entry.links), .integer(orNull: entry.maxAge),
                .integer(orNull: entry.retryUntil), .text(orNull: entry.failure),
                .integer(Int64(entry.failureStatus)), .text(orNull: entry.failureText),
                .integer(entry.milliseconds), .integer(entry.hinted),
            ]
        }
        try database.insert(
            rows, into: .sharedFetch, columns, onConflict: .updates(Array(columns.dropFirst())))
    }
}
