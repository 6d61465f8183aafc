internal import Messages

/// A message for the user while a use case runs.
public struct Notice: Sendable {
    /// The importance of a notice.
    public enum Level: Sendable {
        /// A message that is useful only for debugging.
        case trace
        case note
        /// A problem that does not stop the work.
        case warning
        /// A message that is shown even with `--quiet`.
        case alert
    }

    public var level: Level
    /// The untranslated name of the message.
    public var code: String
    /// The message as one line in the language of the library. Text from feeds is not escaped.
    public var text: String

    public init(level: Level, code: String, text: String) {
        self.level = level
        self.code = code
        self.text = text
    }
}
