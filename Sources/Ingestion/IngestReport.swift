public import Articles
internal import FeedParsing

/// The result of a bulk ingest.
public struct IngestReport: Sendable {
    /// A rejected part of the input.
    public struct Rejection: Sendable, Equatable {
        /// The location of the rejected part: file and line, or file and item.
        public var place: String
        public var cause: RejectionReason
        /// The reason as text, in English.
        public var reason: String { cause.text }
    }

    /// An article of the input that was inserted or updated.
    public struct StoredArticle: Sendable, Equatable {
        /// The file as in `Rejection.place`.
        public var file: String
        /// The number of the line in the file, or of the item in a feed document, counted from 1.
        public var number: Int
        /// Whether `number` is a line of JSON lines, not an item of a feed document.
        public var isLine: Bool
        public var id: ArticleID
        /// Whether the article was inserted, not updated.
        public var isNew: Bool
    }

    public var inserted = 0
    public var updated = 0
    public var unchanged = 0
    public var rejectedCount = 0
    /// The first 10,000 rejections.
    public private(set) var rejected: [Rejection] = []
    /// The inserted and updated articles in the order of the input; empty unless `IngestOptions.resultType` is `.ids`.
    public internal(set) var stored: [StoredArticle] = []
    /// Unknown time zones; dates in these zones were read as UTC.
    public var unknownZones: [String] { zones.names }
    var zones = UnknownZones()
    /// Whether an `IngestCancellation` ended the ingest. There may then be unread input.
    public var isCancelled = false
    public var seconds = 0.0
    /// Number of bytes of input.
    public var bytes = 0

    /// Whether all input was read and nothing was rejected.
    public var isComplete: Bool { rejectedCount == 0 && !isCancelled }
    /// Number of articles in the input, including rejected ones.
    public var seen: Int { inserted + updated + unchanged + rejectedCount }
    public var articlesPerSecond: Double { seconds > 0 ? Double(seen) / seconds : 0 }

    public init() {}

    mutating func reject(_ rejection: Rejection, isListed: Bool = true) {
        rejectedCount += 1
        if isListed, rejected.count < 10_000 { rejected.append(rejection) }
    }
}

/// How bulk ingest reads its input.
public struct IngestOptions: Sendable {
    public enum Format: String, Sendable, CaseIterable {
        case auto, feed, jsonl
    }

    public var format = Format.auto
    /// The feed of every article; replaces the feeds in the input.
    public var feed: String?
    public var links = LinkCleaner()
    /// What the report has: `.count` has counts and rejections, `.ids` the ids of inserted and updated articles as well,
    /// and `.statusOnly` only `rejectedCount` and `isCancelled`.
    public var resultType = BatchInsertRequest.ResultType.count
    /// What the ingest may change in articles that are already stored. New articles are always stored whole.
    public var updatedFields = UpdatedFields.all
    /// The maximum number of articles that are committed together.
    public var batchSize = 25_000
    /// The maximum number of articles that are prepared together. A transaction can end after each such piece.
    public var maxPieceArticles = Int.max
    /// The time of arrival, seconds since 1970.
    public var now: Int64
    /// Whether articles of feeds with the owner's access are refused (`BatchInsertRequest.refusesOwnersFeeds`).
    public var refusesOwnersFeeds = false
    /// The folder of temporary input. A feed without an address is named by its path in this folder, for example
    /// `import:a.xml`.
    public var root: String?
    /// Files in folders and archives to skip, because they are read separately. Each path begins with the path of its
    /// folder or archive.
    package var excluded: Set<String> = []
    /// Whether to let other connections write between two transactions.
    public var yieldsToWriters = false
    /// Whether another connection is waiting for the write lock. If so, the transaction ends early.
    public var writerIsWaiting: @Sendable () -> Bool = { false }
    /// The client under whose name the number of processed articles is stored, in the same transaction as the articles.
    public var client: String?
    /// Number of the client's articles that were processed before.
    public var committedBefore = 0
    /// Number of articles to skip at the start of the input, because they were processed before.
    public var skippedArticles = 0

    /// Bytes of text and HTML in a batch (`pieceBytes`) and in a transaction (`batchBytes`).
    static let pieceBytes = 4 << 20
    static let batchBytes = 29 * pieceBytes
    /// Maximum duration of a transaction, so that other connections see new articles several times a second, even if
    /// segments are merged between two transactions (docs/decisions/0109).
    static let maxTransaction = Duration.milliseconds(350)

    public init(now: Int64) { self.now = now }

    /// Maximum number of articles in a piece.
    var pieceArticles: Int { min(batchSize, maxPieceArticles) }
}
