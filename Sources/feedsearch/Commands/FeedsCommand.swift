import Articles
import Formats
import SQLiteStorage

/// `feeds`: the subscriptions, with folders and counts; `--all` shows feeds whose articles were only ingested, too.
enum FeedsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.failing) { return try FailingFeedsList.run(invocation) }
        if invocation.settings.has(.suggest) { return SuggestedFeed.list(invocation) }
        if invocation.settings.has(.folders) { return try folders(invocation) }
        let store = try invocation.openForReading()
        let feeds = try store.feeds(subscribedOnly: !invocation.settings.has(.all))
        let options = try store.allOptions()
        let icons = try store.iconTypes()
        for feed in feeds {
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.feed(feed, options[feed.id] ?? FeedOptions(), icon: icons[feed.id])
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                invocation.output.write(text(feed, invocation))
            }
        }
        return .done
    }

    /// Every folder with what is unread in it and below it.
    private static func folders(_ invocation: Invocation) throws -> ExitCode {
        for folder in try invocation.openForReading().folderCounts() {
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.object { writer in
                    writer.member("folder", folder.path)
                    writer.member("feeds", folder.feeds)
                    writer.member("articles", folder.articles)
                    writer.member("unread", folder.unread)
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let counts = [folder.unread, folder.articles, folder.feeds].map { String($0) }
                let path = TerminalSafe.line(folder.path.joined(separator: "/"))
                invocation.output.line(
                    invocation.style.bold(path) + "  " + Message.folderCounts.text(invocation.language, counts))
            }
        }
        return .done
    }

    private static func text(_ feed: Feed, _ invocation: Invocation) -> String {
        let style = invocation.style
        var text = style.bold(TerminalSafe.line(MaskedURL.mask(feed.displayTitle)))
        text += "  " + Message.feedCounts.text(invocation.language, [String(feed.unread), String(feed.articles)])
        if feed.isPaused { text += "  " + style.bad(Message.feedPaused.text(invocation.language)) }
        text += "\n    " + TerminalSafe.line(MaskedURL.mask(feed.url))
        for folder in feed.folders { text += "  [" + TerminalSafe.line(folder.joined(separator: "/")) + "]" }
        return text + "\n"
    }
}

extension JSONWriter {
    mutating func feed(_ feed: Feed, _ options: FeedOptions = FeedOptions(), icon: String? = nil) {
        object { writer in
            writer.member("feed", feed.url)
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
                writer.member("keep", options.keepCount.map { Int($0) })
                writer.member("keep_seconds", options.keepSeconds.map { Int($0) })
            }
        }
    }
}
