private import CZstd

/// What the texts of a database have in common, in the form of Zstandard: a text of some kilobytes is half as long with it
/// (<https://facebook.github.io/zstd/zstd_manual.html>, "Dictionary builder API"). Never changes, so threads share it.
@safe public final class TextDictionary: @unchecked Sendable {
    /// Stands in each text that was compressed with it.
    public let id: UInt32
    /// Nil where it is only read with.
    fileprivate let compressing: OpaquePointer?
    private let decompressing: OpaquePointer
    /// Level 3 takes a third more time for .7 % of the bytes.
    private static let level: Int32 = 2
    /// Bytes of a dictionary, at most: those of a forged file are not read further.
    public static let maxBytes = 1 << 20
    private static let size = 110 << 10
    /// Larger than any stored text.
    fileprivate static let maxTextBytes = 1 << 30

    /// - Parameter compresses: texts are going to be compressed with it, which needs some hundred kilobytes more.
    /// - Returns: nil where `bytes` are no dictionary.
    public init?(_ bytes: [UInt8], compresses: Bool) {
        guard bytes.count <= Self.maxBytes else { return nil }
        id = unsafe bytes.withUnsafeBytes { unsafe ZDICT_getDictID($0.baseAddress, $0.count) }
        let made = unsafe bytes.withUnsafeBytes { unsafe ZSTD_createDDict($0.baseAddress, $0.count) }
        guard id != 0, let made = unsafe made else {
            unsafe ZSTD_freeDDict(made)
            return nil
        }
        unsafe decompressing = made
        unsafe compressing =
            compresses
            ? bytes.withUnsafeBytes { unsafe ZSTD_createCDict($0.baseAddress, $0.count, Self.level) } : nil
    }

    deinit {
        unsafe ZSTD_freeDDict(decompressing)
        unsafe ZSTD_freeCDict(compressing)
    }

    /// A dictionary for texts like the samples.
    ///
    /// - Returns: nil where the samples are too few or too much alike.
    /// - Complexity: some 0.1 s for 4 MB.
    public static func train(_ samples: [[UInt8]]) -> [UInt8]? {
        var joined: [UInt8] = []
        joined.reserveCapacity(samples.reduce(0) { $0 + $1.count })
        for sample in samples { joined += sample }
        let sizes = samples.map(\.count)
        let out = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
            let made = unsafe joined.withUnsafeBytes { joined in
                unsafe sizes.withUnsafeBufferPointer { sizes in
                    unsafe ZDICT_trainFromBuffer(
                        target.baseAddress, size, joined.baseAddress, sizes.baseAddress, UInt32(clamping: sizes.count))
                }
            }
            count = ZDICT_isError(made) == 0 ? made : 0
        }
        return out.isEmpty ? nil : out
    }

    /// The dictionary that a compressed text needs; 0 where it is none.
    public static func id(in text: Span<UInt8>) -> UInt32 {
        unsafe text.withUnsafeBytes { unsafe ZSTD_getDictID_fromFrame($0.baseAddress, $0.count) }
    }

    /// Decompresses texts; for one thread at a time.
    @safe public final class Reader {
        private let context: OpaquePointer
        /// Kept from text to text.
        private var buffer: [UInt8] = []

        public init() {
            guard let context = unsafe ZSTD_createDCtx() else { preconditionFailure("out of memory") }
            unsafe self.context = context
        }

        deinit { unsafe ZSTD_freeDCtx(context) }

        /// The text; nil if it is damaged, or was compressed with another dictionary.
        public func text(_ packed: Span<UInt8>, _ dictionary: TextDictionary) -> [UInt8]? {
            unsafe packed.withUnsafeBytes { packed in
                let size = unsafe ZSTD_getFrameContentSize(packed.baseAddress, packed.count)
                guard size < UInt64(TextDictionary.maxTextBytes) else { return nil }
                var length = 0
                let out = unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
                    length = unsafe ZSTD_decompress_usingDDict(
                        context, target.baseAddress, Int(size), packed.baseAddress, packed.count,
                        dictionary.decompressing)
                    count = ZSTD_isError(length) == 0 ? length : 0
                }
                return ZSTD_isError(length) == 0 && length == Int(size) ? out : nil
            }
        }

        /// Calls `body` with the text, in memory that is used again; nil as for `text`.
        public func withText<Result>(
            _ packed: Span<UInt8>, _ dictionary: TextDictionary, _ body: (Span<UInt8>) throws -> Result
        ) rethrows -> Result? {
            let length: Int? = unsafe packed.withUnsafeBytes { packed in
                let size = unsafe ZSTD_getFrameContentSize(packed.baseAddress, packed.count)
                guard size <= UInt64(Self.maxKeptBytes) else { return nil }
                if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.maxKeptBytes) }
                let length = unsafe buffer.withUnsafeMutableBytes { target in
                    unsafe ZSTD_decompress_usingDDict(
                        context, target.baseAddress, target.count, packed.baseAddress, packed.count,
                        dictionary.decompressing)
                }
                return ZSTD_isError(length) == 0 ? length : nil
            }
            if let length {
                let text = buffer
                return try body(text.span.extracting(0..<length))
            }
            guard let text = text(packed, dictionary) else { return nil }
            return try body(text.span)
        }

        /// A longer text gets memory of its own.
        private static let maxKeptBytes = 64 << 10
    }
}

/// Compresses texts with a dictionary; for one thread at a time.
@safe public final class TextCompressor {
    private let context: OpaquePointer

    public init() {
        guard let context = unsafe ZSTD_createCCtx() else { preconditionFailure("out of memory") }
        unsafe self.context = context
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    /// The compressed text; nil where that would not be shorter.
    public func compress(_ text: [UInt8], _ dictionary: TextDictionary) -> [UInt8]? {
        guard let compressing = unsafe dictionary.compressing else { return nil }
        let bound = ZSTD_compressBound(text.count)
        let out = unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
            let size = unsafe text.withUnsafeBytes { source in
                unsafe ZSTD_compress_usingCDict(
                    context, target.baseAddress, bound, source.baseAddress, source.count, compressing)
            }
            count = ZSTD_isError(size) == 0 ? size : 0
        }
        return out.isEmpty || out.count >= text.count ? nil : out
    }
}
