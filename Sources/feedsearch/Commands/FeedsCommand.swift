import ArticleStorage

/// `feeds`: the subscriptions, with folders and counts; `--all` shows feeds whose articles were only ingested, too.
enum FeedsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.failing) { return try FailingFeedsList.run(invocation) }
        let feeds = try invocation.openForReading().feeds(subscribedOnly: !invocation.settings.has(.all))
        for feed in feeds {
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.feed(feed)
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                invocation.output.write(text(feed, invocation))
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
    mutating func feed(_ feed: Feed) {
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
        }
    }
}
