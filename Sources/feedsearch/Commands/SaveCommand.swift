import ArticleStorage

/// `save NAME QUERY`: keeps a query under a name, for `--saved NAME` and `search:NAME`.
enum SaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        guard words.count > 1, let name = words.first else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let text = words.dropFirst().joined(separator: " ")
        // What cannot be searched for is not worth keeping.
        _ = try invocation.parse(text)
        try invocation.openForWriting().save(search: name, query: text, now: WallClock.now())
        invocation.messages.note(.savedSearch, [name, text])
        return .done
    }
}
