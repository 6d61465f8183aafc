/// How much of the work that an upgrade left is done. Until it is, searches may miss articles.
public struct IndexingProgress: Equatable, Sendable {
    /// Articles that have been indexed, of `total`.
    public var done: Int
    public var total: Int

    package init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}
