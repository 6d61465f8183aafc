internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page on which the recipient of an invitation creates an account. Its URL contains the secret of the invitation.
enum JoinPage {
    private static let refusals = Operation.FormRefusals(
        notForm: Message.notForm.localized, noToken: Message.formExpired.localized)

    static let operations: [Operation] = [
        Operation(
            "joinPage", .get, "/join/{code}", nil,
            "The form with which the recipient of an invitation creates an account",
            gives: .text("text/html", or: "*/*"), example: "/join/CODE", errors: .page, isDocumented: false
        ) { call in
            let invitation = try await checking(call) { try await call.checkInvitation(call.part("code")) }
            if let library = invitation.library, let principal = try await call.signedIn() {
                return memberPage(library, principal, call)
            }
            return page(call, invitation)
        },
        Operation(
            "join", .post, "/join/{code}", nil, "Create the account of an invitation",
            limits: HTTPBodyLimits(maxBodyBytes: 16 << 10), gives: .redirect, example: "/join/CODE", errors: .page,
            body: .form(refusals), isDocumented: false
        ) { call in
            do { return try await join(call) } catch let refusal as Refusal {
                throw problem(refusal, call)
            } catch {
                guard let mistake = FormMistake(error, call.fields.map(\.name), call.language) else { throw error }
                return page(call, try await call.checkInvitation(call.part("code")), mistake)
            }
        },
        .form("accept-invitation", .admin, "Join the library of an invitation") { call in
            let code = try call.required("code")
            let invitation = try await checking(call) { try await call.acceptInvitation(code) }
            if let library = invitation.library, let session = call.principal?.id {
                try await call.ask { _ = try $0.setLibrary(library.id, ofSession: session) }
            }
            return ""
        },
    ]

    private static func join(_ call: RequestContext) async throws -> HTTPResponse {
        let (code, password) = (call.part("code"), call.text("new") ?? "")
        _ = try await call.checkInvitation(code)
        let name = try call.required("name")
        guard password == call.text("again") else { throw FormMistake("again", .managePasswordsDiffer) }
        let session = try await call.join(code, name: name, password: password)
        return HTTPResponse(
            status: 303,
            headers: [
                "Location": call.base + "/",
                "Set-Cookie": call.service.cookie(session.cookie, isSecure: call.request.isSecure),
            ])
    }

    private static func checking<Result>(
        _ call: RequestContext, _ body: () async throws -> Result
    ) async throws -> Result {
        do { return try await body() } catch let refusal as Refusal { throw problem(refusal, call) }
    }

    private static func problem(_ refusal: Refusal, _ call: RequestContext) -> Problem {
        if case .tooMany = refusal { return Service.problem(refusal) }
        return .missing(Message.invitationInvalid.text(call.language))
    }

    /// The page for a browser without a session.
    private static func page(
        _ call: RequestContext, _ invitation: Invitation, _ mistake: FormMistake? = nil
    ) -> HTTPResponse {
        let title = invitation.createsAccount ? Message.joinTitle : .joinLibraryTitle
        let address = "join/" + FormEncoding.encode(call.part("code"))
        return card(title, status: mistake == nil ? 200 : 422, call) { card in
            if let library = invitation.library { card.element("p", libraryText(library, call)) }
            if invitation.createsAccount {
                card.element("p", card.say(.joinHelp), [("class", "dim")])
                if let mistake { card.element("p", mistake.text(call.language), [("role", "alert")]) }
                let target = card.root + address
                card.element("form", [("method", "post"), ("action", target), ("class", "sheet")]) { form in
                    form.newAccountFields(name: call.text("name"))
                }
            }
            if invitation.library == nil { return }
            if invitation.createsAccount { card.element("h2", card.say(.joinWithAccount)) }
            // The page opens again after signing in, and then asks for confirmation.
            card.element("form", [("method", "post"), ("action", card.root + "login"), ("class", "sheet")]) { form in
                form.hidden("next", address)
                form.field(form.say(.name), "name", nil, isRequired: true, [("autocomplete", "username")])
                form.field(
                    form.say(.password), "password", type: "password", isRequired: true,
                    [("autocomplete", "current-password")])
                form.submit(form.say(.pageSignIn), isPrimary: !invitation.createsAccount)
            }
        }
    }

    /// The page that asks the account of the session for confirmation.
    private static func memberPage(
        _ library: Invitation.Library, _ principal: Principal, _ call: RequestContext
    ) -> HTTPResponse {
        card(.joinLibraryTitle, status: call.refused?.status ?? 200, call) { card in
            card.element("p", libraryText(library, call))
            card.element("p", card.say(.joinAsAccount, principal.account ?? ""), [("class", "dim")])
            if let refused = call.refused { card.mistake(refused) }
            let target = card.address("actions/accept-invitation")
            card.element("form", [("method", "post"), ("action", target), ("class", "sheet")]) { form in
                form.hidden("csrf", principal.formToken)
                form.hidden("code", call.part("code"))
                form.hidden("next", "join/" + FormEncoding.encode(call.part("code")))
                form.submit(form.say(.joinLibrary))
            }
        }
    }

    private static func libraryText(_ library: Invitation.Library, _ call: RequestContext) -> String {
        Message.joinLibraryHelp.text(
            call.language, library.name, LibraryChoice.name(of: library.role, call.language))
    }

    /// A page that is neither cached nor compressed, because its address is a secret.
    private static func card(
        _ title: Message, status: HTTPStatus, _ call: RequestContext, _ body: (inout HTMLPage) -> Void
    ) -> HTTPResponse {
        var page = HTMLPage(call.language, depth: 1)
        let title = page.say(title)
        page.card { card in
            card.element("h1", title)
            body(&card)
        }
        var response = page.response(status: status, HTMLPage.Frame("feedsearch: " + title))
        response.headers.add("Cache-Control", "no-store")
        response.mayCompress = false
        return response
    }
}
