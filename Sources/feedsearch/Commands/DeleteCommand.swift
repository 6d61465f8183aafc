import FeedLibrary
import Messages
import Pipelines
import TerminalPages

/// `delete N…|QUERY`: moves articles to the bin.
enum DeleteCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let deadline = try invocation.givenDeadline()
        let library = try invocation.library(.changing, until: deadline)
        var selection = try invocation.select(invocation.arguments.operands, in: library, until: deadline)
        let found = selection.numbers.count
        selection.numbers = try library.articles.deletable(selection)
        let left = found - selection.numbers.count
        defer { if left > 0 { invocation.messages.note(.keptStarred, [String(left)]) } }
        if selection.numbers.isEmpty {
            if left == 0 { invocation.messages.note(.nothingFound) }
            return .nothingFound
        }
        let timeLeft = deadline.remaining
        guard try invocation.isConfirmed(selection, in: library) else { return .done }
        let count = try library.articles.delete(selection.numbers, until: timeLeft.map { .after($0) } ?? .never).count
        invocation.messages.note(.deleted, [String(count)])
        return .done
    }
}
