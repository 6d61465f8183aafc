import Articles
import FeedLibrary
import Messages
import Pipelines
import SQLiteEngine
import TerminalPages

/// The steps that `mark` and `tag` share: selecting articles, asking for confirmation, changing them, and reporting the
/// number.
enum StateChangeRun {
    static func run(
        _ changes: [StateChange], _ words: [String], _ invocation: Invocation
    ) throws -> ExitCode {
        let deadline = try invocation.givenDeadline()
        let library = try invocation.library(.changing, until: deadline)
        let selection = try invocation.select(words, in: library, until: deadline)
        if selection.numbers.isEmpty {
            invocation.messages.note(.nothingFound)
            return .nothingFound
        }
        // Save the remaining time, so that the time the user takes to confirm does not count.
        let left = deadline.remaining
        guard try invocation.isConfirmed(selection, in: library) else { return .done }
        let deadlineLeft: Deadline = left.map { .after($0) } ?? .never
        let changed = try library.reading.mark(selection.numbers, changes, until: deadlineLeft).changed
        invocation.messages.note(.changedArticles, [String(changed), String(selection.numbers.count)])
        return .done
    }
}
