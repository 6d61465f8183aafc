public import QueryLanguage

/// A request for one page of a search.
public struct SearchRequest: Sendable {
    public enum Sort: String, Sendable, CaseIterable {
        case relevance, newest, oldest
    }

    /// How many of the query's words an article must contain.
    public enum Match: String, Sendable, CaseIterable {
        /// Requires every word. If no article contains all of them, most of the words suffice (`SearchAnswer.relaxed`).
        case auto
        case all
        case any
    }

    /// Which fields of each hit are returned.
    public enum Fields: Sendable {
        case ids, everything
    }

    public var query: Query
    public var limit = 20
    /// The `SearchAnswer.cursor` of the previous page.
    public var after: String?
    public var sort = Sort.relevance
    public var match = Match.auto
    public var fields = Fields.everything
    /// Whether near-duplicates are folded into one hit.
    public var fold = true
    /// Limits the search to feeds or folders with this name or address.
    public var within: String?
    /// Limits the search to articles that were added or changed.
    public var among: ArticleChanges?
    /// Whether newer articles rank a little higher.
    public var recency = true
    /// Whether the best hits are reranked by adjacent terms and windows. If false, the first stage (BM25F) alone ranks
    /// them, so that the cost of the reranker can be measured.
    public var reranks = true
    /// Whether the first stage reads every match row by row through FTS5. Tests compare the faster first stage with
    /// this.
    public var exhaustive = false
    public var explain = false
    /// Whether the total must be exact. Otherwise it may be a lower bound above 10,000 articles.
    public var countsAll = false
    /// The current time for relative dates, in seconds since 1970.
    public var now: Int64
    /// Seconds east of UTC at a given time, for dates in the query.
    public var utcOffset: @Sendable (Int64) -> Int

    public static let maxLimit = 10_000

    /// Synonyms, applied with `Match.auto` and `Match.any`.
    public var synonyms = Synonyms()

    public init(query: Query, now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int = { _ in 0 }) {
        self.query = query
        self.now = now
        self.utcOffset = utcOffset
    }
}

/// One page of hits.
public struct SearchAnswer: Sendable {
    public var hits: [SearchHit] = []
    /// The number of matches; exact unless `totalIsLowerBound`.
    public var total = 0
    public var totalIsLowerBound = false
    /// The total as text, with a plus sign for a lower bound, for example `10000+`.
    package var totalText: String { Self.text(total, isLowerBound: totalIsLowerBound) }
    /// Whether no article contains all the words; the hits then contain most of them.
    public var relaxed = false
    /// A note for the user about a part of the query that looks like an operator but was searched for as text; nil if
    /// there is no such part.
    public var notice: String?
    /// A corrected query. Set if no article contains all words of the query and some of these words occur nowhere, or
    /// if few articles contain them and a much more frequent word differs from one of them by a typing error.
    public var suggestion: String?
    /// The cursor of the next page; nil on the last page.
    public var cursor: String?
    public var explanation: SearchExplanation?
    /// A query that splits runs without spaces into words; set if the query has few matches.
    public var looser: Looser?
    /// In an answer with similar articles, the near-duplicates of the given article, which are not among the hits.
    public var copies: [SearchHit] = []
    /// The progress of indexing after an upgrade, during which articles may be missing; nil if indexing is complete.
    public var indexing: IndexingProgress?

    public struct Looser: Sendable, Equatable {
        public var query: String
        /// The number of articles that the looser query matches; nil if it was not counted because counting would have
        /// taken too long.
        public var total: Int?
        public var totalIsLowerBound: Bool
        package var totalText: String? { total.map { SearchAnswer.text($0, isLowerBound: totalIsLowerBound) } }

        package init(query: String, total: Int? = nil, totalIsLowerBound: Bool = false) {
            self.query = query
            self.total = total
            self.totalIsLowerBound = totalIsLowerBound
        }
    }

    private static func text(_ total: Int, isLowerBound: Bool) -> String { String(total) + (isLowerBound ? "+" : "") }

    public init() {}
}

/// One article of a search result. Highlight ranges are UTF-8 byte offsets in their field.
public struct SearchHit: Sendable {
    public var id: ArticleID
    public var guid = ""
    public var feed = ""
    public var feedTitle: String?
    public var url: String?
    public var title = ""
    public var author: String?
    public var published: Int64?
    public var received: Int64 = 0
    public var score = 0.0
    public var snippet = ""
    public var titleHighlights: [Range<Int>] = []
    public var snippetHighlights: [Range<Int>] = []
    public var read = false
    public var starred = false
    public var tags: [String] = []
    /// The number of near-duplicates folded into this hit.
    public var folded = 0
    public var scoreParts: [ScorePart] = []

    public init(id: ArticleID) { self.id = id }
}

/// One named component of a score; the components are added.
public struct ScorePart: Sendable {
    public var name: String
    public var value: Double

    package init(name: String, value: Double) {
        self.name = name
        self.value = value
    }
}

/// Details of a search, for `--explain`.
public struct SearchExplanation: Sendable {
    /// The query as parsed.
    public var query = ""
    /// The index expression.
    public var match = ""
    /// The filter on the articles, in addition to the expression.
    public var filter = ""
    /// Each scored term, with its document frequency and its weight.
    public var terms: [(term: String, articles: Int, weight: Double)] = []

    package init(
        query: String = "", match: String = "", filter: String = "",
        terms: [(term: String, articles: Int, weight: Double)] = []
    ) {
        self.query = query
        self.match = match
        self.filter = filter
        self.terms = terms
    }
}
