import Glibc

/// The few questions the command asks of the file system.
enum FileSystem {
    enum Kind { case file, folder, other }

    /// What stands at a path, links followed; nil where nothing does or nothing may be known.
    static func kind(_ path: String) -> Kind? {
        var info = stat()
        guard unsafe stat(path, &info) == 0 else { return nil }
        switch info.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Bytes of a plain file; nil for all else.
    static func byteCount(_ path: String) -> Int? {
        var info = stat()
        guard unsafe stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(info.st_size)
    }

    /// Makes a folder and those above it, for the user alone (0700), as the XDG base directory specification wants.
    static func makeFolders(_ path: String) throws(SystemError) {
        if path.isEmpty || path == "/" || kind(path) == .folder { return }
        try makeFolders(parent(path))
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError(number: errno, path: path) }
    }

    /// The folder of a path: `/a` for `/a/b`, `.` for `b`.
    static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The whole path of a file that is there, links followed; nil where there is none.
    static func absolute(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Whether only its owner can read a file.
    static func isPrivate(_ path: String) -> Bool {
        var info = stat()
        return unsafe stat(path, &info) == 0 && info.st_mode & 0o077 == 0
    }

    /// Takes a file away; none is fine.
    static func remove(_ path: String) throws(SystemError) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw SystemError(number: errno, path: path) }
    }

    /// Puts a file in the place of another in one step, and on the disk.
    static func rename(_ path: String, to target: String) throws(SystemError) {
        let file = try FileDescriptor.reading(path)
        defer { file.close() }
        if fsync(file.number) != 0 { throw SystemError(number: errno, path: path) }
        if unsafe Glibc.rename(path, target) != 0 { throw SystemError(number: errno, path: target) }
        let folder = try FileDescriptor.reading(parent(target))
        defer { folder.close() }
        // Some file systems cannot sync a folder; the rename itself has happened.
        _ = fsync(folder.number)
    }

    /// A whole file, or standard input for `-`.
    ///
    /// - Parameter maxWaitSeconds: how long a pipe may be silent. Nil: documents may come from a program that takes its time.
    /// - Throws: `SystemError` with the path; EFBIG where there is more than `limit` bytes, ETIMEDOUT of a silent pipe.
    static func read(_ path: String, limit: Int, maxWaitSeconds: Int? = nil) throws(SystemError) -> [UInt8] {
        if path != "-", kind(path) == .folder { throw SystemError(number: EISDIR, path: path) }
        let file = path == "-" ? .standardInput : try FileDescriptor.reading(path, waits: maxWaitSeconds == nil)
        defer { if path != "-" { file.close() } }
        var bytes: [UInt8] = []
        // A large file grows into the room it needs at once: growing by halves would take up to three times that.
        bytes.reserveCapacity(min(file.size, limit) + (1 << 17))
        do throws(SystemError) {
            repeat {
                if bytes.count > limit { throw SystemError(number: EFBIG, path: path) }
                if let maxWaitSeconds, !file.waitForInput(seconds: maxWaitSeconds) {
                    throw SystemError(number: ETIMEDOUT, path: path)
                }
            } while try file.read(into: &bytes)
        } catch {
            throw SystemError(number: error.number, path: path)
        }
        return bytes
    }
}
