/// What happens to articles that match a query as they arrive, or some time after.
public struct ArrivalRule: Sendable, Equatable {
    public enum Action: Sendable, Equatable {
        case read
        case star
        case tag(String)
        /// Stored, but in no list and no search until `is:hidden` asks for it; read.
        case hide
        /// Its page is fetched for the whole text.
        case fullText
    }

    public var id: Int64
    public var query: String
    public var action: Action
    public var created: Int64
    /// Seconds after an article's arrival; nil for at once.
    public var delay: Int64?
    /// How many articles it has met.
    public var matched: Int
    /// The article on which a regular expression of the query took too long; nil where none did.
    public var failedOn: Int64?

    public init(id: Int64, query: String, action: Action, created: Int64, delay: Int64? = nil, matched: Int = 0) {
        self.id = id
        self.query = query
        self.action = action
        self.created = created
        self.delay = delay
        self.matched = matched
    }

    /// Name and tag, as stored.
    package var stored: (action: String, tag: String?) {
        switch action {
        case .read: ("read", nil)
        case .star: ("star", nil)
        case .tag(let name): ("tag", name)
        case .hide: ("hide", nil)
        case .fullText: ("full-text", nil)
        }
    }

    /// nil where it changes no state.
    package var change: StateChange? {
        switch action {
        case .read: .read(true)
        case .star: .starred(true)
        case .tag(let name): .tags(add: [name], remove: [])
        case .hide: .hidden(true)
        case .fullText: nil
        }
    }
}

extension ArrivalRule.Action {
    package init?(stored name: String, tag: String?) {
        switch (name, tag) {
        case ("read", _): self = .read
        case ("star", _): self = .star
        case ("tag", let tag?): self = .tag(tag)
        case ("hide", _): self = .hide
        case ("full-text", _): self = .fullText
        default: return nil
        }
    }
}
