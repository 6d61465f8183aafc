internal import Database
internal import Formats
internal import SQLite
internal import System

extension AccountStore {
    /// All tokens that have not been revoked, including expired ones, sorted by name.
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
    /// - expires: seconds since 1970; nil if the token never expires.
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

    /// - Throws: `noSuchToken` if no token has this name.
    public func revokeToken(_ name: String) throws(AccountError) {
        try write { connection in
            try connection.run(
                "UPDATE token SET revoked = ? WHERE name = ? AND revoked IS NULL", [.integer(now), .text(name)])
            if connection.changedRows == 0 { throw AccountError.noSuchToken(name) }
        }
    }
}

extension AccountStore {
    /// Revoked credentials are kept for 90 days, so that they are refused as revoked rather than unknown.
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
    /// - Parameter forFever: whether Fever's key, the MD5 of `name:password`, is accepted too. The user must then
    ///   type the account name in the app exactly as it is stored.
    /// - Returns: the password. It is not stored, so this is the only time it can be shown.
    /// - Throws: `badName` if the label is invalid, `labelExists` or `noSuchAccount`.
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
                // Anyone who has Fever's key can sign in with it, so only the hash of the key is stored.
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

/// Tokens that an app sends instead of its app password after signing in.
///
/// Tokens are not stored: they are derived from the app password's row and the service's key, and become invalid when
/// that row is deleted.
extension AccountStore {
    static let maxReaderTokenBytes = 128

    /// The token of an app password: digits, a hyphen and hexadecimal digits.
    ///
    /// - Returns: nil if the principal is not an app password, or if the app password has been removed.
    public func readerToken(of principal: Principal) throws(AccountError) -> String? {
        guard principal.kind == .appPassword else { return nil }
        return try read { connection in
            let row = try connection.cachedStatement("SELECT hash FROM app_password WHERE id = ?")
            defer { row.reset() }
            row.bind(principal.id, at: 1)
            return try row.step() ? readerToken(principal.id, hash: row.bytes(0)) : nil
        }
    }

    /// The name of a feed's icon in its URL. Apps request icons without credentials, and a guessable name would let
    /// anyone find out which feeds exist. Takes a few microseconds, and does not block.
    public func iconName(of feed: Int64) -> String {
        "\(feed)-" + Hexadecimal.encode(Array(key.authenticator(of: Array(String(feed).utf8), for: "icon").prefix(16)))
    }

    /// The signature in the URL of an article's picture. It prevents others from making the service fetch arbitrary
    /// URLs.
    package func pictureSignature(of url: String) -> String {
        Hexadecimal.encode(Array(key.authenticator(of: Array(url.utf8), for: "picture").prefix(16)))
    }

    /// Whether a signature is valid for a picture's URL. The comparison takes constant time.
    package func isPictureSignature(_ signature: String, of url: String) -> Bool {
        Sodium.isEqual(Array(signature.utf8), Array(pictureSignature(of: url).utf8))
    }

    /// Whether a name is the icon name of a feed. The comparison takes constant time.
    package func isIconName(_ name: String, of feed: Int64) -> Bool {
        Sodium.isEqual(Array(name.utf8), Array(iconName(of: feed).utf8))
    }

    func readerToken(_ id: Int64, hash: [UInt8]) -> String {
        let message = Array("\(id) ".utf8) + hash
        return "\(id)-\(Hexadecimal.encode(key.authenticator(of: message, for: "reader token")))"
    }
}

/// The secret in the URLs of the feeds that the service publishes for other programs. It only allows reading articles.
///
/// The secret is stored in encrypted form, like the secrets of channels, so that it can be shown again.
extension AccountStore {
    private static let feedSecretName = "feed address"

    /// - Returns: nil if no secret has been created, or the secret has been removed.
    public func feedSecret() throws(AccountError) -> String? { try sealedSecret(Self.feedSecretName) }

    /// Creates a secret of 256 bits. It replaces the previous secret, whose URLs stop working immediately.
    public func renewFeedSecret() throws(AccountError) -> String {
        let secret = RandomSecret.session()
        try seal(secret, as: Self.feedSecretName)
        return secret
    }

    /// Removes the secret, so that all feed URLs stop working.
    ///
    /// - Returns: false if there was no secret.
    @discardableResult
    public func removeFeedSecret() throws(AccountError) -> Bool {
        try write { connection in
            try connection.run("DELETE FROM secret WHERE name = ?", [.text(Self.feedSecretName)])
            return connection.changedRows > 0
        }
    }

    /// Checks a secret. Reads the database each time, so that a new secret set by any process is used immediately.
    ///
    /// - Returns: the reason for refusing the secret; nil if the secret is right. Refusals are counted and logged.
    public func refusal(ofFeedSecret secret: String, from visitor: Visitor) throws(AccountError) -> Refusal? {
        if let known = try feedSecret(), Sodium.isEqual(RandomSecret.hash(secret), RandomSecret.hash(known)) {
            return nil
        }
        return refuse(.unknown, .feedAddress, nil, visitor)
    }
}

/// Secrets that are sent over HTTP to channels and feeds. They are encrypted, so that a copy of `service.db` alone does
/// not reveal them. Each secret is bound to one origin, so that a library from someone else cannot send the secret to
/// another server.
extension AccountStore {
    /// Stores a secret for an origin.
    ///
    /// - Returns: the name of the stored secret, 32 hexadecimal digits.
    public func keepSecret(_ secret: String, for origin: String) throws(AccountError) -> String {
        let name = Hexadecimal.encode(Sodium.randomBytes(16))
        try seal(secret, as: Self.row(name, origin))
        return name
    }

    /// - Returns: nil if no secret is stored under this name for the origin.
    /// - Throws: `damaged` if the secret was modified, or copied to the row of another secret.
    public func secret(_ name: String, for origin: String) throws(AccountError) -> String? {
        try sealedSecret(Self.row(name, origin))
    }

    /// Removes a secret, regardless of its origin.
    ///
    /// - Returns: false if there was no such secret.
    @discardableResult
    public func forgetSecret(_ name: String) throws(AccountError) -> Bool {
        try write { connection in
            // "!" follows the space in ASCII, so this range covers all names that begin with `name` and a space.
            try connection.run(
                "DELETE FROM secret WHERE name >= ? AND name < ?", [.text(name + " "), .text(name + "!")])
            return connection.changedRows > 0
        }
    }

    /// A secret stored with the accounts next to a library; nil if the secret cannot be read.
    public static func secret(_ name: String, for origin: String, besideLibrary path: String) -> String? {
        (try? existing(besideLibrary: path)).flatMap { try? $0.secret(name, for: origin) }
    }

    /// Encrypts a secret and stores it in the row of this name, replacing the previous one.
    func seal(_ secret: String, as row: String) throws(AccountError) {
        let sealed = key.seal(Array(secret.utf8), name: row)
        try write { connection in
            try connection.run(
                "INSERT OR REPLACE INTO secret (name, sealed, changed) VALUES (?, ?, ?)",
                [.text(row), .blob(sealed), .integer(now)])
        }
    }

    /// The decrypted secret of a row; nil if the row does not exist.
    func sealedSecret(_ row: String) throws(AccountError) -> String? {
        let sealed = try read { connection -> [UInt8]? in
            let statement = try connection.cachedStatement("SELECT sealed FROM secret WHERE name = ?")
            defer { statement.reset() }
            statement.bind(row, at: 1)
            return try statement.step() ? statement.bytes(0) : nil
        }
        guard let sealed else { return nil }
        guard let secret = key.open(sealed, name: row) else {
            throw .damaged(path: path, message: "a secret cannot be decrypted")
        }
        return String(decoding: secret, as: UTF8.self)
    }

    private static func row(_ name: String, _ origin: String) -> String { name + " " + origin }
}

/// Subscriptions at WebSub hubs. They are stored with the accounts and not in the library, because they belong to this
/// service's public URL.
extension AccountStore {
    private static let columns = "id, feed, url, hub, topic, base, state, requested, expires, due, failures"

    public func hubSubscriptions() throws(AccountError) -> [HubSubscription] {
        try read { connection in
            let row = try connection.cachedStatement("SELECT \(Self.columns) FROM hub_subscription ORDER BY feed, id")
            defer { row.reset() }
            var all: [HubSubscription] = []
            while try row.step() { if let one = Self.subscription(row) { all.append(one) } }
            return all
        }
    }

    public func hubSubscription(_ id: String) throws(AccountError) -> HubSubscription? {
        try read { connection in
            let row = try connection.cachedStatement("SELECT \(Self.columns) FROM hub_subscription WHERE id = ?")
            defer { row.reset() }
            row.bind(id, at: 1)
            return try row.step() ? Self.subscription(row) : nil
        }
    }

    /// Adds a subscription whose request has not been sent to the hub yet.
    public func addHubSubscription(
        feed: Int64, url: String, hub: String, topic: String
    ) throws(AccountError) -> HubSubscription {
        let id = Hexadecimal.encode(Sodium.randomBytes(16))
        let subscription = HubSubscription(id: id, feed: feed, url: url, hub: hub, topic: topic)
        try write { connection in
            try connection.run(
                "INSERT INTO hub_subscription (\(Self.columns)) VALUES (?, ?, ?, ?, ?, '', ?, 0, 0, 0, 0)",
                [.text(id), .integer(feed), .text(url), .text(hub), .text(topic), .text(subscription.state.rawValue)])
        }
        return subscription
    }

    /// Stores the new state of a subscription. Does nothing if the subscription has been removed.
    public func update(_ subscription: HubSubscription) throws(AccountError) {
        try write { connection in
            try connection.run(
                """
                UPDATE hub_subscription SET base = ?, state = ?, requested = ?, expires = ?, due = ?, failures = ? WHERE id = ?
                """,
                [
                    .text(subscription.base), .text(subscription.state.rawValue),
                    .integer(subscription.requested),
                    .integer(subscription.expires), .integer(subscription.due),
                    .integer(Int64(subscription.failures)), .text(subscription.id),
                ])
        }
    }

    public func removeHubSubscription(_ id: String) throws(AccountError) {
        try write { connection in
            try connection.run("DELETE FROM hub_subscription WHERE id = ?", [.text(id)])
        }
    }

    /// The secret with which the hub signs its pushes. It is derived from the service's key and not stored.
    public func secret(of subscription: HubSubscription) -> String {
        Hexadecimal.encode(key.authenticator(of: Array(subscription.id.utf8), for: "WebSub"))
    }

    private static func subscription(_ row: Statement) -> HubSubscription? {
        guard let state = HubSubscription.State(rawValue: row.text(6)) else { return nil }
        var subscription = HubSubscription(
            id: row.text(0), feed: row.integer(1), url: row.text(2), hub: row.text(3), topic: row.text(4))
        subscription.base = row.text(5)
        subscription.state = state
        subscription.requested = row.integer(7)
        subscription.expires = row.integer(8)
        subscription.due = row.integer(9)
        subscription.failures = Int(row.integer(10))
        return subscription
    }
}
