import ArticleStorage

/// `mark read|unread|starred|unstarred N…|QUERY`.
enum MarkCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        let change: ArticleStore.StateChange
        switch words.first {
        case "read": change = .read(true)
        case "unread": change = .read(false)
        case "starred": change = .starred(true)
        case "unstarred": change = .starred(false)
        default:
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        return try StateChangeRun.run([change], Array(words.dropFirst()), invocation)
    }
}

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
