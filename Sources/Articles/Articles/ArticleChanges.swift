/// The articles committed after a history token.
public struct ArticleChanges: Sendable, Hashable {
    /// The newest token, from which the next query starts.
    public var token: Int64
    /// The ids of all new articles; nil if there are none. Ids grow with time, so one range holds them.
    public var inserted: ClosedRange<Int64>?
    /// Ids of articles whose content was replaced, without duplicates, ascending.
    public var changed: [Int64] = []

    public init(token: Int64) { self.token = token }

    public var isEmpty: Bool { inserted == nil && changed.isEmpty }
}
