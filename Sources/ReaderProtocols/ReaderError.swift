public import HTTPServer

/// A mistake of an app, as it is told: a line of plain text.
public struct ReaderError: Error, Equatable, Sendable {
    public let status: HTTPStatus
    public let text: String

    init(_ status: HTTPStatus, _ text: String) {
        self.status = status
        self.text = text
    }

    public var response: HTTPResponse { .line(text, status: status) }
}

extension HTTPResponse {
    /// `OK` and nothing else: apps compare the whole body.
    static var ok: HTTPResponse { .line("OK") }

    static func line(_ text: String, status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(status: status, type: "text/plain; charset=utf-8", text)
    }

    static func json(_ bytes: [UInt8], hasEntityTag: Bool = false) -> HTTPResponse {
        var response = HTTPResponse(headers: ["Content-Type": "application/json; charset=utf-8"], body: .bytes(bytes))
        response.hasEntityTag = hasEntityTag
        return response
    }
}
