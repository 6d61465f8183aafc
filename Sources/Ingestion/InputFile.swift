private import System

/// A file or standard input that is read once from front to back.
final class InputFile {
    /// Why a file could not be read.
    struct Failure: Error {
        var reason: RejectionReason
    }

    private let descriptor: FileDescriptor
    private let isOwned: Bool
    /// The offset up to which the file has been read, and the offset up to which its page cache has been released.
    private var position = 0
    private var released = 0
    /// The size in bytes above which the page cache of a file is released while reading: its pages would displace those
    /// of the database.
    private static let largeFile = 1 << 30
    private static let releasedBytes = 64 << 20

    /// Standard input.
    init() {
        descriptor = .standardInput
        isOwned = false
    }

    init(path: String) throws(Failure) {
        do throws(SystemError) {
            descriptor = try FileDescriptor.reading(path)
        } catch {
            throw Failure(reason: .system(error.words))
        }
        isOwned = true
    }

    deinit { if isOwned { descriptor.close() } }

    /// Size of a regular file in bytes; 0 for other inputs.
    var size: Int { descriptor.size }

    /// Appends up to `count` bytes to `buffer`. Returns false at the end of the file or after a read error.
    func read(_ count: Int, into buffer: inout [UInt8]) -> Bool {
        let before = buffer.count
        guard (try? descriptor.read(into: &buffer, count: count)) == true else { return false }
        position += buffer.count - before
        if position - released >= Self.releasedBytes { release() }
        return true
    }

    /// Releases the page cache of the part of a large file that was already read.
    private func release() {
        if isOwned, size >= Self.largeFile { descriptor.release(released..<position) }
        released = position
    }

    /// Whether reading returns without waiting; always true for a file.
    var hasInput: Bool { descriptor.isReady }
}
