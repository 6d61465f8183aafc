package import Accounts
internal import FeedLibrary
package import HTTPServer

/// A management page or a form action: its address, its access rules and its implementation.
package struct ManagementOperation: Sendable {
    package enum Kind: Sendable {
        case page
        /// A file that pages use, or a download.
        case file(String)
        case form
        /// A form with a file upload.
        case upload
    }

    package let name: String
    package let kind: Kind
    package let path: String
    package let scope: Scope
    package let summary: String
    /// The allowed names of query parameters.
    package let query: [String]
    package let limits: HTTPBodyLimits
    private let body: @Sendable (ManagementCall) async throws -> HTTPResponse
    private let take: @Sendable (ManagementCall, inout MultipartForm) async throws -> HTTPResponse

    package var method: HTTPMethod {
        switch kind {
        case .page, .file: .get
        case .form, .upload: .post
        }
    }

    /// For forms that wait for the network or send a large file.
    private static let slow = HTTPBodyLimits(maxBodyBytes: maxFormBytes, deadline: .seconds(90))
    private static let large = HTTPBodyLimits(
        maxBodyBytes: 256 << 20, bodyDeadline: .seconds(600), deadline: .seconds(660))
    /// Enough for 64 KB of text with each byte encoded as `%41`.
    private static let maxFormBytes = 256 << 10

    private init(
        _ name: String, _ kind: Kind, _ path: String, _ scope: Scope, _ summary: String, query: [String] = [],
        limits: HTTPBodyLimits, _ body: @escaping @Sendable (ManagementCall) async throws -> HTTPResponse,
        _ take: @escaping @Sendable (ManagementCall, inout MultipartForm) async throws -> HTTPResponse
    ) {
        self.name = name
        self.kind = kind
        self.path = path
        self.scope = scope
        self.summary = summary
        self.query = query
        self.limits = limits
        self.body = body
        self.take = take
    }

    static func page(
        _ name: String, _ path: String, _ scope: Scope, _ summary: String, query: [String] = [], isSlow: Bool = false,
        _ body: @escaping @Sendable (ManagementCall) async throws -> HTTPResponse
    ) -> Self {
        Self(
            name, .page, path, scope, summary, query: query + ["done"],
            limits: isSlow ? slow : HTTPBodyLimits(maxBodyBytes: maxFormBytes), body
        ) { call, _ in try await body(call) }
    }

    static func file(
        _ name: String, _ path: String, _ type: String, _ scope: Scope, _ summary: String,
        _ body: @escaping @Sendable (ManagementCall) async throws -> HTTPResponse
    ) -> Self {
        Self(name, .file(type), path, scope, summary, limits: HTTPBodyLimits(), body) { call, _ in
            try await body(call)
        }
    }

    /// A form action that redirects to a page.
    ///
    /// - Parameter body: returns the page to redirect to, relative to the service; nil for the form's own page.
    static func form(
        _ name: String, _ scope: Scope, _ summary: String, isSlow: Bool = false,
        _ body: @escaping @Sendable (ManagementCall) async throws -> String?
    ) -> Self {
        answering(name, scope, summary, isSlow: isSlow) { call in call.redirect(to: try await body(call)) }
    }

    /// A form action that responds with a page, for example to show a secret once.
    static func answering(
        _ name: String, _ scope: Scope, _ summary: String, isSlow: Bool = false,
        _ body: @escaping @Sendable (ManagementCall) async throws -> HTTPResponse
    ) -> Self {
        Self(
            "action-" + name, .form, "/actions/" + name, scope, summary,
            limits: isSlow ? slow : HTTPBodyLimits(maxBodyBytes: maxFormBytes), body
        ) { call, _ in try await body(call) }
    }

    static func upload(
        _ name: String, _ summary: String,
        _ take: @escaping @Sendable (ManagementCall, inout MultipartForm) async throws -> String
    ) -> Self {
        let none: @Sendable (ManagementCall) async throws -> HTTPResponse = { $0.redirect(to: nil) }
        return Self("action-" + name, .upload, "/actions/" + name, .write, summary, limits: large, none) { call, form in
            call.redirect(to: try await take(call, &form))
        }
    }

    // MARK: - Answering

    /// - Parameter parameters: the values of the parameters in the path.
    package func respond(
        to request: HTTPRequest, parameters: [String: String], host: any ManagementHost
    ) async throws -> HTTPResponse {
        switch kind {
        case .page, .file: return try await body(call(request, host, parameters, request.query))
        case .form:
            let type = request.headers["Content-Type"]?.split(separator: ";").first?.lowercased() ?? ""
            guard type == "application/x-www-form-urlencoded" else { throw refused(415, .notForm, host) }
            let fields = FormDecoding.items(try await request.body.collect(upTo: Self.maxFormBytes))
            let call = call(request, host, parameters, fields)
            try check(call)
            return try await explaining(call) { try await body(call) }
        case .upload:
            var form = try await MultipartForm(request)
            let call = call(request, host, parameters, form.fields)
            try check(call)
            return try await explaining(call) { try await take(call, &form) }
        }
    }

    private func call(
        _ request: HTTPRequest, _ host: any ManagementHost, _ parameters: [String: String], _ fields: [HTTPQueryItem]
    ) -> ManagementCall {
        let path = parameters.reduce(String(path.dropFirst())) { path, parameter in
            path.replacing("{\(parameter.key)}", with: FormEncoding.encode(parameter.value))
        }
        return ManagementCall(request, host, path: path, parameters, fields)
    }

    /// Browsers send the cookie with any request; only the token proves that a page of this service sent the form.
    private func check(_ call: ManagementCall) throws {
        guard let csrf = call.host.principal?.csrf else { return }
        guard let token = call.text("csrf") ?? call.request.headers["X-CSRF-Token"], csrf.matches(token) else {
            throw refused(403, .formExpired, call.host)
        }
    }

    private func refused(_ status: HTTPStatus, _ text: ManagementText, _ host: any ManagementHost) -> Explanation {
        Explanation(
            status: status, title: ManagementText.refused.text(host.language), detail: text.text(host.language),
            hint: nil)
    }

    /// Shows errors on a page with a link back to the form.
    private func explaining(
        _ call: ManagementCall, _ body: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do { return try await body() } catch {
            let explanation = call.host.explain(error)
            return call.answer(.none, explanation.title, status: explanation.status) { page in
                page.element("p", explanation.detail, [("role", "alert")])
                if let hint = explanation.hint
                    ?? ProblemPage.advice(explanation.status, call.request.id, call.language)
                {
                    page.element("p", hint, [("class", "dim")])
                }
                page.element("p") { $0.element("a", $0.phrase(.backToForm), [("href", $0.address(call.here))]) }
            }
        }
    }
}

extension ManagementCall {
    /// Redirects to a page of the service.
    fileprivate func redirect(to page: String?) -> HTTPResponse {
        let next = (page ?? text("next")).flatMap(PageAddress.checked) ?? ""
        return HTTPResponse(status: 303, headers: ["Location": host.base + "/" + next])
    }
}
