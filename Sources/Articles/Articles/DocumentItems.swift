/// The ids of all items in one feed document. If a stored article's id is missing from the document, a new guid may
/// have replaced it.
public struct DocumentItems: Sendable {
    public var feed: String
    public var ids: [String]
    /// Given stored ids with their links, returns the id that each new id replaces.
    public var successors: @Sendable ([(id: String, url: String?)]) -> [String: String]

    public init(
        feed: String, ids: [String], successors: @escaping @Sendable ([(id: String, url: String?)]) -> [String: String]
    ) {
        self.feed = feed
        self.ids = ids
        self.successors = successors
    }
}
