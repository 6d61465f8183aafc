internal import Database
internal import Formats
internal import SQLite

extension AccountStore {
    /// How long revoked credentials are kept, so that they are refused as revoked instead of unknown.
    static let revokedSeconds: Int64 = 90 * 86_400

    /// The app passwords of one account, or of all accounts, ordered by account and label.
    ///
    /// - Throws: `noSuchAccount`.
    public func appPasswords(of name: String? = nil) throws(AccountError) -> [AppPassword] {
        try read { connection in
            if let name { _ = try Self.requireAccount(name, connection) }
            let rows = try connection.cachedStatement(
                """
                SELECT account.name, label, fever_hash IS NOT NULL, app_password.created, last_use
                FROM app_password JOIN account ON account.id = account
                WHERE revoked IS NULL AND (?1 IS NULL OR account.name = ?1) ORDER BY account.name, label
                """)
            defer { rows.reset() }
            rows.bind(name, at: 1)
            var passwords: [AppPassword] = []
            while try rows.step() {
                passwords.append(
                    AppPassword(
                        account: rows.text(0), label: rows.text(1), isForFever: rows.integer(2) != 0,
                        created: rows.seconds(3), lastUse: rows.secondsOrNil(4)))
            }
            return passwords
        }
    }

    /// Creates an app password.
    ///
    /// - Parameter forFever: whether Fever's key, MD5 of `name:password`, is accepted too. The app's user must type the
    ///   name exactly as it is stored.
    /// - Returns: the password. It is not stored, so this is the only time it can be shown.
    /// - Throws: `badName` of the label, `labelExists` or `noSuchAccount`.
    public func createAppPassword(
        for name: String, label: String, forFever: Bool = false
    ) throws(AccountError) -> String {
        try NameRules.check(label)
        let password = RandomSecret.typed()
        try write { connection in
            let id = try Self.requireAccount(name, connection)
            try connection.run(
                "DELETE FROM app_password WHERE revoked < ?", [.integer(now - Self.revokedSeconds)])
            let taken = try connection.integer(
                "SELECT 1 FROM app_password WHERE account = ? AND label = ? AND revoked IS NULL",
                [.integer(id), .text(label)])
            if taken != nil { throw AccountError.labelExists(label) }
            var fever = SQLValue.null
            if forFever {
                let written = try connection.text("SELECT name FROM account WHERE id = ?", [.integer(id)]) ?? name
                guard let key = MD5.hash(Array("\(written):\(password)".utf8)) else {
                    throw AccountError.noCryptography
                }
                // Fever's key is sufficient for signing in, so only its hash is stored.
                fever = .blob(RandomSecret.hash(Hexadecimal.encode(key)))
            }
            try connection.run(
                "INSERT INTO app_password (account, label, hash, fever_hash, created) VALUES (?, ?, ?, ?, ?)",
                [.integer(id), .text(label), .blob(RandomSecret.hash(typed: password)), fever, .integer(now)])
        }
        return password
    }

    /// - Throws: `noSuchAccount` or `noSuchLabel`.
    public func revokeAppPassword(of name: String, label: String) throws(AccountError) {
        try write { connection in
            let id = try Self.requireAccount(name, connection)
            try connection.run(
                "UPDATE app_password SET revoked = ? WHERE account = ? AND label = ? AND revoked IS NULL",
                [.integer(now), .integer(id), .text(label)])
            if connection.changedRows == 0 { throw AccountError.noSuchLabel(label) }
        }
    }
}
