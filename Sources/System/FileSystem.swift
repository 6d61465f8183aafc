private import Glibc

/// Questions to the file system, and changes of it.
public enum FileSystem {
    /// What stands at a path, links followed; nil where nothing does or nothing may be known.
    public static func kind(_ path: String) -> FileStatus.Kind? { FileStatus(path)?.kind }

    /// Bytes of a plain file; nil for all else.
    public static func byteCount(_ path: String) -> Int? {
        FileStatus(path).flatMap { $0.kind == .file ? $0.byteCount : nil }
    }

    /// Bytes that this user may still write to the file system of a path; nil where nothing may be known.
    public static func availableBytes(_ path: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Whether only its owner can read a file.
    public static func isPrivate(_ path: String) -> Bool { FileStatus(path)?.isPrivate ?? false }

    /// Makes a folder and those above it, for the user alone (0700), as the XDG base directory specification wants.
    public static func makeFolders(_ path: String) throws(SystemError) {
        if path.isEmpty || path == "/" || kind(path) == .folder { return }
        try makeFolders(parent(path))
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError(number: errno, path: path) }
    }

    /// Makes an empty folder for the user alone, for what is needed while `body` runs, and takes it away with its files after.
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

    /// The whole path of a file that is there, links followed; nil where there is none.
    public static func absolute(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Takes a file away; none is fine.
    public static func remove(_ path: String) throws(SystemError) {
        if unsafe unlink(path) != 0, errno != ENOENT { throw SystemError(number: errno, path: path) }
    }

    /// Gives a file another name.
    public static func move(_ path: String, to name: String) throws(SystemError) {
        if unsafe rename(path, name) != 0 { throw SystemError(number: errno, path: path) }
    }

    /// Makes a symbolic link at `path`; what stands there stays.
    public static func link(_ path: String, to target: String) throws(SystemError) {
        if unsafe symlink(target, path) != 0 { throw SystemError(number: errno, path: path) }
    }

    /// Writes a file as a whole: who reads it sees the old one or the new one.
    ///
    /// It is written as `path.new`. Whatever has that name is not followed or waited for: it may be a link or a pipe.
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
        // Some file systems cannot sync a folder; the rename itself has happened.
        try? folder.synchronize()
    }

    /// A whole file, or standard input for `-`.
    ///
    /// - Parameter maxWaitSeconds: how long a pipe may be silent. Nil: documents may come from a program that takes its time.
    /// - Throws: `SystemError` with the path; EFBIG where there is more than `limit` bytes, ETIMEDOUT of a silent pipe.
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

    /// The beginning of a plain file; nil where it cannot be read.
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
