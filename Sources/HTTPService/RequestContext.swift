package import Accounts
package import FeedLibrary
package import FeedParsing
internal import Formats
package import HTTPServer
package import Messages
package import Pipelines
package import System

/// The context in which an operation handles one request.
package struct RequestContext: Sendable {
    package private(set) var operation: Operation
    package let request: HTTPRequest
    /// The values of the parameters in the path.
    package private(set) var parameters: [String: String]
    /// The authenticated client; nil if the operation needs no credentials.
    package private(set) var principal: Principal?
    package let language: Language
    package let service: Service
    /// The library from which the request is answered.
    package private(set) var library: ServedLibrary
    /// The fields of the query string and, once the body has been read, of the form in the body.
    package private(set) var fields: [HTTPQueryItem]
    /// The JSON object in the body; null if there is none.
    package private(set) var object = JSONValue.null
    /// The form with an uploaded file, if the operation takes one.
    package private(set) var upload: MultipartForm?
    /// The refused form, if the response is the page that shows it again.
    package private(set) var refused: RefusedForm?

    init(
        _ operation: Operation, _ request: HTTPRequest, _ parameters: [String: String], _ principal: Principal?,
        _ language: Language, _ service: Service, _ library: ServedLibrary
    ) {
        self.operation = operation
        self.request = request
        self.parameters = parameters
        self.principal = principal
        self.language = language
        self.service = service
        self.library = library
        fields = request.query
    }

    /// A context that responds to a refused form with the page at an address.
    ///
    /// - Parameter address: the address of a page, relative to the service.
    /// - Returns: nil if there is no such page, or if the client may not see it.
    package func showing(_ address: String, _ refused: RefusedForm) -> RequestContext? {
        guard let (page, parameters, query) = service.page(address), (try? page.check(query)) != nil,
            page.scope.map({ principal?.scope.includes($0) ?? false }) ?? true,
            (try? Service.require(page.role, of: principal)) != nil
        else { return nil }
        var context = self
        context.operation = page
        context.parameters = parameters
        context.fields = query
        context.upload = nil
        context.refused = refused
        return context
    }

    // MARK: - Library and accounts

    /// The account on a host whose credentials the request may see; nil on a service with one library, whose accounts
    /// share everything.
    package var owner: String? { service.host == nil ? nil : principal?.account }

    /// A context of a client that the operation has authenticated by itself.
    ///
    /// - Throws: `Problem` on a host if the client has no library.
    package func of(_ principal: Principal) async throws -> RequestContext {
        var context = self
        context.library = try await service.library(of: principal, for: operation)
        context.principal = principal
        return context
    }

    /// A context for a request without a credential whose address contains the number of a library. The caller must
    /// have verified the secret or the signature in the address, so that guessed addresses load no library.
    ///
    /// - Returns: nil if the library does not exist.
    func inLibrary(_ number: HostedLibrary.ID?) async throws -> RequestContext? {
        guard let library = try await service.library(number, for: visitor) else { return nil }
        var context = self
        context.library = library
        return context
    }

    /// Looks up a credential of the client, without waiting for password hashes and writes.
    package func lookUp(_ credential: Credential) async throws -> Authentication {
        try await service.lookUp(credential, from: visitor)
    }

    /// Runs `body` on a reader, until the request's deadline.
    package func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await read(until: .never, body)
    }

    /// Like `read(_:)`, but stops at `deadline` or at the request's deadline, whichever is earlier. The time spent
    /// waiting for a reader counts.
    package func read<Result: Sendable>(
        until deadline: Deadline, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await library.read(in: language, until: request.deadline.or(deadline), body)
    }

    /// Runs `body` on the writer.
    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await library.write(in: language, body)
    }

    /// Runs `body` with a separate library on a separate thread, for work that waits for the network.
    package func runOnNetworkThread<Result: Sendable>(
        _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        defer { library.didWork() }
        return try await service.runOnNetworkThread { [library, language] in try body(library.open(language)) }
    }

    /// Runs `body` on a separate thread without a library, for work that waits for the network.
    package func runOnNetworkThreadWithoutLibrary<Result: Sendable>(
        _ body: @escaping @Sendable (LibrarySettings) throws -> Result
    ) async throws -> Result {
        try await service.runOnNetworkThread { [settings] in try body(settings) }
    }

    /// Runs `body` with the account store, on its queue.
    package func ask<Result: Sendable>(
        _ body: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws -> Result { try await service.ask(body) }

    /// Runs `body`, which checks a password of the client, with the account store.
    ///
    /// - Throws: `Problem` if too many attempts are in progress.
    package func withPassword<Result: Sendable>(
        _ body: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws -> Result { try await service.withPassword(from: visitor, body) }

    /// Runs `body`, which must only read, with the account store, without waiting for password hashes and writes.
    package func readAccounts<Result: Sendable>(
        _ body: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws -> Result { try await service.readAccounts(for: visitor, body) }

    /// Settings for work on behalf of the request.
    package var settings: LibrarySettings { library.settings(language) }

    package var clock: SystemClock { service.clock }

    /// Stores the secrets of channels and feeds.
    package var keeper: SecretKeeper { library.secretKeeper }

    /// A temporary file for a request body.
    package func temporaryFile() throws -> UploadedFile { try library.upload() }

    /// The address of the service as seen by the client, without a trailing slash.
    package var base: String { service.address(for: request) }

    /// The client that sent the request.
    package var visitor: Visitor { service.visitor(request) }

    /// Returns a JSON response that `body` writes on a reader.
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

    // MARK: - Parameters

    /// The first field with this name, as sent.
    package func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All fields with this name.
    package func texts(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    package func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// The integer value of a field; nil if it is missing. The value has already been validated.
    package func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    func flag(_ name: String) -> Bool? { text(name).flatMap { Operation.Parameter.flag($0) } }

    /// The value of a parameter in the path.
    package func part(_ name: String) -> String { parameters[name] ?? "" }

    /// The value of a parameter in the path, which must be a positive integer.
    package func number(_ name: String) throws -> Int64 {
        guard let text = parameters[name], let number = Int64(text), number > 0 else {
            throw Problem(404, "notFound", .httpNotFound)
        }
        return number
    }

    // MARK: - Body

    /// Reads the body as the operation declares.
    ///
    /// - Throws: `Problem` if the body does not have the declared form, or if a page's form lacks the CSRF token.
    mutating func readBody() async throws {
        switch operation.body {
        case .unread: break
        case .fields:
            if request.head.hasBody { fields += FormDecoding.items(try await bytes()) }
        case .object:
            if request.head.hasBody { object = try Self.object(of: await bytes()) }
        case .form(let refusals):
            guard mediaType == "application/x-www-form-urlencoded" else {
                throw Problem(415, "unsupportedMediaType", detail: refusals.notForm.text(language))
            }
            fields = FormDecoding.items(try await bytes())
            try checkToken(refusals)
        case .upload(let refusals):
            let form = try await MultipartForm(request)
            (fields, upload) = (form.fields, form)
            try checkToken(refusals)
        }
    }

    /// Checks the CSRF token. Browsers send the cookie with any request; only the token proves that a page of this
    /// service sent the form.
    private func checkToken(_ refusals: Operation.FormRefusals) throws {
        guard let principal else { return }
        guard principal.accepts(formToken: text("csrf") ?? request.headers["X-CSRF-Token"]) else {
            throw Problem(403, "csrf", detail: refusals.noToken.text(language))
        }
    }

    private func bytes() async throws -> [UInt8] {
        try await request.body.collect(upTo: operation.limits.maxBodyBytes)
    }

    private static func object(of bytes: [UInt8]) throws -> JSONValue {
        if bytes.isEmpty { return .null }
        guard let value = try? RequestLine.read(bytes), value.members != nil else {
            // The message is always in English, like the other errors of the reader apps' protocols.
            throw Problem(400, "badJSON", detail: "the body must be a JSON object")
        }
        return value
    }

    /// The media type of the body, without parameters.
    var mediaType: String { request.headers["Content-Type"]?.split(separator: ";").first?.lowercased() ?? "" }

    /// The members of the JSON object in the body, which must all be in `names`.
    package func members(_ names: [String]) async throws -> Members {
        guard mediaType == "application/json" else {
            throw Problem(415, "unsupportedMediaType", .httpNotJSON)
        }
        let bytes = try await request.body.collect(upTo: 1 << 20)
        let value: JSONValue
        do { value = try RequestLine.read(bytes) } catch {
            throw Problem(400, "badJSON", .httpBadJSON, [String(error.byteOffset)])
        }
        guard value.members != nil else { throw Problem(400, "badJSON", .httpNoObject) }
        return try Members(value, names)
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
    /// Writes an object with one array: `{"NAME":[…]}`.
    mutating func list<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
    ) {
        object { object in
            object.key(name)
            object.array(elements, body)
        }
    }
}
