internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import QueryLanguage

/// An error as a client is told it (RFC 9457).
struct Problem: Error, Sendable {
    var status: HTTPStatus
    /// What it is, the same in every language: the last part of `type`.
    var code: String
    var detail: String
    var hint: String?
    /// The place of a mistake in the query, in UTF-8 bytes.
    var place: Range<Int>?
    var headers: HTTPHeaders = [:]

    init(_ status: HTTPStatus, _ code: String, _ detail: String, headers: HTTPHeaders = [:]) {
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers
    }

    /// Any error of the rooms below.
    init(_ error: any Error, _ language: Language) {
        if let problem = error as? Problem {
            self = problem
            return
        }
        if let error = error as? HTTPError {
            self.init(error.status, "http", error.text)
            return
        }
        let complaint = Complaint(error, language: language)
        self.init(Problem.status(of: error), complaint.code, complaint.text)
        hint = complaint.hint
        if let error = error as? QueryComplaint { place = error.error.utf8Range }
        // Whoever is refused for a while may ask again.
        if status == 503 { headers = ["Retry-After": "1"] }
    }

    private static func status(of error: any Error) -> HTTPStatus {
        switch error {
        case is QueryComplaint, is QuerySyntaxError, is Complaint: 400
        case is SearchError: 503
        case let error as StorageError:
            switch error {
            case .noSuchArticle, .noSuchSavedSearch: 404
            case .locked: 503
            case .full: 507
            case _ where error.isOfTheQuery: 400
            default: 500
            }
        default: 500
        }
    }

    func response(requestID: String) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { object in
            object.member("type", "urn:feedsearch:problem:" + code)
            object.member("title", status.phrase)
            object.member("status", status.code)
            object.member("detail", detail)
            object.member("request_id", requestID)
            object.member("at", place?.lowerBound)
            object.member("length", place?.count)
            object.member("hint", hint)
        }
        var response = HTTPResponse(status: status, headers: headers, body: .bytes(writer.bytes))
        response.headers.add("Content-Type", "application/problem+json")
        return response
    }
}

extension HTTPError {
    /// One line for the client.
    var text: String {
        switch self {
        case .badRequest(let rule): "the request is malformed: \(rule)"
        case .requestTimeout: "the request did not arrive in time"
        case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
        case .targetTooLong: "the address is too long"
        case .headersTooLarge: "the headers are too large"
        case .expectationFailed: "the only expectation that can be met is 100-continue"
        case .notImplemented(let what): "not implemented: \(what)"
        case .versionNotSupported: "only HTTP/1.1 and HTTP/1.0 are spoken here"
        case .tooManyConnections: "too many connections"
        case .deadlineExceeded: "the request took too long"
        case .shuttingDown: "the service stops"
        case .disconnected: "the client has disconnected"
        }
    }
}
