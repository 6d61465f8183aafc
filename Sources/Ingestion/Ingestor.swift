public import ArticleStorage
private import Dispatch

/// Bulk ingest: files, folders, archives and standard input into the store.
///
/// Reading, parsing and stripping run on a thread of their own beside the writer, which commits in the order of the
/// input. Memory is bounded by the queue between them, whatever the size of the input.
public final class Ingestor {
    private let store: ArticleStore
    private var options: IngestOptions

    public init(store: ArticleStore, options: IngestOptions) {
        self.store = store
        self.options = options
    }

    /// Ingests everything, and reports what was refused.
    ///
    /// - Parameters:
    ///   - paths: files, folders and archives; `-` is standard input.
    ///   - onCommit: called after each durable commit with the number of articles of the input, in its order, that are
    ///     dealt with for good.
    /// - Throws: `StorageError` where nothing more can be written; what was committed stays.
    public func ingest(_ paths: [String], onCommit: ((Int) throws -> Void)? = nil) throws -> IngestReport {
        let clock = ContinuousClock()
        let start = clock.now
        let queue = BoundedQueue<ArticleSource.Chunk>(capacity: 16)
        let source = ArticleSource(paths: paths, options: options) { queue.put($0) }
        DispatchQueue(label: "feedsearch.ingest.parse").async { source.run() }
        defer { queue.cancel() }

        var report = IngestReport()
        var chunk = ArticleSource.Chunk()
        var next = 0
        var dealtWith = 0
        var request = BatchInsertRequest(batchSize: options.batchSize) { [store, options] row in
            while true {
                if next == chunk.entries.count {
                    if chunk.isLast { return false }
                    chunk = queue.take()
                    report.bytes += chunk.bytes
                    next = 0
                    continue
                }
                defer { next += 1 }
                dealtWith += chunk.entries[next].isArticle ? 1 : 0
                switch chunk.entries[next] {
                case .article(let draft):
                    row = draft
                    return true
                case .feed(let feed): try store.upsert(feed, now: options.now)
                case .refused(let rejection), .unreadable(let rejection): report.reject(rejection)
                }
            }
        }
        request.onCommit = { _ in try onCommit?(dealtWith) }
        let result = try store.insert(request, now: options.now)
        report.inserted = result.inserted
        report.updated = result.updated
        report.unchanged = result.unchanged
        let elapsed = start.duration(to: clock.now)
        report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        try onCommit?(dealtWith)
        return report
    }
}
