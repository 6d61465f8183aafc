/// Progress of the indexing after an upgrade. Until it is complete, searches may miss articles.
public struct IndexingProgress: Equatable, Sendable {
    /// Indexed articles, of `total`.
    public var done: Int
    public var total: Int

    package init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}
