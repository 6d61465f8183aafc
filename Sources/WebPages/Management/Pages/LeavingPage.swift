internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The parts of the account page with which an account downloads its data and requests its removal, and the only page
/// of an account that waits for its removal.
enum LeavingPage {
    static let operations: [Operation] = [
        .answering("delete-account", .admin, "Request the removal of the account") { call in
            let (account, password) = try credentials(call)
            let visitor = call.visitor
            let time = try await checking {
                try await call.withPassword {
                    try $0.requestRemoval(of: account, password: password, from: visitor)
                }
            }
            return requested(time, call)
        },
        .answering("keep-account", .admin, "Cancel the removal of the account", isForLeaving: true) { call in
            let (account, password) = try credentials(call)
            let visitor = call.visitor
            try await checking {
                try await call.withPassword { try $0.cancelRemoval(of: account, password: password, from: visitor) }
            }
            return call.redirect(to: "account?done=kept")
        },
    ]

    /// The account of a host, and the password in the form.
    private static func credentials(_ call: RequestContext) throws -> (account: String, password: String) {
        guard let account = call.owner else {
            throw UserFacingError(code: "noAccount", text: Message.noAccount.text(call.language))
        }
        guard let password = call.text("password"), !password.isEmpty else { throw FormMistake("password", .formEmpty) }
        return (account, password)
    }

    private static func checking<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let refusal as Refusal {
            if case .unknown = refusal { throw FormMistake("password", .wrongPassword) }
            throw Service.problem(refusal)
        }
    }

    // MARK: - Pages

    /// The cards at the end of the account page.
    static func cards(_ call: RequestContext, _ account: String?, isHosted: Bool, _ page: inout HTMLPage) {
        page.card(page.say(.downloadAll), page.say(.downloadAllHelp)) { download($0.say(.downloadAll), &$0) }
        guard isHosted, account != nil else { return }
        page.card(page.say(.deleteAccount), page.say(.deleteAccountHelp, days)) { page in
            call.form("delete-account", &page, class: "sheet", needs: .admin, next: "account") { form in
                password(&form)
                form.submit(form.say(.deleteAccount), isPrimary: false)
            }
        }
    }

    /// The account page of an account that waits for its removal.
    static func response(_ removal: Int64, _ call: RequestContext) -> HTTPResponse {
        var response = call.card(.deletionRequested) { page in
            page.element("p", page.say(.deletionPlanned, call.time(removal)))
            call.form("keep-account", &page, class: "sheet", needs: .admin, next: "account") { form in
                password(&form)
                form.submit(form.say(.cancelDeletion))
            }
            download(page.say(.downloadAll), &page)
        }
        if let refused = call.refused { response.status = refused.status }
        return response
    }

    private static func requested(_ time: Int64, _ call: RequestContext) -> HTTPResponse {
        var response = call.card(.deletionRequested) { page in
            page.element("p", page.say(.deletionPlanned, call.time(time)))
            page.element("p", page.say(.deletionCancellable), [("class", "dim")])
            page.element("p") { $0.element("a", $0.say(.pageSignIn), [("href", $0.address("account"))]) }
        }
        response.headers.add("Set-Cookie", call.service.cookie("", isSecure: call.request.isSecure, maxAge: 0))
        return response
    }

    private static var days: String { String(AccountStore.removalSeconds / 86_400) }

    private static func password(_ form: inout HTMLPage) {
        form.field(
            form.say(.password), "password", type: "password", isRequired: true, [("autocomplete", "current-password")])
    }

    private static func download(_ title: String, _ page: inout HTMLPage) {
        page.element("p") { line in
            line.element("a", title, [("href", line.address("v1/archive")), ("download", "feedsearch-archive.zip")])
        }
    }
}
