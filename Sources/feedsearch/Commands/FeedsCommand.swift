import Articles
import FeedLibrary
import Formats
import SQLiteStorage
import TerminalText

/// `feeds`: the subscriptions, with folders and counts; `--all` shows feeds whose articles were only ingested, too.
enum FeedsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.failing) { return try FailingFeedsList.run(invocation) }
        if invocation.settings.has(.suggest) { return suggest(invocation) }
        if invocation.settings.has(.folders) { return try folders(invocation) }
        let store = try invocation.library(.reading).store
        let feeds = try store.feeds(subscribedOnly: !invocation.settings.has(.all))
        let options = try store.allOptions()
        let icons = try store.iconTypes()
        for feed in feeds {
            if invocation.isJSON {
                invocation.writeJSON { $0.feed(feed, options[feed.id] ?? FeedOptions(), icon: icons[feed.id]) }
            } else {
                invocation.output.write(text(feed, invocation))
            }
        }
        return .done
    }

    /// Feeds to begin with, those of the reader's language first.
    private static func suggest(_ invocation: Invocation) -> ExitCode {
        if !invocation.isJSON { invocation.messages.note(.suggestIntro) }
        for feed in SuggestedFeed.all(for: invocation.language) {
            if invocation.isJSON {
                invocation.writeJSON { $0.suggestion(feed, invocation.language) }
            } else {
                let about = "\(feed.title) · \(feed.about.text(invocation.language)) (\(feed.language))"
                invocation.output.line("\(feed.url)\n    \(about)")
            }
        }
        return .done
    }

    /// Every folder with what is unread in it and below it.
    private static func folders(_ invocation: Invocation) throws -> ExitCode {
        for folder in try invocation.library(.reading).store.folderCounts() {
            if invocation.isJSON {
                invocation.writeJSON { $0.folder(folder) }
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
