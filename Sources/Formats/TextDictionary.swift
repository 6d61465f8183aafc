private import CZstd

/// A Zstandard dictionary trained on texts of a database. It makes compressed texts of a few kilobytes about a third
/// smaller (<https://facebook.github.io/zstd/zstd_manual.html>, "Dictionary builder API"). A dictionary is immutable,
/// so threads can share it.
public final class TextDictionary: Sendable {
    /// The dictionary's id, which is part of each text that was compressed with it.
    public let id: UInt32
    let bytes: [UInt8]
    /// Maximum size of a dictionary in bytes. Only crafted files contain larger dictionaries, which are rejected.
    public static let maxBytes = 1 << 20
    /// Maximum uncompressed size of a compressed text. Longer texts are stored uncompressed, so a frame that declares a
    /// larger size was crafted.
    public static let maxTextBytes = 16 << 20
    private static let size = 110 << 10
    /// The dictionary is built from 200-byte parts of the samples, selected by the 8-byte sequences in them. Trying
    /// several lengths takes five times as long and does not improve the dictionary ([decision
    /// 92](../../docs/decisions/0092-compressed-texts.md)).
    private static let training: ZDICT_fastCover_params_t = {
        var parameters = ZDICT_fastCover_params_t()
        parameters.k = 200
        parameters.d = 8
        parameters.f = 20
        parameters.accel = 1
        parameters.splitPoint = 1
        parameters.zParams.compressionLevel = 1
        return parameters
    }()

    /// - Returns: nil if `bytes` are not a dictionary.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes else { return nil }
        id = unsafe bytes.withUnsafeBytes { unsafe ZDICT_getDictID($0.baseAddress, $0.count) }
        guard id != 0 else { return nil }
        self.bytes = bytes
    }

    /// Trains a dictionary for texts like the samples.
    ///
    /// - Returns: nil if the samples are too few or too similar.
    /// - Complexity: about 0.04 s for 1 MB.
    public static func train(_ samples: [[UInt8]]) -> [UInt8]? {
        let joined = Array(samples.joined())
        let sizes = samples.map(\.count)
        let out = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
            let made = unsafe joined.withUnsafeBytes { joined in
                unsafe sizes.withUnsafeBufferPointer { sizes in
                    unsafe ZDICT_trainFromBuffer_fastCover(
                        target.baseAddress, size, joined.baseAddress, sizes.baseAddress, UInt32(clamping: sizes.count),
                        training)
                }
            }
            count = ZDICT_isError(made) == 0 ? made : 0
        }
        return out.isEmpty ? nil : out
    }

    /// The id of the dictionary with which a text was compressed; 0 if it was compressed without one.
    public static func id(in text: Span<UInt8>) -> UInt32 {
        unsafe text.withUnsafeBytes { unsafe ZSTD_getDictID_fromFrame($0.baseAddress, $0.count) }
    }
}

/// Compresses texts with a dictionary. Only one thread at a time may use it. Takes 0.5 MB of memory.
@safe public final class TextCompressor {
    public let dictionary: TextDictionary
    private let context: OpaquePointer
    private var scratch = ScratchBytes()
    /// Parameters for fast decompression. Repetitions have at least six bytes, and literals are not compressed, which
    /// halves the time ([decision 92](../../docs/decisions/0092-compressed-texts.md)).
    private static let parameters: [(ZSTD_cParameter, Int32)] = [
        (ZSTD_c_compressionLevel, 1), (ZSTD_c_strategy, Int32(ZSTD_fast.rawValue)), (ZSTD_c_minMatch, 6),
        (ZSTD_c_hashLog, 15), (ZSTD_c_targetLength, 1), (ZSTD_c_checksumFlag, 1),
    ]

    public init(_ dictionary: TextDictionary) {
        guard let context = unsafe ZSTD_createCCtx() else { preconditionFailure("out of memory") }
        unsafe self.context = context
        self.dictionary = dictionary
        for (parameter, value) in Self.parameters { unsafe ZSTD_CCtx_setParameter(context, parameter, value) }
        let bytes = dictionary.bytes
        unsafe _ = bytes.withUnsafeBytes { unsafe ZSTD_CCtx_loadDictionary(context, $0.baseAddress, $0.count) }
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    /// The compressed text; nil if it would not be shorter, or if the text is longer than
    /// `TextDictionary.maxTextBytes`.
    public func compress(_ text: [UInt8]) -> [UInt8]? {
        guard text.count <= TextDictionary.maxTextBytes else { return nil }
        let out = unsafe scratch.bytes(atMost: ZSTD_compressBound(text.count)) { target in
            let size = unsafe text.withUnsafeBytes { source in
                unsafe ZSTD_compress2(context, target.baseAddress, target.count, source.baseAddress, source.count)
            }
            return ZSTD_isError(size) == 0 ? size : 0
        }
        let isOurs = TextDictionary.id(in: out.span) == dictionary.id
        return out.isEmpty || out.count >= text.count || !isOurs ? nil : out
    }
}
