internal import Database

/// Finds credentials of ongoing requests that are no longer valid. A check does not update a credential's last-use
/// time.
///
/// Not thread-safe.
public struct CredentialWatch {
    private let accounts: AccountStore
    /// The state of the accounts at the last check.
    private var version: AccountVersion?
    /// When each request's credential expires, in seconds since 1970.
    private var ends: [Int: Int64] = [:]

    public init(_ accounts: AccountStore) { self.accounts = accounts }

    /// The requests whose credentials have been revoked or removed, or have expired.
    ///
    /// - Parameter principals: the principals of the ongoing requests, keyed by a number that identifies the request.
    /// - Throws: `AccountError`; after an error, the next call checks all credentials again.
    /// - Complexity: one read of the version of the accounts: about 5 µs, or a round trip to a server. A credential is
    ///   looked up only if it is new, if the accounts have changed, or if it is due to expire.
    public mutating func over(of principals: [Int: Principal]) throws(AccountError) -> Set<Int> {
        let now = accounts.now
        var ends = ends.filter { principals[$0.key] != nil }
        let known = version
        version = nil
        let current = try accounts.database.version()
        if current != known { ends.removeAll() }
        let due = principals.filter { ends[$0.key] ?? .min <= now }
        let found = try accounts.ends(of: due)
        for (number, end) in found where end > now { ends[number] = end }
        version = current
        self.ends = ends
        return Set(due.keys.filter { ends[$0] ?? .min <= now })
    }
}

extension AccountStore {
    /// When credentials expire, in seconds since 1970. Revoked and removed credentials are omitted.
    fileprivate func ends(of principals: [Int: Principal]) throws(AccountError) -> [Int: Int64] {
        if principals.isEmpty { return [:] }
        let numbers = Array(principals.keys)
        let found = try read { database in
            let queries = numbers.compactMap { principals[$0].map(Self.end) }
            return try database.rows(of: queries) { _, row in row.secondsOrNil(0) ?? .max }
        }
        var ends: [Int: Int64] = [:]
        for (number, found) in zip(numbers, found) { if let end = found.first { ends[number] = end } }
        return ends
    }

    /// A session survives the end of a membership, but its requests to that library do not.
    private static func stillMember(_ principal: Principal) -> SQL {
        guard let library = principal.library, let membership = principal.membership, membership.role != .owner else {
            return ""
        }
        return """
             AND EXISTS (SELECT 1 FROM \(rows: .membership) m WHERE m.account = s.account AND m.hosted = \(library.id)
                AND m.role = \(membership.role.rawValue))
            """
    }

    private static func end(of principal: Principal) -> SQL {
        let id = principal.id
        return switch principal.kind {
        case .token:
            """
            SELECT t.expires FROM \(rows: .token) t LEFT JOIN \(rows: .account) a ON a.id = t.account
            WHERE t.id = \(id) AND t.revoked IS NULL AND a.suspended IS NULL AND a.removal IS NULL
            """
        case .appPassword:
            """
            SELECT NULL FROM \(rows: .appPassword) p JOIN \(rows: .account) a ON a.id = p.account
            WHERE p.id = \(id) AND p.revoked IS NULL AND a.suspended IS NULL AND a.removal IS NULL
            """
        case .session:
            """
            SELECT s.last_use + \(sql: .literal(Session.idleSeconds)) FROM \(rows: .session) s
            LEFT JOIN \(rows: .account) a ON a.id = s.account
            WHERE s.id = \(id) AND a.suspended IS NULL\(sql: stillMember(principal))
            """
        }
    }
}
