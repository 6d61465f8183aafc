internal import Database

/// The tables of the accounts. `AccountSchema` creates them in a file, a step of `PostgresSchema` on a server.
extension Table {
    static let service = Table(
        "service", [Column("instance", .text), Column("key_fingerprint", .bytes), Column("created", .integer)])
    static let account = Table(
        "account", counter: "account",
        [
            Column("id", .integer), Column("name", .text), Column("password", .text), Column("created", .integer),
            Column("password_changed", .integer),
        ])
    static let appPassword = Table(
        "app_password", counter: "app_password",
        [
            Column("id", .integer), Column("account", .integer), Column("label", .text), Column("hash", .bytes),
            Column("fever_hash", .bytes), Column("created", .integer), Column("last_use", .integer),
            Column("revoked", .integer),
        ])
    static let token = Table(
        "token", counter: "token",
        [
            Column("id", .integer), Column("name", .text), Column("hash", .bytes), Column("scope", .text),
            Column("created", .integer), Column("expires", .integer), Column("last_use", .integer),
            Column("revoked", .integer),
        ])
    /// A session without an account was begun by a one-time key.
    static let session = Table(
        "session", counter: "session",
        [
            Column("id", .integer), Column("hash", .bytes), Column("account", .integer), Column("created", .integer),
            Column("last_use", .integer), Column("address", .text), Column("user_agent", .text),
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
    /// Account 0 has the preferences of those who have no account.
    static let preference = Table(
        "preference", key: 2, [Column("account", .integer), Column("name", .text), Column("value", .text)])

    /// All tables but `service`.
    static let ofAccounts = [
        account, appPassword, token, session, signIn, secret, hubSubscription, preference,
    ]
}

extension SQL {
    /// The condition that a name equals this one. The case of ASCII letters is ignored: a column in a file has the
    /// collation NOCASE, and on a server an index is over the same expression.
    static func name(_ column: String, is name: String) -> SQL {
        "\(sqlite: column, postgres: "lower(\(column) COLLATE \"C\")") = \(NameRules.folded(name))"
    }

    /// The order of names.
    static func byName(_ column: String) -> SQL {
        "\(sqlite: column, postgres: "lower(\(column) COLLATE \"C\")")"
    }

    /// The number of the last change of credentials, which is read with a credential so that no round trip is needed
    /// for it. A file needs none, since nothing that was read from it is kept.
    static let changeNumber: SQL = """
        \(sqlite: "0", postgres: "(SELECT changes FROM feedsearch.service WHERE library = $1 AND slot = $2)")
        """
}

/// Moving accounts from a file to a server.
enum AccountCopy {
    /// Copies all rows to tables that are empty. Both databases must be in a transaction.
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
                    default: .integer(row.integer(place))
                    }
                }
            }
            try target.insert(rows, into: table, names)
            // A number is never given again, as in the file.
            if table.counter != nil {
                let next = try file.takeIDs(1, of: table)
                if next > 1 { _ = try target.takeIDs(Int(next - 1), of: table) }
            }
        }
    }
}
