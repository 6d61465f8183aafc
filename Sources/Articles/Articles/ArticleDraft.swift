package import Formats

/// An article before it is stored. A batch insert fills the same draft again for each row.
///
/// It is independent of the storage engine.
public struct ArticleDraft: Sendable, Equatable {
    /// The feed: its address or any other stable name. Together with `guid`, it identifies the article.
    public var feed = ""
    public var guid = ""
    public var url: String?
    /// The address in the feed, if `url` is the same address without tracking parameters.
    public var originalURL: String?
    /// The title as plain text.
    public var title = ""
    /// The plain text that is indexed and shown in snippets, in UTF-8.
    public var body: [UInt8] = []
    /// The article's HTML as received; nil if the feed has plain text.
    public var html: [UInt8]?
    public var author: String?
    /// Seconds since 1970, UTC.
    public var published: Int64?
    public var updated: Int64?
    /// The time at which the article arrived, in seconds since 1970; nil means now.
    public var received: Int64?
    public var language: String?
    public var tags: [String] = []
    public var hasEnclosure = false
    public var hasImage = false
    /// A JSON object with the values that have no column: summary, authors, image, enclosures, extensions.
    public var extra: String?
    /// Whether the article is read; nil leaves the state of a stored article unchanged.
    public var read: Bool?
    public var starred: Bool?
    /// The time at which the article was last opened, in seconds since 1970; nil leaves it unchanged.
    public var opened: Int64?
    /// Tags set by the reader, not by the feed; nil leaves them unchanged.
    public var ownTags: [String]?
    /// The place of a reply in its topic; nil for an article that is not a reply. A new place is not a new content.
    public var reply: ReplyPlace?

    /// Whether the article is from a snapshot of its feed. A version that is older than the stored content, or that has
    /// already been replaced, is then not an update.
    public var isSnapshot = false

    /// The compressed HTML, if it was compressed in advance. `html` may then be nil.
    package var packedHTML: [UInt8]?
    /// The compressed text, if it was compressed in advance. `body` may then be empty.
    package var packedBody: PackedText?
    /// The title to use for `contentHash`, if earlier versions of the program converted the same title to a different
    /// plain text. An upgrade must not make articles appear changed.
    package var hashedTitle: String?
    /// `contentHash`, if it was computed in advance.
    private var fixedHash: Int64?
    /// Whether the article is hidden: it is stored, but found only by searches that request hidden articles.
    public var hidden: Bool?
    /// If the text is from the article's page, the hash of the feed's version. The hash identifies that version when
    /// the feed is fetched again. The draft replaces stored content only if that content has this hash.
    package var feedHash: Int64?
    /// The hash to store for content that is made of a stored version and a new one; nil to compute it.
    package var givenHash: Int64?
    /// Whether the article causes no alerts of saved searches.
    package var isSilent = false

    public init() {}

    /// Whether the article is marked as read when it is stored for the first time. New replies are, because the user
    /// reads them in their topic.
    package var isReadWhenNew: Bool { read ?? (reply != nil) }

    /// Empties the draft for its next use; the buffers keep their capacity.
    public mutating func clear() {
        body.removeAll(keepingCapacity: true)
        let buffer = body
        self = ArticleDraft()
        body = buffer
    }

    /// A hash of the article's content; equal hashes mean unchanged content. State, the reader's own tags and the time
    /// of arrival are not content.
    public var contentHash: Int64 {
        if let fixedHash = feedHash ?? givenHash ?? fixedHash { return fixedHash }
        var hash = ContentHash()
        hash.add(hashedTitle ?? title)
        if let html { hash.add(html.span) } else { hash.add(body.span) }
        // Uses the address as it is in the feed, because a change in how addresses are cleaned must not change the
        // hash.
        hash.add(originalURL ?? url)
        hash.add(author)
        hash.add(language)
        hash.add(extra)
        hash.add(number: published)
        hash.add(number: updated)
        for tag in tags { hash.add(tag) }
        return hash.value
    }

    /// The JSON of `extra` with the original address added.
    package var storedExtra: String? {
        guard let originalURL else { return extra }
        let member = "\"original_url\":" + JSONString.quoted(originalURL, .invisible)
        guard let extra, extra.count > 2 else { return "{" + member + "}" }
        return extra.dropLast() + "," + member + "}"
    }

    /// Computes the hash now; the content must not change afterwards.
    package mutating func fixHash() {
        fixedHash = nil
        fixedHash = contentHash
    }
}
