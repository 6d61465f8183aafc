internal import Database
internal import SQLite

extension AccountStore {
    /// All tokens that are not revoked, including expired ones, by name.
    public func tokens() throws(AccountError) -> [APIToken] {
        try read { connection in
            let rows = try connection.cachedStatement(
                "SELECT name, scope, created, expires, last_use FROM token WHERE revoked IS NULL ORDER BY name")
            defer { rows.reset() }
            var tokens: [APIToken] = []
            while try rows.step() {
                guard let scope = Scope(rawValue: rows.text(1)) else { continue }
                tokens.append(
                    APIToken(
                        name: rows.text(0), scope: scope, created: rows.seconds(2), expires: rows.secondsOrNil(3),
                        lastUse: rows.secondsOrNil(4)))
            }
            return tokens
        }
    }

    /// Creates an API token. The name of an expired token can be used again.
    ///
    /// - Parameters:
    ///   - scope: `read`, `write` or `admin`.
    ///   - expires: seconds since 1970; nil for never.
    /// - Returns: the token. It is not stored, so this is the only time it can be shown.
    /// - Throws: `badName` or `tokenExists`.
    public func createToken(_ name: String, scope: Scope, expires: Int64? = nil) throws(AccountError) -> String {
        try NameRules.check(name)
        let token = RandomSecret.token()
        try write { connection in
            try connection.run(
                "DELETE FROM token WHERE revoked < ?1 OR expires < ?1", [.integer(now - Self.revokedSeconds)])
            try connection.run(
                "UPDATE token SET revoked = ?2 WHERE name = ?1 AND revoked IS NULL AND expires <= ?2",
                [.text(name), .integer(now)])
            let taken = try connection.integer(
                "SELECT 1 FROM token WHERE name = ? AND revoked IS NULL", [.text(name)])
            if taken != nil { throw AccountError.tokenExists(name) }
            try connection.run(
                "INSERT INTO token (name, hash, scope, created, expires) VALUES (?, ?, ?, ?, ?)",
                [
                    .text(name), .blob(RandomSecret.hash(token)), .text(scope.rawValue), .integer(now),
                    expires.map { .integer($0) } ?? .null,
                ])
        }
        return token
    }

    /// - Throws: `noSuchToken`.
    public func revokeToken(_ name: String) throws(AccountError) {
        try write { connection in
            try connection.run(
                "UPDATE token SET revoked = ? WHERE name = ? AND revoked IS NULL", [.integer(now), .text(name)])
            if connection.changedRows == 0 { throw AccountError.noSuchToken(name) }
        }
    }
}
