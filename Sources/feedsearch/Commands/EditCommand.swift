import Articles
import SQLiteStorage

/// `edit FEED`: a title of one's own, folders, pause, how it is fetched and what is kept of it.
enum EditCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let name = invocation.arguments.text
        let settings = invocation.settings
        guard !name.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let store = try invocation.openExistingForWriting()
        let feed = try store.feed(typed: name)
        let paused = settings.has(.pause) ? true : settings.has(.resume) ? false : nil
        let folders = settings.value(.folder).map { [FolderPath.parse($0)].filter { !$0.isEmpty } }
        let flags = FeedOptionFlags(invocation)
        guard settings.value(.title) != nil || paused != nil || folders != nil || !flags.isEmpty else {
            throw invocation.complaint(.nothingToEdit)
        }
        if !flags.isEmpty {
            var options = try store.options(of: feed.id)
            try flags.apply(to: &options)
            try invocation.confirm(flags.typed(of: options), origin: nil, feed: feed.url)
            try store.setOptions(options, of: feed.id)
            // What it was refused or how long it was to wait may be otherwise now.
            try store.resetFetching(of: feed.id)
        }
        try store.edit(
            feed.id, FeedChanges(ownTitle: settings.value(.title).map { .some($0) }, isPaused: paused, folders: folders)
        )
        invocation.messages.note(.editedFeed, [MaskedURL.mask(feed.displayTitle)])
        return .done
    }
}
