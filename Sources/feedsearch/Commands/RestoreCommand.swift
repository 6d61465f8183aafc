import Articles
import SQLiteStorage
import System

/// `restore FILE`: puts a verified copy of a backup in the place of the database.
enum RestoreCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let source = try DatabaseCopy.fileOperand(invocation)
        let target = invocation.settings.databasePath
        try VerifiedCopy.requireDistinct(source: source, target: target)
        if FileSystem.kind(target) == nil {
            try makeFolder(of: target, invocation)
        } else {
            try VerifiedCopy.requireReplaceable(target)
            if !invocation.settings.has(.yes) { throw invocation.complaint(.databaseExists, [target]) }
        }
        try DatabaseCopy.copy(source, to: target, keepsUnreadable: true, invocation)
        invocation.messages.note(.restored, [target, source])
        return .done
    }

    private static func makeFolder(of path: String, _ invocation: Invocation) throws {
        do {
            try FileSystem.makeFolders(FileSystem.parent(path))
        } catch {
            throw invocation.complaint(.cannotWrite, [error.path, error.reason(invocation.language)])
        }
    }
}
