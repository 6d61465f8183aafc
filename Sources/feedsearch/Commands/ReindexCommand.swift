import Articles
import SQLiteStorage

/// `reindex`: makes the index anew from the stored texts.
enum ReindexCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        try invocation.openForMaintenance().reindex()
        invocation.messages.note(.done)
        return .done
    }
}
