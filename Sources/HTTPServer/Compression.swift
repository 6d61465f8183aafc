private import CCodings

extension ContentCoding {
    // Low levels achieve most of the compression in a fraction of the time that the default levels of gzip and brotli
    // take.
    private static let zstdLevel: Int32 = 3
    private static let brotliQuality: Int32 = 4
    private static let gzipLevel: Int32 = 4

    /// - Returns: nil if memory cannot be allocated.
    func encode(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .zstd: Self.zstd(bytes)
        case .brotli: Self.brotli(bytes)
        case .gzip: Self.gzip(bytes)
        }
    }

    private static func zstd(_ bytes: [UInt8]) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = unsafe room.withUnsafeMutableBytes { output in
            unsafe bytes.withUnsafeBytes { input in
                unsafe ZSTD_compress(output.baseAddress, output.count, input.baseAddress, input.count, zstdLevel)
            }
        }
        guard ZSTD_isError(count) == 0 else { return nil }
        return Array(room[..<count])
    }

    private static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        var count = cBrotliEncoderMaxCompressedSize(bytes.count)
        guard count > 0 else { return nil }
        var room = [UInt8](repeating: 0, count: count)
        let isDone = unsafe cBrotliEncoderCompress(
            brotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &count, &room)
        return isDone != 0 ? Array(room[..<count]) : nil
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard bytes.count <= Int(UInt32.max), unsafe ccodings_deflate_init(&stream, gzipLevel) == Z_OK else {
            return nil
        }
        defer { unsafe cdeflateEnd(&stream) }
        var room = [UInt8](repeating: 0, count: Int(unsafe cdeflateBound(&stream, uLong(bytes.count))))
        let code = unsafe room.withUnsafeMutableBufferPointer { output in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = UInt32(output.count)
                return unsafe cdeflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { return nil }
        return Array(room[..<Int(unsafe stream.total_out)])
    }
}
