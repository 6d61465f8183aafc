/// Where bytes are written whose number is known only afterwards. An array that is made for the largest number keeps that
/// memory: two to five times what a compressed text needs.
struct ScratchBytes {
    private var room: [UInt8] = []
    /// More is given back after use.
    private static let keptBytes = 1 << 20

    /// - Parameters:
    ///   - bound: how many bytes there are at most.
    ///   - write: writes them to the start of the room; returns how many they are.
    /// - Returns: the bytes, in an array of their size.
    mutating func bytes(atMost bound: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
        if room.count < bound { room = [UInt8](repeating: 0, count: bound) }
        let count = unsafe room.withUnsafeMutableBytes { unsafe write($0) }
        defer { if room.count > Self.keptBytes { room = [] } }
        return unsafe room.withUnsafeBytes { unsafe Array(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}
