public import Accounts
public import Formats

extension JSONWriter {
    /// Writes an account with its app passwords.
    public mutating func account(_ account: Account, appPasswords: [AppPassword]) {
        object { writer in
            writer.member("account", account.name)
            writer.member("created", CivilTime.rfc3339(account.created))
            writer.member("password_changed", CivilTime.rfc3339(account.passwordChanged))
            writer.member("sessions", account.sessionCount)
            writer.member("suspended", account.suspended.map(CivilTime.rfc3339))
            writer.member("removal", account.removal.map(CivilTime.rfc3339))
            writer.key("app_passwords")
            writer.array(appPasswords) { writer, password in
                writer.object { object in
                    object.member("label", password.label)
                    object.member("fever", password.isForFever)
                    object.member("created", CivilTime.rfc3339(password.created))
                    object.member("last_used", password.lastUse.map(CivilTime.rfc3339))
                }
            }
        }
    }

    /// Writes an invitation.
    ///
    /// - Parameter link: the link with the secret of a new invitation.
    public mutating func invitation(_ invitation: Invitation, link: String?) {
        object { writer in
            writer.member("invitation", Int(invitation.id))
            writer.member("created", CivilTime.rfc3339(invitation.created))
            writer.member("expires", CivilTime.rfc3339(invitation.expires))
            writer.member("creator", invitation.creator)
            writer.member("library", invitation.library?.name)
            writer.member("role", invitation.library?.role.rawValue)
            writer.member("creates_account", invitation.createsAccount)
            writer.member("url", link)
        }
    }

    public mutating func token(_ token: APIToken) {
        object { writer in
            writer.member("token", token.name)
            writer.member("scope", token.scope.rawValue)
            writer.member("created", CivilTime.rfc3339(token.created))
            writer.member("expires", token.expires.map(CivilTime.rfc3339))
            writer.member("last_used", token.lastUse.map(CivilTime.rfc3339))
            writer.member("account", token.account)
        }
    }

    public mutating func session(_ session: Session) {
        object { writer in
            writer.member("session", Int(session.id))
            writer.member("account", session.account)
            writer.member("created", CivilTime.rfc3339(session.created))
            writer.member("last_used", CivilTime.rfc3339(session.lastUse))
            writer.member("address", session.address)
            writer.member("user_agent", session.userAgent.isEmpty ? nil : session.userAgent)
        }
    }

    public mutating func signIn(_ record: SignInRecord) {
        object { writer in
            writer.member("time", CivilTime.rfc3339(record.time))
            writer.member("kind", record.kind.rawValue)
            writer.member("outcome", record.outcome.rawValue)
            writer.member("account", record.account)
            writer.member("address", record.address)
            writer.member("user_agent", record.userAgent.isEmpty ? nil : record.userAgent)
        }
    }
}

extension Schema {
    static let token = Schema.object([
        .always("token", .string, "its name"),
        .always("scope", .choice(["read", "write", "admin"])),
        .always("created", .date),
        .maybe("expires", .date),
        .maybe("last_used", .date, "with minute precision"),
        .maybe("account", .string, "on a host, the account whose library it is for"),
    ])

    static let invitation = Schema.object([
        .always("invitation", .integer(), "its number"),
        .always("created", .date),
        .always("expires", .date),
        .always("creator", .string),
        .maybe("library", .string, "the name of the library that the person joins"),
        .maybe("role", .choice(["reader", "editor"])),
        .always("creates_account", .boolean, "whether the link can create an account"),
        .maybe("url", .string, "only in the response that creates the invitation"),
    ])

    static let newInvitation = Schema.object([
        .maybe("role", .choice(["reader", "editor"]), "reader by default"),
        .maybe("expires", .string, "after a time such as 12h or 7d, at most 90d; 7d by default"),
    ])

    static let newToken = Schema.object([
        .always("name", .string),
        .always("scope", .choice(["read", "write", "admin"])),
        .maybe("expires", .string, "after a time such as 12h or 90d; never if absent"),
    ])

    static let session = Schema.object([
        .always("session", .integer()),
        .maybe("account", .string, "absent for a session of a one-time key"),
        .always("created", .date),
        .always("last_used", .date, "with minute precision"),
        .maybe("address", .string),
        .maybe("user_agent", .string),
    ])
}
