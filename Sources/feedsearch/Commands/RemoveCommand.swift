import Articles
import SQLiteStorage

/// `remove FEED…`: ends subscriptions. The articles stay and can be found.
enum RemoveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let names = invocation.arguments.operands
        guard !names.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let store = try invocation.openExistingForWriting()
        for name in names {
            let feed = try store.feed(typed: name)
            guard feed.isSubscribed else { throw StorageError.noSuchFeed(name) }
            try store.unsubscribe(feed.id)
            invocation.messages.note(.removedFeed, [MaskedURL.mask(feed.displayTitle)])
        }
        return .done
    }
}
