internal import Messages

/// Something that a person should hear while a use case works.
public struct Notice: Sendable {
    /// How much it matters.
    public enum Level: Sendable {
        /// Good to know only for who looks for a fault.
        case trace
        case note
        /// Not as it should be, while the work goes on.
        case warning
        /// Shown also to those who asked for quiet output.
        case alert
    }

    public var level: Level
    /// The name of the message, the same in every language.
    public var code: String
    /// One line in the language of the library; what came from feeds in it is not made harmless yet.
    public var text: String

    public init(level: Level, code: String, text: String) {
        self.level = level
        self.code = code
        self.text = text
    }
}
