/// An article that another reader or a read-later service keeps, with what its owner did to it.
package struct MovedArticle: Sendable, Equatable {
    /// The address of its feed; of `ServiceFeed` where there is none.
    package var feed: String
    package var feedTitle: String?
    /// What the feed calls the article, where the reader keeps that; else its address.
    package var guid: String
    /// An http or https address.
    package var url: String?
    package var title: String
    /// As the reader has it: not sanitised. UTF-8.
    package var html: [UInt8]?
    package var text: String?
    package var author: String?
    /// Seconds since 1970, within the years 1 to 9999. For read-later services without a date, when it was saved.
    package var published: Int64?
    /// Nil where the reader does not say.
    package var read: Bool?
    /// Nil where the reader does not say, or knows no stars.
    package var starred: Bool?
    /// The owner's labels.
    package var tags: [String]
    /// The publisher's labels.
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
