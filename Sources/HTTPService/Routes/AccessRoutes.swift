internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Signing in and out, and the tokens and sessions there are.
enum AccessRoutes {
    private static let form = HTTPBodyLimits(maxBodyBytes: 16 << 10)

    static let all: [Route] = [
        Route("login", .post, "/login", nil, "Sign in by name and password, or by a one-time key", limits: form) {
            call in
            try await signIn(call)
        },
        Route("logout", .post, "/logout", .read, "End the session") { call in
            if let principal = call.principal, principal.kind == .session {
                try await call.service.ask { accounts in _ = try accounts.endSession(principal.id) }
            }
            var response = HTTPResponse(status: 204)
            response.headers.add("Set-Cookie", call.service.cookie("", isSecure: call.request.isSecure, maxAge: 0))
            return response
        },
        Route("tokens", .get, "/v1/tokens", .admin, "The API tokens, without their secrets") { call in
            let tokens = try await call.service.ask { try $0.tokens() }
            return .json { $0.list("tokens", tokens) { $0.token($1) } }
        },
        Route("sessions", .get, "/v1/sessions", .admin, "The sessions") { call in
            let sessions = try await call.service.ask { try $0.sessions() }
            return .json { $0.list("sessions", sessions) { $0.session($1) } }
        },
    ]

    private static func signIn(_ call: Call) async throws -> HTTPResponse {
        let type = call.request.headers["Content-Type"]?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard type == "application/x-www-form-urlencoded" else {
            throw Problem(415, "unsupportedMediaType", "the body is application/x-www-form-urlencoded")
        }
        // A page of another site must not sign a browser in under another name (login CSRF).
        guard call.service.isSameOrigin(call.request) else {
            throw Problem(403, "crossOrigin", "sign-in from another site is refused")
        }
        let bytes = try await call.request.body.collect(upTo: form.maxBodyBytes)
        let fields = FormDecoding.items(bytes)
        func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        let visitor = call.service.visitor(call.request)
        let (name, password, key) = (field("name"), field("password"), field("key"))
        let oneTimeKey = call.service.oneTimeKey
        let outcome = try await call.service.ask { accounts -> SignIn? in
            if let key, let oneTimeKey { return try accounts.signIn(oneTimeKey: key, of: oneTimeKey, from: visitor) }
            guard let name, let password else { return nil }
            return try accounts.signIn(name: name, password: password, from: visitor)
        }
        switch outcome {
        case nil: throw Problem(400, "badForm", "give name and password")
        case .refused(let refusal): throw Service.problem(refusal)
        case .accepted(let session):
            var response = HTTPResponse(status: 204)
            response.headers.add("Set-Cookie", call.service.cookie(session.cookie, isSecure: call.request.isSecure))
            return response
        }
    }
}
