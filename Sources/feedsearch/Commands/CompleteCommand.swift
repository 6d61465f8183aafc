import Articles
import FeedLibrary
import Formats
import SQLiteStorage
import TerminalText

/// `complete PREFIX`: ways to go on typing, the most frequent first.
enum CompleteCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let prefix = invocation.arguments.text
        if prefix.isEmpty { throw invocation.missingOperand }
        let limit = invocation.settings.number(.limit) ?? defaultLimit
        let store = try invocation.library(.reading).store
        let completions = try store.until(invocation.deadline()) { try store.complete(prefix: prefix, limit: limit) }
        if invocation.isJSON {
            invocation.writeJSON { $0.completions(completions, of: prefix) }
        } else {
            for completion in completions { invocation.output.line(TerminalSafe.line(completion.text)) }
        }
        return completions.isEmpty ? .nothingFound : .done
    }

    private static let defaultLimit = 10
}
