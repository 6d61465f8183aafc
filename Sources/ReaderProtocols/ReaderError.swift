internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// An error in an app's request, as reported to the app.
struct ReaderError: Error, Equatable, Sendable {
    let status: HTTPStatus
    let text: String

    init(_ status: HTTPStatus, _ text: String) {
        self.status = status
        self.text = text
    }
}

/// The form in which a protocol reports errors.
enum ReaderErrorForm: Sendable {
    /// A line of plain text, which begins with `Error: ` unless the protocol defines the text.
    case line
    /// `{"error_message":"…"}`, as in Miniflux.
    case object

    func response(_ text: String, _ status: HTTPStatus) -> HTTPResponse {
        switch self {
        case .line: return .line(text, status: status)
        case .object:
            var writer = JSONWriter()
            writer.object { $0.member("error_message", text) }
            return .miniflux(writer.bytes, status: status)
        }
    }

    /// An error of the service.
    func response(_ problem: Problem) -> HTTPResponse {
        var (response, scheme) =
            switch self {
            case .line: (response("Error: \(problem.detail)\n", problem.status), "GoogleLogin")
            case .object: (response(problem.detail, problem.status), "Basic")
            }
        for field in problem.headers.fields where field.name != "WWW-Authenticate" {
            response.headers.add(field.name, field.value)
        }
        if problem.status == 401 { response.headers.add("WWW-Authenticate", scheme + " realm=\"feedsearch\"") }
        return response
    }
}

extension HTTPResponse {
    /// Exactly `OK`, because apps compare the whole body.
    static var ok: HTTPResponse { .line("OK") }

    static func line(_ text: String, status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(status: status, type: "text/plain; charset=utf-8", text)
    }

    static func utf8JSON(_ bytes: [UInt8], hasEntityTag: Bool = false) -> HTTPResponse {
        var response = HTTPResponse(headers: ["Content-Type": "application/json; charset=utf-8"], body: .bytes(bytes))
        response.hasEntityTag = hasEntityTag
        return response
    }

    /// JSON for clients of Miniflux: the official client compares the whole Content-Type before it reads an error.
    static func miniflux(_ bytes: [UInt8], status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }
}
