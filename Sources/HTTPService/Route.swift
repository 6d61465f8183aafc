internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import ReaderProtocols

/// One operation of the service: its method and path, its access rules and its implementation.
struct Route: Sendable {
    /// A part of a path: a literal segment, a parameter for one segment, or one for all remaining segments.
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
    struct Parameter: Sendable {
        enum Kind: Sendable {
            case string, boolean
            case integer(ClosedRange<Int>)
            case choice([String])
        }
        let name: String
        let kind: Kind
        let summary: String
        let isRequired: Bool

        init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
            self.name = name
            self.kind = kind
            self.summary = summary
            self.isRequired = isRequired
        }

        /// `true` or `1`, `false` or `0`; a name without a value is true; nil for anything else.
        static func flag(_ text: String) -> Bool? {
            switch text {
            case "true", "1", "": true
            case "false", "0": false
            default: nil
            }
        }

        /// - Throws: `Problem` for a value of another kind.
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

    /// The name used in logs, metrics and documentation.
    let name: String
    let method: HTTPMethod
    let parts: [Part]
    /// The scope that a client needs; nil if no credentials are needed.
    let scope: Scope?
    let limits: HTTPBodyLimits
    let summary: String
    let query: [Parameter]
    /// The request body and the successful response, for the documentation.
    let takes: RequestForm?
    let gives: AnswerForm
    /// An example of a target, from which the examples of the parameters are taken.
    let example: String
    /// The error format of a reader app protocol; nil for the service's own routes.
    let readerErrors: ReaderErrorForm?
    /// Whether it is a page for browsers: errors are sent as pages, and clients without a session get the sign-in page.
    let isPage: Bool
    /// Whether its body is a form of a page with the CSRF token in a field, which `Call.form` checks.
    let takesForm: Bool
    /// Whether it is part of the API documentation. Management pages are not.
    let isDocumented: Bool

    let respond: @Sendable (Call) async throws -> HTTPResponse

    /// - Parameters:
    ///   - path: a pattern such as `/v1/articles/{n}`.
    ///   - example: an example of a target; the path by default.
    init(
        _ name: String, _ method: HTTPMethod, _ path: String, _ scope: Scope?, _ summary: String,
        query: [Parameter] = [], limits: HTTPBodyLimits = HTTPBodyLimits(), takes: RequestForm? = nil,
        gives: AnswerForm, example: String? = nil, readerErrors: ReaderErrorForm? = nil, isPage: Bool = false,
        takesForm: Bool = false, isDocumented: Bool = true,
        _ respond: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        self.name = name
        self.method = method
        self.scope = scope
        self.limits = limits
        self.summary = summary
        self.query = query
        self.takes = takes
        self.gives = gives
        self.example = example ?? path
        self.readerErrors = readerErrors
        self.isPage = isPage
        self.takesForm = takesForm
        self.isDocumented = isDocumented
        self.respond = respond
        parts = path.split(separator: "/").map { Part($0) }
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

    var path: String {
        "/"
            + parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter(let name), .rest(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// Whether unknown parameters are refused.
    var isStrict: Bool { parts.first == .text("v1") || parts.first == .text("feeds") || isPage || isTwin }

    /// `example`, parsed.
    var exampleHead: HTTPRequestHead? { try? HTTPRequest(method, example).head }

    /// The parameters in a path; nil if the path does not match this route.
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

    /// Checks the query of a request. Unknown parameters are refused, not ignored.
    ///
    /// - Throws: `Problem` for an unknown name, a value of another kind, or a missing required parameter.
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
    /// Whether it returns a list of the reader in a machine-readable format.
    private var isTwin: Bool {
        if parts.count == 1, case .text(let name) = parts[0] { ListTwin.split(name) != nil } else { false }
    }

    private var hasRest: Bool { if case .rest? = parts.last { true } else { false } }
}
