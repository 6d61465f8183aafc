private import Glibc

/// A file or standard input, read once from front to back.
final class InputFile {
    /// Why a file could not be read.
    struct Failure: Error {
        var reason: RejectionReason
    }

    private let descriptor: Int32
    private let isOwned: Bool
    /// How far it has been read, and up to where the system has been told that it is not needed again.
    private var position = 0
    private var released = 0
    /// A file that is larger would push much else out of memory, and what is written needs the room.
    private static let largeFile = 1 << 30
    private static let releasedBytes = 64 << 20

    /// Standard input.
    init() {
        descriptor = STDIN_FILENO
        isOwned = false
    }

    init(path: String) throws(Failure) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        isOwned = true
        if descriptor < 0 { throw Self.failure() }
    }

    deinit { if isOwned { close(descriptor) } }

    /// Bytes of a plain file; 0 for all else.
    var size: Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return max(0, Int(status.st_size))
    }

    /// Up to `count` bytes, appended; false at the end of the file.
    func read(_ count: Int, into buffer: inout [UInt8]) throws(Failure) -> Bool {
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { chunk, filled in
            repeat {
                filled = unsafe Glibc.read(descriptor, chunk.baseAddress, count)
            } while filled < 0 && errno == EINTR
            filled = max(filled, -1)
            if filled < 0 { filled = 0 }
        }
        if chunk.isEmpty { return false }
        position += chunk.count
        if position - released >= Self.releasedBytes { release() }
        if buffer.isEmpty, buffer.capacity < chunk.count { buffer = chunk } else { buffer += chunk }
        return true
    }

    /// Gives back the memory of what has been read of a large file:
    /// <https://man7.org/linux/man-pages/man2/posix_fadvise.2.html>.
    private func release() {
        if isOwned, size >= Self.largeFile {
            posix_fadvise(descriptor, off_t(released), off_t(position - released), POSIX_FADV_DONTNEED)
        }
        released = position
    }

    /// Whether a read would give something at once; always so for a file.
    var hasInput: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, 0) > 0
    }

    /// The whole file, at most `limit` bytes.
    func readAll(limit: Int) throws(Failure) -> [UInt8] {
        var out: [UInt8] = []
        while try read(1 << 20, into: &out) {
            if out.count > limit { throw Failure(reason: .tooLarge(megabytes: limit >> 20)) }
        }
        return out
    }

    enum Kind {
        case file, folder, absent, other
    }

    static func kind(of path: String) -> Kind {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return .absent }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    static func absolutePath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func failure() -> Failure { unsafe Failure(reason: .system(String(cString: strerror(errno)))) }
}
