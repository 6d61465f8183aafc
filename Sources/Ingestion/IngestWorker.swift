internal import Articles
internal import FeedParsing
internal import Pipelines
internal import System

/// Prepares one job after another: parses its documents, extracts plain text and builds index entries. Several workers
/// run concurrently with the writing thread.
final class IngestWorker: Sendable {
    private let options: IngestOptions
    private let jobs: BoundedQueue<IngestJob>
    private let pool: any ArticleBatchPool
    private let cancellation: IngestCancellation
    private static let niceness: Int32 = 5

    init(
        options: IngestOptions, jobs: BoundedQueue<IngestJob>, pool: any ArticleBatchPool,
        cancellation: IngestCancellation
    ) {
        self.options = options
        self.jobs = jobs
        self.pool = pool
        self.cancellation = cancellation
    }

    func run() {
        giveWay()
        while let job = jobs.take() { prepare(job) }
    }

    /// Lowers the priority of this thread below that of the writing thread. This matters on machines with few
    /// processors, because prepared batches take memory until they are written.
    private func giveWay() { ThreadPriority.lower(to: Self.niceness) }

    private func prepare(_ job: IngestJob) {
        var input = PreparedInput(batch: pool.take())
        for part in job.takeParts() {
            switch part {
            case .unreadable(let rejection): input.rejections.append(rejection)
            case .lines(let block, let name): read(block, name, into: &input, job)
            case .document(let bytes, let name):
                input.bytes += bytes.count
                // A large document stays in memory while its articles are written, so use smaller batches.
                let isLarge = bytes.count > FeedDocumentReader.wholeBytes
                let most = isLarge ? IngestOptions.pieceBytes / 4 : IngestOptions.pieceBytes
                var item = 0
                FeedDocumentReader(options: options).read(bytes, name: name) { entry in
                    switch entry {
                    case .article(let draft):
                        item += 1
                        let place = InputPlace(file: name, number: item, isLine: false)
                        self.add(draft, at: place, to: &input, job, most: most)
                    case .feed(let feed): input.batch.add(feed)
                    case .document(let items): input.batch.add(items)
                    case .unreadable(let rejection): input.rejections.append(rejection)
                    case .unknownZones(let zones): input.zones.add(zones)
                    }
                }
            }
        }
        input.batch.endsTransaction = job.endsTransaction
        deliver(input, job)
        job.output.finish()
    }

    private func read(_ block: LineBlockReader.Block, _ name: String, into input: inout PreparedInput, _ job: IngestJob)
    {
        input.bytes += block.bytes.count
        var draft = ArticleDraft()
        if !block.isComplete {
            input.articles += 1
            input.rejections.append(.init(place: "\(name):\(block.firstLine)", cause: .lineTooLong(megabytes: 64)))
        }
        block.forEachLine { range, line in
            if cancellation.isCancelled { return }
            draft.clear()
            do throws(ArticleLine.Refusal) {
                try ArticleLine.read(block.bytes, range: range, feed: options.feed, into: &draft, zones: &input.zones)
                add(draft, at: InputPlace(file: name, number: line, isLine: true), to: &input, job)
            } catch {
                input.articles += 1
                input.rejections.append(.init(place: "\(name):\(line)", cause: error.reason))
            }
        }
    }

    private func deliver(_ input: PreparedInput, _ job: IngestJob) {
        // The batch would be discarded anyway, so leave the processor to the writing thread, which must end its
        // transaction.
        if cancellation.isCancelled { return }
        input.batch.seal()
        _ = job.output.put(input)
    }

    /// Adds an article to the current batch. A full batch is delivered first.
    private func add(
        _ draft: ArticleDraft, at place: InputPlace, to input: inout PreparedInput, _ job: IngestJob,
        most: Int = IngestOptions.pieceBytes
    ) {
        if cancellation.isCancelled { return }
        if input.batch.articleCount >= options.pieceArticles || input.batch.byteCount >= most {
            deliver(input, job)
            input = PreparedInput(batch: pool.take())
        }
        input.batch.add(draft)
        input.articles += 1
        if options.resultType == .ids { input.places.append(place) }
    }
}
