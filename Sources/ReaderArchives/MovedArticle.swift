/// An article stored by another reader or a read-later service, with the states and tags set by its owner.
package struct MovedArticle: Sendable, Equatable {
    /// The address of the article's feed, or the address of a `ServiceFeed` if the article has no feed.
    package var feed: String
    package var feedTitle: String?
    /// The guid in the feed if the reader stores it, otherwise the article's address.
    package var guid: String
    /// The article's http or https address.
    package var url: String?
    package var title: String
    /// The HTML in UTF-8 as stored by the reader, not sanitised.
    package var html: [UInt8]?
    package var text: String?
    package var author: String?
    /// Seconds since 1970, within the years 1 to 9999. This is the time of saving if a read-later service stores no
    /// publication date.
    package var published: Int64?
    /// Whether the article has been read; nil if unknown.
    package var read: Bool?
    /// Whether the article is starred; nil if unknown, or if the reader has no stars.
    package var starred: Bool?
    /// The tags set by the owner.
    package var tags: [String]
    /// The categories set by the publisher.
    package var categories: [String]

    package init(
        feed: String, feedTitle: String? = nil, guid: String = "", url: String? = nil, title: String = "",
        html: [UInt8]? = nil, text: String? = nil, author: String? = nil, published: Int64? = nil, read: Bool? = nil,
        starred: Bool? = nil, tags: [String] = [], categories: [String] = []
    ) {
        self.feed = feed
        self.feedTitle = feedTitle
        self.guid = guid
        self.url = url
        self.title = title
        self.html = html
        self.text = text
        self.author = author
        self.published = published
        self.read = read
        self.starred = starred
        self.tags = tags
        self.categories = categories
    }
}
