/// A field whose words are indexed: `title:`, `body:`, `author:` or `url:`.
public enum QueryField: String, Sendable, Hashable, CaseIterable {
    case title, body, author, url
}

/// A condition on an article other than the words it contains.
public enum QueryFilter: Sendable, Equatable {
    /// The value of `feed:`: the title, address or id of a feed, as entered.
    case feed(String)
    /// The value of `folder:`: the name or path of a folder, as entered.
    case folder(String)
    /// The value of `tag:`: a tag, as entered.
    case tag(String)
    /// The value of `lang:`: a BCP 47 tag in lower case, such as `zh` or `zh-hant`.
    case language(String)
    /// The value of `is:`: a reading state.
    case state(QueryState)
    /// The value of `has:`: an enclosure or an image.
    case has(QueryAttachment)
    /// The value of `date:`, `received:`, `opened:`, `after:` or `before:`. It must be resolved with a clock and a time
    /// zone.
    case date(DateExpression, of: QueryDateKind)
    /// The value of `search:`: the name of a saved search, as entered.
    case savedSearch(String)
    /// The value of `parent:`: the number of a topic. Matches its replies.
    case parent(Int64)
}

/// The values of `is:`.
public enum QueryState: String, Sendable, Hashable, CaseIterable {
    case unread, read, starred, unstarred, tagged, hidden, opened, reply
}

/// The values of `has:`.
public enum QueryAttachment: String, Sendable, Hashable, CaseIterable {
    case enclosure, image
}

/// The kind of date that a condition applies to: the date of publication, of receipt, or of the last opening.
public enum QueryDateKind: String, Sendable, Hashable, CaseIterable {
    case published, received, opened
}
