internal import Database
internal import SQLite

/// Says which credentials of requests that go on are over. Looking is no use of a credential: nothing is written.
///
/// Used by one thread at a time.
public struct CredentialWatch {
    private let accounts: AccountStore
    /// Of the file, when it was read last.
    private var version: Int64?
    /// Of the store, then.
    private var generation = 0
    /// Until when each credential is valid, in seconds since 1970.
    private var ends: [Int: Int64] = [:]

    public init(_ accounts: AccountStore) { self.accounts = accounts }

    /// The credentials that are revoked, expired or gone.
    ///
    /// - Parameter principals: by a number that stays with a request.
    /// - Throws: `AccountError`; the next call looks at all of them again.
    /// - Complexity: one read of the file's version, some 5 µs. Credentials are looked up when they are new, when the file
    ///   has changed, and when their time has come.
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
    /// Until when a credential is valid, in seconds since 1970; nil where it is revoked or gone.
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
