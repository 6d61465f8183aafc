private import Glibc

/// A checksum of a file's bytes. It detects disk and memory errors, but not changes made by an attacker.
public enum FileChecksum {
    /// Four sums, each over every fourth word. With a single sum, each multiplication would have to wait for the
    /// previous one.
    private typealias Sums = SIMD4<UInt64>

    /// The multiplier of each step. Multiplying by an odd number is reversible, so two files that differ in one word
    /// have different sums.
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
            // Pad the last chunk with zeros. The file's length, which is part of the checksum, shows where the data
            // ends.
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

    /// Reads up to one chunk of bytes.
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
