/// An action for articles that match a query, at their arrival or after a delay.
public struct ArrivalRule: Sendable, Equatable {
    public enum Action: Sendable, Equatable {
        case read
        case star
        case tag(String)
        /// Hides from lists and searches without `is:hidden`, and marks as read.
        case hide
        /// Fetches the article's page for the full text.
        case fullText
    }

    public var id: Int64
    public var query: String
    public var action: Action
    public var created: Int64
    /// Seconds after an article's arrival; nil to act immediately.
    public var delay: Int64?
    /// The number of articles it has matched.
    public var matched: Int
    /// The article on which a regular expression of the query took too long; nil if there is none.
    public var failedOn: Int64?

    public init(id: Int64, query: String, action: Action, created: Int64, delay: Int64? = nil, matched: Int = 0) {
        self.id = id
        self.query = query
        self.action = action
        self.created = created
        self.delay = delay
        self.matched = matched
    }

    /// Action name and tag, as stored.
    package var stored: (action: String, tag: String?) {
        switch action {
        case .read: ("read", nil)
        case .star: ("star", nil)
        case .tag(let name): ("tag", name)
        case .hide: ("hide", nil)
        case .fullText: ("full-text", nil)
        }
    }

    /// nil if the action changes no state.
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
