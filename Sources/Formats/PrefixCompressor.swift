private import CZstd

/// Compresses a text with the help of a similar text, the prefix, which is also needed for decompression. With an
/// article's plain text as prefix, its HTML takes little more space than the markup alone.
///
/// Uses Zstandard (`ZSTD_CCtx_refPrefix`, <https://facebook.github.io/zstd/zstd_manual.html>). May be used by only one
/// thread at a time. Creating a compressor takes about 100 µs.
@safe public final class PrefixCompressor {
    private let compressor: OpaquePointer
    private let decompressor: OpaquePointer
    private var scratch = ScratchBytes()
    private static let level: Int32 = 1
    /// Maximum size of a text in bytes, larger than any stored article.
    private static let maxBytes = 1 << 30

    public init() {
        guard let compressor = unsafe ZSTD_createCCtx(), let decompressor = unsafe ZSTD_createDCtx() else {
            preconditionFailure("out of memory")
        }
        unsafe self.compressor = compressor
        unsafe self.decompressor = decompressor
        unsafe ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, Self.level)
    }

    deinit {
        unsafe ZSTD_freeCCtx(compressor)
        unsafe ZSTD_freeDCtx(decompressor)
    }

    /// The compressed bytes; nil if compression fails.
    public func compress(_ bytes: [UInt8], prefix: [UInt8]) -> [UInt8]? {
        var hasFailed = false
        let out = unsafe scratch.bytes(atMost: ZSTD_compressBound(bytes.count)) { target in
            let size = unsafe bytes.withUnsafeBytes { source in
                unsafe prefix.withUnsafeBytes { prefix in
                    unsafe ZSTD_CCtx_refPrefix(compressor, prefix.baseAddress, prefix.count)
                    return unsafe ZSTD_compress2(
                        compressor, target.baseAddress, target.count, source.baseAddress, source.count)
                }
            }
            hasFailed = ZSTD_isError(size) != 0
            return hasFailed ? 0 : size
        }
        return hasFailed ? nil : out
    }

    /// The original bytes; nil if `bytes` are damaged or were compressed with a different prefix.
    public func decompress(_ bytes: [UInt8], prefix: [UInt8]) -> [UInt8]? {
        let size = unsafe bytes.withUnsafeBytes { unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
        guard size < UInt64(Self.maxBytes) else { return nil }
        var length = 0
        let out = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
            unsafe bytes.withUnsafeBytes { source in
                unsafe prefix.withUnsafeBytes { prefix in
                    unsafe ZSTD_DCtx_refPrefix(decompressor, prefix.baseAddress, prefix.count)
                    length = unsafe ZSTD_decompressDCtx(
                        decompressor, target.baseAddress, Int(size), source.baseAddress, source.count)
                }
            }
            count = ZSTD_isError(length) == 0 ? length : 0
        }
        return ZSTD_isError(length) == 0 && length == Int(size) ? out : nil
    }
}
