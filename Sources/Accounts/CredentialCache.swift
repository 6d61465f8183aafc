/// A credential that was found in the database.
struct FoundCredential: Sendable {
    let principal: Principal
    /// The number of the last change of the accounts at the time of reading.
    var change: Int64
    var expires: Int64?
    var lastUse: Int64?
    var revoked: Int64?
    /// Why the credential is invalid although it exists: its account is suspended, for example; nil if it is valid.
    var closed: Refusal?
}

/// A cache of credentials that were read from a server, so that most requests need no round trip to check their
/// credential.
///
/// An entry is valid as long as the accounts have not changed since it was read. Each look-up of any credential also
/// reads the number of the last change. Unknown and revoked credentials are not cached.
struct CredentialCache: Sendable {
    private static let maxCount = 10_000
    /// Entries are read again after this time, because other processes update last-use times without changing the
    /// accounts' change number.
    private static let maxSeconds = 60.0

    private var entries: [[UInt8]: (found: FoundCredential, since: Double)] = [:]
    private var change: Int64 = -1
    /// When `change` was last known to be current.
    private var confirmed = -Double.infinity
    /// The number of times that the cache was cleared.
    private(set) var forgotten = 0

    /// - Parameter maxAge: the maximum time, in seconds, since `change` was last known to be current.
    /// - Returns: nil if the credential must be looked up.
    func found(_ key: [UInt8], now: Double, maxAge: Double) -> FoundCredential? {
        guard (0..<maxAge).contains(now - confirmed), let entry = entries[key],
            entry.found.change == change, (0..<Self.maxSeconds).contains(now - entry.since)
        else { return nil }
        return entry.found
    }

    /// - Parameters:
    ///   - began: when the look-up began.
    ///   - forgotten: `forgotten` at that time.
    mutating func keep(_ found: FoundCredential, as key: [UInt8], began: Double, forgotten: Int) {
        guard forgotten == self.forgotten, found.change >= change else { return }
        if found.change > change { entries.removeAll() }
        change = found.change
        confirmed = max(confirmed, began)
        if found.revoked != nil || found.closed != nil { return }
        if entries.count >= Self.maxCount { entries.removeAll() }
        entries[key] = (found, began)
    }

    mutating func forget() {
        entries.removeAll()
        confirmed = -.infinity
        change = -1
        forgotten += 1
    }
}
