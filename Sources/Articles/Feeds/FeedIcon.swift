/// A stored icon of a feed.
public struct FeedIcon: Sendable, Equatable {
    /// The address of the icon file.
    public var url: String
    /// The media type, detected from the bytes.
    public var type: String
    public var bytes: [UInt8]

    public init(url: String, type: String, bytes: [UInt8]) {
        self.url = url
        self.type = type
        self.bytes = bytes
    }
}

/// A feed whose icon will be fetched.
public struct FeedIconState: Sendable, Equatable {
    public var feed: Int64
    /// The feed's address.
    public var url: String
    public var homeURL: String?
    /// The address of the icon according to the feed.
    public var icon: String?
    public var trustedOrigin: String?
    public var hasIcon: Bool
    public var options = FeedOptions()

    package init(
        feed: Int64, url: String, homeURL: String? = nil, icon: String? = nil, trustedOrigin: String? = nil,
        hasIcon: Bool, options: FeedOptions = FeedOptions()
    ) {
        self.feed = feed
        self.url = url
        self.homeURL = homeURL
        self.icon = icon
        self.trustedOrigin = trustedOrigin
        self.hasIcon = hasIcon
        self.options = options
    }
}
