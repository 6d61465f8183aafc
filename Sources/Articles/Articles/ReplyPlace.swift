/// The place of a reply in its topic. A reply is an article of the same feed as its topic.
public struct ReplyPlace: Sendable, Equatable {
    /// The guid of the topic.
    public var topic: String
    /// The guid of the reply that this reply answers; nil if it answers the topic.
    public var inReplyTo: String?
    /// The number that the page shows for the reply.
    public var number: Int64?
    public var likes: Int64?

    public init(topic: String, inReplyTo: String? = nil, number: Int64? = nil, likes: Int64? = nil) {
        self.topic = topic
        self.inReplyTo = inReplyTo
        self.number = number
        self.likes = likes
    }
}

/// A stored reply, without its text.
public struct StoredReply: Sendable, Equatable {
    public var id: ArticleID
    public var guid: String
    /// The guid of the reply that this reply answers.
    public var inReplyTo: String?

    public init(id: ArticleID, guid: String, inReplyTo: String?) {
        self.id = id
        self.guid = guid
        self.inReplyTo = inReplyTo
    }
}
