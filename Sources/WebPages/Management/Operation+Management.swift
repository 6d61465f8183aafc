internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Operations of the management pages and their forms. They are not part of the API documentation.
extension Operation {
    /// A form may contain 64 KB of text, even if each byte is encoded in the form `%41`.
    private static let formLimits = HTTPBodyLimits(maxBodyBytes: 256 << 10)
    /// The time limit for forms that wait for the network.
    private static let slowLimits = HTTPBodyLimits(maxBodyBytes: formLimits.maxBodyBytes, deadline: .seconds(90))
    private static let uploadLimits = HTTPBodyLimits(
        maxBodyBytes: 256 << 20, bodyDeadline: .seconds(600), deadline: .seconds(660))
    private static let refusals = FormRefusals(
        notForm: Message.notForm.localized, noToken: Message.formExpired.localized)

    /// - Parameter query: the names of the page's query parameters.
    static func page(
        _ name: String, _ path: String, _ scope: Scope, _ summary: String, query: [String] = [], isSlow: Bool = false,
        isForLeaving: Bool = false,
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        Operation(
            name, .get, path, scope, summary,
            query: (query + ["done"]).map { Parameter($0, .string, "a field of the page") },
            limits: isSlow ? slowLimits : formLimits, gives: .text("text/html", or: "*/*"), errors: .page,
            isDocumented: false, isForLeaving: isForLeaving,
            respond)
    }

    /// An operation that returns a file used by pages.
    static func file(
        _ name: String, _ path: String, _ type: String, _ scope: Scope, _ summary: String,
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        Operation(
            name, .get, path, scope, summary, gives: .text(type, or: "*/*"), errors: .page, isDocumented: false,
            respond)
    }

    /// An operation for a form that redirects to a page.
    ///
    /// - Parameter act: returns the page to redirect to, relative to the service; nil for the form's own page.
    static func form(
        _ name: String, _ scope: Scope, _ summary: String, isSlow: Bool = false,
        _ act: @escaping @Sendable (RequestContext) async throws -> String?
    ) -> Operation {
        answering(name, scope, summary, isSlow: isSlow) { call in call.redirect(to: try await act(call)) }
    }

    /// An operation for a form that responds with a page, for example to show a secret once.
    static func answering(
        _ name: String, _ scope: Scope, _ summary: String, isSlow: Bool = false, isForLeaving: Bool = false,
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        action(
            name, scope, summary, isSlow ? slowLimits : formLimits, .form(refusals), isForLeaving: isForLeaving, respond
        )
    }

    static func upload(
        _ name: String, _ summary: String,
        _ take: @escaping @Sendable (RequestContext, inout MultipartForm) async throws -> String
    ) -> Operation {
        action(name, .write, summary, uploadLimits, .upload(refusals)) { call in
            guard var form = call.upload else { return call.redirect() }
            return call.redirect(to: try await take(call, &form))
        }
    }

    /// Creates an operation for a form. If the form is refused, its page shows the form again.
    private static func action(
        _ name: String, _ scope: Scope, _ summary: String, _ limits: HTTPBodyLimits, _ body: Body,
        isForLeaving: Bool = false,
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        Operation(
            "action-" + name, .post, "/actions/" + name, scope, summary, limits: limits, gives: .redirect,
            errors: .page, body: body, isDocumented: false, isForLeaving: isForLeaving
        ) { call in
            do { return try await respond(call) } catch { return await call.refuse(error) }
        }
    }
}

extension Problem {
    /// The error code for a page that does not exist.
    static let missingCode = "noSuchPage"

    /// The error for a page that does not exist, or whose feed, folder or other object does not exist.
    static func missing(_ text: String) -> Problem { Problem(404, missingCode, detail: text) }
}
