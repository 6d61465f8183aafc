internal import Accounts
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages
internal import Pipelines

/// One request while a route handles it.
struct Call: Sendable {
    let request: HTTPRequest
    let parameters: [String: String]
    /// The authenticated client; nil if the route needs no credentials.
    let principal: Principal?
    let language: Language
    let service: Service

    /// Runs `body` on a reader, until the request's deadline.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await read(until: .never, body)
    }

    /// Like `read(_:)`, with the earlier of `deadline` and the request's deadline. Waiting for a reader counts.
    func read<Result: Sendable>(
        until deadline: Deadline, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await service.library.read(in: language, until: request.deadline.or(deadline), body)
    }

    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await service.library.write(in: language, body)
    }

    /// A JSON response, written by `body` on a reader.
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

    // MARK: Request parameters

    func text(_ name: String) -> String? { request.head.queryValue(name) }

    /// An integer of the query string; `Route.check` has already checked its range.
    func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    func flag(_ name: String) -> Bool? { text(name).flatMap { Route.Parameter.flag($0) } }

    /// The positive integer at this place of the path.
    func number(_ name: String) throws -> Int64 {
        guard let text = parameters[name], let number = Int64(text), number > 0 else {
            throw Problem(404, "notFound", .httpNotFound)
        }
        return number
    }

    /// The body, which must be a JSON object.
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
