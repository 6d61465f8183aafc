/// What was committed after a token of the history.
public struct ArticleChanges: Sendable, Hashable {
    /// The newest token; where the next look begins.
    public var token: Int64
    /// The numbers of all new articles; nil where there are none. Numbers grow with time, so one range holds them.
    public var inserted: ClosedRange<Int64>?
    /// Numbers of articles whose content was exchanged, each once, ascending.
    public var changed: [Int64] = []

    public init(token: Int64) { self.token = token }

    public var isEmpty: Bool { inserted == nil && changed.isEmpty }
}
