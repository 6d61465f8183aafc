internal import Accounts
internal import HTTPServer

/// One operation of the service: how it is reached, who may use it, and what it does.
struct Route: Sendable {
    /// A part of a path: itself, or a parameter that stands for any one segment.
    enum Part: Sendable, Equatable {
        case text(String)
        case parameter(String)
    }

    /// Where a value comes from, for documents.
    struct Parameter: Sendable {
        enum Kind: String, Sendable { case string, integer, boolean }
        var name: String
        var kind: Kind
        var summary: String
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
    let respond: @Sendable (Call) async throws -> HTTPResponse

    /// - Parameter path: `/v1/articles/{n}`.
    init(
        _ name: String, _ method: HTTPMethod, _ path: String, _ scope: Scope?, _ summary: String,
        query: [Parameter] = [], limits: HTTPBodyLimits = HTTPBodyLimits(),
        _ respond: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        self.name = name
        self.method = method
        self.scope = scope
        self.limits = limits
        self.summary = summary
        self.query = query
        self.respond = respond
        parts = path.split(separator: "/").map { part in
            part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .text(String(part))
        }
    }

    var path: String {
        "/"
            + parts.map { part in
                switch part {
                case .text(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// The parameters of a path; nil where it is none of this route's.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == parts.count else { return nil }
        var found: [String: String] = [:]
        for (part, segment) in zip(parts, path) {
            switch part {
            case .text(let text): if text != segment { return nil }
            case .parameter(let name):
                if segment.isEmpty { return nil }
                found[name] = segment
            }
        }
        return found
    }
}
