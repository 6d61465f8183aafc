import Articles
import FeedLibrary
import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `feeds`: lists the subscriptions with folders and counts. `--all` also shows their options, and lists feeds that are
/// not subscribed.
enum FeedsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.failing) { return try FailingFeedsList.run(invocation) }
        if let length = invocation.settings.value(.silent) { return try silent(length, invocation) }
        if invocation.settings.has(.suggest) { return suggest(invocation) }
        if invocation.settings.has(.folders) { return try folders(invocation) }
        let library = try invocation.library(.reading)
        let store = library.store
        let feeds = try selected(library, invocation)
        let options = try store.allOptions()
        let icons = try store.iconTypes()
        let descriptions = invocation.isJSON ? try store.descriptions(of: nil) : [:]
        let copyrights = invocation.isJSON ? try store.copyrights(of: nil) : [:]
        let format = try invocation.feedFormat()
        for feed in feeds {
            if let format {
                invocation.output.write(format.text(feed) + (invocation.settings.has(.nul) ? "\0" : "\n"))
            } else if invocation.isJSON {
                invocation.writeJSON {
                    $0.feed(
                        feed, options[feed.id] ?? FeedOptions(), icon: icons[feed.id],
                        description: descriptions[feed.id], copyright: copyrights[feed.id])
                }
            } else {
                invocation.output.write(text(feed, invocation))
                guard invocation.settings.has(.all), let flags = options[feed.id]?.flags, !flags.isEmpty else {
                    continue
                }
                invocation.output.line("    " + invocation.style.dim(TerminalSafe.line(flags.joined(separator: " "))))
            }
        }
        let isAsked = !invocation.arguments.operands.isEmpty || invocation.settings.has(.unread)
        if feeds.isEmpty, isAsked { invocation.messages.note(.nothingFound) }
        return feeds.isEmpty && isAsked ? .nothingFound : .done
    }

    /// The feeds whose title, address or folder contains all of the words, in the order given by `--sort`.
    private static func selected(_ library: Library, _ invocation: Invocation) throws -> [Feed] {
        let store = library.store
        var feeds = try library.subscriptions.feeds(
            with: invocation.arguments.text, subscribedOnly: !invocation.settings.has(.all))
        if invocation.settings.has(.unread) { feeds.removeAll { $0.unread == 0 } }
        // The configuration file may set a sort order for searches, which does not apply to feeds.
        switch invocation.arguments.value(.sort) {
        case "unread": feeds.sort { ($1.unread, $0.id) < ($0.unread, $1.id) }
        case "title":
            let keys = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, NaturalOrder.key($0.displayTitle)) })
            feeds.sort { (keys[$0.id] ?? "", $0.id) < (keys[$1.id] ?? "", $1.id) }
        case "hand", "added":
            let order = try library.folders.tree(invocation.subscriptionOrder ?? .hand).feeds
            let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.id, $0) })
            feeds.sort { (places[$0.id] ?? .max, $0.id) < (places[$1.id] ?? .max, $1.id) }
        case "newest":
            let dates = try store.newestDates()
            feeds.sort { (dates[$1.id] ?? .min, $0.id) < (dates[$0.id] ?? .min, $1.id) }
        case "failing":
            let states = try store.allFetchStates()
            let failures = Dictionary(states.map { ($0.feed, $0.failures) }, uniquingKeysWith: { $1 })
            feeds.sort { (failures[$1.id] ?? 0, $0.id) < (failures[$0.id] ?? 0, $1.id) }
        case let order?:
            throw invocation.userError(.notAChoice, ["--sort", order, "unread|title|hand|added|newest|failing"])
        case nil: break
        }
        return feeds
    }

    /// Prints the feeds without an article in a length of time, each with the date of its last article.
    private static func silent(_ length: String, _ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let words = invocation.arguments.text
        let subscribedOnly = !invocation.settings.has(.all)
        let wanted =
            words.isEmpty
            ? nil : Set(try library.subscriptions.feeds(with: words, subscribedOnly: subscribedOnly).map(\.id))
        let feeds = try library.trends.silentFeeds(
            length, parameter: Flag.silent.spelling, subscribedOnly: subscribedOnly
        ).filter {
            wanted?.contains($0.feed.id) ?? true
        }
        let options = invocation.isJSON ? try library.store.allOptions() : [:]
        for silent in feeds {
            if invocation.isJSON {
                invocation.writeJSON {
                    $0.feed(silent.feed, options[silent.feed.id] ?? FeedOptions(), newest: silent.newest)
                }
                continue
            }
            let last = silent.newest.map {
                Message.silentSince.text(invocation.language, String(invocation.clock.minute($0).prefix(10)))
            }
            let style = invocation.style
            invocation.output.write(
                style.bold(TerminalSafe.line(MaskedURL.mask(silent.feed.displayTitle))) + "  "
                    + style.bad(last ?? Message.silentAlways.text(invocation.language)) + "\n    "
                    + TerminalSafe.line(MaskedURL.mask(silent.feed.url)) + "\n")
        }
        if feeds.isEmpty { invocation.messages.note(.noSilentFeeds, [length]) }
        return feeds.isEmpty ? .nothingFound : .done
    }

    /// Prints suggested feeds, those in the user's language first.
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

    /// Prints every folder with its counts, including subfolders, and then the counts of the feeds without a folder.
    private static func folders(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let store = library.store
        let folders = try invocation.subscriptionOrder.map(library.folders.counts) ?? store.folderCounts()
        if invocation.isJSON {
            for folder in folders { invocation.writeJSON { $0.folder(folder) } }
            return .done
        }
        func line(_ name: String, _ unread: Int, _ articles: Int, _ feeds: Int) {
            let counts = [unread, articles, feeds].map { String($0) }
            invocation.output.line(
                invocation.style.bold(name) + "  " + Message.folderCounts.text(invocation.language, counts))
        }
        for folder in folders {
            line(TerminalSafe.line(folder.path.joined(separator: "/")), folder.unread, folder.articles, folder.feeds)
        }
        let others = try store.feeds().filter(\.folders.isEmpty)
        if !others.isEmpty {
            line(
                Message.noFolder.text(invocation.language), others.map(\.unread).reduce(0, +),
                others.map(\.articles).reduce(0, +), others.count)
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

extension Invocation {
    /// The order of subscriptions given by `--sort`; nil without the flag.
    fileprivate var subscriptionOrder: SubscriptionOrder? {
        arguments.value(.sort).flatMap { SubscriptionOrder(rawValue: $0) }
    }
}
