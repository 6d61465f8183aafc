import ArticleStorage

/// `restore FILE`: puts a backup in the place of the database.
enum RestoreCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let source = try BackupCommand.fileOperand(invocation)
        let target = invocation.settings.databasePath
        // Opening checks that it is one of ours and not newer.
        let backup = try ArticleStore(path: source, access: .read)
        if FileSystem.kind(target) != nil, !invocation.settings.has(.yes) {
            throw invocation.complaint(.databaseExists, [target])
        }
        try replace(target, with: backup, invocation)
        invocation.messages.note(.restored, [target, source])
        return .done
    }

    /// A database that can be opened is overwritten in one transaction, so that a crash leaves it as it was; a damaged
    /// one is put aside first.
    private static func replace(_ target: String, with backup: ArticleStore, _ invocation: Invocation) throws {
        guard FileSystem.kind(target) != nil else {
            try makeFolder(of: target, invocation)
            return try DatabaseCopy.copy(backup, to: target, invocation)
        }
        do {
            _ = try ArticleStore(path: target, access: .read)
        } catch StorageError.damaged {
            for suffix in ["", "-wal", "-shm"] where FileSystem.kind(target + suffix) != nil {
                try FileSystem.rename(target + suffix, to: target + ".damaged" + suffix)
            }
            return try DatabaseCopy.copy(backup, to: target, invocation)
        } catch StorageError.needsMigration {
            // Older, but whole.
        }
        try backup.backup(to: target)
    }

    private static func makeFolder(of path: String, _ invocation: Invocation) throws {
        do {
            try FileSystem.makeFolders(FileSystem.parent(path))
        } catch {
            throw invocation.complaint(.cannotWrite, [error.path, error.reason(invocation.language)])
        }
    }
}
