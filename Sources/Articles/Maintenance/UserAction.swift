/// Something that was done and that `undo` takes back.
public struct UserAction: Sendable, Equatable {
    public var id: Int64
    /// Seconds since 1970.
    public var at: Int64
    public var kind: Kind
    /// Articles that it changed or put into the bin.
    public var articles: Int
    /// The feed, folder, tag, saved search or rule that it was about; nil where the articles say it all.
    public var subject: String?

    package init(id: Int64, at: Int64, kind: Kind, articles: Int, subject: String? = nil) {
        self.id = id
        self.at = at
        self.kind = kind
        self.articles = articles
        self.subject = subject
    }

    /// What was done.
    public enum Kind: String, Sendable, CaseIterable {
        /// A person put articles into the bin.
        case deleted
        /// A feed's limits put articles into the bin.
        case retention
        case read, unread, starred, unstarred, tagged
        /// Several of these at once.
        case marked
        /// A subscription was ended.
        case unsubscribed
        /// A subscription or a folder was changed.
        case edited
        /// A saved search was made or changed.
        case saved
        /// A saved search was forgotten.
        case unsaved
        case ruleAdded = "rule_added"
        case ruleChanged = "rule_changed"
        case ruleRemoved = "rule_removed"
    }
}

/// What was taken back.
public struct UndoneAction: Sendable, Equatable {
    public var action: UserAction
    /// The articles that came back from the bin.
    public var numbers: [ArticleID]
    /// Rows that were changed again since, and stay as they are.
    public var kept: Int

    package init(action: UserAction, numbers: [ArticleID], kept: Int) {
        self.action = action
        self.numbers = numbers
        self.kept = kept
    }
}
