import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `edit FEED`: changes a feed's title, folders, pause and options for fetching and retention. `--each WORD…` and `--in
/// FOLDER` change several feeds. `--rename` renames or moves a folder.
enum EditCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        let words = invocation.arguments.text
        var edit = SubscriptionEdit()
        edit.title = settings.value(.title)
        edit.isPaused = settings.has(.pause) ? true : settings.has(.resume) ? false : nil
        edit.folder = invocation.folder
        let values = FeedOptionValues(invocation)
        if !values.isEmpty {
            edit.changeOptions = { options in
                try values.apply(to: &options) { invocation.messages.warning(.secretReadable, [$0]) }
            }
        }
        let library = try invocation.library(.changing)
        if let folder = settings.value(.in) { return try change(folder: folder, edit, invocation, library) }
        if words.isEmpty { throw invocation.missingOperand }
        guard settings.has(.each) else {
            let feed = try editOne(words, edit, invocation, library)
            invocation.messages.note(.editedFeed, [MaskedURL.mask(feed.displayTitle)])
            return .done
        }
        return try change(try library.subscriptions.feeds(with: words), edit, invocation, library)
    }

    /// Changes a feed and moves it within the list of subscriptions, as one action.
    private static func editOne(
        _ name: String, _ edit: SubscriptionEdit, _ invocation: Invocation, _ library: Library
    ) throws -> Feed {
        guard let place = invocation.settings.value(.move) else { return try library.subscriptions.edit(name, edit) }
        return try library.recording(.edited, subject: name) {
            if edit.changesAnything { _ = try library.subscriptions.edit(name, edit) }
            let feed = try library.store.feed(typed: name)
            let item = SubscriptionItem.feed(feed.id, in: feed.folders.first ?? [])
            let target = try step(place) ?? .beforeFeed(library.store.feed(typed: place).id)
            try library.folders.move([item], target)
            return feed
        }.result
    }

    private static func step(_ word: String) -> SubscriptionPlace? {
        switch word {
        case "first": .first
        case "last": .last
        case "up": .up
        case "down": .down
        default: nil
        }
    }

    private static func change(
        folder: String, _ edit: SubscriptionEdit, _ invocation: Invocation, _ library: Library
    ) throws -> ExitCode {
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: "edit --in")
        }
        let feeds = try library.subscriptions.feeds(inFolder: folder)
        if let place = invocation.settings.value(.move) {
            let target = step(place) ?? .beforeFolder(FolderPath.parse(place).last ?? place)
            try library.folders.move([.folder(FolderPath.parse(folder))], target)
            invocation.messages.note(.editedFeed, [folder])
            if invocation.settings.value(.rename) == nil, !edit.changesAnything { return .done }
        }
        if let name = invocation.settings.value(.rename) {
            let count = try library.folders.rename(FolderPath.parse(folder), to: FolderPath.parse(name))
            invocation.messages.note(.renamedFolder, [folder, name, String(count)])
            if !edit.changesAnything { return .done }
        }
        return try change(feeds, edit, invocation, library)
    }

    private static func change(
        _ feeds: [Feed], _ edit: SubscriptionEdit, _ invocation: Invocation, _ library: Library
    ) throws -> ExitCode {
        if feeds.isEmpty {
            invocation.messages.note(.nothingFound)
            return .nothingFound
        }
        if edit.title != nil, feeds.count > 1 { throw invocation.userError(.oneTitleOneFeed, [String(feeds.count)]) }
        if invocation.settings.has(.dryRun) {
            for feed in feeds { invocation.output.line(feedLine(feed)) }
            invocation.messages.note(.wouldChangeFeeds, [String(feeds.count)])
            return .done
        }
        let subject = invocation.settings.value(.in) ?? invocation.arguments.text
        _ = try library.recording(.edited, subject: subject) {
            for feed in feeds { try library.subscriptions.edit(feed, edit) }
        }
        for feed in feeds { invocation.messages.note(.editedFeed, [MaskedURL.mask(feed.displayTitle)]) }
        return .done
    }

    private static func feedLine(_ feed: Feed) -> String {
        TerminalSafe.line(MaskedURL.mask(feed.displayTitle)) + "  " + TerminalSafe.line(MaskedURL.mask(feed.url))
    }
}

/// `remove FEED…`: ends subscriptions. Their articles are kept, unless `--articles` removes them too.
enum RemoveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let names = invocation.arguments.operands
        if names.isEmpty { throw invocation.missingOperand }
        let library = try invocation.library(.changing)
        let withArticles = invocation.settings.has(.articles)
        for name in names {
            let (feed, deleted, kept) = try library.subscriptions.unsubscribe(name, withArticles: withArticles)
            invocation.messages.note(.removedFeed, [MaskedURL.mask(feed.displayTitle)])
            guard withArticles else { continue }
            invocation.messages.note(.deleted, [String(deleted)])
            if kept > 0 { invocation.messages.note(.keptStarred, [String(kept)]) }
        }
        return .done
    }
}
