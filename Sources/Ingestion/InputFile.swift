private import System

/// A file or standard input, read once from front to back.
final class InputFile {
    /// Why a file could not be read.
    struct Failure: Error {
        var reason: RejectionReason
    }

    private let descriptor: FileDescriptor
    private let isOwned: Bool
    /// How far it has been read, and up to where the system has been told that it is not needed again.
    private var position = 0
    private var released = 0
    /// A file that is larger would push much else out of memory, and what is written needs the room.
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

    /// Bytes of a plain file; 0 for all else.
    var size: Int { descriptor.size }

    /// Up to `count` bytes, appended; false at the end of the file, or where it cannot be read further.
    func read(_ count: Int, into buffer: inout [UInt8]) -> Bool {
        let before = buffer.count
        guard (try? descriptor.read(into: &buffer, count: count)) == true else { return false }
        position += buffer.count - before
        if position - released >= Self.releasedBytes { release() }
        return true
    }

    /// Gives back the memory of what has been read of a large file.
    private func release() {
        if isOwned, size >= Self.largeFile { descriptor.release(released..<position) }
        released = position
    }

    /// Whether a read would give something at once; always so for a file.
    var hasInput: Bool { descriptor.isReady }
}
