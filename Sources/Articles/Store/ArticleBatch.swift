/// Articles prepared for writing: the thread that fills the batch does the work that does not need the writer.
///
/// One thread at a time owns it: first the one that fills it, then, through a queue, the writer.
public protocol ArticleBatch: AnyObject, Sendable {
    var articleCount: Int { get }
    /// Bytes of texts and HTML.
    var byteCount: Int { get }
    /// Bytes of the terms held in memory.
    var indexByteCount: Int { get }
    /// The transaction that writes this batch is committed after it.
    var endsTransaction: Bool { get set }

    func add(_ draft: ArticleDraft)
    func add(_ feed: FeedDraft)
    func add(_ items: DocumentItems)
    /// Completes the batch; nothing may be added afterwards.
    func seal()
    /// Empties it for the next use.
    func removeAll()
}

/// Makes batches for one store, and reuses those that have been written.
public protocol ArticleBatchPool: AnyObject, Sendable {
    func take() -> any ArticleBatch
    func give(_ batch: any ArticleBatch)
}
