internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import HTTPService

/// Miniflux's API, version 1, under `/miniflux/v1`: <https://miniflux.app/docs/api.html>.
///
/// Categories are folders and saved searches. Operations that an app password does not permit are refused with status
/// 403: those on accounts and keys, and removing or editing articles.
enum Miniflux {
    /// The version of Miniflux that has these operations. Clients check the version.
    static let version = "2.2.14"
    /// The id of the only account that clients see.
    static let userID: Int64 = 1

    static let operations =
        MinifluxAccount.operations + MinifluxCategoryOperations.all + MinifluxFeedOperations.all
        + MinifluxEntryOperations.all

    private static let small = HTTPBodyLimits(maxBodyBytes: 1 << 20)

    /// An operation below `/miniflux/v1`.
    static func operation(
        _ name: String, _ method: HTTPMethod, _ path: String, _ summary: String,
        limits: HTTPBodyLimits = small, body: Operation.Body = .object,
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        .app(
            "miniflux" + name, [method], "/miniflux/v1/" + path, summary, limits: limits, body: body,
            errors: .object, respond)
    }

    static func date(_ seconds: Int64) -> String {
        // This is how Go formats the zero time.
        seconds == 0 ? "0001-01-01T00:00:00Z" : CivilTime.rfc3339(seconds)
    }

    static let notFound = ReaderError(404, "resource not found")
}

extension HTTPResponse {
    static var nothing: HTTPResponse { HTTPResponse(status: 204) }

    static func miniflux(status: HTTPStatus = 200, _ body: (inout JSONWriter) throws -> Void) rethrows -> HTTPResponse {
        var writer = JSONWriter()
        try body(&writer)
        return .miniflux(writer.bytes, status: status)
    }
}

extension RequestContext {
    /// A path parameter that must be a positive number.
    func id(_ name: String) throws(ReaderError) -> Int64 {
        guard let number = parameters[name].flatMap({ Int64($0) }), number > 0 else {
            throw ReaderError(400, "invalid \(name) ID")
        }
        return number
    }

    /// An integer query parameter; `fallback` if it is missing or not an integer.
    func integer(_ name: String, or fallback: Int64) -> Int64 { text(name).flatMap { Int64($0) } ?? fallback }

    /// A time as a query parameter, in seconds since 1970, limited to the years 1 to 9999; 0 if it is missing.
    func moment(_ name: String) -> Int64 { CivilTime.bounded(seconds: integer(name, or: 0)) }

    /// A boolean query parameter; nil if it is missing or malformed.
    func isSet(_ name: String) -> Bool? {
        switch text(name)?.lowercased() {
        case "1", "t", "true": true
        case "0", "f", "false": false
        default: nil
        }
    }

    /// A string member of the request's body; nil if it is missing.
    func string(_ name: String) throws(ReaderError) -> String? {
        try member(name, "a string", \.string)
    }

    func bool(_ name: String) throws(ReaderError) -> Bool? { try member(name, "true or false", \.bool) }

    func integerMember(_ name: String) throws(ReaderError) -> Int64? { try member(name, "a whole number", \.integer) }

    func member<Value>(_ name: String, _ form: String, _ read: (JSONValue) -> Value?) throws(ReaderError) -> Value? {
        guard let value = object[name], value != .null else { return nil }
        guard let result = read(value) else { throw ReaderError(400, "\(name) is \(form)") }
        return result
    }
}
