public import QueryLanguage

/// One page of a search.
public struct SearchRequest: Sendable {
    public enum Sort: String, Sendable, CaseIterable {
        case relevance, newest, oldest
    }

    /// How many of the words must be there.
    public enum Match: String, Sendable, CaseIterable {
        /// Every word; if that finds nothing, most of them (`SearchAnswer.relaxed`).
        case auto
        case all
        case any
    }

    /// How much of each hit is asked for.
    public enum Fields: Sendable {
        case ids, everything
    }

    public var query: Query
    public var limit = 20
    /// `SearchAnswer.cursor` of the page before.
    public var after: String?
    public var sort = Sort.relevance
    public var match = Match.auto
    public var fields = Fields.everything
    /// Near-duplicates are shown once.
    public var fold = true
    /// Only feeds or folders of this name or address.
    public var within: String?
    /// Only articles that came or changed.
    public var among: ArticleChanges?
    /// Newer articles rank a little higher.
    public var recency = true
    /// Reranks the best hits by adjacent terms and windows; false ranks by the first stage alone (BM25F), to measure
    /// the cost of the reranker.
    public var reranks = true
    /// The first stage visits every match through FTS5, row by row: for tests of the faster first stage.
    public var exhaustive = false
    public var explain = false
    /// The total is exact; else it may be a lower bound once more than 10,000 articles are counted.
    public var countsAll = false
    /// The clock for relative dates: seconds since 1970.
    public var now: Int64
    /// Seconds east of UTC at a moment, for dates in the query.
    public var utcOffset: @Sendable (Int64) -> Int

    public static let maxLimit = 10_000

    /// Words that stand for others, under `auto` and `any`.
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
    /// How many articles match; exact unless `totalIsLowerBound`.
    public var total = 0
    public var totalIsLowerBound = false
    /// `10000+` for a lower bound.
    package var totalText: String { Self.text(total, isLowerBound: totalIsLowerBound) }
    /// Nothing had all the words; these have most of them.
    public var relaxed = false
    /// The query as it may have been meant, where nothing has all of its words and some of them stand nowhere.
    public var suggestion: String?
    /// Where the next page begins; nil at the end.
    public var cursor: String?
    public var explanation: SearchExplanation?
    /// What a query finds that parts the words of runs without spaces, where this one finds few.
    public var looser: Looser?
    /// Articles may be missing while an upgrade's indexing is under way; nil where it is not.
    public var indexing: IndexingProgress?

    public struct Looser: Sendable, Equatable {
        public var query: String
        public var total: Int
        public var totalIsLowerBound: Bool
        package var totalText: String { SearchAnswer.text(total, isLowerBound: totalIsLowerBound) }

        package init(query: String, total: Int, totalIsLowerBound: Bool = false) {
            self.query = query
            self.total = total
            self.totalIsLowerBound = totalIsLowerBound
        }
    }

    private static func text(_ total: Int, isLowerBound: Bool) -> String { String(total) + (isLowerBound ? "+" : "") }

    public init() {}
}

/// One article as a searcher sees it. Highlight ranges count UTF-8 bytes of the field they belong to.
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
    /// How many near-duplicates stand behind this one.
    public var folded = 0
    public var scoreParts: [ScorePart] = []

    public init(id: ArticleID) { self.id = id }
}

/// One addend of a score, by name.
public struct ScorePart: Sendable {
    public var name: String
    public var value: Double

    package init(name: String, value: Double) {
        self.name = name
        self.value = value
    }
}

/// What a search did, for `--explain`.
public struct SearchExplanation: Sendable {
    /// The query as it was understood.
    public var query = ""
    /// The expression given to the index.
    public var match = ""
    /// The condition on the articles beside it.
    public var filter = ""
    /// Each term that scores, with the number of articles that have it and its weight.
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
