public import Articles
private import Dispatch
internal import FeedParsing
internal import Pipelines

/// Stores articles in bulk from files, folders, archives and standard input.
///
/// One thread reads, workers parse, strip and invert, and the calling thread writes, in the order of the input. The
/// queues between them are bounded, so the use of memory does not depend on the size of the input.
public final class Ingestor {
    private let store: any ArticleStore
    private let options: IngestOptions
    private let cancellation: IngestCancellation
    private static let workerCount = 2

    /// - Parameter cancellation: ends the ingest early.
    public init(
        store: any ArticleStore, options: IngestOptions, cancellation: IngestCancellation = IngestCancellation()
    ) {
        self.store = store
        self.options = options
        self.cancellation = cancellation
    }

    /// The address of the feed under which a document's articles are stored: the document's own address, otherwise its
    /// home page, otherwise `place`. Nil if the bytes are not a feed.
    ///
    /// - Parameters:
    ///   - place: the document's path; in an archive, the archive's path followed by the document's path.
    ///   - root: see `IngestOptions.root`.
    public static func feedAddress(ofDocument bytes: [UInt8], at place: String, root: String? = nil) -> String? {
        FeedDocumentReader.address(ofDocument: bytes, name: place, root: root)
    }

    /// Ingests all input, and reports rejected parts. After a cancellation, the report covers only committed batches.
    ///
    /// - Parameters:
    ///   - paths: files, folders and archives; `-` is standard input.
    ///   - onCommit: called after each durable commit with the number of articles, counted from the start of the input,
    ///     that were stored or rejected.
    ///   - onStored: called after each durable commit, before `onCommit`, with the articles that it inserted or updated,
    ///     if `IngestOptions.resultType` is `.ids`. The report then does not list them. Without this closure, the report
    ///     lists them all.
    /// - Throws: `StorageError` if nothing more can be written; what was committed remains.
    public func ingest(
        _ paths: [String], onCommit: ((Int) throws -> Void)? = nil,
        onStored: (([IngestReport.StoredArticle]) throws -> Void)? = nil
    ) throws -> IngestReport {
        let clock = ContinuousClock()
        let start = clock.now
        let pool = store.makeBatchPool()
        let jobs = BoundedQueue<IngestJob>(capacity: 1)
        let order = BoundedQueue<IngestJob>(capacity: 7)
        cancellation.begin(jobs: jobs, order: order)
        // After an error the other threads are still running, so stop them.
        defer { cancellation.end() }
        let source = ArticleSource(paths: paths, options: options) { order.put($0) && jobs.put($0) }
        DispatchQueue(label: "feedsearch.ingest.read").async {
            source.run()
            order.finish()
            jobs.finish()
        }
        for number in 0..<Self.workerCount {
            let worker = IngestWorker(options: options, jobs: jobs, pool: pool, cancellation: cancellation)
            DispatchQueue(label: "feedsearch.ingest.work.\(number)").async { worker.run() }
        }

        var report = IngestReport()
        var job: IngestJob?
        var last: PreparedInput?
        // What each uncommitted batch will add to the report.
        struct Uncommitted {
            var articles: Int
            var bytes: Int
            var rejections: [IngestReport.Rejection]
            var zones: UnknownZones
            var places: [InputPlace]
        }
        var uncommitted: [Uncommitted] = []
        // The number of rows in the committed batches, if ids are reported.
        var committedRows = 0
        var committedBatches = 0
        var committedArticles = options.committedBefore
        var request = BatchInsertRequest(batchSize: options.batchSize) { _ in false }
        request.updatedFields = options.updatedFields
        request.refusesOwnersFeeds = options.refusesOwnersFeeds
        request.batchBytes = IngestOptions.batchBytes
        request.maxDuration = IngestOptions.maxTransaction
        request.isEnding = { order.isFinished }
        request.isCancelled = { [cancellation] in cancellation.isCancelled }
        func commit(_ result: BatchInsertResult) throws {
            let count = result.batches - committedBatches
            guard count > 0 else { return }
            committedBatches = result.batches
            for batch in uncommitted.prefix(count) {
                committedArticles += batch.articles
                report.bytes += batch.bytes
                for rejection in batch.rejections {
                    report.reject(rejection, isListed: options.resultType != .statusOnly)
                }
                committedRows += batch.places.count
                report.zones.add(batch.zones)
            }
            uncommitted.removeFirst(count)
            try onCommit?(committedArticles)
        }
        request.onCommit = commit
        if options.resultType == .ids {
            request.onStored = { rows in
                var first = committedRows
                var batches = uncommitted[...]
                let stored = rows.compactMap { row -> IngestReport.StoredArticle? in
                    while let batch = batches.first, row.row - first >= batch.places.count {
                        first += batch.places.count
                        batches.removeFirst()
                    }
                    guard let place = batches.first?.places[row.row - first] else { return nil }
                    return IngestReport.StoredArticle(
                        file: place.file, number: place.number, isLine: place.isLine, id: row.id, isNew: row.isNew)
                }
                if let onStored { try onStored(stored) } else { report.stored += stored }
            }
        }
        request.yieldsToWriters = options.yieldsToWriters
        request.writerIsWaiting = options.writerIsWaiting
        if let client = options.client {
            request.client = client
            request.clientState = { result in
                let batches = uncommitted.prefix(result.batches - committedBatches)
                let committed = batches.reduce(committedArticles) { $0 + $1.articles }
                return ClientProgress(committed: committed, time: self.options.now).bytes
            }
        }
        let result = try store.insert(request, now: options.now) {
            if let done = last {
                pool.give(done.batch)
                last = nil
            }
            while true {
                if job == nil {
                    job = order.take()
                    cancellation.waits(for: job)
                }
                guard let current = job, !cancellation.isCancelled else { return nil }
                guard let input = current.output.take() else {
                    job = nil
                    continue
                }
                last = input
                uncommitted.append(
                    Uncommitted(
                        articles: input.articles, bytes: input.bytes, rejections: input.rejections, zones: input.zones,
                        places: input.places))
                return input.batch
            }
        }
        try commit(result)
        if options.resultType != .statusOnly {
            report.inserted = result.inserted
            report.updated = result.updated
            report.unchanged = result.unchanged
        }
        report.isCancelled = cancellation.isCancelled
        let elapsed = start.duration(to: clock.now)
        report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return report
    }
}
