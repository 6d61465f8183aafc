import ArticleStorage

/// `backup FILE`: a copy of the database as it is now, whole, while others may write to it.
enum BackupCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let target = try fileOperand(invocation)
        let store = try invocation.openForReading()
        if FileSystem.kind(target) != nil, !invocation.settings.has(.yes) {
            throw invocation.complaint(.fileExists, [target])
        }
        try DatabaseCopy.copy(store, to: target, invocation)
        invocation.messages.note(.backedUp, [store.path, target])
        return .done
    }

    static func fileOperand(_ invocation: Invocation) throws(UsageError) -> String {
        let spec = invocation.arguments.command
        guard let path = invocation.arguments.operands.first else {
            throw .missingOperand(command: spec.name, operands: spec.operands)
        }
        if invocation.arguments.operands.count > 1 {
            throw .unexpectedOperand(invocation.arguments.operands[1], command: spec.name)
        }
        return path
    }
}

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

/// Copying a database so that its name never stands for half of one.
enum DatabaseCopy {
    /// Copies beside the target, for its owner alone, and then puts the copy in its place in one step.
    static func copy(_ store: ArticleStore, to target: String, _ invocation: Invocation) throws {
        let part = target + ".part"
        do {
            try FileSystem.remove(part)
            try FileDescriptor.writing(part, mode: 0o600).close()
        } catch {
            throw invocation.complaint(.cannotWrite, [part, error.reason(invocation.language)])
        }
        do {
            try store.backup(to: part)
            try FileSystem.rename(part, to: target)
        } catch {
            for suffix in ["", "-wal", "-shm", "-journal"] { try? FileSystem.remove(part + suffix) }
            throw error
        }
    }
}
