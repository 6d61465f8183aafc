internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import System

/// The page with the user's password, sessions, tokens and app passwords.
struct AccountPage: Sendable {
    private let account: String?
    private let session: Int64?
    private let sessions: [Session]
    private let appPasswords: [AppPassword]
    private let tokens: [APIToken]
    private let isHosted: Bool
    private let libraries: [LibraryChoice]
    /// The names of the other accounts that may use the library of the account.
    private let members: [String]
    /// The invitations to the library of the account.
    private let invitations: [Invitation]

    static let operations: [Operation] = [
        .page("accountPage", "/account", .admin, "Password, sessions, tokens and app passwords", isForLeaving: true) {
            call in
            if let removal = call.principal?.removal { return LeavingPage.response(removal, call) }
            let principal = call.principal
            let owner = call.owner
            let page = try await call.ask { try AccountPage(principal, of: owner, $0) }
            return page.response(call)
        },
        .answering("password", .admin, "Change the password of the account") { call in
            try await changePassword(call)
        },
        .answering("first-account", .admin, "Create the first account, which replaces the session of the one-time key")
        {
            call in
            try await makeFirst(call)
        },
        .form("end-session", .admin, "End a session of the account") { call in
            let number = try call.requiredNumber("session")
            let account = call.principal?.account
            try await call.ask { accounts in
                // Only the account's own sessions can be ended; other sessions are treated as already ended.
                guard try accounts.sessions(of: account).contains(where: { $0.id == number && $0.account == account })
                else { return }
                try accounts.endSession(number)
            }
            return "account?done=ended"
        },
        .form("end-other-sessions", .admin, "End all other sessions of the account") { call in
            let principal = call.principal
            try await call.ask { accounts in
                for session in try accounts.sessions(of: principal?.account)
                where session.account == principal?.account
                    && !(principal?.kind == .session && session.id == principal?.id)
                {
                    try accounts.endSession(session.id)
                }
            }
            return "account?done=ended"
        },
        .answering("create-token", .admin, "Create an API token, which is shown once") { call in
            let name = try call.required("name")
            guard let scope = Scope(rawValue: call.text("scope") ?? ""), scope != .reader else {
                throw FormMistake("scope", .formChoice)
            }
            var expires: Int64?
            if let text = call.filled("expires") {
                guard let seconds = TimeLength.seconds(text) else {
                    throw UserFacingError(.badExpiry, [text], language: call.language)
                }
                expires = call.clock.now() + Int64(seconds)
            }
            let (until, owner) = (expires, call.owner)
            let token = try await call.ask { try $0.createToken(name, scope: scope, expires: until, of: owner) }
            return SetUpPage.token(name, token, call)
        },
        .form("revoke-token", .admin, "Revoke an API token") { call in
            let (name, owner) = (try call.required("name"), call.owner)
            try await call.ask { try $0.revokeToken(name, of: owner) }
            return "account?done=revoked"
        },
        .answering("create-app-password", .admin, "Create an app password, which is shown once") { call in
            let label = try call.required("label")
            guard let account = call.principal?.account else {
                throw UserFacingError(code: "noAccount", text: Message.noAccount.text(call.language))
            }
            let isForFever = call.has("fever")
            let password = try await call.ask {
                try $0.createAppPassword(for: account, label: label, forFever: isForFever)
            }
            return SetUpPage.appPassword(account, label, password, isForFever: isForFever, call)
        },
        .form("revoke-app-password", .admin, "Revoke an app password of the account") { call in
            let label = try call.required("label")
            guard let account = call.principal?.account else { return nil }
            try await call.ask { try $0.revokeAppPassword(of: account, label: label) }
            return "account?done=revoked"
        },
    ]

    /// - Parameter owner: the account on a host whose tokens are shown; nil on a service with one library.
    private init(_ principal: Principal?, of owner: String?, _ accounts: AccountStore) throws {
        account = principal?.account
        session = principal?.kind == .session ? principal?.id : nil
        sessions = try accounts.sessions(of: account).filter { [account] in $0.account == account }
        appPasswords = try account.map { try accounts.appPasswords(of: $0) } ?? []
        tokens = try accounts.tokens(of: owner)
        isHosted = owner != nil
        libraries = try LibraryChoice.all(principal, accounts)
        let own = try owner.flatMap { try accounts.hostedLibrary(of: $0) }
        invitations = try own.map { try accounts.invitations(ofOwner: $0.id) } ?? []
        members =
            try own.map { try accounts.members(of: $0.id).filter { $0.role != .owner }.map(\.name) } ?? []
    }

    /// Creates the first account for a user who signed in with the one-time key. The key's session ends when the
    /// account is added.
    private static func makeFirst(_ call: RequestContext) async throws -> HTTPResponse {
        let name = try call.required("name")
        let (password, visitor) = (call.text("new") ?? "", call.visitor)
        guard call.principal?.kind == .session, call.principal?.account == nil else {
            throw UserFacingError(code: "notFirst", text: Message.notFirst.text(call.language))
        }
        guard password == call.text("again") else {
            throw FormMistake("again", .managePasswordsDiffer)
        }
        let cookie = try await call.ask { accounts -> String? in
            guard try accounts.addFirstAccount(name, password: password),
                case .accepted(let session) = try accounts.signIn(name: name, password: password, from: visitor)
            else { return nil }
            return session.cookie
        }
        guard let cookie else {
            throw UserFacingError(code: "notFirst", text: Message.notFirst.text(call.language))
        }
        return HTTPResponse(
            status: 303,
            headers: [
                "Location": call.base + "/", "Set-Cookie": call.service.cookie(cookie, isSecure: call.request.isSecure),
            ])
    }

    /// Changes the password after checking the old one. All sessions end, and a new one starts for this browser.
    private static func changePassword(_ call: RequestContext) async throws -> HTTPResponse {
        guard let account = call.principal?.account else {
            throw UserFacingError(code: "noAccount", text: Message.noAccount.text(call.language))
        }
        let (old, new) = (call.text("old") ?? "", call.text("new") ?? "")
        guard new == call.text("again") else {
            throw FormMistake("again", .managePasswordsDiffer)
        }
        let visitor = call.visitor
        let cookie = try await call.ask { accounts -> String in
            guard case .accepted(let check) = try accounts.signIn(name: account, password: old, from: visitor) else {
                throw FormMistake("old", .wrongPassword)
            }
            // End the session, which was only needed to check the old password.
            _ = try accounts.endSession(check.principal.id)
            try accounts.setPassword(of: account, to: new)
            guard case .accepted(let session) = try accounts.signIn(name: account, password: new, from: visitor) else {
                throw FormMistake("old", .wrongPassword)
            }
            return session.cookie
        }
        return HTTPResponse(
            status: 303,
            headers: [
                "Location": call.base + "/account?done=passwordChanged",
                "Set-Cookie": call.service.cookie(cookie, isSecure: call.request.isSecure),
            ])
    }

    // MARK: - Page

    private func response(_ call: RequestContext) -> HTTPResponse {
        if account == nil, session != nil { return call.card(.firstAccount) { first(call, &$0) } }
        return call.answer(.account) { page in
            if let account {
                page.element("p", page.say(.signedInAs, account))
                if members.isEmpty {
                    page.element("p", page.say(isHosted ? .ownLibrary : .oneLibrary))
                } else {
                    page.element("p", page.say(.sharedLibrary, members.joined(separator: ", ")))
                }
                LibraryChoice.card(libraries, call, &page)
                if isHosted { InvitationList.card(invitations, call, &page) }
                apps(call, &page)
                password(call, &page)
            } else {
                page.element("p", page.say(.noAccount))
                page.element("p") { $0.element("code", "feedsearch account add NAME") }
            }
            sessionList(call, &page)
            tokenList(call, &page)
            LeavingPage.cards(call, account, isHosted: isHosted, &page)
        }
    }

    private func first(_ call: RequestContext, _ page: inout HTMLPage) {
        page.steps(.account)
        page.element("p", page.say(.firstAccountHelp), [("class", "dim")])
        call.form("first-account", &page, class: "sheet", needs: .admin, next: "account") { form in
            form.newAccountFields(name: nil)
        }
        page.element("p") { $0.element("a", $0.say(.later), [("href", $0.address(""))]) }
    }

    private func apps(_ call: RequestContext, _ page: inout HTMLPage) {
        let dates = call.dates
        page.card(page.say(.appPasswords), page.say(.appPasswordsHelp)) { page in
            if !appPasswords.isEmpty {
                page.table(
                    page.say(.appPasswords),
                    [page.say(.name), page.say(.begun), page.say(.lastUse), page.say(.action)]
                ) { rows in
                    for password in appPasswords {
                        rows.element("tr") { row in
                            row.element("th", password.label, [("scope", "row")])
                            row.when(password.created, dates)
                            row.when(password.lastUse, dates)
                            row.element("td") { cell in
                                call.button(
                                    cell.say(.revoke), "revoke-app-password", with: [("label", password.label)],
                                    label: cell.say(.revoke) + ": " + password.label, needs: .admin, next: "account",
                                    &cell)
                            }
                        }
                    }
                }
            }
            call.form("create-app-password", &page, class: "row", needs: .admin, next: "account") { form in
                form.field(form.say(.appLabel), "label", isRequired: true, [("placeholder", "NetNewsWire")])
                form.check(form.say(.forFever), "fever", false)
                form.submit(form.say(.makeAppPassword))
            }
        }
    }

    private func password(_ call: RequestContext, _ page: inout HTMLPage) {
        page.card(page.say(.changePassword)) { page in
            call.form("password", &page, class: "sheet", needs: .admin, next: "account") { form in
                form.field(
                    form.say(.oldPassword), "old", type: "password", isRequired: true,
                    [("autocomplete", "current-password")])
                for (name, label) in [("new", Message.newPassword), ("again", .newPasswordAgain)] {
                    form.field(
                        form.say(label), name, type: "password", isRequired: true, [("autocomplete", "new-password")])
                }
                form.submit(form.say(.changePassword))
            }
            page.element("p", page.say(.passwordEndsSessions), [("class", "dim")])
        }
    }

    private func sessionList(_ call: RequestContext, _ page: inout HTMLPage) {
        let dates = call.dates
        page.card(page.say(.sessions)) { page in
            page.table(
                page.say(.sessions),
                [
                    page.say(.browser), page.say(.place), page.say(.begun), page.say(.lastUse),
                    page.say(.action),
                ]
            ) { rows in
                for entry in sessions {
                    rows.element("tr") { row in
                        row.element("th", [("scope", "row"), ("class", "agent")]) { head in
                            head.text(entry.userAgent.isEmpty ? "-" : String(entry.userAgent.prefix(160)))
                            if entry.id == session { head.element("strong", " " + head.say(.thisSession)) }
                        }
                        row.unwrapped(entry.address)
                        row.when(entry.created, dates)
                        row.when(entry.lastUse, dates)
                        row.element("td") { cell in
                            call.button(
                                cell.say(.endSession), "end-session", with: [("session", String(entry.id))],
                                label: cell.say(.endSession) + ": \(call.time(entry.created)) \(entry.id)",
                                needs: .admin,
                                next: "account", &cell)
                        }
                    }
                }
            }
            if sessions.count > 1 {
                call.button(page.say(.endOthers), "end-other-sessions", needs: .admin, next: "account", &page)
            }
        }
    }

    private func tokenList(_ call: RequestContext, _ page: inout HTMLPage) {
        let dates = call.dates
        page.card(page.say(.tokens), page.say(.tokensHelp)) { page in
            if !tokens.isEmpty {
                page.table(
                    page.say(.tokens),
                    [
                        page.say(.name), page.say(.scope), page.say(.expires), page.say(.lastUse),
                        page.say(.action),
                    ]
                ) { rows in
                    for token in tokens {
                        rows.element("tr") { row in
                            row.element("th", token.name, [("scope", "row")])
                            row.cells(token.scope.rawValue)
                            row.when(token.expires, dates)
                            row.when(token.lastUse, dates)
                            row.element("td") { cell in
                                call.button(
                                    cell.say(.revoke), "revoke-token", with: [("name", token.name)],
                                    label: cell.say(.revoke) + ": " + token.name, needs: .admin, next: "account", &cell)
                            }
                        }
                    }
                }
            }
            call.form("create-token", &page, class: "row", needs: .admin, next: "account") { form in
                form.field(form.say(.name), "name", isRequired: true, [("autocomplete", "off")])
                form.choice(
                    form.say(.scope), "scope", "read",
                    [
                        ("read", form.say(.scopeRead)), ("write", form.say(.scopeWrite)),
                        ("admin", form.say(.scopeAdmin)),
                    ])
                form.field(form.say(.expires), "expires", nil, [("placeholder", "90d"), ("autocomplete", "off")])
                form.submit(form.say(.makeToken))
            }
        }
    }
}
