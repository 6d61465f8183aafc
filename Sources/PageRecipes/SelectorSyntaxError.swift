/// Why a selector was rejected.
public struct SelectorSyntaxError: Error, Equatable, Sendable {
    public enum Reason: Equatable, Sendable {
        case empty
        case unexpected(String)
        case unknownPseudoClass(String)
        case unclosed(String)
        case tooLong
    }

    public var reason: Reason
    /// The UTF-8 offset in the selector.
    public var at: Int
    public var selector: String

    /// The message as one line, in English.
    public var message: String {
        let what =
            switch reason {
            case .empty: "it is empty"
            case .unexpected(let text): "'\(text)' is not expected"
            case .unknownPseudoClass(let name): "the pseudo-class :\(name) is not supported"
            case .unclosed(let sign): "a \(sign) is missing"
            case .tooLong: "it is too long"
            }
        return "selector '\(selector)', byte \(at): \(what)"
    }
}
