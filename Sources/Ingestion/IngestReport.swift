/// What a bulk ingest did.
public struct IngestReport: Sendable {
    /// One thing that was refused.
    public struct Rejection: Sendable, Equatable {
        /// File and line, or file and item.
        public var place: String
        public var cause: RejectionReason
        /// In English, as reports have it.
        public var reason: String { cause.text }
    }

    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    public var rejectedCount = 0
    /// The first 10,000 of them.
    public private(set) var rejected: [Rejection] = []
    /// Ended by `Ingestor.cancel`; there may have been more input.
    public var isCancelled = false
    public var seconds = 0.0
    /// Bytes of input.
    public var bytes = 0

    /// Articles of the input, the refused ones among them.
    public var seen: Int { inserted + updated + unchanged + rejectedCount }
    public var articlesPerSecond: Double { seconds > 0 ? Double(seen) / seconds : 0 }

    public init() {}

    mutating func reject(_ rejection: Rejection) {
        rejectedCount += 1
        if rejected.count < 10_000 { rejected.append(rejection) }
    }
}

/// How bulk ingest reads its input.
public struct IngestOptions: Sendable {
    public enum Format: String, Sendable, CaseIterable {
        case auto, feed, jsonl
    }

    public var format = Format.auto
    /// The feed of every article, whatever the input says.
    public var feed: String?
    /// Articles a transaction at most.
    public var batchSize = 25_000
    /// Seconds since 1970: the time of arrival.
    public var now: Int64

    /// What a worker prepares in one go has so many bytes of text and HTML, and a transaction so many of these.
    static let pieceBytes = 5 << 20
    static let batchBytes = 30 * pieceBytes

    public init(now: Int64) { self.now = now }
}
