public import Messages
public import QueryLanguage

/// An invalid query, with its syntax error.
public struct InvalidQuery: Error, Sendable {
    public let query: String
    public let error: QuerySyntaxError

    public init(query: String, error: QuerySyntaxError) {
        self.query = query
        self.error = error
    }

    /// Converts the error to a message and a hint for the user.
    public func userFacing(_ language: Language) -> UserFacingError {
        UserFacingError(
            code: "badQuery", text: error.message(in: language.ofQueries), hint: error.hint(in: language.ofQueries))
    }
}

extension Language {
    /// The language for messages of `QueryLanguage`.
    public var ofQueries: QueryMessageLanguage { self == .simplifiedChinese ? .simplifiedChinese : .english }
}
