public import QueryLanguage

/// A condition on the stored properties of an article other than its text.
///
/// SQL, the saved-search matcher and rules are all derived from this type. For a search, a store resolves names of
/// feeds and folders and relative dates (`feeds`, `dates`); for the matcher, they are evaluated for each article.
public indirect enum ArticleFilter: Hashable, Sendable {
    /// Feeds whose address or title contains this name.
    case feed(named: String)
    /// Feeds in a folder with this name, at any depth.
    case folder(named: String)
    /// Feeds by id; an empty array matches no article.
    case feeds([Int64])
    /// Articles with a tag of this name; width, case and accents are ignored.
    case tag(named: String)
    /// Articles in a language and its variants, in lower case: `zh` includes `zh-hant`.
    case language(String)
    case read(Bool)
    case starred(Bool)
    case flag(ArticleFlag)
    /// Articles whose author has exactly this name.
    case author(named: String)
    /// The replies of a topic.
    case topic(ArticleID)
    case date(DateExpression, of: QueryDateKind)
    /// A range of dates in seconds since 1970, excluding its end. The dates are those that articles are sorted by, the
    /// dates of receipt, or the times at which articles were last opened. An article that was never opened matches no
    /// range of opening times.
    case dates(from: Int64?, until: Int64?, of: QueryDateKind)
    /// Articles whose address contains these folded words.
    case address(words: [[UInt8]], AddressMatch)
    /// Article ids, ascending.
    case articles([UInt32])
    /// Articles with this id or a lower one.
    case upTo(Int64)
    case changed(ArticleChanges)
    case all([ArticleFilter])
    case any([ArticleFilter])
    case not(ArticleFilter)

    public static var always: ArticleFilter { .all([]) }
    public static var never: ArticleFilter { .any([]) }

    /// Combines the filters into a conjunction (`all`) or a disjunction; nil if `parts` is empty.
    public static func combined(_ parts: [ArticleFilter], all: Bool) -> ArticleFilter? {
        guard parts.count > 1 else { return parts.first }
        return all ? .all(parts) : .any(parts)
    }

    /// The filter for a condition in a query; nil for a saved search, because its query may contain text.
    public init?(_ filter: QueryFilter) {
        switch filter {
        case .feed(let name): self = .feed(named: name)
        case .folder(let name): self = .folder(named: name)
        case .tag(let name): self = .tag(named: name)
        case .language(let code): self = .language(code.lowercased())
        case .state(let state):
            switch state {
            case .read: self = .read(true)
            case .unread: self = .read(false)
            case .starred: self = .starred(true)
            case .unstarred: self = .starred(false)
            case .tagged: self = .flag(.tagged)
            case .hidden: self = .flag(.hidden)
            case .opened: self = .dates(from: nil, until: nil, of: .opened)
            case .reply: self = .flag(.reply)
            }
        case .has(.enclosure): self = .flag(.enclosure)
        case .has(.image): self = .flag(.image)
        case .date(let expression, let kind): self = .date(expression, of: kind)
        case .parent(let article): self = .topic(article)
        case .savedSearch: return nil
        }
    }

    /// The filter for a `url:` field, whose words and phrases must be in the address.
    ///
    /// - Parameter words: returns the words of an address or of a part of one.
    public init(address node: QueryNode, words: (String) -> [[UInt8]]) {
        switch node {
        case .word(let term), .phrase(let term): self = .address(words: words(term.text), .adjacent)
        case .prefix(let term): self = .address(words: words(term.text), .prefix)
        case .and(let nodes), .near(let nodes, _):
            self = Self.combined(nodes.map { Self(address: $0, words: words) }, all: true) ?? .never
        case .or(let nodes): self = Self.combined(nodes.map { Self(address: $0, words: words) }, all: false) ?? .never
        case .not(let inner): self = .not(Self(address: inner, words: words))
        case .field(_, let inner): self = Self(address: inner, words: words)
        case .filter, .regex: self = .never
        }
    }

    /// The number of conditions in the filter.
    public var count: Int {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.count }
        case .not(let inner): inner.count
        default: 1
        }
    }
}

/// How the words of a condition must match those of an address.
public enum AddressMatch: Hashable, Sendable {
    /// The words must be adjacent in the address.
    case adjacent
    /// Like `adjacent`, but the last word is a prefix.
    case prefix
    /// The words must be the whole address, without its scheme, fragment and tracking parameters.
    case whole
}

/// Properties of an article, other than read and starred, that are stored as one bit each.
public enum ArticleFlag: Int64, Hashable, Sendable {
    case enclosure = 1
    case image = 2
    /// The article has tags set by the reader.
    case tagged = 4
    /// Lists and searches leave out the article.
    case hidden = 8
    /// The article is a reply to a topic.
    case reply = 64
}
