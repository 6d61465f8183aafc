internal import Database
internal import Formats

extension AccountStore {
    /// All tokens that have not been revoked, including expired ones, sorted by name.
    public func tokens() throws(AccountError) -> [APIToken] {
        try read { database in
            try database.rows(
                """
                SELECT t.name, t.scope, t.created, t.expires, t.last_use FROM \(rows: .token) t
                WHERE t.revoked IS NULL ORDER BY \(sql: .byName("t.name"))
                """
            ) { row in
                Scope(rawValue: row.text(1)).map { scope in
                    APIToken(
                        name: row.text(0), scope: scope, created: row.seconds(2), expires: row.secondsOrNil(3),
                        lastUse: row.secondsOrNil(4))
                }
            }.compactMap(\.self)
        }
    }

    /// Creates an API token. The name of an expired token can be used again.
    ///
    /// - Parameters:
    ///   - scope: `read`, `write` or `admin`.
    ///   - expires: seconds since 1970; nil if the token never expires.
    /// - Returns: the token. It is not stored, so this is the only time it can be shown.
    /// - Throws: `badName` or `tokenExists`.
    public func createToken(_ name: String, scope: Scope, expires: Int64? = nil) throws(AccountError) -> String {
        try NameRules.check(name)
        let token = RandomSecret.token()
        try write { database in
            let before = now - Self.revokedSeconds
            try database.run([
                .delete(from: .token, where: "revoked < \(before) OR expires < \(before)"),
                .update(
                    .token, set: "revoked = \(now)",
                    where: "\(sql: .name("name", is: name)) AND revoked IS NULL AND expires <= \(now)"),
            ])
            let isTaken = try database.hasRow(
                """
                SELECT 1 FROM \(rows: .token) t WHERE \(sql: .name("t.name", is: name)) AND t.revoked IS NULL
                """)
            if isTaken { throw AccountError.tokenExists(name) }
            let id = try database.takeIDs(1, of: .token)
            try database.run(
                .insert(
                    into: .token,
                    [
                        "id": .integer(id), "name": .text(name), "hash": .bytes(RandomSecret.hash(token)),
                        "scope": .text(scope.rawValue), "created": .integer(now),
                        "expires": .integer(orNull: expires),
                    ]))
        }
        return token
    }

    /// - Throws: `noSuchToken` if no token has this name.
    public func revokeToken(_ name: String) throws(AccountError) {
        try write { database in
            let count = try database.run(
                .update(
                    .token, set: "revoked = \(now)",
                    where: "\(sql: .name("name", is: name)) AND revoked IS NULL"))
            if count == 0 { throw AccountError.noSuchToken(name) }
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
        try read { database in
            let id = try name.map { try Self.requireAccount($0, database) }
            return try database.rows(
                """
                SELECT a.name, p.label, p.fever_hash IS NOT NULL, p.created, p.last_use
                FROM \(rows: .appPassword) p JOIN \(rows: .account) a ON a.id = p.account
                WHERE p.revoked IS NULL\(sql: id.map { " AND a.id = \($0)" } ?? "")
                ORDER BY \(sql: .byName("a.name")), \(sql: .byName("p.label"))
                """
            ) { row in
                AppPassword(
                    account: row.text(0), label: row.text(1), isForFever: row.bool(2), created: row.seconds(3),
                    lastUse: row.secondsOrNil(4))
            }
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
        try write { database in
            let account = try database.first(
                "SELECT a.id, a.name FROM \(rows: .account) a WHERE \(sql: .name("a.name", is: name))"
            ) { (id: $0.integer(0), name: $0.text(1)) }
            guard let account else { throw AccountError.noSuchAccount(name) }
            try database.run(.delete(from: .appPassword, where: "revoked < \(now - Self.revokedSeconds)"))
            let isTaken = try database.hasRow(
                """
                SELECT 1 FROM \(rows: .appPassword) p
                WHERE p.account = \(account.id) AND \(sql: .name("p.label", is: label)) AND p.revoked IS NULL
                """)
            if isTaken { throw AccountError.labelExists(label) }
            var fever = DatabaseValue.null
            if forFever {
                guard let key = MD5.hash(Array("\(account.name):\(password)".utf8)) else {
                    throw AccountError.noCryptography
                }
                // Anyone who has Fever's key can sign in with it, so only the hash of the key is stored.
                fever = .bytes(RandomSecret.hash(Hexadecimal.encode(key)))
            }
            let id = try database.takeIDs(1, of: .appPassword)
            try database.run(
                .insert(
                    into: .appPassword,
                    [
                        "id": .integer(id), "account": .integer(account.id), "label": .text(label),
                        "hash": .bytes(RandomSecret.hash(typed: password)), "fever_hash": fever,
                        "created": .integer(now),
                    ]))
        }
        return password
    }

    /// - Throws: `noSuchAccount` or `noSuchLabel`.
    public func revokeAppPassword(of name: String, label: String) throws(AccountError) {
        try write { database in
            let id = try Self.requireAccount(name, database)
            let count = try database.run(
                .update(
                    .appPassword, set: "revoked = \(now)",
                    where: "account = \(id) AND \(sql: .name("label", is: label)) AND revoked IS NULL"))
            if count == 0 { throw AccountError.noSuchLabel(label) }
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
        return try read { database in
            try database.first("SELECT p.hash FROM \(rows: .appPassword) p WHERE p.id = \(principal.id)") {
                readerToken(principal.id, hash: $0.bytes(0))
            }
        }
    }

    /// The name of a feed's icon in its URL. Apps request icons without credentials, so the name must not be guessable;
    /// otherwise anyone could find out which feeds exist. Takes a few microseconds, and does not block.
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

/// The secret in the URLs of the feeds that the service publishes for other programs. It permits only reading articles.
///
/// The secret is encrypted rather than hashed, like the secrets of channels, so that it can be shown again.
extension AccountStore {
    private static let feedSecretName = "feed address"

    /// - Returns: nil if no secret has been created, or if it has been removed.
    public func feedSecret() throws(AccountError) -> String? { try sealedSecret(Self.feedSecretName) }

    /// Creates a secret of 256 bits. It replaces the previous secret, so URLs with that secret stop working
    /// immediately.
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
        try write { try $0.run(.delete(from: .secret, where: "name = \(Self.feedSecretName)")) > 0 }
    }

    /// Checks a secret. Reads the database each time, so that a secret that any process changes takes effect
    /// immediately.
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
        // "!" follows the space in ASCII, so this range covers all names that begin with `name` and a space.
        try write { database in
            try database.run(.delete(from: .secret, where: "name >= \(name + " ") AND name < \(name + "!")")) > 0
        }
    }

    /// A secret stored with the accounts of the library at a path; nil if the secret cannot be read.
    public static func secret(_ name: String, for origin: String, besideLibrary path: String) -> String? {
        (try? existing(besideLibrary: path)).flatMap { try? $0.secret(name, for: origin) }
    }

    /// Encrypts a secret and stores it in the row of this name, replacing the previous one.
    func seal(_ secret: String, as row: String) throws(AccountError) {
        let sealed = key.seal(Array(secret.utf8), name: row)
        try write { database in
            try database.run(
                .insert(
                    into: .secret, ["name": .text(row), "sealed": .bytes(sealed), "changed": .integer(now)],
                    onConflict: .updates(["sealed", "changed"])))
        }
    }

    /// The decrypted secret in a row; nil if the row does not exist.
    func sealedSecret(_ row: String) throws(AccountError) -> String? {
        let sealed = try read { database in
            try database.first("SELECT s.sealed FROM \(rows: .secret) s WHERE s.name = \(row)") { $0.bytes(0) }
        }
        guard let sealed else { return nil }
        guard let secret = key.open(sealed, name: row) else {
            throw .damaged(path: location, message: "a secret cannot be decrypted")
        }
        return String(decoding: secret, as: UTF8.self)
    }

    private static func row(_ name: String, _ origin: String) -> String { name + " " + origin }
}

/// Subscriptions at WebSub hubs. They are stored with the accounts and not in the library, because they belong to this
/// service's public URL.
extension AccountStore {
    private static let columns = Table.hubSubscription.columns.map(\.name)

    public func hubSubscriptions() throws(AccountError) -> [HubSubscription] {
        try read { database in
            try database.rows(
                """
                SELECT \(sql: .columns(Self.columns, of: .hubSubscription, alias: "h"))
                FROM \(rows: .hubSubscription) h ORDER BY h.feed, h.id
                """, Self.subscription
            ).compactMap(\.self)
        }
    }

    public func hubSubscription(_ id: String) throws(AccountError) -> HubSubscription? {
        try read { database in
            try database.first(
                """
                SELECT \(sql: .columns(Self.columns, of: .hubSubscription, alias: "h"))
                FROM \(rows: .hubSubscription) h WHERE h.id = \(id)
                """, Self.subscription) ?? nil
        }
    }

    /// Adds a subscription whose request has not been sent to the hub yet.
    public func addHubSubscription(
        feed: Int64, url: String, hub: String, topic: String
    ) throws(AccountError) -> HubSubscription {
        let id = Hexadecimal.encode(Sodium.randomBytes(16))
        let subscription = HubSubscription(id: id, feed: feed, url: url, hub: hub, topic: topic)
        try database.write(changesCredentials: false) { database in
            try database.run(
                .insert(
                    into: .hubSubscription, Self.columns,
                    [.text(id), .integer(feed), .text(url), .text(hub), .text(topic)] + Self.state(of: subscription)))
        }
        return subscription
    }

    /// Stores the new state of a subscription. Does nothing if the subscription has been removed.
    public func update(_ subscription: HubSubscription) throws(AccountError) {
        try database.write(changesCredentials: false) { database in
            let names = Self.columns.suffix(Self.stateColumns)
            let changes = zip(names, Self.state(of: subscription)).map { name, value in
                SQL.setting(name, of: .hubSubscription, to: value)
            }
            try database.run(.update(.hubSubscription, set: .list(changes), where: "id = \(subscription.id)"))
        }
    }

    /// Reserves a subscription for a request to its hub, so that no other process sends the same request.
    ///
    /// - Parameter due: when other processes may reserve the subscription, in seconds since 1970, if this process ends
    ///   before it stores the result of the request.
    /// - Returns: false if another process has changed the subscription since it was read.
    package func claim(_ subscription: HubSubscription, until due: Int64) throws(AccountError) -> Bool {
        try database.write(changesCredentials: false) { database in
            try database.run(
                .update(
                    .hubSubscription, set: "due = \(due)",
                    where: """
                        id = \(subscription.id) AND due = \(subscription.due)
                            AND requested = \(subscription.requested) AND failures = \(subscription.failures)
                        """)) == 1
        }
    }

    public func removeHubSubscription(_ id: String) throws(AccountError) {
        try database.write(changesCredentials: false) { database in
            try database.run(.delete(from: .hubSubscription, where: "id = \(id)"))
        }
    }

    /// The secret with which the hub signs its pushes. It is derived from the service's key, and is not stored.
    public func secret(of subscription: HubSubscription) -> String {
        Hexadecimal.encode(key.authenticator(of: Array(subscription.id.utf8), for: "WebSub"))
    }

    /// The number of columns, at the end of the table, that may change.
    private static let stateColumns = 6

    private static func state(of subscription: HubSubscription) -> [DatabaseValue] {
        [
            .text(subscription.base), .text(subscription.state.rawValue), .integer(subscription.requested),
            .integer(subscription.expires), .integer(subscription.due), .integer(Int64(subscription.failures)),
        ]
    }

    private static func subscription(_ row: any DatabaseRow) -> HubSubscription? {
        guard let state = HubSubscription.State(rawValue: row.text(6)) else { return nil }
        var subscription = HubSubscription(
            id: row.text(0), feed: row.integer(1), url: row.text(2), hub: row.text(3), topic: row.text(4))
        subscription.base = row.text(5)
        subscription.state = state
        subscription.requested = row.integer(7)
        subscription.expires = row.integer(8)
        subscription.due = row.integer(9)
        // Bounded, because the number is increased after each failure.
        subscription.failures = Int(min(max(row.integer(10), 0), 1_000))
        return subscription
    }
}
