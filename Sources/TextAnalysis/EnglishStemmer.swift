/// `EnglishAlgorithm` with a cache of stemmed words. Not thread-safe: only one thread at a time may use a stemmer.
///
/// The algorithm takes about 500 ns per word, more than the rest of the analysis. 32,768 slots are sufficient for most
/// texts. The owner must call `close`, because a class with `deinit` would cost two atomic operations per word.
@safe
struct EnglishStemmer {
    /// A word of up to 24 bytes, padded with zeros. The first byte of the word is the lowest byte of the key.
    struct Key: Equatable, BitwiseCopyable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
    }

    /// A word and its stem. `stem` consists of, lowest byte first: the number of bytes of the word that are kept (0 if
    /// the stem equals the word), the number of bytes to append, and those bytes.
    private struct Slot: BitwiseCopyable {
        var key = Key()
        var stem: UInt64 = 0
    }

    private let slots: UnsafeMutablePointer<Slot>

    /// The cache has buckets of two slots. A bucket takes 64 bytes, which is one cache line.
    private static let bucketBits: UInt64 = 14
    private static let slotCount = 2 << Int(bucketBits)
    private static let maxCached = 24
    private static let maxTail = 6
    /// The maximum length of a stemmed word in letters. A longer run of letters is not an English word.
    static let maxStemmed = 64
    /// The minimum length of a stemmed word. For example, `ios` is not the plural of `io`.
    static let minStemmed = 4

    init() {
        // Memory is mapped instead of allocated, because a short query touches only a few of its pages.
        unsafe slots = .mapped(count: Self.slotCount)
    }

    func close() {
        unsafe slots.unmap(count: Self.slotCount)
    }

    /// Writes the stem of a lower-case ASCII word if it differs from the word.
    ///
    /// - Parameters:
    ///   - word: `length` letters a-z; 24 bytes must be readable.
    ///   - output: space for 80 bytes.
    /// - Returns: the number of bytes written; 0 if the stem equals the word.
    @inline(__always)
    func stem(_ word: UnsafePointer<UInt8>, length: Int, into output: UnsafeMutablePointer<UInt8>) -> Int {
        if length < Self.minStemmed || length > Self.maxStemmed { return 0 }
        if length > Self.maxCached { return unsafe algorithm(word, length: length, into: output) }
        let raw = unsafe UnsafeRawPointer(word)
        let key = unsafe Key(
            first: Self.masked(raw.loadUnaligned(as: UInt64.self), length),
            second: Self.masked(raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self), length - 8),
            third: Self.masked(raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self), length - 16))
        return unsafe stem(key, length: length, into: output)
    }

    /// The bucket of a word, and the first bytes of the key in its first slot. Call this early to prefetch the cache
    /// line.
    @inline(__always)
    func place(of key: Key) -> (bucket: Int, first: UInt64) {
        let mixed =
            (key.first &* 0x9E37_79B9_7F4A_7C15) ^ (key.second &* 0xC2B2_AE3D_27D4_EB4F)
            ^ (key.third &* 0x1656_67B1_9E37_79F9)
        let hash = (mixed ^ (mixed >> 32)) &* 0x9E37_79B9_7F4A_7C15
        let bucket = 2 * Int(hash >> (64 - Self.bucketBits))
        return unsafe (bucket, slots[bucket].key.first)
    }

    /// Like `stem(_:length:into:)`, but for a word of 4 to 24 letters that is already in registers.
    @inline(__always)
    func stem(_ key: Key, length: Int, into output: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe stem(key, at: place(of: key), length: length, into: output)
    }

    /// Stems a word whose bucket is already known.
    ///
    /// - Parameter place: the result of `place(of: key)`; no other word may have been stemmed since.
    @inline(__always)
    func stem(
        _ key: Key, at place: (bucket: Int, first: UInt64), length: Int, into output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let bucket = unsafe slots + place.bucket
        let stem: UInt64
        if unsafe place.first == key.first && bucket[0].key == key {
            stem = unsafe bucket[0].stem
        } else if unsafe bucket[1].key == key {
            stem = unsafe bucket[1].stem
        } else {
            stem = unsafe fill(bucket, key: key, length: length)
        }
        let kept = Int(stem & 0xFF)
        if kept == 0 { return 0 }
        let target = UnsafeMutableRawPointer(output)
        unsafe target.storeBytes(of: key.first, as: UInt64.self)
        if kept > 8 {
            unsafe target.storeBytes(of: key.second, toByteOffset: 8, as: UInt64.self)
            unsafe target.storeBytes(of: key.third, toByteOffset: 16, as: UInt64.self)
        }
        unsafe target.storeBytes(of: stem >> 16, toByteOffset: kept, as: UInt64.self)
        return kept + Int((stem >> 8) & 0xFF)
    }

    /// The first `length` of eight bytes, or all eight if `length` is 8 or more.
    @inline(__always)
    private static func masked(_ bytes: UInt64, _ length: Int) -> UInt64 {
        if length <= 0 { return 0 }
        return length >= 8 ? bytes : bytes.littleEndian & ((1 &<< UInt64(8 &* length)) &- 1)
    }

    @inline(never)
    private func fill(
        _ bucket: UnsafeMutablePointer<Slot>, key: Key, length: Int
    ) -> UInt64 {
        var stem: UInt64 = 0
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 112) { memory in
            guard let bytes = memory.baseAddress else { return }
            let word = unsafe bytes + 80
            unsafe UnsafeMutableRawPointer(word).storeBytes(of: key, as: Key.self)
            let stemLength = unsafe algorithm(word, length: length, into: bytes)
            var kept = 0
            while kept < min(stemLength, length), unsafe bytes[kept] == word[kept] { kept += 1 }
            guard kept > 0, stemLength - kept <= Self.maxTail else { return }
            stem = UInt64(kept) | UInt64(stemLength - kept) << 8
            for index in kept..<stemLength { unsafe stem |= UInt64(bytes[index]) << UInt64(16 + 8 * (index - kept)) }
        }
        unsafe bucket[1] = bucket[0]
        unsafe bucket[0] = Slot(key: key, stem: stem)
        return stem
    }

    private func algorithm(
        _ word: UnsafePointer<UInt8>, length: Int, into output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var letters = EnglishAlgorithm.Letters()
        for index in 0..<length { unsafe letters.append(word[index]) }
        EnglishAlgorithm.stem(&letters)
        var isSame = letters.count == length
        for index in 0..<letters.count {
            unsafe output[index] = letters[index]
            if isSame, unsafe word[index] != letters[index] { isSame = false }
        }
        return isSame ? 0 : letters.count
    }
}
