private import Glibc

/// Queries and changes to the file system.
public enum FileSystem {
    /// The kind of file at a path, following links; nil if the path does not exist or its status cannot be read.
    public static func kind(_ path: String) -> FileStatus.Kind? { FileStatus(path)?.kind }

    /// Size of a regular file in bytes; nil for other kinds of files.
    public static func byteCount(_ path: String) -> Int? {
        FileStatus(path).flatMap { $0.kind == .file ? $0.byteCount : nil }
    }

    /// The number of bytes that this user may still write to the file system of a path; nil if unknown.
    public static func availableBytes(_ path: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Whether only the owner can read or write a file.
    public static func isPrivate(_ path: String) -> Bool { FileStatus(path)?.isPrivate ?? false }

    /// Creates a folder and its parents with mode 0700, accessible only to the user, as the XDG base directory
    /// specification requires.
    public static func makeFolders(_ path: String) throws(SystemError) {
        if path.isEmpty || path == "/" || kind(path) == .folder { return }
        try makeFolders(parent(path))
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError(number: errno, path: path) }
    }

    /// Creates an empty folder that is accessible only to the user, and deletes it with its files after `body` returns.
    public static func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        var name = Array("\(Environment.value("TMPDIR") ?? "/tmp")/feedsearch-XXXXXX".utf8CString)
        if unsafe mkdtemp(&name) == nil { throw SystemError(number: errno, path: "/tmp") }
        let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for file in (try? FolderListing.names(in: folder)) ?? [] { try? remove(folder + "/" + file) }
            unsafe rmdir(folder)
        }
        return try body(folder)
    }

    /// The folder of a path: `/a` for `/a/b`, `.` for `b`.
    public static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The absolute path of an existing file, with links resolved; nil if there is no such file.
    public static func absolute(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Deletes a file; succeeds if it does not exist.
    public static func remove(_ path: String) throws(SystemError) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw SystemError(number: errno, path: path) }
    }

    /// Deletes a file, or a folder with everything in it; succeeds if it does not exist. Links are deleted and not
    /// followed.
    public static func removeTree(_ path: String) throws(SystemError) {
        if unsafe unlink(path) == 0 { return }
        guard errno == EISDIR || errno == EPERM else {
            if errno == ENOENT { return }
            throw SystemError(number: errno, path: path)
        }
        let names: [String]
        do { names = try FolderListing.names(in: path) } catch {
            if error.number == ENOENT { return }
            throw error
        }
        for name in names { try removeTree(path + "/" + name) }
        if unsafe rmdir(path) != 0, errno != ENOENT { throw SystemError(number: errno, path: path) }
    }

    /// Renames a file.
    public static func move(_ path: String, to name: String) throws(SystemError) {
        if unsafe rename(path, name) != 0 { throw SystemError(number: errno, path: path) }
    }

    /// Creates a symbolic link at `path`; fails if the path exists.
    public static func link(_ path: String, to target: String) throws(SystemError) {
        if unsafe symlink(target, path) != 0 { throw SystemError(number: errno, path: path) }
    }

    /// Replaces a file atomically: readers see either the old or the new content.
    ///
    /// The new content is first written to `path.new`. An existing file with that name may be a link or a pipe, so it
    /// is deleted rather than opened.
    public static func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(SystemError) {
        let temporary = path + ".new"
        try remove(temporary)
        let file = try FileDescriptor.creating(temporary, mode: mode)
        do throws(SystemError) {
            defer { file.close() }
            try file.write(bytes)
            try file.synchronize()
        } catch {
            throw SystemError(number: error.number, path: temporary)
        }
        if unsafe rename(temporary, path) != 0 { throw SystemError(number: errno, path: path) }
        let folder = try FileDescriptor.reading(parent(path))
        defer { folder.close() }
        // Some file systems cannot sync a folder. The rename itself has succeeded, so this error is ignored.
        try? folder.synchronize()
    }

    /// Reads a whole file, or standard input for `-`.
    ///
    /// - Parameter maxWaitSeconds: maximum time to wait for a pipe that sends nothing; nil for no limit, because
    ///   documents may come from a slow program.
    /// - Throws: `SystemError` with the path: EFBIG if the file has more than `limit` bytes, ETIMEDOUT if a pipe sends
    ///   nothing for too long.
    public static func read(_ path: String, limit: Int, maxWaitSeconds: Int? = nil) throws(SystemError) -> [UInt8] {
        if path != "-", kind(path) == .folder { throw SystemError(number: EISDIR, path: path) }
        let file = path == "-" ? .standardInput : try FileDescriptor.reading(path, waits: maxWaitSeconds == nil)
        defer { if path != "-" { file.close() } }
        do throws(SystemError) {
            return try file.readAll(limit: limit, maxWaitSeconds: maxWaitSeconds)
        } catch {
            throw SystemError(number: error.number, path: path)
        }
    }

    /// The first `count` bytes of a regular file; nil if the file cannot be read.
    public static func head(_ path: String, count: Int) -> [UInt8]? {
        guard kind(path) == .file, let file = try? FileDescriptor.reading(path) else { return nil }
        defer { file.close() }
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = try? file.read(into: &bytes, count: count - bytes.count) else { return nil }
            if !more { break }
        }
        return bytes
    }
}
