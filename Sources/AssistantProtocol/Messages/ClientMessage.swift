internal import FeedLibrary
package import FeedParsing

/// A message of a client: JSON-RPC 2.0 without batches.
package struct ClientMessage: Sendable {
    /// Nil for a notification, which has no response.
    package let id: MessageID?
    package let method: String
    package let parameters: JSONValue

    /// The maximum size of a message.
    package static let maxBytes = 1 << 20

    static let revisionKey = "io.modelcontextprotocol/protocolVersion"
    static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    /// Why a message was refused, with the id for the response.
    package struct Refusal: Error, Sendable {
        package let id: MessageID?
        package let error: MessageError

        package init(_ id: MessageID?, _ error: MessageError) {
            self.id = id
            self.error = error
        }
    }

    /// - Returns: nil for a response. This server sends no requests, so it ignores responses.
    package static func read(_ bytes: [UInt8]) throws(Refusal) -> ClientMessage? {
        guard bytes.count <= maxBytes else { throw .tooLong }
        let value: JSONValue
        do {
            value = try RequestLine.read(bytes)
        } catch {
            throw Refusal(
                nil,
                MessageError(
                    .malformed, "not valid JSON at byte \(error.byteOffset): \(error.reason.rawValue)",
                    isMalformed: true))
        }
        if case .array = value {
            throw Refusal(nil, invalid("batches of messages are not part of this protocol; send one message at a time"))
        }
        guard value.members != nil else { throw Refusal(nil, invalid("a message is a JSON object")) }
        let id = value["id"].flatMap { MessageID($0) }
        guard value["jsonrpc"]?.string == "2.0" else { throw Refusal(id, invalid("\"jsonrpc\" must be \"2.0\"")) }
        guard let method = value["method"] else {
            if id != nil, value["result"] != nil || value["error"] != nil { return nil }
            throw Refusal(id, invalid("\"method\" is missing"))
        }
        guard let name = method.string else { throw Refusal(id, invalid("\"method\" must be a string")) }
        if value["id"] != nil, id == nil { throw Refusal(nil, invalid("\"id\" must be a string or a whole number")) }
        let parameters = value["params"] ?? .null
        if parameters != .null, parameters.members == nil {
            throw Refusal(
                id, MessageError(.invalidParameters, "\"params\" must be an object", isMalformed: true))
        }
        return ClientMessage(id: id, method: name, parameters: parameters)
    }

    /// The revision that the request itself states; nil if it states none.
    ///
    /// - Throws: `MessageError` if the request states one, but not in the form of that revision.
    func statedRevision() throws(MessageError) -> ProtocolRevision? {
        guard let meta = parameters["_meta"], let stated = meta[Self.revisionKey] else { return nil }
        guard let name = stated.string else {
            throw MessageError(.invalidParameters, "\(Self.revisionKey) must be a string", isMalformed: true)
        }
        guard let revision = ProtocolRevision(rawValue: name), !revision.hasHandshake else { throw .unsupported(name) }
        guard meta[Self.capabilitiesKey]?.members != nil else {
            throw MessageError(
                .invalidParameters, "\"_meta\" must have the object \(Self.capabilitiesKey)", isMalformed: true)
        }
        return revision
    }

    private static func invalid(_ text: String) -> MessageError {
        MessageError(.invalidRequest, text, isMalformed: true)
    }
}

extension ClientMessage.Refusal {
    package static let tooLong = ClientMessage.Refusal(
        nil,
        MessageError(
            .invalidRequest, "a message has at most \(ClientMessage.maxBytes) bytes", isMalformed: true))
}
