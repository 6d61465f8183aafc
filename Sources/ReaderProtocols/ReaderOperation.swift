public import HTTPServer

/// One operation of a protocol: how it is reached, and what it does.
public struct ReaderOperation: Sendable {
    public let name: String
    public let methods: [HTTPMethod]
    /// `{name...}` at the end stands for all that follows.
    public let path: String
    public let summary: String
    /// Whether anybody may ask, without having signed in.
    public let isOpen: Bool
    public let limits: HTTPBodyLimits
    /// Whether the body is a form; else it is left to be read.
    private let hasForm: Bool
    private let body: @Sendable (ReaderRequest, any ReaderHost) async throws -> HTTPResponse

    init(
        _ name: String, _ methods: [HTTPMethod], _ path: String, _ summary: String, isOpen: Bool = false,
        limits: HTTPBodyLimits = HTTPBodyLimits(maxBodyBytes: 64 << 10), hasForm: Bool = true,
        _ body: @escaping @Sendable (ReaderRequest, any ReaderHost) async throws -> HTTPResponse
    ) {
        self.name = name
        self.methods = methods
        self.path = path
        self.summary = summary
        self.isOpen = isOpen
        self.limits = limits
        self.hasForm = hasForm
        self.body = body
    }

    /// - Parameter rest: what stands for `{name...}` in the path.
    public func respond(to request: HTTPRequest, rest: String?, host: any ReaderHost) async throws -> HTTPResponse {
        do {
            var items = request.query
            if hasForm, request.head.hasBody {
                items += FormDecoding.items(try await request.body.collect(upTo: limits.maxBodyBytes))
            }
            return try await body(ReaderRequest(request: request, rest: rest, items: items), host)
        } catch let error as ReaderError {
            return error.response
        }
    }
}

/// A request of an app: what it says in its path, its query and its form, taken together.
struct ReaderRequest: Sendable {
    let request: HTTPRequest
    let rest: String?
    let items: [HTTPQueryItem]

    func text(_ name: String) -> String? { items.first { $0.name == name }?.value }

    func texts(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// - Throws: `ReaderError` where it is missing.
    func required(_ name: String) throws(ReaderError) -> String {
        guard let text = text(name), !text.isEmpty else { throw ReaderError(400, "Error: give \(name)") }
        return text
    }
}
