/// A reusable buffer for output of unknown size. A new array of the maximum size would keep two to five times as much
/// memory as a compressed text needs.
struct ScratchBytes {
    private var room: [UInt8] = []
    /// Maximum number of bytes that are kept for reuse. A larger buffer is released after use.
    private static let keptBytes = 1 << 20

    /// - Parameters:
    ///   - bound: maximum number of bytes.
    ///   - write: writes the bytes to the start of the buffer and returns their number.
    /// - Returns: the bytes in an array of exactly their size.
    mutating func bytes(atMost bound: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
        if room.count < bound { room = [UInt8](repeating: 0, count: bound) }
        let count = unsafe room.withUnsafeMutableBytes { unsafe write($0) }
        defer { if room.count > Self.keptBytes { room = [] } }
        return unsafe room.withUnsafeBytes { unsafe Array(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}
