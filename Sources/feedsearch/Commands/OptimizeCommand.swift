import Articles
import SQLiteStorage

/// `optimize`: merges the index and gives room back.
enum OptimizeCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForMaintenance()
        try finishIndexing(store, invocation)
        try store.refreshTitleWords()
        try store.optimize()
        invocation.messages.note(.done)
        return .done
    }

    /// What an upgrade left to be done.
    private static func finishIndexing(_ store: any ArticleStore, _ invocation: Invocation) throws {
        let bar = invocation.messages.progress()
        while let progress = try store.indexingProgress() {
            bar.update(progress.done, of: progress.total, Message.indexingProgress.text(invocation.language))
            try store.continueBackfill(for: .milliseconds(500))
        }
        bar.finish()
    }
}
