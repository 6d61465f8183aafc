private import CCodings

/// Decodes gzip (including files with several members), zlib, and raw deflate, which some servers send as `deflate`.
@safe final class ZlibStream: CodingStream {
    private let stream: UnsafeMutablePointer<z_stream>
    private var hasStarted = false
    private var isAtEnd = false
    private var chunk = [UInt8](repeating: 0, count: codingChunkBytes)

    var isComplete: Bool { isAtEnd }

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
    }

    deinit {
        if hasStarted { unsafe cinflateEnd(stream) }
        unsafe stream.deallocate()
    }

    func decode(_ bytes: Span<UInt8>, into body: inout [UInt8], limit: Int) throws(BodyDecoder.Problem) {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(BodyDecoder.Problem) in
            try unsafe decode(bytes, into: &body, limit: limit)
        }
    }

    private func decode(_ bytes: UnsafeBufferPointer<UInt8>, into body: inout [UInt8], limit: Int)
        throws(BodyDecoder.Problem)
    {
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        if !hasStarted {
            // Window bits: 47 expects a zlib or gzip header, and -15 expects no header. The first byte decides between
            // the two (RFC 1950, RFC 1952).
            let isWrapped = unsafe bytes[0] & 0x0F == 8 || bytes[0] == 0x1F
            guard unsafe ccodings_inflate_init(stream, isWrapped ? 47 : -15) == Z_OK else { throw .corrupt }
            hasStarted = true
        }
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: base)
        unsafe stream.pointee.avail_in = UInt32(bytes.count)
        while true {
            if isAtEnd {
                // Another gzip member may follow. Any other bytes after the end are ignored.
                guard unsafe stream.pointee.avail_in > 1, unsafe stream.pointee.next_in[0] == 0x1F,
                    unsafe stream.pointee.next_in[1] == 0x8B, unsafe cinflateReset(stream) == Z_OK
                else { return }
                isAtEnd = false
            }
            let (code, written) = step()
            guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else { throw .corrupt }
            guard written <= limit - body.count else { throw .tooLarge }
            body.append(contentsOf: chunk[..<written])
            if code == Z_STREAM_END { isAtEnd = true } else if written < chunk.count { return }
        }
    }

    private func step() -> (code: Int32, written: Int) {
        let stream = unsafe stream
        return unsafe chunk.withUnsafeMutableBufferPointer { room in
            unsafe stream.pointee.next_out = room.baseAddress
            unsafe stream.pointee.avail_out = UInt32(room.count)
            let code = unsafe cinflate(stream, Z_NO_FLUSH)
            return unsafe (code, room.count - Int(stream.pointee.avail_out))
        }
    }
}

/// Decodes Brotli (RFC 7932).
@safe final class BrotliStream: CodingStream {
    private let state: OpaquePointer?
    private(set) var isComplete = false
    private var chunk = [UInt8](repeating: 0, count: codingChunkBytes)

    init() { unsafe state = cBrotliDecoderCreateInstance(nil, nil, nil) }

    deinit { unsafe cBrotliDecoderDestroyInstance(state) }

    func decode(_ bytes: Span<UInt8>, into body: inout [UInt8], limit: Int) throws(BodyDecoder.Problem) {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(BodyDecoder.Problem) in
            try unsafe decode(bytes, into: &body, limit: limit)
        }
    }

    private func decode(_ bytes: UnsafeBufferPointer<UInt8>, into body: inout [UInt8], limit: Int)
        throws(BodyDecoder.Problem)
    {
        guard let state = unsafe state else { throw .corrupt }
        var left = bytes.count
        var next = bytes.baseAddress
        while !isComplete {
            let (code, written) = unsafe chunk.withUnsafeMutableBufferPointer { room in
                var free = room.count
                var out = room.baseAddress
                let code = unsafe cBrotliDecoderDecompressStream(state, &left, &next, &free, &out, nil)
                return (code, room.count - free)
            }
            guard code != BROTLI_DECODER_RESULT_ERROR else { throw .corrupt }
            guard written <= limit - body.count else { throw .tooLarge }
            body.append(contentsOf: chunk[..<written])
            if code == BROTLI_DECODER_RESULT_SUCCESS { isComplete = true }
            if code == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT { return }
        }
    }
}

/// Decodes Zstandard (RFC 8878), with the window size that RFC 9659 allows.
@safe final class ZstdStream: CodingStream {
    private let stream: OpaquePointer?
    private(set) var isComplete = false
    private var chunk = [UInt8](repeating: 0, count: codingChunkBytes)

    init() {
        unsafe stream = ZSTD_createDStream()
        unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 23)
    }

    deinit { unsafe ZSTD_freeDStream(stream) }

    func decode(_ bytes: Span<UInt8>, into body: inout [UInt8], limit: Int) throws(BodyDecoder.Problem) {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(BodyDecoder.Problem) in
            try unsafe decode(bytes, into: &body, limit: limit)
        }
    }

    private func decode(_ bytes: UnsafeBufferPointer<UInt8>, into body: inout [UInt8], limit: Int)
        throws(BodyDecoder.Problem)
    {
        guard let stream = unsafe stream else { throw .corrupt }
        var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        while true {
            if isComplete, unsafe input.pos == input.size { return }
            let (code, written) = unsafe chunk.withUnsafeMutableBytes { room in
                var output = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
                let code = unsafe ZSTD_decompressStream(stream, &output, &input)
                return unsafe (code, output.pos)
            }
            if ZSTD_isError(code) != 0 {
                // As with gzip, bytes after the end are ignored unless they are another frame.
                if isComplete { return }
                throw .corrupt
            }
            guard written <= limit - body.count else { throw .tooLarge }
            body.append(contentsOf: chunk[..<written])
            isComplete = code == 0
            if unsafe input.pos == input.size, written < chunk.count { return }
        }
    }
}

/// Passes on a body that is not encoded.
final class PlainStream: CodingStream {
    /// Always true: HTTP itself determines the length of the body.
    var isComplete: Bool { true }

    func decode(_ bytes: Span<UInt8>, into body: inout [UInt8], limit: Int) throws(BodyDecoder.Problem) {
        guard bytes.count <= limit - body.count else { throw .tooLarge }
        unsafe bytes.withUnsafeBufferPointer { unsafe body.append(contentsOf: $0) }
    }
}
