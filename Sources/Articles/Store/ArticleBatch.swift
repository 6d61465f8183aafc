/// Articles prepared for writing: all work that does not need the writer is done by the thread that fills the batch.
///
/// One thread at a time owns the batch: first the thread that fills it, then, through a queue, the writer.
public protocol ArticleBatch: AnyObject, Sendable {
    var articleCount: Int { get }
    /// The size of the texts and HTML, in bytes.
    var byteCount: Int { get }
    /// The size of the terms held in memory, in bytes.
    var indexByteCount: Int { get }
    /// Whether the transaction that writes this batch is committed after it.
    var endsTransaction: Bool { get set }

    func add(_ draft: ArticleDraft)
    func add(_ feed: FeedDraft)
    func add(_ items: DocumentItems)
    /// Completes the batch; no article may be added afterwards.
    func seal()
    /// Empties the batch for its next use.
    func removeAll()
}

/// Makes batches for one store, and reuses those that have been written.
public protocol ArticleBatchPool: AnyObject, Sendable {
    func take() -> any ArticleBatch
    func give(_ batch: any ArticleBatch)
}
