import FeedLibrary
import Messages

/// An error in the words and flags of the command line.
enum UsageError: Error, Equatable, Sendable {
    case unknownFlag(String, near: String?)
    case flagOfOtherCommand(Flag, command: String)
    case missingValue(Flag)
    case unexpectedValue(Flag)
    case notANumber(Flag, String)
    case notAChoice(Flag, String)
    case missingOperand(command: String, operands: String)
    case unexpectedOperand(String, command: String)
    case emptyQuery
}

extension UsageError {
    /// The message for the user.
    func userFacing(_ language: Language) -> UserFacingError {
        switch self {
        case .unknownFlag(let flag, let near?):
            UserFacingError(.unknownFlagNear, [flag, near], language: language)
        case .unknownFlag(let flag, nil): UserFacingError(.unknownFlag, [flag], language: language)
        case .flagOfOtherCommand(let flag, let command):
            UserFacingError(.flagOfOtherCommand, [command, flag.spelling], language: language)
        case .missingValue(let flag):
            UserFacingError(.missingValue, [flag.spelling, flag.spec.value.placeholder ?? ""], language: language)
        case .unexpectedValue(let flag): UserFacingError(.unexpectedValue, [flag.spelling], language: language)
        case .notANumber(let flag, let value):
            if case .number(_, let range) = flag.spec.value {
                UserFacingError(
                    .notANumber, [flag.spelling, value, String(range.lowerBound), String(range.upperBound)],
                    language: language)
            } else {
                UserFacingError(.unexpectedValue, [flag.spelling], language: language)
            }
        case .notAChoice(let flag, let value):
            UserFacingError(.notAChoice, [flag.spelling, value, flag.spec.value.placeholder ?? ""], language: language)
        case .missingOperand(let command, let operands):
            UserFacingError(.missingOperand, [command, operands], language: language)
        case .unexpectedOperand(let word, let command):
            UserFacingError(.unexpectedOperand, [command, word], language: language)
        case .emptyQuery: UserFacingError(.emptyQuery, language: language)
        }
    }
}
