/// A named query.
public struct SavedSearch: Sendable, Equatable {
    public var id: Int64
    public var name: String
    public var query: String
    public var created: Int64
    /// A one-line description for users.
    public var comment: String?
    /// How matches are delivered; nil if they are not delivered.
    public var rule: AlertRule?
    /// The colour that marks the search's matches in lists.
    public var color: SearchColor?
    /// The article on which a regular expression of the query took too long; nil if no regular expression has failed.
    public var failedOn: Int64?

    package init(
        id: Int64, name: String, query: String, created: Int64, comment: String? = nil, rule: AlertRule? = nil,
        failedOn: Int64? = nil
    ) {
        self.id = id
        self.name = name
        self.query = query
        self.created = created
        self.comment = comment
        self.rule = rule
        self.failedOn = failedOn
    }
}

/// A rule or saved search that could not be evaluated for an article, because a regular expression exceeded
/// `PatternMatcher.timeOnArrival` or its memory limit. The article is treated as not matching.
public struct FailingSearch: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case rule, search
    }

    public var kind: Kind
    public var id: Int64
    public var query: String
    /// The id of the article.
    public var article: Int64

    package init(kind: Kind, id: Int64, query: String, article: Int64) {
        self.kind = kind
        self.id = id
        self.query = query
        self.article = article
    }
}

/// The new articles that a query can match.
public enum QueryReach: Sendable {
    case something
    /// The query matches no new article: the query contradicts itself, or has a condition that no new article
    /// satisfies.
    case nothing
    /// The query matches all new articles.
    case everything
}
