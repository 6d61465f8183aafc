internal import ArticleStorage

/// A piece of the input that one worker prepares, and the channel on which the writer waits for what becomes of it.
final class IngestJob: Sendable {
    /// Raw input, in order.
    enum Part: Sendable {
        case lines(LineReader.Block, name: String)
        case document([UInt8], name: String)
        case unreadable(IngestReport.Rejection)
    }

    /// What the writer gets: batches, then the end.
    enum Output: Sendable {
        case batch(PreparedInput)
        case end
    }

    let parts: [Part]
    let output = BoundedQueue<Output>(capacity: 2)

    init(parts: [Part]) { self.parts = parts }
}

/// A prepared batch with what was refused among its input.
struct PreparedInput: Sendable {
    var batch: PreparedBatch
    var rejections: [IngestReport.Rejection] = []
    /// Articles of the input, the refused ones among them.
    var articles = 0
    var bytes = 0
}
