package import Accounts
internal import FeedLibrary
internal import Formats
package import HTTPServer
internal import Messages

/// Authenticates clients and protects against forged requests.
extension Service {
    /// Authenticates a reader app by the `Authorization` header or by a token in the request's form.
    package func signIn(_ request: HTTPRequest, token: String?) async throws -> Principal {
        let credential = credential(of: request) ?? token.map { .readerToken($0) }
        return try await authenticate(request, credential, for: .reader)
    }

    package static func problem(_ refusal: Refusal) -> Problem {
        switch refusal {
        case .tooMany(let seconds):
            Problem(
                429, "tooManyRefused", Message.httpTooManyRefused,
                headers: ["Retry-After": String(seconds)])
        case .expired: unauthorized(.httpExpired)
        case .revoked: unauthorized(.httpRevoked)
        case .suspended: unauthorized(.httpSuspended)
        case .leaving: unauthorized(.httpLeaving)
        case .unknown: unauthorized(.httpInvalid)
        }
    }

    // MARK: -

    func authenticate(
        _ request: HTTPRequest, _ credential: Credential?, for scope: Scope, isForm: Bool = false
    ) async throws -> Principal {
        guard let credential else {
            throw Self.unauthorized(.httpNoCredential)
        }
        let visitor = visitor(request)
        switch try await lookUp(credential, from: visitor) {
        case .refused(let refusal): throw Self.problem(refusal)
        case .accepted(let principal):
            request.markAuthenticated()
            guard principal.scope.includes(scope) else { throw Problem(403, "scope", .httpScope, [scope.rawValue]) }
            try check(principal, for: request, isForm: isForm)
            return principal
        }
    }

    /// Returns the app password sent with the request itself, as Miniflux clients do.
    ///
    /// - Throws: `Problem` for a change that another site's page may have requested, because browsers send `Basic`
    ///   credentials automatically.
    func appPassword(of request: HTTPRequest) throws -> Credential? {
        if let password = request.headers["X-Auth-Token"] { return .appPassword(password) }
        guard let field = request.headers["Authorization"], field.lowercased().hasPrefix("basic ") else { return nil }
        let parts = Base64.decode(field.dropFirst(6).utf8.drop { $0 == 0x20 })?
            .split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let parts, parts.count == 2 else { return nil }
        if request.method != .get, request.method != .head, !isSameOrigin(request) {
            throw Problem(403, "crossOrigin", .httpOtherSite)
        }
        return .basic(
            name: String(decoding: parts[0], as: UTF8.self), password: String(decoding: parts[1], as: UTF8.self))
    }

    /// Returns the credential in the `Authorization` header, otherwise in the cookie. The header takes precedence
    /// because clients send it deliberately.
    func credential(of request: HTTPRequest) -> Credential? {
        if let field = request.headers["Authorization"] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            switch parts[0].lowercased() {
            case "bearer": return .bearer(String(parts[1]))
            // Reader apps send `GoogleLogin auth=TOKEN`.
            case "googlelogin":
                return parts[1].hasPrefix("auth=") ? .readerToken(String(parts[1].dropFirst(5))) : nil
            default: return nil
            }
        }
        return sessionCookie(of: request).map { .session($0) }
    }

    /// The session cookie of a browser.
    func sessionCookie(of request: HTTPRequest) -> String? {
        for field in request.headers.values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookieName else { continue }
                return String(parts[1])
            }
        }
        return nil
    }

    /// Protects against cross-site request forgery. Browsers send cookies automatically, so a change also needs a
    /// token.
    ///
    /// - Parameter isForm: whether the token is a field of the body, which `RequestContext.readBody` checks.
    private func check(_ principal: Principal, for request: HTTPRequest, isForm: Bool) throws {
        guard principal.csrf != nil, request.method != .get, request.method != .head else { return }
        guard isSameOrigin(request) else { throw Problem(403, "crossOrigin", .httpOtherSite) }
        if isForm { return }
        guard principal.accepts(formToken: request.headers["X-CSRF-Token"]) else {
            throw Problem(403, "csrf", .httpNoCSRFToken)
        }
    }

    private static func unauthorized(_ message: Message) -> Problem {
        Problem(401, "unauthorized", message, headers: ["WWW-Authenticate": "Bearer realm=\"feedsearch\""])
    }
}
