internal import Accounts
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import JSONForms
internal import Messages
internal import Pipelines

/// One request on its way through a route.
struct Call: Sendable {
    let request: HTTPRequest
    let parameters: [String: String]
    /// Who asks; nil where the route is open to all.
    let principal: Principal?
    let language: Language
    let service: Service

    /// Runs `body` on a reader, until the request's deadline.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await read(until: .never, body)
    }

    /// The same with an earlier deadline of what is asked; waiting for the reader counts.
    func read<Result: Sendable>(
        until deadline: Deadline, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await service.library.read(in: language, until: request.deadline.or(deadline), body)
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await service.library.write(in: language, body)
    }

    /// An answer of JSON that a reader gives.
    func json(
        until deadline: Deadline = .never, _ body: @escaping @Sendable (Library, inout JSONWriter) throws -> Void
    ) async throws -> HTTPResponse {
        let bytes = try await read(until: deadline) { library in
            var writer = JSONWriter()
            try body(library, &writer)
            return writer.bytes
        }
        return .json(bytes)
    }

    // MARK: What the request says

    func text(_ name: String) -> String? { request.head.queryValue(name) }

    /// A whole number of the query, in the range that the route's table has.
    func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    func flag(_ name: String) -> Bool? { text(name).flatMap { Route.Parameter.flag($0) } }

    /// The whole number in the path.
    func number(_ name: String) throws -> Int64 {
        guard let text = parameters[name], let number = Int64(text), number > 0 else {
            throw Problem(404, "notFound", .httpNotFound)
        }
        return number
    }

    /// The body, an object of JSON.
    func object() async throws -> JSONValue {
        let type = request.headers["Content-Type"]?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard type == "application/json" else {
            throw Problem(415, "unsupportedMediaType", .httpNotJSON)
        }
        let bytes = try await request.body.collect(upTo: 1 << 20)
        do {
            let value = try RequestLine.read(bytes)
            if value.members != nil { return value }
        } catch {
            throw Problem(400, "badJSON", .httpBadJSON, [String(error.byteOffset)])
        }
        throw Problem(400, "badJSON", .httpNoObject)
    }
}

extension HTTPResponse {
    static func json(_ bytes: [UInt8], status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    static func json(status: HTTPStatus = 200, _ body: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        body(&writer)
        return .json(writer.bytes, status: status)
    }
}

extension JSONWriter {
    /// `{"NAME":[…]}`.
    mutating func list<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        object { object in
            object.key(name)
            object.array(elements, body)
        }
    }
}
