internal import Formats

/// An error of the protocol, in the form of JSON-RPC 2.0 (<https://www.jsonrpc.org/specification#error_object>). Mistakes
/// in the arguments of a tool are results of the tool instead, so that a model can correct them.
package struct MessageError: Error, Sendable {
    package enum Code: Int, Sendable {
        case malformed = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case failed = -32603
        /// Only for revisions with a handshake; newer ones use `invalidParameters`.
        case noSuchResource = -32002
        case headerMismatch = -32020
        case unsupportedRevision = -32022
    }

    package let code: Code
    /// In English, like the names of the protocol.
    package let message: String
    /// Whether the request has no valid form, so that HTTP answers with 400.
    package private(set) var isMalformed = false
    /// The revision that was asked for, with `unsupportedRevision`.
    private var requested: String?

    package init(_ code: Code, _ message: String, isMalformed: Bool = false) {
        self.code = code
        self.message = message
        self.isMalformed = isMalformed
    }

    package static func unsupported(_ requested: String) -> MessageError {
        var error = MessageError(.unsupportedRevision, "unsupported protocol version", isMalformed: true)
        error.requested = String(requested.prefix(64))
        return error
    }

    /// The response with this error.
    package func response(to id: MessageID?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            object.member("jsonrpc", "2.0")
            object.key("id")
            object.messageID(id)
            object.key("error")
            object.object { error in
                error.member("code", code.rawValue)
                error.member("message", message)
                guard let requested else { return }
                error.key("data")
                error.object { data in
                    data.member("supported", ProtocolRevision.names)
                    data.member("requested", requested)
                }
            }
        }
        return writer.bytes
    }
}
