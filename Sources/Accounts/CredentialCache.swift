/// A credential that was found.
struct FoundCredential: Sendable {
    let principal: Principal
    /// The last change of the accounts at the time of reading.
    var change: Int64
    var expires: Int64?
    var lastUse: Int64?
    var revoked: Int64?
}

/// The credentials that were found on a server, so that a request needs no round trip for its credential.
///
/// An entry is used while the accounts have not changed since it was read, which each look-up of any credential
/// confirms. There are no entries for unknown or revoked credentials.
struct CredentialCache: Sendable {
    private static let maxCount = 10_000
    /// Last-use times are read again after this time: other processes write them without a change of the accounts.
    private static let maxSeconds = 60.0

    private var entries: [[UInt8]: (found: FoundCredential, since: Double)] = [:]
    private var change: Int64 = -1
    /// When `change` was known to be the last change.
    private var confirmed = -Double.infinity
    /// The number of times that the entries were forgotten.
    private(set) var forgotten = 0

    /// - Parameter maxAge: how long ago `change` may have been confirmed, in seconds.
    /// - Returns: nil if the credential has to be looked up.
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
        if found.revoked != nil { return }
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
