import Articles
import FeedLibrary
import SQLiteStorage

/// `edit FEED`: a title of one's own, folders, pause, how it is fetched and what is kept of it.
enum EditCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        let name = invocation.arguments.text
        if name.isEmpty { throw invocation.missingOperand }
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
        let feed = try invocation.library(.changing).edit(name, edit)
        invocation.messages.note(.editedFeed, [MaskedURL.mask(feed.displayTitle)])
        return .done
    }
}

/// `remove FEED…`: ends subscriptions. The articles stay and can be found.
enum RemoveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let names = invocation.arguments.operands
        if names.isEmpty { throw invocation.missingOperand }
        let library = try invocation.library(.changing)
        for name in names {
            let feed = try library.unsubscribe(name)
            invocation.messages.note(.removedFeed, [MaskedURL.mask(feed.displayTitle)])
        }
        return .done
    }
}
