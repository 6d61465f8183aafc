internal import Articles
internal import Pipelines
internal import System

/// A piece of the input that one worker prepares, and the channel on which the writer waits for what becomes of it.
final class IngestJob: Sendable {
    /// Raw input, in order.
    enum Part: Sendable {
        case lines(LineReader.Block, name: String)
        case document([UInt8], name: String)
        case unreadable(IngestReport.Rejection)
    }

    private let parts: Locked<[Part]>
    /// Nothing more has arrived behind it: what is stored is to be committed with it.
    let endsTransaction: Bool
    /// The batches that become of it, then its end.
    let output = BoundedQueue<PreparedInput>(capacity: 4)

    init(parts: [Part], endsTransaction: Bool = false) {
        self.parts = Locked(parts)
        self.endsTransaction = endsTransaction
    }

    /// Hands over the input, once: it is not to stay in memory while the job waits for the writer.
    func takeParts() -> [Part] {
        parts.withLock { parts in
            var taken: [Part] = []
            swap(&taken, &parts)
            return taken
        }
    }
}

/// A prepared batch with what was refused among its input.
struct PreparedInput: Sendable {
    var batch: any ArticleBatch
    var rejections: [IngestReport.Rejection] = []
    /// Articles of the input, the refused ones among them.
    var articles = 0
    var bytes = 0
}
