/// The fields whose words are indexed: `title:`, `body:`, `author:`, `url:`.
public enum QueryField: String, Sendable, Hashable, CaseIterable {
    case title, body, author, url
}

/// A condition on an article other than the words it contains.
public enum QueryFilter: Sendable, Equatable {
    /// `feed:` a feed's title, address or id, as entered.
    case feed(String)
    /// `folder:` a folder's name or path, as entered.
    case folder(String)
    /// `tag:` a tag, as entered.
    case tag(String)
    /// `lang:` a BCP 47 tag in lower case, such as `zh` or `zh-hant`.
    case language(String)
    /// `is:` a reading state.
    case state(QueryState)
    /// `has:` something attached.
    case has(QueryAttachment)
    /// `date:`, `received:`, `after:`, `before:`. Resolve it with a clock and a time zone.
    case date(DateExpression, of: QueryDateKind)
    /// `search:` the name of a saved search, as entered.
    case savedSearch(String)
}

/// The values of `is:`.
public enum QueryState: String, Sendable, Hashable, CaseIterable {
    case unread, read, starred, unstarred, tagged, hidden
}

/// The values of `has:`.
public enum QueryAttachment: String, Sendable, Hashable, CaseIterable {
    case enclosure, image
}

/// Which date of an article is used: the date of publication or of receipt.
public enum QueryDateKind: String, Sendable, Hashable, CaseIterable {
    case published, received
}
