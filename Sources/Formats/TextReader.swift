private import CZstd

/// Decompresses texts that were compressed with the same dictionary. May be used by only one thread at a time.
///
/// A text of up to 64 KB is written directly after the dictionary in memory. Repetitions that refer to the dictionary
/// are then copied in the same way as repetitions within the text, which takes about a third less time.
@safe public final class TextReader {
    private let context: OpaquePointer
    private let dictionary: OpaquePointer
    /// The dictionary, followed by room for a text.
    private let buffer: UnsafeMutableRawPointer
    private let dictionarySize: Int
    /// Whether a text in the buffer is in use.
    private var isInUse = false
    private static let room = 64 << 10
    /// The maximum decompressed size of a Zstandard block, which takes at least four compressed bytes.
    private static let maxBlockBytes: UInt64 = 128 << 10

    /// - Returns: nil if the dictionary is damaged.
    public init?(_ dictionary: TextDictionary) {
        let bytes = dictionary.bytes
        dictionarySize = bytes.count
        unsafe buffer = .allocate(byteCount: bytes.count + Self.room, alignment: 64)
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: bytes.count).copyBytes(from: bytes)
        let made = unsafe ZSTD_createDDict_byReference(buffer, bytes.count)
        guard let context = unsafe ZSTD_createDCtx() else { preconditionFailure("out of memory") }
        guard let made = unsafe made else {
            unsafe ZSTD_freeDCtx(context)
            unsafe buffer.deallocate()
            return nil
        }
        unsafe self.context = context
        unsafe self.dictionary = made
    }

    deinit {
        unsafe ZSTD_freeDCtx(context)
        unsafe ZSTD_freeDDict(dictionary)
        unsafe buffer.deallocate()
    }

    /// Calls `body` with a decompressed text, which is valid only during the call.
    ///
    /// - Returns: nil, without calling `body`, if `packed` is damaged or was compressed with another dictionary.
    public func withText<Result>(
        _ packed: Span<UInt8>, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result? {
        guard let size = size(of: packed) else { return nil }
        if size <= Self.room, !isInUse {
            let target = unsafe UnsafeMutableRawBufferPointer(start: buffer + dictionarySize, count: Self.room)
            guard unsafe decompress(packed, size, into: target) else { return nil }
            isInUse = true
            defer { isInUse = false }
            return try unsafe body(target.bindMemory(to: UInt8.self).span.extracting(0..<size))
        }
        guard let text = text(packed, size) else { return nil }
        return try body(text.span)
    }

    /// The decompressed text as an array.
    ///
    /// - Returns: nil if `packed` is damaged or was compressed with another dictionary.
    public func text(_ packed: Span<UInt8>) -> [UInt8]? {
        guard let size = size(of: packed) else { return nil }
        return text(packed, size)
    }

    private func text(_ packed: Span<UInt8>, _ size: Int) -> [UInt8]? {
        var isWhole = false
        let text = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
            isWhole = unsafe decompress(packed, size, into: UnsafeMutableRawBufferPointer(target))
            count = isWhole ? size : 0
        }
        return isWhole ? text : nil
    }

    /// The size that the frame declares; nil if its blocks cannot contain that much. Otherwise, a false size could make
    /// the program allocate too much memory.
    private func size(of packed: Span<UInt8>) -> Int? {
        let size = unsafe packed.withUnsafeBytes { unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
        let most = min(UInt64(TextDictionary.maxTextBytes), UInt64(packed.count / 4 + 1) * Self.maxBlockBytes)
        return size <= most ? Int(size) : nil
    }

    private func decompress(
        _ packed: Span<UInt8>, _ size: Int, into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let length = unsafe packed.withUnsafeBytes { packed in
            unsafe ZSTD_decompress_usingDDict(
                context, target.baseAddress, target.count, packed.baseAddress, packed.count, dictionary)
        }
        return length == size
    }
}
