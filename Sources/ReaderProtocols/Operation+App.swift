internal import Accounts
internal import FeedLibrary
internal import FeedParsing
internal import HTTPServer
internal import HTTPService

extension Operation {
    /// An operation of a reader app's protocol.
    ///
    /// - Parameter isOpen: whether no authentication is required.
    static func app(
        _ name: String, _ methods: [HTTPMethod], _ path: String, _ summary: String, isOpen: Bool = false,
        limits: HTTPBodyLimits = HTTPBodyLimits(maxBodyBytes: 64 << 10), body: Body = .fields,
        errors: ReaderErrorForm = .line,
        _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        Operation(
            name, methods[0], path, isOpen ? nil : .reader, summary, limits: limits, gives: .nothing,
            errors: .other(errors.response), body: body, isDocumented: false, otherMethods: Array(methods.dropFirst())
        ) { call in
            do { return try await respond(call) } catch let error as ReaderError {
                return errors.response(error.text, error.status)
            }
        }
    }
}

extension RequestContext {
    /// The name of the account that the app password belongs to.
    var accountName: String { principal?.account ?? "feedsearch" }

    /// The parameter that matches the rest of the path: the name of a stream.
    var rest: String? { parameters["stream"] }

    /// The address of a feed's icon, which needs no credential.
    func iconAddress(of feed: Int64) -> String { base + "/icons/" + library.iconName(of: feed) }

    /// Imports the request's body, which must be OPML.
    ///
    /// - Returns: the number of outlines with a feed.
    /// - Throws: `ReaderError` if all outlines are refused.
    func importSubscriptions() async throws -> Int {
        let file = try temporaryFile()
        while let chunk = try await request.body.next() { try file.write(chunk) }
        return try await runOnNetworkThread { library in
            let report = try library.lists.importUpload(file)
            if report.added + report.present == 0, let first = report.refused.first, !report.outlines.isEmpty {
                throw ReaderError(400, "Error: " + first.reason)
            }
            return report.outlines.count
        }
    }

    /// - Throws: `ReaderError` if the parameter is missing or empty.
    func required(_ name: String) throws(ReaderError) -> String {
        guard let text = text(name), !text.isEmpty else { throw ReaderError(400, "Error: give \(name)") }
        return text
    }
}
