import Articles
import Pipelines
import SQLiteStorage

/// `delete N…|QUERY`: articles into the bin.
enum DeleteCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openExistingForWriting()
        let deadline = try invocation.givenDeadline()
        let selection = try ArticleSelection(invocation.arguments.operands, invocation, store, until: deadline)
        var numbers = selection.numbers
        if selection.isByQuery {
            // A query is easily wider than it was meant; what somebody took care of is not lost by that.
            numbers = try numbers.filter { number in
                guard let article = try store.article(number) else { return false }
                return !article.starred && article.ownTags.isEmpty
            }
        }
        let left = selection.numbers.count - numbers.count
        defer { if left > 0 { invocation.messages.note(.keptStarred, [String(left)]) } }
        if numbers.isEmpty {
            if left == 0 { invocation.messages.note(.nothingFound) }
            return .nothingFound
        }
        let timeLeft = deadline.remaining
        guard try selection.replacing(numbers).isConfirmed(invocation, store) else { return .done }
        let now = WallClock.now()
        try store.purgeBin(now: now)
        let count = try store.until(timeLeft.map { .after($0) } ?? .never) { try store.remove(numbers, now: now) }
        invocation.messages.note(.deleted, [String(count)])
        return .done
    }
}
