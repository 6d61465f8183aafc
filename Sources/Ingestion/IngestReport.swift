internal import FeedParsing

/// What a bulk ingest did.
public struct IngestReport: Sendable {
    /// A rejected part of the input.
    public struct Rejection: Sendable, Equatable {
        /// File and line, or file and item.
        public var place: String
        public var cause: RejectionReason
        /// In English.
        public var reason: String { cause.text }
    }

    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    public var rejectedCount = 0
    /// The first 10,000 of them.
    public private(set) var rejected: [Rejection] = []
    /// Time zones that are not known: dates with them were read as UTC.
    public var unknownZones: [String] { zones.names }
    var zones = UnknownZones()
    /// Ended by an `IngestCancellation`; there may be more input.
    public var isCancelled = false
    public var seconds = 0.0
    /// Bytes of input.
    public var bytes = 0

    /// Number of articles of the input, including rejected ones.
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
    /// The feed of every article, in place of the input's.
    public var feed: String?
    public var links = LinkCleaner()
    /// At most this many articles are committed together.
    public var batchSize = 25_000
    /// At most this many are prepared together: a transaction can end after each such piece.
    public var maxPieceArticles = Int.max
    /// The time of arrival, seconds since 1970.
    public var now: Int64
    /// Where temporary input lies: a feed that has no address but its place is known by the place in there, `import:a.xml`.
    public var root: String?
    /// Files of folders and archives, with the path of these before their own, that are left out: they were read otherwise.
    package var excluded: Set<String> = []
    /// Whether other connections get their turn between two transactions.
    public var yieldsToWriters = false
    /// Whether somebody waits for the lock: then a transaction ends early.
    public var isWanted: @Sendable () -> Bool = { false }
    /// Under whose name the number of articles that are dealt with is stored, in the transaction that stores them.
    public var client: String?
    /// How many articles of the client were dealt with before.
    public var committedBefore = 0
    /// How many articles at the beginning of the lines are left out: they were dealt with before.
    public var skippedArticles = 0

    /// Bytes of text and HTML in a batch (`pieceBytes`) and in a transaction (`batchBytes`).
    static let pieceBytes = 4 << 20
    static let batchBytes = 29 * pieceBytes
    /// How long a transaction lasts, so that others see new articles several times a second, even where segments are
    /// merged between two of them (docs/decisions/0109, 0128).
    static let maxTransaction = Duration.milliseconds(350)

    public init(now: Int64) { self.now = now }

    /// Articles of a piece.
    var pieceArticles: Int { min(batchSize, maxPieceArticles) }
}
