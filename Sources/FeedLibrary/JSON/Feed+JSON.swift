public import Articles
public import Formats
public import Messages
internal import SQLiteEngine

extension JSONWriter {
    /// - Parameter n: the feed's id, for clients that name feeds by id.
    public mutating func feed(
        _ feed: Feed, _ options: FeedOptions = FeedOptions(), icon: String? = nil, n: Int64? = nil
    ) {
        object { writer in
            writer.member("n", n.map { Int($0) })
            writer.member("feed", MaskedURL.withoutLogin(feed.url))
            writer.member("title", feed.displayTitle)
            writer.member("home", feed.homeURL)
            writer.member("language", feed.language)
            writer.member("subscribed", feed.isSubscribed)
            writer.member("paused", feed.isPaused)
            writer.member("articles", feed.articles)
            writer.member("unread", feed.unread)
            writer.key("folders")
            writer.array(feed.folders) { writer, path in writer.array(path) { $0.string($1) } }
            writer.member("icon", icon)
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
                writer.member("full_text", options.fullText.map(\.typed))
            }
        }
    }

    /// A folder with its counts, subfolders included.
    public mutating func folder(_ folder: FolderCounts) {
        object { writer in
            writer.member("folder", folder.path)
            writer.member("feeds", folder.feeds)
            writer.member("articles", folder.articles)
            writer.member("unread", folder.unread)
        }
    }

    /// A suggested feed with its description in `language`.
    public mutating func suggestion(_ feed: SuggestedFeed, _ language: Language) {
        object { writer in
            writer.member("url", feed.url)
            writer.member("title", feed.title)
            writer.member("language", feed.language)
            writer.member("about", feed.about.text(language))
        }
    }
}
