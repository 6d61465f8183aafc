package import Messages

/// A client, and what it may do.
package struct AssistantCaller: Sendable {
    /// The language of messages.
    package var language: Language
    /// Whether the client may change the state of articles and the saved searches.
    package var mayWrite: Bool
    /// Converts an error of the library that the client has not caused. A client on another machine must not learn
    /// paths of this machine.
    package var describe: @Sendable (any Error) -> String

    package init(language: Language, mayWrite: Bool, describe: @escaping @Sendable (any Error) -> String) {
        self.language = language
        self.mayWrite = mayWrite
        self.describe = describe
    }
}
