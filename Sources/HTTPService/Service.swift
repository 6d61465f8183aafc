public import Accounts
private import Dispatch
public import FeedLibrary
internal import Formats
public import HTTPServer
internal import System

/// The service: answers HTTP with what a library and its accounts give.
public final class Service: HTTPResponder {
    let library: LibraryPool
    let oneTimeKey: OneTimeKey?
    let changes: ChangeWatch
    private let accounts: AccountStore
    private let databasePath: String
    private let hostNames: Set<String>
    private let log: @Sendable (String) -> Void
    private let table = RouteTable.all
    /// The accounts' calls wait for disks and locks: never on the cooperative pool.
    private let accountQueue = DispatchQueue(label: "service.accounts")
    private let asideQueue = DispatchQueue(label: "service.aside", attributes: .concurrent)

    /// - Parameters:
    ///   - databasePath: for work that must hold up neither readers nor the writer.
    ///   - oneTimeKey: signs its bearer in as long as there are no accounts.
    ///   - hostNames: that the service answers to, beside those of this machine; a page of another name, which DNS leads
    ///     here, must not read anything (DNS rebinding).
    ///   - log: takes one line a request: its route, status, time and id; never its query or secrets.
    public init(
        library: LibraryPool, databasePath: String, accounts: AccountStore, oneTimeKey: OneTimeKey?,
        hostNames: Set<String>, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.library = library
        changes = ChangeWatch(library)
        self.databasePath = databasePath
        self.accounts = accounts
        self.oneTimeKey = oneTimeKey
        self.hostNames = hostNames.union(["localhost", "127.0.0.1", "[::1]"])
        self.log = log
    }

    public func limits(for head: HTTPRequestHead) -> HTTPBodyLimits {
        if case .found(let route, _) = table.match(head) { return route.limits }
        return HTTPBodyLimits()
    }

    public func respond(to request: HTTPRequest) async -> HTTPResponse {
        let started = library.clock.monotonicSeconds()
        let language = Language(acceptLanguage: request.headers["Accept-Language"] ?? "")
        var name = "none"
        var response: HTTPResponse
        do {
            response = try await answer(request, language, &name)
        } catch {
            response = Problem(error, language).response(requestID: request.id)
        }
        Self.protect(&response, request.id)
        log(
            "\(request.method.rawValue) \(name) \(response.status.code) "
                + "\(Int(library.clock.milliseconds(since: started).rounded())) ms \(request.id)")
        return response
    }

    public func failure(_ error: HTTPError, requestID: String) -> HTTPResponse {
        var response = Problem(error, .english).response(requestID: requestID)
        Self.protect(&response, requestID)
        return response
    }

    // MARK: - For routes

    /// Runs `body` with the accounts, on their thread.
    func ask<Result: Sendable>(_ body: @escaping @Sendable (AccountStore) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            accountQueue.async { [accounts] in continuation.resume(with: Swift.Result { try body(accounts) }) }
        }
    }

    /// Runs `body` with a library of its own, on a thread of its own: for what waits for the network.
    func aside<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            asideQueue.async { [self] in
                continuation.resume(
                    with: Swift.Result {
                        try body(
                            Library(
                                path: databasePath, for: .changing, settings: library.settings, clock: library.clock))
                    })
            }
        }
    }

    func visitor(_ request: HTTPRequest) -> Visitor {
        let address: PeerAddress =
            switch request.peer {
            case .unix: .local
            case .address(let address): PeerAddress(address.description)
            }
        return Visitor(address, userAgent: request.headers["User-Agent"] ?? "")
    }

    /// A Set-Cookie line. Cookies ignore ports, so the name tells this service from others of the machine.
    func cookie(_ value: String, isSecure: Bool, maxAge: Int = 30 * 86_400) -> String {
        "\(cookieName)=\(value); Path=/; Max-Age=\(maxAge); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// Whether a browser says that the request comes from a page of this service, or it comes from no browser.
    func isSameOrigin(_ request: HTTPRequest) -> Bool {
        if let site = request.headers["Sec-Fetch-Site"] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers["Origin"] else { return true }
        guard let host = request.host else { return false }
        return origin == (request.isSecure ? "https://" : "http://") + host.description
    }

    static func problem(_ refusal: Refusal) -> Problem {
        switch refusal {
        case .tooMany(let seconds):
            Problem(
                429, "tooManyRefused", "too many credentials of this address were refused; try again later",
                headers: ["Retry-After": String(seconds)])
        case .expired: unauthorized("the credential has expired")
        case .revoked: unauthorized("the credential was revoked")
        case .unknown: unauthorized("the credential is not valid")
        }
    }

    // MARK: -

    private var cookieName: String { "feedsearch-" + accounts.instanceID }

    private func answer(
        _ request: HTTPRequest, _ language: Language, _ name: inout String
    ) async throws -> HTTPResponse {
        if let host = request.host, request.peer != .unix, !hostNames.contains(host.name) {
            throw Problem(421, "unknownHost", "this service does not answer to the name \(host.name)")
        }
        let (route, parameters): (Route, [String: String])
        switch table.match(request.head) {
        case .none: throw Problem(404, "notFound", "there is nothing at this address")
        case .otherMethods(let methods):
            let allow = methods.map(\.rawValue).joined(separator: ", ")
            if request.method == .options { return HTTPResponse(status: 204, headers: ["Allow": allow]) }
            throw Problem(405, "methodNotAllowed", "this address takes \(allow)", headers: ["Allow": allow])
        case .found(let found, let values): (route, parameters) = (found, values)
        }
        name = route.name
        var principal: Principal?
        if let scope = route.scope {
            let found = try await authenticate(request)
            request.markAuthenticated()
            guard found.scope.includes(scope) else {
                throw Problem(403, "scope", "this needs the scope \(scope.rawValue)")
            }
            try check(found, for: request)
            principal = found
        }
        return try await route.respond(
            Call(
                request: request, parameters: parameters, principal: principal, language: language, service: self))
    }

    private func authenticate(_ request: HTTPRequest) async throws -> Principal {
        guard let credential = credential(of: request) else { throw Self.unauthorized("this needs a credential") }
        let visitor = visitor(request)
        switch try await ask({ try $0.authenticate(credential, from: visitor) }) {
        case .accepted(let principal): return principal
        case .refused(let refusal): throw Self.problem(refusal)
        }
    }

    /// `Authorization` comes before the cookie: whoever sends one means it.
    private func credential(of request: HTTPRequest) -> Credential? {
        if let field = request.headers["Authorization"] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
            return .bearer(String(parts[1]))
        }
        for field in request.headers.values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookieName else { continue }
                return .session(String(parts[1]))
            }
        }
        return nil
    }

    /// What a browser sends by itself, a cookie, is no proof that its user wants a change: that takes a token of a page.
    private func check(_ principal: Principal, for request: HTTPRequest) throws {
        guard let csrf = principal.csrf, request.method != .get, request.method != .head else { return }
        guard isSameOrigin(request) else { throw Problem(403, "crossOrigin", "a request of another site is refused") }
        guard let token = request.headers["X-CSRF-Token"], csrf.matches(token) else {
            throw Problem(403, "csrf", "a change by a session needs the header X-CSRF-Token")
        }
    }

    private static func unauthorized(_ detail: String) -> Problem {
        Problem(401, "unauthorized", detail, headers: ["WWW-Authenticate": "Bearer realm=\"feedsearch\""])
    }

    private static func protect(_ response: inout HTTPResponse, _ requestID: String) {
        let fields = [
            ("X-Request-Id", requestID), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "private, no-cache"),
        ]
        for (name, value) in fields where !response.headers.contains(name) { response.headers.add(name, value) }
    }
}

extension Language {
    /// The first language of the header that there is; English where there is none.
    init(acceptLanguage field: String) {
        let tags = field.split(separator: ",").compactMap { $0.split(separator: ";").first }
            .map { $0.drop { $0 == " " } }
        let known = tags.first { $0.hasPrefix("zh") || $0.hasPrefix("en") } ?? "en"
        self.init(locale: String(known))
    }
}
