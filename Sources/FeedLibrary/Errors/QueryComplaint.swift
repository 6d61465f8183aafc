public import Messages
public import QueryLanguage

/// A query that could not be read, together with its mistake.
public struct QueryComplaint: Error, Sendable {
    public let query: String
    public let error: QuerySyntaxError

    public init(query: String, error: QuerySyntaxError) {
        self.query = query
        self.error = error
    }

    /// What is wrong, and what to do about it.
    public func complaint(_ language: Language) -> Complaint {
        Complaint(
            code: "badQuery", text: error.message(in: language.ofQueries), hint: error.hint(in: language.ofQueries))
    }
}

extension Language {
    /// The same language for the words of the query room.
    public var ofQueries: QueryMessageLanguage { self == .simplifiedChinese ? .simplifiedChinese : .english }
}
