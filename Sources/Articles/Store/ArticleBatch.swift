/// Articles that are made ready for writing: what can be done before the writer's turn is done on the thread that fills it.
///
/// One thread at a time has it: the one that fills it, then, through a queue, the writer.
public protocol ArticleBatch: AnyObject, Sendable {
    var articleCount: Int { get }
    /// Bytes of texts and HTML.
    var byteCount: Int { get }
    /// Bytes of the terms that wait in memory.
    var indexByteCount: Int { get }
    /// The transaction that writes it is committed at its end.
    var endsTransaction: Bool { get set }

    func add(_ draft: ArticleDraft)
    func add(_ feed: FeedDraft)
    func add(_ items: DocumentItems)
    /// Ends it; nothing is added after that.
    func seal()
    /// Empties it for the next use.
    func removeAll()
}

/// Makes batches for one store, and uses those again that the writer is done with.
public protocol ArticleBatchPool: AnyObject, Sendable {
    func take() -> any ArticleBatch
    func give(_ batch: any ArticleBatch)
}
