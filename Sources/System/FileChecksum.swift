private import Glibc

/// Detects changes to the bytes of a file. It protects against disk and memory errors, not against attackers.
public enum FileChecksum {
    /// Four sums, each over every fourth word, since a single sum would have to wait for each multiplication.
    private typealias Sums = SIMD4<UInt64>

    /// Every step is reversible, so that two files that differ in one word have different sums.
    private static let factor = Sums(repeating: 0x9E37_79B9_7F4A_7C15)
    private static let chunkBytes = 1 << 20

    /// The sums of the whole file and its length.
    ///
    /// - Throws: `SystemError` if the file cannot be read.
    public static func of(_ file: FileDescriptor) throws(SystemError) -> [UInt64] {
        var sums = Sums(1, 2, 3, 4)
        var offset = 0
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while true {
            let count = try fill(&chunk, from: file.number, at: offset)
            if count == 0 { break }
            // The last chunk is padded with zeros; the length distinguishes it from a chunk that ends in zeros.
            for index in count..<((count + 31) & ~31) { chunk[index] = 0 }
            unsafe chunk.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: count, by: 32) {
                    unsafe sums = (sums ^ bytes.loadUnaligned(fromByteOffset: start, as: Sums.self)) &* factor
                    sums ^= sums &>> 32
                }
            }
            offset += count
        }
        return [sums.x, sums.y, sums.z, sums.w, UInt64(offset)]
    }

    /// Reads as many bytes as there are, up to a chunk.
    private static func fill(_ chunk: inout [UInt8], from descriptor: Int32, at offset: Int) throws(SystemError) -> Int
    {
        var filled = 0
        while filled < chunkBytes {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress! + filled, chunkBytes - filled, off_t(offset + filled))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw SystemError(number: errno, path: "") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}
