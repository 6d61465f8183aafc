internal import Accounts
internal import AssistantProtocol
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages

/// The route of the Model Context Protocol over streamable HTTP
/// (<https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http>).
///
/// Each message is one POST, answered by one JSON object. There are no sessions and no streams, so GET and DELETE are not
/// allowed.
enum AssistantOperations {
    static let all: [Operation] = [
        Operation(
            "assistant", .post, "/mcp", .read, "Model Context Protocol: messages of assistants",
            query: [.init("write", .boolean, "offer the tools that change the library, if the token allows it")],
            limits: HTTPBodyLimits(maxBodyBytes: ClientMessage.maxBytes),
            gives: .json(.any), isStrict: true, isDocumented: false
        ) { call in
            try await answer(call)
        }
    ]

    private static func answer(_ call: RequestContext) async throws -> HTTPResponse {
        // Required by the protocol: a page of another site must not send messages, whatever its credentials.
        guard call.service.isSameOrigin(call.request) else { throw Problem(403, "crossOrigin", .httpOtherSite) }
        guard call.mediaType == "application/json" else { throw Problem(415, "unsupportedMediaType", .httpNotJSON) }
        let bytes = try await call.request.body.collect(upTo: ClientMessage.maxBytes)
        let message: ClientMessage?
        do throws(ClientMessage.Refusal) { message = try ClientMessage.read(bytes) } catch {
            return .json(error.error.response(to: error.id), status: 400)
        }
        guard let message, message.id != nil else { return HTTPResponse(status: 202) }
        if let error = mismatch(message, call.request.headers) {
            return .json(error.response(to: message.id), status: 400)
        }
        let server = AssistantServer(library: call.library)
        // A client without the header uses a revision that did not require it.
        let revision = call.request.headers["MCP-Protocol-Version"].flatMap { ProtocolRevision(rawValue: $0) }
        let reply = await server.reply(
            to: message, from: caller(call),
            in: revision.map { $0.hasHandshake ? $0 : nil } ?? .handshake202506, until: call.request.deadline)
        guard let reply else { return HTTPResponse(status: 202) }
        // Throw an error of the service, as other operations do. The response then has its status and Retry-After, and
        // the administrator gets the reason.
        if let failure = reply.failure, Problem(failure, call.language).status.code >= 500 { throw failure }
        return .json(reply.bytes, status: status(of: reply))
    }

    private static func caller(_ call: RequestContext) -> AssistantCaller {
        let mayWrite = (call.flag("write") ?? false) && (call.principal?.scope.includes(.write) ?? false)
        let language = call.language
        return AssistantCaller(language: language, mayWrite: mayWrite) { Problem($0, language).text(in: language) }
    }

    /// In revisions without a handshake, an unknown method has the status 404. Clients of older revisions take 404 as the
    /// end of a session.
    private static func status(of reply: AssistantServer.Reply) -> HTTPStatus {
        guard let error = reply.error else { return 200 }
        if error.isMalformed { return 400 }
        return error.code == .unknownMethod && !(reply.revision?.hasHandshake ?? true) ? 404 : 200
    }

    /// The error if a header differs from the message. Proxies may have decided by the headers.
    private static func mismatch(_ message: ClientMessage, _ headers: HTTPHeaders) -> MessageError? {
        let stated = message.parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.string
        let named = headers["MCP-Protocol-Version"]
        if let named, ProtocolRevision(rawValue: named) == nil { return .unsupported(named) }
        if let stated, ProtocolRevision(rawValue: stated) == nil { return .unsupported(stated) }
        // Only this revision repeats parts of the message in headers.
        guard stated == ProtocolRevision.stateless.rawValue else { return nil }
        if named != stated { return mismatch("MCP-Protocol-Version", named, stated) }
        if headers["Mcp-Method"] != message.method {
            return mismatch("Mcp-Method", headers["Mcp-Method"], message.method)
        }
        let name: String?
        switch message.method {
        case "tools/call", "prompts/get": name = message.parameters["name"]?.string
        case "resources/read": name = message.parameters["uri"]?.string
        default: return nil
        }
        let header = headers["Mcp-Name"].flatMap { decoded($0) }
        return header == name ? nil : mismatch("Mcp-Name", header, name)
    }

    private static func mismatch(_ name: String, _ header: String?, _ body: String?) -> MessageError {
        let header = header.map { "\"\(TerminalSafe.line(String($0.prefix(100))))\"" } ?? "missing"
        let body = body.map { "\"\(TerminalSafe.line(String($0.prefix(100))))\"" } ?? "missing"
        return MessageError(
            .headerMismatch, "the header \(name) is \(header), but the message says \(body)", isMalformed: true)
    }

    /// The value of a header that may be written as `=?base64?…?=`; nil if it is ill-formed.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11 else { return value }
        return Base64.decode(value.dropFirst(9).dropLast(2).utf8).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
