import Articles
import Pipelines
import SQLiteStorage

/// What `mark` and `tag` have in common: select, ask, change, say how many.
enum StateChangeRun {
    static func run(_ changes: [StateChange], _ words: [String], _ invocation: Invocation) throws
        -> ExitCode
    {
        let store = try invocation.openExistingForWriting()
        let deadline = try invocation.givenDeadline()
        let selection = try ArticleSelection(words, invocation, store, until: deadline)
        if selection.numbers.isEmpty {
            invocation.messages.note(.nothingFound)
            return .nothingFound
        }
        // A person who is asked may think as long as they like.
        let left = deadline.remaining
        guard try selection.isConfirmed(invocation, store) else { return .done }
        let changed = try store.until(left.map { .after($0) } ?? .never) {
            try store.atomically {
                try changes.reduce(0) { try $0 + store.change($1, of: selection.numbers) }
            }
        }
        invocation.messages.note(.changedArticles, [String(changed), String(selection.numbers.count)])
        return .done
    }
}
