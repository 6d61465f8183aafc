internal import Accounts
internal import Alerting
internal import Articles
internal import Formats
public import Messages
internal import QueryLanguage
internal import SQLiteEngine
public import System

/// An error with its text for the user and its code for programs.
public struct UserFacingError: Error, Sendable {
    /// An untranslated code: the name of a message, `badQuery` for an invalid query, or `failed` for any other error.
    public let code: String
    /// The message, as one line in the reader's language.
    public let text: String
    /// Advice for the user; nil if the solution is unknown or already in `text`.
    public var hint: String?
    /// Lines shown after `text`, such as the query with its mistake underlined.
    public var details: [String] = []

    public init(_ message: Message, _ arguments: [String] = [], language: Language) {
        self.init(code: message.rawValue, text: message.text(language, arguments.map(TerminalSafe.line)))
    }

    public init(code: String = "failed", text: String, hint: String? = nil, details: [String] = []) {
        self.code = code
        self.text = text
        self.hint = hint
        self.details = details
    }

    public init(_ error: SystemError, language: Language) {
        self.init(.cannotRead, [error.path, error.reason(language)], language: language)
    }

    /// Whether an error is caused by this machine or its settings, not by a client's request. Its text may contain a
    /// path or an address of this machine, and the client cannot fix it.
    package static func isOfThisMachine(_ error: any Error) -> Bool {
        switch error {
        case let error as UserFacingError: ofThisMachine.contains(error.code)
        case let error as StorageError:
            switch error {
            case .noSuchArticle, .noSuchMember, .feedOfOwner: false
            default: !error.isOfTheQuery
            }
        case is SystemError: true
        case let error as AccountError:
            switch error {
            case .badName, .badPassword, .weakPassword, .noSuchAccount, .noSuchLabel, .noSuchToken, .accountExists,
                .labelExists, .tokenExists, .ownsLibrary, .isMember, .notMember, .tooManyInvitations, .noSuchInvitation:
                false
            default: true
            }
        default: false
        }
    }

    private static let ofThisMachine = Set(
        [
            Message.databaseIsFolder, .noDatabase, .cannotWrite, .badAllowance, .badDefaultKeep, .badAlertRetry,
            .passwordInServerAddress, .badServerAddress, .serverNeedsLibrary, .badLibraryName, .severalLibraryNames,
            .badServiceKey, .confirmNowhere, .confirmUnwritable, .confirmForeign,
        ].map(\.rawValue))

    /// Converts an error of any other module to a message. This is the only place where such errors are converted.
    public init(_ error: any Error, language: Language) {
        switch error {
        case let error as UserFacingError: self = error
        case let error as InvalidQuery: self = error.userFacing(language)
        case let error as QuerySyntaxError: self = InvalidQuery(query: "", error: error).userFacing(language)
        case let error as AlertSettingError: self = error.userFacing(language)
        case let error as AlertFailure: self.init(text: error.reason)
        case let error as StorageError: self = error.userFacing(language)
        case let error as AccountError: self = error.userFacing(language)
        case SearchError.deadlineExceeded: self.init(.deadlineExceeded, language: language)
        case SearchError.cancelled: self.init(.cancelled, language: language)
        case let error as SystemError: self.init(error, language: language)
        default: self.init(text: String(describing: error))
        }
    }
}
