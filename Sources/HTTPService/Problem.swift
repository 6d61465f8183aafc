internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
package import HTTPServer
package import Messages
internal import QueryLanguage
internal import System

/// An error in the form sent to clients (RFC 9457).
package struct Problem: Error, Sendable {
    package var status: HTTPStatus
    /// The untranslated name of the error, which is the last part of `type`.
    package var code: String
    package var detail: String
    package var hint: String?
    /// The range of a mistake in the search query, in UTF-8 bytes.
    package var place: Range<Int>?
    package var headers: HTTPHeaders = [:]
    /// Whether `detail` omits the reason, because the reason concerns this machine.
    private(set) var isOfThisMachine = false
    /// The message for `detail`, to be translated into the client's language.
    private var message: (message: Message, arguments: [String])?
    /// The language of the title.
    private var language = Language.english

    /// - Parameter message: the message for `detail`, translated into the client's language.
    package init(
        _ status: HTTPStatus, _ code: String, _ message: Message, _ arguments: [String] = [], headers: HTTPHeaders = [:]
    ) {
        self.init(status, code, detail: message.text(.english, arguments), headers: headers)
        self.message = (message, arguments)
    }

    /// - Parameter detail: the text of `detail`, already in the client's language.
    package init(_ status: HTTPStatus, _ code: String, detail: String, headers: HTTPHeaders = [:]) {
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers
    }

    /// Converts any error of the modules that the service uses.
    package init(_ error: any Error, _ language: Language) {
        if let problem = error as? Problem {
            self = problem
            self.language = language
            if let message { detail = message.message.text(language, message.arguments) }
            return
        }
        if let error = error as? HTTPError {
            self.init(error.status, "http", detail: error.text(language))
            self.language = language
            return
        }
        // Do not show the file's path over HTTP, and do not tell the client to update the program, which it cannot do.
        if case StorageError.newer = error {
            self = .restart(language)
            return
        }
        switch error as? StorageError {
        // Do not show the path of the database over HTTP.
        case .moved, .gone:
            self.init(503, "serveMoved", .serveMoved)
            self.language = language
            headers = ["Retry-After": "10"]
            return
        default: break
        }
        let userError = UserFacingError(error, language: language)
        self.init(Problem.status(of: error), userError.code, detail: userError.text)
        self.language = language
        hint = userError.hint
        if let error = error as? InvalidQuery { place = error.error.utf8Range }
        // Do not send paths and addresses of this machine to clients. The administrator gets the full text.
        if UserFacingError.isOfThisMachine(error) {
            isOfThisMachine = true
            hint = nil
            detail = Self.hiding(error, status).text(language)
        }
        // Failures with status 503 are temporary, so ask the client to retry.
        if status == 503 { headers = ["Retry-After": "1"] }
    }

    /// The problem to report if a newer version of the program has upgraded the database and this process must be
    /// restarted.
    static func restart(_ language: Language) -> Problem {
        let userError = UserFacingError(.serveRestart, language: language)
        var problem = Problem(503, userError.code, detail: userError.text, headers: ["Retry-After": "60"])
        problem.language = language
        return problem
    }

    private static func hiding(_ error: any Error, _ status: HTTPStatus) -> Message {
        if error is AccountError { return .httpAccounts }
        return switch status.code {
        case 503: .httpLibraryUnavailable
        case 507: .httpLibraryFull
        default: .httpLibraryFault
        }
    }

    /// The code of the refusal of an account whose removal has been requested.
    static let leavingCode = "leaving"

    /// The codes of errors about an object in the request that does not exist.
    private static let missing: Set = [Message.noSuchDestination.rawValue, Message.destinationsNone.rawValue]

    /// Codes of errors for changes that only the owner of a shared library may make.
    private static let ofOwner = Set(
        [
            Message.memberSetsAlert, .memberSearchInUse, .memberRuleAction, .memberRuleOfOwner, .memberRuleState,
            .memberRuleQuery,
        ]
        .map(\.rawValue))

    private static func status(of error: any Error) -> HTTPStatus {
        switch error {
        case is UserFacingError where UserFacingError.isOfThisMachine(error): 500
        case let error as UserFacingError where missing.contains(error.code): 404
        case let error as UserFacingError where ofOwner.contains(error.code): 403
        case is InvalidQuery, is QuerySyntaxError, is UserFacingError: 400
        case is SearchError: 503
        case let error as SystemError where error.isDiskFull || error.isFileTooLarge: 507
        case let error as AccountError:
            switch error {
            case .badName, .badPassword, .weakPassword: 400
            case .noSuchAccount, .noSuchLabel, .noSuchToken, .noSuchInvitation, .notMember: 404
            case .accountExists, .labelExists, .tokenExists, .ownsLibrary, .isMember, .tooManyInvitations: 409
            case .locked, .outOfMemory, .unavailable: 503
            case .full: 507
            default: 500
            }
        case let error as StorageError:
            switch error {
            case .noSuchArticle, .noSuchSavedSearch, .noSuchMember: 404
            case .feedOfOwner: 403
            // These errors may be temporary, for example while a database server fails over to another host.
            case .locked, .cannotOpen: 503
            case .full, .cannotWrite: 507
            case _ where error.isOfTheQuery: 400
            default: 500
            }
        default: 500
        }
    }

    /// The status phrase in the client's language.
    package var title: String {
        Message(rawValue: "httpTitle\(status.code)")?.text(language) ?? status.phrase
    }

    /// The text of `detail` in a language.
    package func text(in language: Language) -> String {
        message?.message.text(language, message?.arguments ?? []) ?? detail
    }

    /// Returns the problem as JSON.
    package func response(requestID: String) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object { object in
            object.member("type", "urn:feedsearch:problem:" + code)
            object.member("title", title)
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
    /// A one-line description for the client.
    func text(_ language: Language) -> String {
        switch self {
        case .badRequest(let rule): Message.httpMalformed.text(language, [rule])
        case .requestTimeout: Message.httpRequestTimeout.text(language)
        case .bodyTooLarge(let limit): Message.httpBodyTooLarge.text(language, [String(limit)])
        case .targetTooLong: Message.httpTargetTooLong.text(language)
        case .headersTooLarge: Message.httpHeadersTooLarge.text(language)
        case .expectationFailed: Message.httpExpectation.text(language)
        case .notImplemented(let what): Message.httpNotImplemented.text(language, [what])
        case .versionNotSupported: Message.httpVersion.text(language)
        case .tooManyConnections: Message.httpTooManyConnections.text(language)
        case .deadlineExceeded: Message.httpDeadline.text(language)
        case .shuttingDown: Message.httpShuttingDown.text(language)
        case .disconnected: Message.httpDisconnected.text(language)
        }
    }
}
