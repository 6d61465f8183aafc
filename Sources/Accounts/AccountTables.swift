internal import Database

/// The tables of the accounts. They are created by `AccountSchema` in a file, and by a step of `PostgresSchema` on a
/// server.
extension Table {
    static let service = Table(
        "service", [Column("instance", .text), Column("key_fingerprint", .bytes), Column("created", .integer)])
    static let account = Table(
        "account", counter: "account",
        [
            Column("id", .integer), Column("name", .text), Column("password", .text), Column("created", .integer),
            Column("password_changed", .integer), Column("suspended", .integer), Column("removal", .integer),
        ])
    static let appPassword = Table(
        "app_password", counter: "app_password",
        [
            Column("id", .integer), Column("account", .integer), Column("label", .text), Column("hash", .bytes),
            Column("fever_hash", .bytes), Column("created", .integer), Column("last_use", .integer),
            Column("revoked", .integer), Column("hosted", .integer),
        ])
    static let token = Table(
        "token", counter: "token",
        [
            Column("id", .integer), Column("name", .text), Column("hash", .bytes), Column("scope", .text),
            Column("created", .integer), Column("expires", .integer), Column("last_use", .integer),
            Column("revoked", .integer), Column("account", .integer), Column("hosted", .integer),
        ])
    /// The sessions. A session without an account was started with a one-time key.
    static let session = Table(
        "session", counter: "session",
        [
            Column("id", .integer), Column("hash", .bytes), Column("account", .integer), Column("created", .integer),
            Column("last_use", .integer), Column("address", .text), Column("user_agent", .text),
            Column("hosted", .integer),
        ])
    static let signIn = Table(
        "sign_in", counter: "sign_in",
        [
            Column("id", .integer), Column("time", .integer), Column("kind", .text), Column("outcome", .text),
            Column("account", .text), Column("address", .text), Column("user_agent", .text),
        ])
    static let secret = Table(
        "secret", [Column("name", .text), Column("sealed", .bytes), Column("changed", .integer)])
    static let hubSubscription = Table(
        "hub_subscription",
        [
            Column("id", .text), Column("feed", .integer), Column("url", .text), Column("hub", .text),
            Column("topic", .text), Column("base", .text), Column("state", .text), Column("requested", .integer),
            Column("expires", .integer), Column("due", .integer), Column("failures", .integer),
        ])
    /// UI preferences. Account 0 stands for sessions and tokens without an account.
    static let preference = Table(
        "preference", key: 2, [Column("account", .integer), Column("name", .text), Column("value", .text)])
    /// The libraries of a host.
    static let hostedLibrary = Table(
        "hosted_library", counter: "hosted_library",
        [
            Column("id", .integer), Column("name", .text), Column("address", .text), Column("version", .integer),
            Column("state", .text), Column("created", .integer),
        ])
    /// The accounts that may use a hosted library, each in a role.
    static let membership = Table(
        "membership", key: 2, [Column("account", .integer), Column("hosted", .integer), Column("role", .text)])

    /// The audit log of administrators' changes.
    static let audit = Table(
        "audit",
        [
            Column("id", .integer), Column("time", .integer), Column("actor", .text), Column("action", .text),
            Column("account", .text), Column("object", .text),
        ])

    static let invitation = Table(
        "invitation", counter: "invitation",
        [
            Column("id", .integer), Column("hash", .bytes), Column("created", .integer), Column("expires", .integer),
            Column("creator", .text), Column("hosted", .integer), Column("role", .text),
            Column("creates_account", .bool),
        ])

    /// All tables except `service`.
    static let ofAccounts = [
        account, appPassword, token, session, signIn, secret, hubSubscription, preference, hostedLibrary, membership,
        audit, invitation,
    ]
}

extension SQL {
    /// The condition that a column equals a name, ignoring the case of ASCII letters. In a file, the column has the
    /// collation NOCASE; on a server, the same expression is indexed.
    static func name(_ column: String, is name: String) -> SQL {
        "\(sqlite: column, postgres: "lower(\(column) COLLATE \"C\")") = \(NameRules.folded(name))"
    }

    /// The expression by which names are sorted.
    static func byName(_ column: String) -> SQL {
        "\(sqlite: column, postgres: "lower(\(column) COLLATE \"C\")")"
    }

    /// The number of the last change of credentials. It is read together with a credential, so that it needs no extra
    /// round trip. Always 0 in a file, because credentials from a file are not cached.
    static let changeNumber: SQL = """
        \(sqlite: "0", postgres: "(SELECT changes FROM feedsearch.service WHERE library = $1 AND slot = $2)")
        """
}

/// Copies accounts from a file to a server.
enum AccountCopy {
    /// Copies all rows to empty tables. Both databases must be in a transaction.
    static func run(from file: any LibraryDatabase, to target: any LibraryDatabase) throws {
        for table in Table.ofAccounts {
            let names = table.columns.map(\.name)
            let rows = try file.rows("SELECT \(sql: .columns(names, of: table, alias: "t")) FROM \(rows: table) t") {
                row in
                table.columns.enumerated().map { place, column -> DatabaseValue in
                    let place = Int32(place)
                    if row.isNull(place) { return .null }
                    return switch column.kind {
                    case .text: .text(row.text(place))
                    case .bytes: .bytes(row.bytes(place))
                    case .bool: .bool(row.bool(place))
                    default: .integer(row.integer(place))
                    }
                }
            }
            try target.insert(rows, into: table, names)
            // Advance the counter, so that ids that were used in the file are not reused.
            if table.counter != nil {
                let next = try file.takeIDs(1, of: table)
                if next > 1 { _ = try target.takeIDs(Int(next - 1), of: table) }
            }
        }
    }
}
