import ArticleStorage

/// What `mark` and `tag` have in common: select, ask, change, say how many.
enum StateChangeRun {
    static func run(_ changes: [ArticleStore.StateChange], _ words: [String], _ invocation: Invocation) throws
        -> ExitCode
    {
        let store = try invocation.openExistingForWriting()
        let selection = try ArticleSelection(words, invocation, store)
        if selection.numbers.isEmpty {
            invocation.messages.note(.nothingFound)
            return .nothingFound
        }
        guard try selection.isConfirmed(invocation, store) else { return .done }
        var changed = 0
        for change in changes { changed += try store.change(change, of: selection.numbers) }
        invocation.messages.note(.changedArticles, [String(changed), String(selection.numbers.count)])
        return .done
    }
}
