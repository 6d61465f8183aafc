internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages
internal import System

/// Routes for signing in and out, and for tokens and sessions.
enum AccessOperations {
    private static let form = HTTPBodyLimits(maxBodyBytes: 16 << 10)

    static let all: [Operation] = [
        Operation(
            "login", .post, "/login", nil, "Sign in with name and password, or with a one-time key", limits: form,
            takes: RequestForm(
                type: "application/x-www-form-urlencoded",
                schema: .object([
                    .maybe("name", .string), .maybe("password", .string), .maybe("key", .string),
                    .maybe("next", .string),
                ]),
                example: "name=owner&password=secret"),
            gives: .nothing
        ) { call in
            try await signIn(call)
        },
        Operation(
            "logout", .post, "/logout", .read, "End the session", gives: .nothing, needsLibrary: false,
            isForLeaving: true
        ) { call in
            if let principal = call.principal, principal.kind == .session {
                try await call.ask { accounts in _ = try accounts.endSession(principal.id) }
            }
            var response = HTTPResponse(status: 204)
            response.headers.add("Set-Cookie", call.service.cookie("", isSecure: call.request.isSecure, maxAge: 0))
            return response
        },
        Operation(
            "session", .get, "/v1/session", .read,
            "The caller's identity; for a session also the token for the header X-CSRF-Token, a new one in each response",
            gives: .json("Principal"), needsLibrary: false, isForLeaving: true
        ) { call in
            var response = HTTPResponse.json { $0.principal(call.principal) }
            // Do not compress a response that contains both a secret and client-chosen text (BREACH).
            response.mayCompress = false
            return response
        },
        Operation(
            "tokens", .get, "/v1/tokens", .admin, "The API tokens, without their secrets",
            gives: .json(.list("tokens", of: "Token"))
        ) { call in
            let owner = call.owner
            let tokens = try await call.ask { try $0.tokens(of: owner) }
            return .json { $0.list("tokens", tokens) { $0.token($1) } }
        },
        Operation(
            "sessions", .get, "/v1/sessions", .admin, "The sessions", gives: .json(.list("sessions", of: "Session"))
        ) { call in
            let owner = call.owner
            let sessions = try await call.ask { try $0.sessions(of: owner) }
            return .json { $0.list("sessions", sessions) { $0.session($1) } }
        },
        Operation(
            "createToken", .post, "/v1/tokens", .admin, "Create an API token; only this response contains it",
            limits: form,
            takes: .json("NewToken", #"{"name":"phone","scope":"read","expires":"90d"}"#),
            gives: .json(.object([.always("name", .string), .always("token", .string)]), 201)
        ) { call in
            try await createToken(call)
        },
        Operation(
            "revokeToken", .delete, "/v1/tokens/{name}", .admin, "Revoke a token", gives: .nothing,
            example: "/v1/tokens/write"
        ) { call in
            let (name, owner) = (call.part("name"), call.owner)
            try await call.ask { try $0.revokeToken(name, of: owner) }
            return HTTPResponse(status: 204)
        },
        Operation(
            "endSessions", .delete, "/v1/sessions", .admin,
            "Sign out everywhere: end all sessions of the account, or of all accounts if a token is used",
            gives: .nothing
        ) { call in
            let account = call.principal?.account
            try await call.ask { accounts in
                for session in try accounts.sessions(of: account) { try accounts.endSession(session.id) }
            }
            return HTTPResponse(status: 204)
        },
        Operation(
            "endSession", .delete, "/v1/sessions/{n}", .admin, "End one session", gives: .nothing,
            example: "/v1/sessions/1"
        ) { call in
            let (number, owner) = (try call.number("n"), call.owner)
            let isEnded = try await call.ask { accounts in
                // On a host, sessions of other accounts are unknown.
                if let owner, !(try accounts.sessions(of: owner).contains { $0.id == number }) { return false }
                return try accounts.endSession(number)
            }
            guard isEnded else {
                throw Problem(404, "notFound", .httpNotFound)
            }
            return HTTPResponse(status: 204)
        },
    ]

    private static func createToken(_ call: RequestContext) async throws -> HTTPResponse {
        let body = try await call.members(["name", "scope", "expires"])
        let name = try body.required("name")
        guard let scope = Scope(rawValue: try body.required("scope")) else {
            throw Problem(400, "badMember", .httpBadChoice, ["scope", "read, write, admin"])
        }
        let expires = try body.string("expires").map { text in
            guard let seconds = TimeLength.seconds(text) else { throw Problem(400, "badMember", .badExpiry, [text]) }
            return call.clock.now() + Int64(seconds)
        }
        let owner = call.owner
        let token = try await call.ask { try $0.createToken(name, scope: scope, expires: expires, of: owner) }
        var response = HTTPResponse.json(status: 201) { writer in
            writer.object { object in
                object.member("name", name)
                object.member("token", token)
            }
        }
        response.mayCompress = false
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    private static func signIn(_ call: RequestContext) async throws -> HTTPResponse {
        guard call.mediaType == "application/x-www-form-urlencoded" else {
            throw Problem(415, "unsupportedMediaType", .httpNotForm)
        }
        // A page of another site must not be able to sign the browser in to another account (login CSRF).
        guard call.service.isSameOrigin(call.request) else {
            throw Problem(403, "crossOrigin", .httpOtherSiteSignIn)
        }
        let bytes = try await call.request.body.collect(upTo: form.maxBodyBytes)
        let fields = FormDecoding.items(bytes)
        func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        let visitor = call.visitor
        let (name, password, key) = (field("name"), field("password"), field("key"))
        let oneTimeKey = call.service.oneTimeKey
        let former = call.service.sessionCookie(of: call.request)
        let outcome: SignIn? =
            if let key, let oneTimeKey {
                try await call.ask {
                    try $0.signIn(oneTimeKey: key, of: oneTimeKey, from: visitor, replacing: former)
                }
            } else if let name, let password {
                try await call.service.signIn(name: name, password: password, from: visitor, replacing: former)
            } else {
                nil
            }
        let next = field("next").flatMap(call.service.pages.checkedAddress)
        switch outcome {
        case nil: throw Problem(400, "badForm", .httpSignInWanted)
        case .refused(let refusal):
            let problem = Service.problem(refusal)
            guard let next else { throw problem }
            var mistake = problem.text(in: call.language)
            if case .unknown = refusal {
                mistake = (key == nil ? Message.wrongNameOrPassword : .wrongOneTimeKey).text(call.language)
            }
            return call.service.pages.signIn(
                .init(
                    next: next, takesKey: await call.service.takesKey(), mistake: mistake, status: problem.status),
                call.language)
        case .accepted(let session):
            var response = HTTPResponse(status: next == nil ? 204 : 303)
            // A user with the one-time key must first create an account: the key is valid for one session only.
            if let next = session.principal.account == nil ? next.map({ _ in "account" }) : next {
                response.headers.add("Location", call.base + "/" + next)
            }
            response.headers.add("Set-Cookie", call.service.cookie(session.cookie, isSecure: call.request.isSecure))
            return response
        }
    }
}

extension JSONWriter {
    fileprivate mutating func principal(_ principal: Principal?) {
        object { object in
            object.member("kind", principal?.kind.name)
            object.member("scope", principal?.scope.rawValue)
            object.member("account", principal?.account)
            object.member("name", principal.flatMap { $0.label.isEmpty ? nil : $0.label })
            object.member("csrf", principal?.formToken)
        }
    }
}

extension Principal.Kind {
    fileprivate var name: String {
        switch self {
        case .token: "token"
        case .appPassword: "app password"
        case .session: "session"
        }
    }
}
