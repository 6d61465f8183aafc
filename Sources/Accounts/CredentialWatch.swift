internal import Database
internal import SQLite

/// Finds credentials of ongoing requests that are no longer valid. A check does not update a credential's last-use
/// time.
///
/// Not thread-safe.
public struct CredentialWatch {
    private let accounts: AccountStore
    /// SQLite's data version of the file at the last check.
    private var version: Int64?
    /// The generation of the store at the last check.
    private var generation = 0
    /// When each credential expires, in seconds since 1970, by request.
    private var ends: [Int: Int64] = [:]

    public init(_ accounts: AccountStore) { self.accounts = accounts }

    /// The credentials that have been revoked or removed, or have expired.
    ///
    /// - Parameter principals: the principals of the ongoing requests, by a number that identifies the request.
    /// - Throws: `AccountError`; after an error, the next call checks all credentials again.
    /// - Complexity: one read of the file's data version, about 5 µs. A credential is looked up only if it is new, if
    ///   the file has changed, or if the credential is due to expire.
    public mutating func over(of principals: [Int: Principal]) throws(AccountError) -> Set<Int> {
        let now = accounts.now
        var ends = ends.filter { principals[$0.key] != nil }
        let known = version
        var over: Set<Int> = []
        version = nil
        version = try accounts.read { connection in
            let version = try connection.integer("PRAGMA data_version")
            if version != known || accounts.generation != generation { ends.removeAll() }
            generation = accounts.generation
            for (number, principal) in principals where ends[number] ?? .min <= now {
                if let end = try AccountStore.end(of: principal, connection), end > now {
                    ends[number] = end
                } else {
                    over.insert(number)
                }
            }
            return version
        }
        self.ends = ends
        return over
    }
}

extension AccountStore {
    /// When a credential expires, in seconds since 1970; nil if the credential was revoked or removed.
    fileprivate static func end(of principal: Principal, _ connection: Connection) throws -> Int64? {
        let sql =
            switch principal.kind {
            case .token: "SELECT expires FROM token WHERE id = ? AND revoked IS NULL"
            case .appPassword: "SELECT NULL FROM app_password WHERE id = ? AND revoked IS NULL"
            case .session: "SELECT last_use + \(Session.idleSeconds) FROM session WHERE id = ?"
            }
        let row = try connection.cachedStatement(sql)
        defer { row.reset() }
        row.bind(principal.id, at: 1)
        return try row.step() ? row.secondsOrNil(0) ?? .max : nil
    }
}
