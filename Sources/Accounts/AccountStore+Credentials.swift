internal import Database
internal import Formats

extension AccountStore {
    /// The tokens that have not been revoked, including expired ones, sorted by account and name.
    ///
    /// - Parameter owner: nil for all tokens.
    /// - Throws: `noSuchAccount`.
    public func tokens(of owner: String? = nil) throws(AccountError) -> [APIToken] {
        try read { database in
            let account = try owner.map { try Self.requireAccount($0, database) }
            return try database.rows(
                """
                SELECT t.name, t.scope, t.created, t.expires, t.last_use, a.name
                FROM \(rows: .token) t LEFT JOIN \(rows: .account) a ON a.id = t.account
                WHERE t.revoked IS NULL\(sql: account.map { " AND t.account = \($0)" } ?? "")
                ORDER BY \(sql: .byName("coalesce(a.name, '')")), \(sql: .byName("t.name"))
                """
            ) { row in
                Scope(rawValue: row.text(1)).map { scope in
                    APIToken(
                        name: row.text(0), scope: scope, created: row.seconds(2), expires: row.secondsOrNil(3),
                        lastUse: row.secondsOrNil(4), account: row.textOrNil(5))
                }
            }.compactMap(\.self)
        }
    }

    /// Creates an API token. The name of an expired token can be used again. Tokens of different accounts may have the
    /// same name.
    ///
    /// - Parameters:
    ///   - scope: `read`, `write` or `admin`.
    ///   - expires: seconds since 1970; nil if the token never expires.
    ///   - owner: the account on a host whose library the token is for; nil on a service with one library.
    ///   - library: a library that the account may use; nil for its own.
    /// - Returns: the token. It is not stored, so this is the only time it can be shown.
    /// - Throws: `badName`, `tokenExists` or `noSuchAccount`.
    public func createToken(
        _ name: String, scope: Scope, expires: Int64? = nil, of owner: String? = nil, for library: HostedLibrary? = nil
    ) throws(AccountError) -> String {
        try NameRules.check(name)
        let token = RandomSecret.token()
        try write { database in
            let before = now - Self.revokedSeconds
            let account = try owner.map { try Self.requireAccount($0, database) }
            let isNamed = Self.token(name, of: account)
            try database.run([
                .delete(from: .token, where: "revoked < \(before) OR expires < \(before)"),
                .update(
                    .token, set: "revoked = \(now)",
                    where: "\(sql: isNamed) AND expires <= \(now)"),
            ])
            let isTaken = try database.hasRow("SELECT 1 FROM \(rows: .token) t WHERE \(sql: isNamed)")
            if isTaken { throw AccountError.tokenExists(name) }
            let hosted = try stored(library, for: account, owner, database)
            try audit(.tokenCreated, owner, object: name, database)
            let id = try database.takeIDs(1, of: .token)
            try database.run(
                .insert(
                    into: .token,
                    [
                        "id": .integer(id), "name": .text(name), "hash": .bytes(RandomSecret.hash(token)),
                        "scope": .text(scope.rawValue), "created": .integer(now),
                        "expires": .integer(orNull: expires), "account": .integer(orNull: account), "hosted": hosted,
                    ]))
        }
        return token
    }

    /// - Parameter owner: the account that the token belongs to; nil for a token that belongs to no account.
    /// - Throws: `noSuchToken` if the account has no token with this name; `noSuchAccount`.
    public func revokeToken(_ name: String, of owner: String? = nil) throws(AccountError) {
        try write { database in
            let account = try owner.map { try Self.requireAccount($0, database) }
            let count = try database.run(
                .update(.token, set: "revoked = \(now)", where: Self.token(name, of: account)))
            if count == 0 { throw AccountError.noSuchToken(name) }
            try audit(.tokenRevoked, owner, object: name, database)
        }
    }

    /// The condition of a valid token's row.
    private static func token(_ name: String, of account: Int64?) -> SQL {
        "\(sql: .name("name", is: name)) AND coalesce(account, 0) = \(account ?? 0) AND revoked IS NULL"
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
    /// - Parameter library: a library that the account may use; nil for its own.
    /// - Returns: the password. It is not stored, so this is the only time it can be shown.
    /// - Throws: `badName` if the label is invalid, `labelExists` or `noSuchAccount`.
    public func createAppPassword(
        for name: String, label: String, forFever: Bool = false, in library: HostedLibrary? = nil
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
            let hosted = try stored(library, for: account.id, account.name, database)
            try audit(.appPasswordCreated, account.name, object: label, database)
            let id = try database.takeIDs(1, of: .appPassword)
            try database.run(
                .insert(
                    into: .appPassword,
                    [
                        "id": .integer(id), "account": .integer(account.id), "label": .text(label),
                        "hash": .bytes(RandomSecret.hash(typed: password)), "fever_hash": fever,
                        "created": .integer(now), "hosted": hosted,
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
            try audit(.appPasswordRevoked, name, object: label, database)
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
    ///
    /// - Parameter library: the feed's library on a host, with whose number the name begins.
    public func iconName(of feed: Int64, in library: HostedLibrary.ID? = nil) -> String {
        let text = (library.map { "\($0)." } ?? "") + String(feed)
        return text + "-" + address(of: text, for: "icon")
    }

    /// The signature in the URL of an article's picture. It prevents others from making the service fetch arbitrary
    /// URLs.
    ///
    /// - Parameter library: the library on a host whose pages have the picture.
    package func pictureSignature(of url: String, in library: HostedLibrary.ID? = nil) -> String {
        let text = (library.map { "library \($0) " } ?? "") + url
        return address(of: text, for: "picture")
    }

    /// A code that identifies an account and its library in a browser's storage. It reveals neither of them.
    package func browserOwner(_ account: String?, in library: HostedLibrary.ID?) -> String {
        address(of: "\(library ?? 0) \(account ?? "")", for: "browser storage")
    }

    /// The secret part of an address of this service. It also depends on the service's id, because services may share
    /// one key.
    private func address(of text: String, for purpose: String) -> String {
        let message = Array("\(instanceID) \(text)".utf8)
        return Hexadecimal.encode(Array(key.authenticator(of: message, for: purpose).prefix(16)))
    }

    /// Whether a signature is valid for a picture's URL. The comparison takes constant time.
    package func isPictureSignature(
        _ signature: String, of url: String, in library: HostedLibrary.ID? = nil
    ) -> Bool {
        Sodium.isEqual(Array(signature.utf8), Array(pictureSignature(of: url, in: library).utf8))
    }

    /// Whether a name is the icon name of a feed. The comparison takes constant time.
    package func isIconName(_ name: String, of feed: Int64, in library: HostedLibrary.ID? = nil) -> Bool {
        Sodium.isEqual(Array(name.utf8), Array(iconName(of: feed, in: library).utf8))
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
    /// - Returns: nil if no secret has been created, or if it has been removed.
    public func feedSecret(of library: HostedLibrary.ID? = nil) throws(AccountError) -> String? {
        try sealedSecret(Self.feedSecretName(library))
    }

    /// Creates a secret of 256 bits. It replaces the previous secret, so URLs with that secret stop working
    /// immediately.
    ///
    /// - Parameter library: the library of a host. The secret begins with its number (`LibraryNumber`).
    public func renewFeedSecret(of library: HostedLibrary.ID? = nil) throws(AccountError) -> String {
        let secret = LibraryNumber.adding(library, to: RandomSecret.session())
        try seal(secret, as: Self.feedSecretName(library))
        return secret
    }

    /// Removes the secret, so that all feed URLs stop working.
    ///
    /// - Returns: false if there was no secret.
    @discardableResult
    public func removeFeedSecret(of library: HostedLibrary.ID? = nil) throws(AccountError) -> Bool {
        try write { try $0.run(.delete(from: .secret, where: "name = \(Self.feedSecretName(library))")) > 0 }
    }

    private static func feedSecretName(_ library: HostedLibrary.ID?) -> String {
        prefix(of: library) + "feed address"
    }

    /// Checks a secret. Reads the database each time, so that a secret that any process changes takes effect
    /// immediately.
    ///
    /// - Parameter library: the library of a host that is named in the secret.
    /// - Returns: the reason for refusing the secret; nil if the secret is right. Refusals are counted and logged.
    public func refusal(
        ofFeedSecret secret: String, of library: HostedLibrary.ID? = nil, from visitor: Visitor
    ) throws(AccountError) -> Refusal? {
        if let known = try feedSecret(of: library), Sodium.isEqual(RandomSecret.hash(secret), RandomSecret.hash(known))
        {
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
    /// - Parameter library: the library of a host that refers to the secret. No other one can.
    /// - Returns: the name of the stored secret, 32 hexadecimal digits.
    public func keepSecret(
        _ secret: String, for origin: String, in library: HostedLibrary.ID? = nil
    ) throws(AccountError) -> String {
        let name = Hexadecimal.encode(Sodium.randomBytes(16))
        try seal(secret, as: Self.prefix(of: library) + Self.row(name, origin))
        return name
    }

    /// - Returns: nil if no secret is stored under this name for the origin.
    /// - Throws: `damaged` if the secret was modified, or copied to the row of another secret.
    public func secret(
        _ name: String, for origin: String, in library: HostedLibrary.ID? = nil
    ) throws(AccountError) -> String? {
        // The name comes from a library, whose rows may name anything.
        guard Self.isSecretName(name) else { return nil }
        return try sealedSecret(Self.prefix(of: library) + Self.row(name, origin))
    }

    /// Removes a secret, regardless of its origin.
    ///
    /// - Returns: false if there was no such secret.
    @discardableResult
    public func forgetSecret(_ name: String, in library: HostedLibrary.ID? = nil) throws(AccountError) -> Bool {
        guard Self.isSecretName(name) else { return false }
        let name = Self.prefix(of: library) + name
        // "!" follows the space in ASCII, so this range covers all names that begin with `name` and a space.
        return try write { database in
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

    /// Whether a row with this name cannot be that of another secret's name, origin or library.
    private static func isSecretName(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
    }

    /// The beginning of the names of a hosted library's rows.
    static func prefix(of library: HostedLibrary.ID?) -> String { library.map { "library/\($0)/" } ?? "" }
}

/// Subscriptions at WebSub hubs. They are stored with the accounts and not in the library, because they belong to this
/// service's public URL.
extension AccountStore {
    private static let columns = Table.hubSubscription.columns.map(\.name)

    /// - Parameter library: the library of a host whose feeds the hubs push; nil for all subscriptions of a service with
    ///   one library.
    public func hubSubscriptions(of library: HostedLibrary.ID? = nil) throws(AccountError) -> [HubSubscription] {
        try read { database in
            let prefix = LibraryNumber.adding(library, to: "")
            let condition: SQL =
                library == nil ? "" : "WHERE substr(h.id, 1, CAST(\(Int64(prefix.utf8.count)) AS int4)) = \(prefix)"
            return try database.rows(
                """
                SELECT \(sql: .columns(Self.columns, of: .hubSubscription, alias: "h"))
                FROM \(rows: .hubSubscription) h \(sql: condition) ORDER BY h.feed, h.id
                """, Self.subscription
            ).compactMap(\.self)
        }
    }

    public func hubSubscription(_ id: String) throws(AccountError) -> HubSubscription? {
        try read { try Self.hubSubscription(id, $0) }
    }

    private static func hubSubscription(_ id: String, _ database: any LibraryDatabase) throws -> HubSubscription? {
        try database.first(
            """
            SELECT \(sql: .columns(columns, of: .hubSubscription, alias: "h"))
            FROM \(rows: .hubSubscription) h WHERE h.id = \(id)
            """, subscription) ?? nil
    }

    /// Adds a subscription whose request has not been sent to the hub yet.
    ///
    /// - Parameter library: the feed's library on a host. The id begins with its number (`LibraryNumber`).
    public func addHubSubscription(
        feed: Int64, url: String, hub: String, topic: String, in library: HostedLibrary.ID? = nil
    ) throws(AccountError) -> HubSubscription {
        let id = LibraryNumber.adding(library, to: Hexadecimal.encode(Sodium.randomBytes(16)))
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
        try changeHubSubscription(subscription.id) { $0 = subscription }
    }

    /// Changes a subscription in one transaction, so that changes of other processes since it was read are kept.
    ///
    /// - Parameter body: changes the stored state.
    /// - Returns: the new state; nil if the subscription has been removed.
    @discardableResult
    package func changeHubSubscription(
        _ id: String, _ body: (inout HubSubscription) throws -> Void
    ) throws(AccountError) -> HubSubscription? {
        try database.write(changesCredentials: false) { database in
            guard var subscription = try Self.hubSubscription(id, database) else { return nil }
            let before = subscription
            try body(&subscription)
            if subscription == before { return subscription }
            let names = Self.columns.suffix(Self.stateColumns)
            let changes = zip(names, Self.state(of: subscription)).map { name, value in
                SQL.setting(name, of: .hubSubscription, to: value)
            }
            try database.run(.update(.hubSubscription, set: .list(changes), where: "id = \(id)"))
            return subscription
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
