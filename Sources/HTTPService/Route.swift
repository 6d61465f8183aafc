internal import Accounts
internal import FeedLibrary
internal import HTTPServer
internal import Messages
internal import ReaderProtocols

/// One operation of the service: how it is reached, who may use it, and what it does.
struct Route: Sendable {
    /// A part of a path: itself, or a parameter that stands for any one segment, or at the end for all that follow.
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

    /// A value of the query.
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

        /// `true` or `1`, `false` or `0`; the name alone is true.
        static func flag(_ text: String) -> Bool? {
            switch text {
            case "true", "1", "": true
            case "false", "0": false
            default: nil
            }
        }

        /// - Throws: `Problem` for a value that is none of its kind.
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

    /// The name in logs, metrics and documents.
    let name: String
    let method: HTTPMethod
    let parts: [Part]
    /// What a client needs; nil where anybody may ask.
    let scope: Scope?
    let limits: HTTPBodyLimits
    let summary: String
    let query: [Parameter]
    /// The body that it takes, and what it answers where all is well: for documents.
    let takes: RequestForm?
    let gives: AnswerForm
    /// A target of this route: gives the examples of its parameters.
    let example: String
    /// How a protocol of reader apps tells of errors; nil for a route of the service's own.
    let readerErrors: ReaderErrorForm?
    /// Whether it is a page for browsers: problems are told as pages, and who has not signed in is asked to.
    let isPage: Bool
    /// Whether its body is a form of a page, which has the token against requests of other sites in a field: `Call.form`.
    let takesForm: Bool
    /// Whether it stands in the documents of the interface: pages for managing are for people alone.
    let isDocumented: Bool

    let respond: @Sendable (Call) async throws -> HTTPResponse

    /// - Parameters:
    ///   - path: `/v1/articles/{n}`.
    ///   - example: by default the path.
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

    /// The names of the parameters of the path.
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

    /// Whether parameters that it does not know are refused.
    var isStrict: Bool { parts.first == .text("v1") || parts.first == .text("feeds") || isPage || isTwin }

    /// `example`, taken apart.
    var exampleHead: HTTPRequestHead? { try? HTTPRequest(method, example).head }

    /// The parameters of a path; nil where it is none of this route's.
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

    /// Checks the query of a request: what is not understood is refused, not passed over.
    ///
    /// - Throws: `Problem` for a name that is not listed, a value of another kind, or a required one that is not there.
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
    /// Whether it is a list of the reader for programs.
    private var isTwin: Bool {
        if parts.count == 1, case .text(let name) = parts[0] { ListTwin.split(name) != nil } else { false }
    }

    private var hasRest: Bool { if case .rest? = parts.last { true } else { false } }
}
