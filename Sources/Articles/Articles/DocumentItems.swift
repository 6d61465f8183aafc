/// The items of one feed document as a whole: what is gone from it tells which stored article a new guid stands for.
public struct DocumentItems: Sendable {
    public var feed: String
    public var ids: [String]
    /// Of stored ids with their links, which one each new id replaces.
    public var successors: @Sendable ([(id: String, url: String?)]) -> [String: String]

    public init(
        feed: String, ids: [String], successors: @escaping @Sendable ([(id: String, url: String?)]) -> [String: String]
    ) {
        self.feed = feed
        self.ids = ids
        self.successors = successors
    }
}
