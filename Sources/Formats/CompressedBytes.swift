private import CZstd

/// Compresses bytes with Zstandard, without a dictionary.
public enum CompressedBytes {
    /// - Returns: nil if the bytes cannot be compressed, for example because memory is short.
    public static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var scratch = ScratchBytes()
        let out = unsafe scratch.bytes(atMost: ZSTD_compressBound(bytes.count)) { target in
            let size = unsafe bytes.withUnsafeBytes { source in
                unsafe ZSTD_compress(target.baseAddress, target.count, source.baseAddress, source.count, 3)
            }
            return ZSTD_isError(size) == 0 ? size : 0
        }
        return out.isEmpty ? nil : out
    }

    /// - Parameter limit: the maximum size of the result.
    /// - Returns: nil if the bytes are damaged, or the result would be larger than `limit`.
    public static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        let declared = unsafe bytes.withUnsafeBytes { unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
        // The two largest values mean that the size is unknown or that the frame is damaged.
        guard declared <= UInt64(max(0, limit)) else { return nil }
        let size = Int(declared)
        if size == 0 { return [] }
        let out = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
            let written = unsafe bytes.withUnsafeBytes { source in
                unsafe ZSTD_decompress(target.baseAddress, size, source.baseAddress, source.count)
            }
            count = ZSTD_isError(written) == 0 ? written : 0
        }
        return out.count == size ? out : nil
    }
}
