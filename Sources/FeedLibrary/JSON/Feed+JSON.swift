public import Articles
public import Formats
public import Messages
internal import SQLiteEngine

extension JSONWriter {
    /// - Parameters:
    ///   - n: the feed's id, for clients that refer to feeds by id.
    ///   - newest: the date of its newest article, in lists of silent feeds.
    public mutating func feed(
        _ feed: Feed, _ options: FeedOptions = FeedOptions(), icon: String? = nil, description: String? = nil,
        copyright: String? = nil, n: Int64? = nil, newest: Int64? = nil
    ) {
        object { writer in
            writer.member("n", n.map { Int($0) })
            writer.member("feed", MaskedURL.withoutLogin(feed.url))
            writer.member("title", MaskedURL.withoutLogin(feed.displayTitle))
            writer.member("description", description)
            writer.member("copyright", copyright)
            writer.member("home", feed.homeURL)
            writer.member("language", feed.language)
            writer.member("subscribed", feed.isSubscribed)
            writer.member("paused", feed.isPaused)
            writer.member("articles", feed.articles)
            writer.member("unread", feed.unread)
            writer.key("folders")
            writer.array(feed.folders) { writer, path in writer.array(path) { $0.string($1) } }
            writer.member("icon", icon)
            writer.member("newest", newest.map(CivilTime.rfc3339))
            if options.isEmpty { return }
            writer.key("options")
            writer.object { writer in
                writer.member("user_agent", options.userAgent)
                writer.member("headers", options.headers)
                writer.member("cookies", options.cookies)
                writer.member("auth", options.credentials)
                writer.member("proxy", options.proxy)
                writer.member("interval", options.interval.map { Int($0) })
                writer.member("keep", options.limits?.count.map { Int($0) })
                writer.member("keep_seconds", options.limits?.seconds.map { Int($0) })
                writer.member("keep_unread", options.keepUnread.map { Int($0) })
                writer.member("keep_read", options.keepRead.map { Int($0) })
                writer.member("full_text", options.fullText.map(\.typed))
                writer.member("replies", options.replies?.rawValue)
                if options.unreadOnReply { writer.member("unread_on_reply", true) }
            }
        }
    }

    /// Writes a suggested feed with its description in `language`.
    public mutating func suggestion(_ feed: SuggestedFeed, _ language: Language) {
        object { writer in
            writer.member("url", feed.url)
            writer.member("title", feed.title)
            writer.member("language", feed.language)
            writer.member("about", feed.about.text(language))
        }
    }
}

extension Schema {
    static let feed = Schema.object([
        .maybe("n", .integer(), "the subscription's number"),
        .always("feed", .string, "its address"),
        .maybe("title", .string),
        .maybe("description", .string, "what the feed says about itself"),
        .maybe("copyright", .string, "the feed's copyright notice"),
        .maybe("home", .string),
        .maybe("newest", .date, "of its articles; only in lists of silent feeds"),
        .maybe("language", .string),
        .always("subscribed", .boolean),
        .always("paused", .boolean),
        .always("articles", .integer()),
        .always("unread", .integer()),
        .always("folders", .array(strings), "paths of names from the top"),
        .maybe("icon", .string, "the media type of its icon"),
        .maybe("options", .object([], open: true)),
    ])

    static let newFeed = Schema.object(
        [
            .always("url", .string, "of a feed, a home page, or a bare domain"),
            .maybe("title", .string),
            .maybe("folder", .string, "names from the top, separated by /"),
        ] + passwordMembers)

    static let feedEdit = Schema.object(
        [
            .maybe("title", .string),
            .maybe("paused", .boolean),
            .maybe("folder", .string, "names from the top, separated by /; empty for none"),
            .maybe("interval", .string, "between two fetches, such as 30m, 6h or auto"),
            .maybe("keep", .string, "articles or age, such as 500, 90d, all or default"),
            .maybe("keep_unread", .string, "how many may be unread: a number, all or default"),
            .maybe("keep_read", .string, "articles above which the oldest read ones go: a number, all or default"),
            .maybe("full_text", .string, "on, a CSS selector or off"),
            .maybe("replies", .string, "how replies are stored: one, each, off or default"),
            .maybe("unread_on_reply", .boolean, "whether new replies make their topic unread"),
            .maybe("user_agent", .string),
        ] + passwordMembers)

    static let feedMove = Schema.object([
        .maybe("from", .string, "the folder that it leaves, if it is in several; by default the first"),
        .maybe("into", .string, "the folder that it is moved to, names separated by /; empty for the top level"),
        .maybe("place", .choice(["first", "last", "up", "down"]), "last, if this and the next two are absent"),
        .maybe("before", .integer(), "the number of a feed"),
        .maybe("after", .integer(), "the number of a feed"),
    ])

    /// The members of a feed's login. The password is stored encrypted for the feed's origin and is never returned.
    private static let passwordMembers: [Schema.Member] = [
        .maybe("username", .string, "for fetching the feed (Basic authentication); requires a password"),
        .maybe("password", .string, "kept encrypted for the origin of the feed; never shown"),
    ]
}
