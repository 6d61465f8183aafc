/// Articles prepared for writing. The thread that fills the batch does all work that does not need the writer.
///
/// Only one thread at a time owns the batch: first the thread that fills it, then the writer, to which a queue passes
/// it.
public protocol ArticleBatch: AnyObject, Sendable {
    var articleCount: Int { get }
    /// The size of the texts and HTML, in bytes.
    var byteCount: Int { get }
    /// The size of the terms held in memory, in bytes.
    var indexByteCount: Int { get }
    /// Whether the transaction that writes this batch ends after it.
    var endsTransaction: Bool { get set }

    func add(_ draft: ArticleDraft)
    func add(_ feed: FeedDraft)
    func add(_ items: DocumentItems)
    /// Completes the batch; no article may be added afterwards.
    func seal()
    /// Empties the batch for its next use.
    func removeAll()
}

/// Creates batches for one store, and reuses those that have been written.
public protocol ArticleBatchPool: AnyObject, Sendable {
    func take() -> any ArticleBatch
    func give(_ batch: any ArticleBatch)
}
