/// A query under a name.
public struct SavedSearch: Sendable, Equatable {
    public var id: Int64
    public var name: String
    public var query: String
    public var created: Int64
    /// A line for people.
    public var comment: String?
    /// How its matches are told; nil where they are not.
    public var rule: AlertRule?
    /// The article on which a regular expression of the query took too long; nil where none did.
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

/// A rule or a saved search that could not be asked of an article: a regular expression took longer than
/// `PatternMatcher.timeOnArrival`, or too much memory. The article counts as one that it does not match.
public struct FailingSearch: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case rule, search
    }

    public var kind: Kind
    public var id: Int64
    public var query: String
    /// The number of the article.
    public var article: Int64

    package init(kind: Kind, id: Int64, query: String, article: Int64) {
        self.kind = kind
        self.id = id
        self.query = query
        self.article = article
    }
}

/// How much of what comes in a query can match.
public enum QueryReach: Sendable {
    case something
    /// It contradicts itself, or asks for what no new article is.
    case nothing
    /// Every new article fulfils it.
    case everything
}
