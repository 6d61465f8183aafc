/// The progress of indexing after an upgrade. Until it is complete, searches may miss articles.
public struct IndexingProgress: Equatable, Sendable {
    /// The number of articles that have been indexed, out of `total`.
    public var done: Int
    public var total: Int

    package init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}
