import Articles
import FeedLibrary
import Messages
import SQLiteEngine
import TerminalPages

/// `mark read|unread|starred|unstarred N…|QUERY`, `mark --all-read`: changes the state of articles.
enum MarkCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.allRead) { return try markAllRead(invocation) }
        let words = invocation.arguments.operands
        let change: StateChange
        switch words.first {
        case "read": change = .read(true)
        case "unread": change = .read(false)
        case "starred": change = .starred(true)
        case "unstarred": change = .starred(false)
        case let word?:
            let states = ["read", "unread", "starred", "unstarred"]
            guard let near = Flag.nearest(word, among: states), words.count > 1 else { throw invocation.missingOperand }
            throw invocation.userError(.markNear, [word, (["mark", near] + words.dropFirst()).joined(separator: " ")])
        case nil: throw invocation.missingOperand
        }
        return try StateChangeRun.run([change], Array(words.dropFirst()), invocation)
    }

    /// Marks all articles, or those of a feed or folder, as read, up to the newest article that the user has seen.
    private static func markAllRead(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: "mark --all-read")
        }
        let library = try invocation.library(.changing)
        let scope = try library.articles.readScope(
            feed: settings.value(.feed), folder: settings.value(.folder), within: settings.value(.in),
            before: settings.value(.before))
        if settings.has(.dryRun) {
            let numbers = try library.store.unread(in: scope)
            try invocation.listRows(numbers, in: library)
            invocation.messages.note(.wouldChange, [String(numbers.count)])
            return .done
        }
        let count = try library.store.unread(in: scope).count
        if count > ArticleSelection.askAbove {
            guard try invocation.isAgreed(.askAllRead, otherwise: .allReadNeedsYes, count) else { return .done }
        }
        let subject = settings.value(.feed) ?? settings.value(.folder) ?? settings.value(.in)
        invocation.messages.note(.allMarkedRead, [String(try library.reading.markAllRead(scope, subject: subject))])
        return .done
    }
}
