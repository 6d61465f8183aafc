import ArticleStorage

/// `optimize`: merges the index and gives room back.
enum OptimizeCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        try invocation.openExistingForWriting().optimize()
        invocation.messages.note(.done)
        return .done
    }
}
