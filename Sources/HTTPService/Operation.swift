package import Accounts
internal import FeedLibrary
package import HTTPServer
package import Messages

/// One operation of the service: its methods and path, its access rules and its implementation.
package struct Operation: Sendable {
    /// A part of a path pattern: a literal segment, a parameter for one segment, or a parameter for all remaining
    /// segments.
    enum Part: Sendable, Equatable {
        case text(String)
        case parameter(String)
        case rest(String)

        init(_ part: Substring) {
            guard part.hasPrefix("{") else {
                self = .text(String(part))
                return
            }
            let name = part.dropFirst().dropLast()
            self = name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .parameter(String(name))
        }
    }

    /// A parameter of the query string.
    package struct Parameter: Sendable {
        package enum Kind: Sendable {
            case string, boolean
            case integer(ClosedRange<Int>)
            case choice([String])
        }
        let name: String
        let kind: Kind
        let summary: String
        let isRequired: Bool

        package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
            self.name = name
            self.kind = kind
            self.summary = summary
            self.isRequired = isRequired
        }

        /// Parses a Boolean: `true`, `1` and an empty value are true; `false` and `0` are false. Returns nil for any
        /// other text.
        static func flag(_ text: String) -> Bool? {
            switch text {
            case "true", "1", "": true
            case "false", "0": false
            default: nil
            }
        }

        /// - Throws: `Problem` for a value of the wrong type.
        fileprivate func check(_ text: String) throws {
            switch kind {
            case .string: break
            case .boolean:
                if Self.flag(text) == nil { throw Problem(400, "badParameter", .httpBadFlag, [name]) }
            case .integer(let range):
                guard let value = Int(text), range.contains(value) else {
                    let bounds = [String(range.lowerBound), String(range.upperBound)]
                    throw Problem(400, "badParameter", .httpBadInteger, [name] + bounds)
                }
            case .choice(let values):
                guard values.contains(text) else {
                    throw Problem(400, "badParameter", .httpBadChoice, [name, values.joined(separator: ", ")])
                }
            }
        }
    }

    /// How the service reads the body before the operation starts.
    package enum Body: Sendable {
        /// The service does not read the body: the request has none, or the operation itself reads it.
        case unread
        /// A form sent by a program. Its fields are added to those of the query string.
        case fields
        /// A JSON object, whatever its Content-Type.
        case object
        /// A form on a page. The request must contain the page's CSRF token in a form field or in a header.
        case form(FormRefusals)
        /// A form on a page with a file, which the operation reads. The CSRF token is required as for `form`.
        case upload(FormRefusals)
    }

    /// The messages shown to users if the service refuses a form on a page.
    package struct FormRefusals: Sendable {
        let notForm: LocalizedText
        let noToken: LocalizedText

        package init(notForm: LocalizedText, noToken: LocalizedText) {
            self.notForm = notForm
            self.noToken = noToken
        }
    }

    /// The form in which errors are sent.
    package enum ErrorForm: Sendable {
        /// `application/problem+json` (RFC 9457).
        case problem
        /// A page for browsers. Clients without a session get the sign-in page.
        case page
        /// The error format of another protocol.
        case other(@Sendable (Problem) -> HTTPResponse)
    }

    /// The name used in logs, metrics and documentation.
    let name: String
    let method: HTTPMethod
    let methods: [HTTPMethod]
    let parts: [Part]
    /// The scope that a client needs; nil if no credentials are needed.
    let scope: Scope?
    let limits: HTTPBodyLimits
    let summary: String
    let query: [Parameter]
    /// The request body, for the documentation.
    let takes: RequestForm?
    let gives: AnswerForm
    /// An example of a request target. The documentation takes the parameters' examples from it.
    let example: String
    let errors: ErrorForm
    let body: Body
    /// Whether unknown query parameters are refused.
    let isStrict: Bool
    /// Whether the operation is part of the API documentation.
    let isDocumented: Bool
    /// Whether a principal without a library is refused on a host.
    let needsLibrary: Bool
    /// Whether an account whose removal has been requested may use the operation.
    let isForLeaving: Bool
    /// The role that a client needs in the library.
    let role: LibraryRole
    package let respond: @Sendable (RequestContext) async throws -> HTTPResponse

    /// - Parameters:
    ///   - path: a pattern such as `/v1/articles/{n}`. A `{name}` matches one segment, and `{name...}` at the end
    ///     matches all remaining segments.
    ///   - example: an example of a request target; by default the path.
    ///   - otherMethods: additional methods that are accepted but not documented.
    ///   - isStrict: whether unknown query parameters are refused. If nil, they are refused for pages and for paths
    ///     below `/v1` and `/feeds`.
    package init(
        _ name: String, _ method: HTTPMethod, _ path: String, _ scope: Scope?, _ summary: String,
        query: [Parameter] = [], limits: HTTPBodyLimits = HTTPBodyLimits(), takes: RequestForm? = nil,
        gives: AnswerForm, example: String? = nil, errors: ErrorForm = .problem, body: Body = .unread,
        isStrict: Bool? = nil, isDocumented: Bool = true, needsLibrary: Bool = true, isForLeaving: Bool = false,
        otherMethods: [HTTPMethod] = [],
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) {
        self.name = name
        self.method = method
        methods = [method] + otherMethods
        self.scope = scope
        self.limits = limits
        self.summary = summary
        self.query = query
        self.takes = takes
        self.gives = gives
        self.example = example ?? path
        self.errors = errors
        self.body = body
        self.isDocumented = isDocumented
        self.needsLibrary = needsLibrary
        self.isForLeaving = isForLeaving
        role = MemberAccess.role(of: name)
        self.respond = respond
        parts = path.split(separator: "/").map { Part($0) }
        let isPage = if case .page = errors { true } else { false }
        self.isStrict = isStrict ?? (parts.first == .text("v1") || parts.first == .text("feeds") || isPage)
    }

    var isPage: Bool { if case .page = errors { true } else { false } }

    /// Whether the CSRF token may be a field of the body instead of a header.
    var takesTokenInBody: Bool {
        switch body {
        case .form, .upload: true
        case .unread, .fields, .object: false
        }
    }

    /// The names of the parameters in the path.
    var pathParameters: [String] {
        parts.compactMap { part in
            switch part {
            case .text: nil
            case .parameter(let name), .rest(let name): name
            }
        }
    }

    package var path: String {
        "/"
            + parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter(let name), .rest(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// The head of a request to `example`.
    var exampleHead: HTTPRequestHead? { try? HTTPRequest(method, example).head }

    /// Returns the values of the path's parameters; nil if the path does not match this operation.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count >= parts.count, path.count == parts.count || hasRest else { return nil }
        var found: [String: String] = [:]
        for (part, segment) in zip(parts, path) {
            switch part {
            case .text(let text): if text != segment { return nil }
            case .parameter(let name):
                if segment.isEmpty { return nil }
                found[name] = segment
            case .rest(let name): found[name] = path[(parts.count - 1)...].joined(separator: "/")
            }
        }
        return found
    }

    /// Checks the query of a request. Unknown parameters are refused rather than ignored.
    ///
    /// - Throws: `Problem` for an unknown name, a value of the wrong type, or a missing required parameter.
    func check(_ items: [HTTPQueryItem]) throws {
        for item in items {
            guard let parameter = query.first(where: { $0.name == item.name }) else {
                if query.isEmpty { throw Problem(400, "unknownParameter", .httpNoParameters, [item.name]) }
                let names = query.map(\.name).joined(separator: ", ")
                throw Problem(400, "unknownParameter", .httpUnknownParameter, [item.name, names])
            }
            try parameter.check(item.value)
        }
        for parameter in query where parameter.isRequired {
            guard items.contains(where: { $0.name == parameter.name && !$0.value.isEmpty }) else {
                throw Problem(400, "badParameter", .httpMissingParameter, [parameter.name])
            }
        }
    }

    private var hasRest: Bool { if case .rest? = parts.last { true } else { false } }
}
