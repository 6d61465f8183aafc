internal import Database
internal import Formats

/// A change of accounts, tokens or libraries, usually made by an administrator.
public struct AuditRecord: Sendable, Equatable {
    public enum Action: String, Sendable, CaseIterable {
        case accountAdded = "account added"
        case libraryAdded = "library added"
        case accountRemoved = "account removed"
        case libraryRemoved = "library removed"
        case accountExported = "account exported"
        case invitationCreated = "invitation created"
        case invitationRevoked = "invitation revoked"
        case libraryShared = "library shared"
        case libraryUnshared = "library no longer shared"
        case accountSuspended = "account suspended"
        case accountResumed = "account resumed"
        case passwordChanged = "password changed"
        case appPasswordCreated = "app password created"
        case appPasswordRevoked = "app password revoked"
        case sessionsEnded = "sessions ended"
        case tokenCreated = "token created"
        case tokenRevoked = "token revoked"
        case mailConfirmed = "mail address confirmed"
        case mailRemoved = "mail address removed"
        case libraryMoved = "library moved"
        case libraryRenamed = "library renamed"
    }

    /// Seconds since 1970.
    public var time: Int64
    /// The user of the machine who ran the command; for changes without a command, the account or the invitation that
    /// caused them.
    public var actor: String
    public var action: Action
    /// The account; nil for a token that belongs to none.
    public var account: String?
    /// The label of the app password, the name of the token or of the library, the mail address or the number of the
    /// invitation; nil for other actions.
    public var object: String?
}

/// The audit log. A record is written in the same transaction as its change. Records are never removed. Changes that
/// accounts make themselves are not recorded, except for invitations and the removal of an account at its own request.
extension AccountStore {
    /// The newest records, newest first.
    public func auditLog(limit: Int) throws(AccountError) -> [AuditRecord] {
        try read { database in
            try database.rows(
                """
                SELECT a.time, a.actor, a.action, a.account, a.object FROM \(rows: .audit) a
                ORDER BY a.time DESC, a.id DESC LIMIT \(limit)
                """
            ) { row -> AuditRecord? in
                AuditRecord.Action(rawValue: row.text(2)).map {
                    AuditRecord(
                        time: row.seconds(0), actor: row.text(1), action: $0, account: row.textOrNil(3),
                        object: row.textOrNil(4))
                }
            }.compactMap(\.self)
        }
    }

    /// Records that an administrator has exported the library of an account.
    public func auditExport(of account: String) throws(AccountError) {
        try database.write(changesCredentials: false) { database in
            _ = try Self.requireAccount(account, database)
            try audit(.accountExported, account, database)
        }
    }

    /// Records a change in the transaction that makes it; does nothing if neither an administrator nor `other` makes
    /// it, unless `always` is set.
    ///
    /// - Parameter other: the account or invitation that makes the change if no administrator does; nil if only changes
    ///   by administrators are recorded.
    func audit(
        _ action: AuditRecord.Action, _ account: String?, object: String? = nil, by other: String? = nil,
        always: Bool = false, _ database: any LibraryDatabase
    ) throws {
        guard let actor = options.actor ?? other ?? (always ? "" : nil) else { return }
        // Ascending ids keep the order of records with the same time.
        let last = try database.integer("SELECT max(a.id) FROM \(rows: .audit) a") ?? 0
        try database.run(
            .insert(
                into: .audit,
                [
                    "id": .integer(last + 1), "time": .integer(now), "actor": .text(actor),
                    "action": .text(action.rawValue), "account": account.map { .text($0) } ?? .null,
                    "object": object.map { .text($0) } ?? .null,
                ]))
    }
}
