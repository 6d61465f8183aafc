private import Glibc

/// Reads one line of bytes at a time from a descriptor, without its line break, so that a caller can respond to a line
/// before the next line arrives.
public struct LineReader {
    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private let maxLineBytes: Int
    /// The number of the line returned last, counted from 1.
    public private(set) var lineNumber = 0

    public init(_ descriptor: FileDescriptor, maxLineBytes: Int = 256 << 20) {
        self.descriptor = descriptor
        self.maxLineBytes = maxLineBytes
    }

    /// Whether `next` would have to wait for input.
    public var isWaiting: Bool { start == buffer.count && !isAtEnd && !descriptor.isReady }

    /// Waits until `next` would return at once, or until the time limit is reached.
    public func sleep(milliseconds: Int32) {
        if isWaiting { _ = descriptor.waitForInput(milliseconds: milliseconds) }
    }

    /// The next line, without LF or CR LF; nil at the end.
    ///
    /// - Throws: `SystemError`; EFBIG for a line over the limit; `skipLine` skips it.
    public mutating func next() throws(SystemError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = trimmed(start..<end)
                start = end + 1
                lineNumber += 1
                return line
            }
            searched = buffer.count
            if isAtEnd {
                guard start < buffer.count else { return nil }
                let line = trimmed(start..<buffer.count)
                start = buffer.count
                lineNumber += 1
                return line
            }
            if buffer.count - start > maxLineBytes { throw SystemError(number: EFBIG, path: "") }
            if start > 0 {
                buffer.removeFirst(start)
                searched -= start
                start = 0
            }
            isAtEnd = try !descriptor.read(into: &buffer)
        }
    }

    /// Skips the rest of a line that `next` refused because of its length, so that reading can continue after it.
    public mutating func skipLine() throws(SystemError) {
        while true {
            if let end = buffer[start...].firstIndex(of: 0x0A) {
                start = end + 1
                break
            }
            buffer.removeAll(keepingCapacity: true)
            start = 0
            if isAtEnd { break }
            isAtEnd = try !descriptor.read(into: &buffer)
        }
        lineNumber += 1
    }

    private func trimmed(_ range: Range<Int>) -> [UInt8] {
        let line = buffer[range]
        return Array(line.last == 0x0D ? line.dropLast() : line)
    }
}
