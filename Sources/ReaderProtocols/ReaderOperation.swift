internal import FeedLibrary
internal import FeedParsing
public import HTTPServer
internal import JSONForms

/// One operation of a protocol: how it is reached, and what it does.
public struct ReaderOperation: Sendable {
    /// What is read of a body before the operation begins.
    enum Body: Sendable {
        /// A form, whose pairs are taken together with those of the query.
        case form
        /// A JSON object, whatever its Content-Type: clients of Miniflux send none.
        case object
        /// Nothing: the operation reads it itself.
        case stream
    }

    public let name: String
    public let methods: [HTTPMethod]
    /// `{name}` stands for one segment, `{name...}` at the end for all that follows.
    public let path: String
    public let summary: String
    /// Whether anybody may ask, without having signed in.
    public let isOpen: Bool
    /// Whether the token may stand in the form, as `T`, in place of the `Authorization` field: Liferea sends it so.
    private let takesTokenInForm: Bool
    public let limits: HTTPBodyLimits
    public let errors: ReaderErrorForm
    private let takes: Body
    private let body: @Sendable (ReaderRequest, any ReaderHost) async throws -> HTTPResponse

    init(
        _ name: String, _ methods: [HTTPMethod], _ path: String, _ summary: String, isOpen: Bool = false,
        limits: HTTPBodyLimits = HTTPBodyLimits(maxBodyBytes: 64 << 10), takes: Body = .form,
        errors: ReaderErrorForm = .line, takesTokenInForm: Bool = false,
        _ body: @escaping @Sendable (ReaderRequest, any ReaderHost) async throws -> HTTPResponse
    ) {
        self.name = name
        self.methods = methods
        self.path = path
        self.summary = summary
        self.isOpen = isOpen
        self.limits = limits
        self.takes = takes
        self.errors = errors
        self.takesTokenInForm = takesTokenInForm
        self.body = body
    }

    /// Whether a request of a method is looked into before it is known who asks.
    public func isOpen(_ method: HTTPMethod) -> Bool { isOpen || takesTokenInForm && method == .post }

    /// - Parameter parameters: what stands for the names in the path.
    public func respond(
        to request: HTTPRequest, parameters: [String: String], host: any ReaderHost
    ) async throws -> HTTPResponse {
        do {
            var items = request.query
            var object = JSONValue.null
            if takes != .stream, request.head.hasBody {
                let bytes = try await request.body.collect(upTo: limits.maxBodyBytes)
                switch takes {
                case .form: items += FormDecoding.items(bytes)
                case .object: object = try Self.object(bytes)
                case .stream: break
                }
            }
            if takesTokenInForm, request.method == .post {
                try await host.signIn(token: items.first { $0.name == "T" }?.value)
            }
            return try await body(
                ReaderRequest(request: request, parameters: parameters, items: items, object: object), host)
        } catch let error as ReaderError {
            return errors.response(error.text, error.status)
        }
    }

    private static func object(_ bytes: [UInt8]) throws(ReaderError) -> JSONValue {
        if bytes.isEmpty { return .null }
        guard let value = try? RequestLine.read(bytes), value.members != nil else {
            throw ReaderError(400, "the body is a JSON object")
        }
        return value
    }
}

/// A request of an app: what it says in its path, its query and its form, taken together.
struct ReaderRequest: Sendable {
    let request: HTTPRequest
    let parameters: [String: String]
    let items: [HTTPQueryItem]
    /// The body as JSON; null where there is none.
    let object: JSONValue

    /// What stands for the end of the path: the name of a stream.
    var rest: String? { parameters["stream"] }

    func text(_ name: String) -> String? { items.first { $0.name == name }?.value }

    func texts(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Imports the body, which is OPML.
    ///
    /// - Returns: the number of outlines with a feed.
    func importSubscriptions(_ host: any ReaderHost) async throws -> Int {
        let file = try host.upload()
        while let chunk = try await request.body.next() { try file.write(chunk) }
        return try await host.aside { library in try library.importUpload(file).outlines.count }
    }

    /// - Throws: `ReaderError` where it is missing.
    func required(_ name: String) throws(ReaderError) -> String {
        guard let text = text(name), !text.isEmpty else { throw ReaderError(400, "Error: give \(name)") }
        return text
    }
}
