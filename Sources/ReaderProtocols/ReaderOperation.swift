internal import FeedLibrary
internal import FeedParsing
public import HTTPServer

/// One operation of a protocol: its methods and path, its access rules and its implementation.
public struct ReaderOperation: Sendable {
    /// How a request body is read before the operation starts.
    enum Body: Sendable {
        /// A form, whose fields are merged with those of the query string.
        case form
        /// A JSON object, whatever the Content-Type: clients of Miniflux send none.
        case object
        /// Not read: the operation reads it itself.
        case stream
    }

    public let name: String
    public let methods: [HTTPMethod]
    /// `{name}` matches one segment, `{name...}` at the end matches all remaining ones.
    public let path: String
    public let summary: String
    /// Whether no authentication is required.
    public let isOpen: Bool
    /// Whether the token may be in the form as `T`, instead of the `Authorization` field, as Liferea sends it.
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

    /// Whether requests with a method are parsed before they are authenticated.
    public func isOpen(_ method: HTTPMethod) -> Bool { isOpen || takesTokenInForm && method == .post }

    /// - Parameter parameters: the values of the parameters in the path.
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
            throw ReaderError(400, "the body must be a JSON object")
        }
        return value
    }
}

/// A request of an app, with the parameters of its path, query and form.
struct ReaderRequest: Sendable {
    let request: HTTPRequest
    let parameters: [String: String]
    let items: [HTTPQueryItem]
    /// The body as JSON; null if there is none.
    let object: JSONValue

    /// The parameter for the end of the path: the name of a stream.
    var rest: String? { parameters["stream"] }

    func text(_ name: String) -> String? { items.first { $0.name == name }?.value }

    func texts(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// Imports the body, which must be OPML.
    ///
    /// - Returns: the number of outlines with a feed.
    func importSubscriptions(_ host: any ReaderHost) async throws -> Int {
        let file = try host.upload()
        while let chunk = try await request.body.next() { try file.write(chunk) }
        return try await host.aside { library in try library.importUpload(file).outlines.count }
    }

    /// - Throws: `ReaderError` if it is missing or empty.
    func required(_ name: String) throws(ReaderError) -> String {
        guard let text = text(name), !text.isEmpty else { throw ReaderError(400, "Error: give \(name)") }
        return text
    }
}
