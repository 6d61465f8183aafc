internal import Articles
internal import FeedParsing
internal import Pipelines
internal import System

/// A part of the input that one worker prepares, and the queue that passes the prepared batches to the writing thread.
final class IngestJob: Sendable {
    /// A piece of raw input; pieces keep the order of the input.
    enum Part: Sendable {
        case lines(LineBlockReader.Block, name: String)
        case document([UInt8], name: String)
        case unreadable(IngestReport.Rejection)
    }

    private let parts: Locked<[Part]>
    /// Whether to commit after this job, because no more input is available yet.
    let endsTransaction: Bool
    /// The batches that the worker has prepared.
    let output = BoundedQueue<PreparedInput>(capacity: 4)

    init(parts: [Part], endsTransaction: Bool = false) {
        self.parts = Locked(parts)
        self.endsTransaction = endsTransaction
    }

    /// Returns the input and releases it, so that the input does not stay in memory while the job waits to be written.
    func takeParts() -> [Part] {
        parts.withLock { parts in
            var taken: [Part] = []
            swap(&taken, &parts)
            return taken
        }
    }
}

/// The place of an article in the input.
struct InputPlace: Sendable {
    var file: String
    /// The number of the line or item in the file, counted from 1.
    var number: Int
    /// Whether the file has an article a line; otherwise it is a feed document.
    var isLine: Bool
}

/// A prepared batch, and the rejected parts of the input that it was made from.
struct PreparedInput: Sendable {
    var batch: any ArticleBatch
    var rejections: [IngestReport.Rejection] = []
    var zones = UnknownZones()
    /// The place in the input of each article of the batch; empty unless the ids of articles are reported.
    var places: [InputPlace] = []
    /// Number of articles in the input, including rejected ones.
    var articles = 0
    var bytes = 0
}
