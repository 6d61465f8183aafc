import ArticleStorage

/// `optimize`: merges the index and gives room back.
enum OptimizeCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openExistingForWriting()
        try store.refreshTitleWords()
        try store.optimize()
        invocation.messages.note(.done)
        return .done
    }
}
