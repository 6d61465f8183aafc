import Articles
import SQLiteStorage
import System

/// `backup FILE`: a verified copy of the database as it is now, while others may write to it.
enum BackupCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let target = try DatabaseCopy.fileOperand(invocation)
        let source = invocation.settings.databasePath
        try invocation.requireDatabase()
        try VerifiedCopy.requireDistinct(source: source, target: target)
        if FileSystem.kind(target) != nil, !invocation.settings.has(.yes) {
            throw invocation.complaint(.fileExists, [target])
        }
        try DatabaseCopy.copy(source, to: target, keepsUnreadable: false, invocation)
        invocation.messages.note(.backedUp, [source, target])
        return .done
    }
}
