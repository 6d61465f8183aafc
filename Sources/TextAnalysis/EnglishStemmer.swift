private import CStemmer

/// Snowball's English stemmer with a cache of the words it has met. Not thread-safe, like the C object it owns.
@safe
final class EnglishStemmer {
    private let stemmer: OpaquePointer?
    /// Direct-mapped slots of 64 bytes: word length, stem length (0: the word itself), 24 bytes of word, 32 of stem.
    private let slots: UnsafeMutablePointer<UInt8>

    private static let slotCount = 4096
    private static let maxCached = 24
    /// Longer runs of letters are no English words.
    private static let maxStemmed = 64

    init() {
        unsafe stemmer = sb_stemmer_new("english", "UTF_8")
        unsafe slots = .allocate(capacity: Self.slotCount << 6)
        unsafe slots.initialize(repeating: 0, count: Self.slotCount << 6)
    }

    deinit {
        unsafe sb_stemmer_delete(stemmer)
        unsafe slots.deallocate()
    }

    /// Writes the stem of a lower-case ASCII word where it differs from the word.
    ///
    /// - Parameters:
    ///   - word: `length` letters a-z.
    ///   - output: room for 64 bytes.
    /// - Returns: bytes written; 0 where the stem is the word.
    func stem(_ word: UnsafePointer<UInt8>, length: Int, into output: UnsafeMutablePointer<UInt8>) -> Int {
        if length < 3 || length > Self.maxStemmed { return 0 }
        if length > Self.maxCached { return unsafe snowball(word, length: length, into: output) }
        var hash = UInt64(length) &* 0x9E37_79B9_7F4A_7C15
        for index in 0..<length { unsafe hash = (hash ^ UInt64(word[index])) &* 0x0000_0100_0000_01B3 }
        let slot = unsafe slots + (Int((hash ^ (hash >> 29)) & UInt64(Self.slotCount - 1)) << 6)
        if unsafe Int(slot[0]) == length {
            var same = true
            for index in 0..<length where unsafe slot[2 + index] != word[index] {
                same = false
                break
            }
            if same {
                let stemLength = unsafe Int(slot[1])
                if stemLength > 0 { unsafe output.update(from: slot + 26, count: stemLength) }
                return stemLength
            }
        }
        let stemLength = unsafe snowball(word, length: length, into: output)
        unsafe slot[0] = UInt8(length)
        unsafe slot[1] = UInt8(stemLength)
        unsafe (slot + 2).update(from: word, count: length)
        if stemLength > 0 { unsafe (slot + 26).update(from: output, count: stemLength) }
        return stemLength
    }

    private func snowball(
        _ word: UnsafePointer<UInt8>, length: Int, into output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard unsafe stemmer != nil, let result = unsafe sb_stemmer_stem(stemmer, word, Int32(length)) else { return 0 }
        let stemLength = unsafe Int(sb_stemmer_length(stemmer))
        // A stem is never longer than its word by more than a letter; 38 bytes are what a slot holds.
        if stemLength <= 0 || stemLength > 64 || length <= Self.maxCached && stemLength > 38 { return 0 }
        var same = stemLength == length
        for index in 0..<stemLength {
            unsafe output[index] = result[index]
            if same, unsafe result[index] != word[index] { same = false }
        }
        return same ? 0 : stemLength
    }
}
