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
            try await checking(call) { try await call.checkInvitation(call.part("code")) }
            return page(call)
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
                return page(call, mistake)
            }
        },
    ]

    private static func join(_ call: RequestContext) async throws -> HTTPResponse {
        let (code, password) = (call.part("code"), call.text("new") ?? "")
        try await call.checkInvitation(code)
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

    private static func checking(_ call: RequestContext, _ body: () async throws -> Void) async throws {
        do { try await body() } catch let refusal as Refusal { throw problem(refusal, call) }
    }

    private static func problem(_ refusal: Refusal, _ call: RequestContext) -> Problem {
        if case .tooMany = refusal { return Service.problem(refusal) }
        return .missing(Message.invitationInvalid.text(call.language))
    }

    private static func page(_ call: RequestContext, _ mistake: FormMistake? = nil) -> HTTPResponse {
        var page = HTMLPage(call.language, depth: 1)
        let title = page.say(.joinTitle)
        page.card { card in
            card.element("h1", title)
            card.element("p", card.say(.joinHelp), [("class", "dim")])
            if let mistake { card.element("p", mistake.text(call.language), [("role", "alert")]) }
            let target = card.root + "join/" + FormEncoding.encode(call.part("code"))
            card.element("form", [("method", "post"), ("action", target), ("class", "sheet")]) { form in
                form.field(
                    form.say(.name), "name", call.text("name"), isRequired: true, [("autocomplete", "username")])
                form.field(
                    form.say(.password), "new", type: "password",
                    help: form.say(.passwordAdvice, String(PasswordRules.minCharacters)), isRequired: true,
                    [("autocomplete", "new-password")])
                form.field(
                    form.say(.passwordAgain), "again", type: "password", isRequired: true,
                    [("autocomplete", "new-password")])
                form.submit(form.say(.makeAccount))
            }
        }
        var response = page.response(status: mistake == nil ? 200 : 422, HTMLPage.Frame("feedsearch: " + title))
        response.headers.add("Cache-Control", "no-store")
        response.mayCompress = false
        return response
    }
}
