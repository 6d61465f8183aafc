/// An action for articles that match a query, executed when they arrive or after a delay.
public struct ArrivalRule: Sendable, Equatable {
    public enum Action: Sendable, Equatable {
        case read
        case star
        case tag(String)
        /// Hides the article from lists and from searches without `is:hidden`, and marks it as read.
        case hide
        /// Fetches the article's page for the full text.
        case fullText
        /// Sends the article to the destination with this name.
        case send(String)
    }

    public var id: Int64
    public var query: String
    public var action: Action
    public var created: Int64
    /// The delay in seconds after an article's arrival; nil to act immediately.
    public var delay: Int64?
    /// The number of articles that the rule has matched.
    public var matched: Int
    /// The member whose articles the rule marks, and whose state its query uses; nil for common rules and the owner's
    /// own rules.
    public var member: Int64?
    /// The article on which a regular expression of the query took too long; nil if no regular expression has failed.
    public var failedOn: Int64?

    public init(id: Int64, query: String, action: Action, created: Int64, delay: Int64? = nil, matched: Int = 0) {
        self.id = id
        self.query = query
        self.action = action
        self.created = created
        self.delay = delay
        self.matched = matched
    }

    /// The state change of the action; nil for an action that changes no state.
    package var change: StateChange? {
        switch action {
        case .read: .read(true)
        case .star: .starred(true)
        case .tag(let name): .tags(add: [name], remove: [])
        case .hide: .hidden(true)
        case .fullText, .send: nil
        }
    }
}

extension ArrivalRule.Action {
    /// Whether the action changes the read or starred state, which is separate for each member.
    package var marks: Bool { self == .read || self == .star }

    /// The name in the database and in requests: `read`, `star`, `hide`, `full-text` or `tag`.
    package var name: String {
        switch self {
        case .read: "read"
        case .star: "star"
        case .hide: "hide"
        case .fullText: "full-text"
        case .tag: "tag"
        case .send: "send"
        }
    }

    /// The tag that the action adds.
    package var tag: String? { if case .tag(let tag) = self { tag } else { nil } }

    /// The destination of the action.
    package var destination: String? { if case .send(let name) = self { name } else { nil } }

    /// The name of the action's tag or destination; nil for other actions.
    package var object: String? { tag ?? destination }

    package static let names = ["read", "star", "hide", "full-text", "tag", "send"]

    /// - Parameter object: required for the names `tag` and `send`, ignored for other names.
    package init?(name: String, object: String?) {
        switch (name, object) {
        case ("read", _): self = .read
        case ("star", _): self = .star
        case ("hide", _): self = .hide
        case ("full-text", _): self = .fullText
        case ("tag", let tag?): self = .tag(tag)
        case ("send", let destination?): self = .send(destination)
        default: return nil
        }
    }
}
