/// An action that `undo` can reverse.
public struct UserAction: Sendable, Equatable {
    public var id: Int64
    /// The time of the action, in seconds since 1970.
    public var at: Int64
    public var kind: Kind
    /// The number of articles that the action changed or moved to the bin.
    public var articles: Int
    /// The name of the feed, folder, tag, saved search or rule; nil for an action on articles alone.
    public var subject: String?

    package init(id: Int64, at: Int64, kind: Kind, articles: Int, subject: String? = nil) {
        self.id = id
        self.at = at
        self.kind = kind
        self.articles = articles
        self.subject = subject
    }

    /// The kind of action.
    public enum Kind: String, Sendable, CaseIterable {
        /// The user moved articles to the bin.
        case deleted
        /// A feed's limits moved articles to the bin.
        case retention
        case read, unread, starred, unstarred, tagged
        /// The user changed the state of articles in several ways at once.
        case marked
        /// A subscription was ended.
        case unsubscribed
        /// A subscription or a folder was changed.
        case edited
        /// A saved search was created or changed.
        case saved
        /// A saved search was deleted.
        case unsaved
        case ruleAdded = "rule_added"
        case ruleChanged = "rule_changed"
        case ruleRemoved = "rule_removed"
        /// A member added, changed or removed a rule of their own.
        case ownRule = "own_rule"
    }
}

/// The result of an undo.
public struct UndoneAction: Sendable, Equatable {
    public var action: UserAction
    /// The articles restored from the bin.
    public var numbers: [ArticleID]
    /// The number of rows that were not restored, because they had been changed again later.
    public var kept: Int

    package init(action: UserAction, numbers: [ArticleID], kept: Int) {
        self.action = action
        self.numbers = numbers
        self.kept = kept
    }
}
