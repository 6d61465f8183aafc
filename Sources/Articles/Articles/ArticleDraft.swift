package import Formats

/// What was decided about one article, before it is stored: the row that a batch insert fills again and again.
///
/// Its fields are all values of the neutral forms; nothing in it knows where it is stored.
public struct ArticleDraft: Sendable, Equatable {
    /// The feed: its address, or any stable name. Together with `guid` it identifies the article.
    public var feed = ""
    /// The guid within the feed.
    public var guid = ""
    public var url: String?
    /// The address as the feed has it, where `url` is one without tracking parameters.
    public var originalURL: String?
    /// Plain text.
    public var title = ""
    /// Plain text that is indexed and shown in snippets, UTF-8.
    public var body: [UInt8] = []
    /// The article's HTML as it came; nil where the text came plain.
    public var html: [UInt8]?
    public var author: String?
    /// Seconds since 1970, UTC.
    public var published: Int64?
    public var updated: Int64?
    /// When it arrived, seconds since 1970; nil means now.
    public var received: Int64?
    public var language: String?
    public var tags: [String] = []
    public var hasEnclosure = false
    public var hasImage = false
    /// One JSON object with what has no column of its own: summary, authors, image, enclosures, extensions.
    public var extra: String?
    /// nil leaves the state of a stored article as it is.
    public var read: Bool?
    public var starred: Bool?
    /// Tags of the reader's own, as against the feed's; nil leaves them as they are.
    public var ownTags: [String]?

    /// The article comes from a snapshot of its feed: what was updated earlier than the stored content, or was replaced
    /// before, is an old snapshot and not news.
    public var isSnapshot = false

    /// The HTML compressed beside the text, where that was done ahead; `html` may be nil then.
    package var packedHTML: [UInt8]?
    /// The text as an engine compresses it, where that was done ahead; `body` may be empty then.
    package var packedBody: PackedText?
    /// `contentHash`, where it was worked out ahead.
    private var fixedHash: Int64?
    /// Stored, but in no list and no search until it is asked for.
    public var hidden: Bool?
    /// Where the text is that of the article's page: the hash of what the feed has, which stays, so that the feed's next
    /// copy of the article is known. The draft is stored only in place of content with this hash.
    package var feedHash: Int64?
    /// No saved search alerts for it.
    package var isSilent = false

    public init() {}

    /// Empties the row for its next use; the buffers keep their room.
    public mutating func clear() {
        body.removeAll(keepingCapacity: true)
        let buffer = body
        self = ArticleDraft()
        body = buffer
    }

    /// A hash of all that makes the article's content; equal means unchanged. State, tags of one's own and the time of
    /// arrival are not content.
    public var contentHash: Int64 {
        if let fixedHash = feedHash ?? fixedHash { return fixedHash }
        var hash = ContentHash()
        hash.add(title)
        if let html { hash.add(html.span) } else { hash.add(body.span) }
        // As the feed has it: how addresses are cleaned may change, and the article has not.
        hash.add(originalURL ?? url)
        hash.add(author)
        hash.add(language)
        hash.add(extra)
        hash.add(number: published)
        hash.add(number: updated)
        for tag in tags { hash.add(tag) }
        return hash.value
    }

    /// `extra` with the original address.
    package var storedExtra: String? {
        guard let originalURL else { return extra }
        let member = "\"original_url\":" + JSONString.quoted(originalURL, .invisible)
        guard let extra, extra.count > 2 else { return "{" + member + "}" }
        return extra.dropLast() + "," + member + "}"
    }

    /// Works the hash out now; the content is not to change after that.
    package mutating func fixHash() {
        fixedHash = nil
        fixedHash = contentHash
    }
}
