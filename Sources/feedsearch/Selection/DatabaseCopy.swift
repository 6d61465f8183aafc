import ArticleStorage

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
