import Articles
import FeedLibrary
import Messages
import SQLiteEngine
import TerminalPages

/// `optimize`: merges the index and frees space.
enum OptimizeCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let bar = invocation.messages.progress()
        defer { bar.finish() }
        try invocation.library(.maintaining).optimize { progress in
            bar.update(progress.done, of: progress.total, Message.indexingProgress.text(invocation.language))
        }
        bar.finish()
        invocation.messages.note(.done)
        return .done
    }
}

/// `reindex`: rebuilds the index from the stored texts.
enum ReindexCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        try invocation.library(.maintaining).store.reindex()
        invocation.messages.note(.done)
        return .done
    }
}
