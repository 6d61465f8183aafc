private import CStemmer

/// The stemmer of one language other than English, with a cache of words. Not thread-safe: only one thread at a time
/// may use a stemmer.
///
/// Words of Latin script are stemmed with accents, as Snowball's suffixes require, and then the stem is folded. Words
/// of other scripts are folded first. Therefore a word without accents usually has the same stem as the word with
/// accents.
@safe
final class LanguageStemmer {
    private let language: StemLanguage
    private let shortWords: ShortFunctionWords
    private let stemmer: OpaquePointer?
    private let slots: UnsafeMutablePointer<Slot>

    /// An unfolded word and its stem. Unused bytes are 0.
    private struct Slot: BitwiseCopyable {
        var keyLength: UInt8 = 0
        /// The length of the stem; 0 if the word has no stem.
        var stemLength: UInt8 = 0
        var key = Bytes()
        var stem = Bytes()
    }

    private struct Bytes: Equatable, BitwiseCopyable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
        var fifth: UInt64 = 0
    }

    private static let slotBits: UInt64 = 12
    private static let slotCount = 1 << Int(slotBits)
    private static let maxCached = MemoryLayout<Bytes>.size
    /// The maximum length of a stemmed word. Longer words have no stem.
    static let maxStemmed = 64

    init(_ language: StemLanguage) {
        self.language = language
        shortWords = ShortFunctionWords(language)
        if let algorithm = language.algorithm {
            unsafe stemmer = unsafe csb_stemmer_new(
                UnsafeRawPointer(algorithm.utf8Start).assumingMemoryBound(to: CChar.self), "UTF_8")
        } else {
            unsafe stemmer = nil
        }
        unsafe slots = .mapped(count: Self.slotCount)
    }

    deinit {
        if unsafe stemmer != nil { unsafe csb_stemmer_delete(stemmer) }
        unsafe slots.unmap(count: Self.slotCount)
    }

    /// Writes the folded stem of a word of the language's script.
    ///
    /// - Parameters:
    ///   - source: the unfolded word.
    ///   - folded: the folded word.
    ///   - output: space for `maxStemmed` * 2 bytes.
    /// - Returns: the number of bytes written; 0 if the word has no stem.
    func stem(
        _ source: UnsafeBufferPointer<UInt8>, folded: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard source.count <= Self.maxCached else {
            let stem = unsafe makeStem(source: Array(source), folded: Array(folded))
            for (index, byte) in stem.enumerated() { unsafe output[index] = byte }
            return stem.count
        }
        var key = Bytes()
        unsafe withUnsafeMutableBytes(of: &key) { unsafe $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
        let mixed =
            (key.first &* 0x9E37_79B9_7F4A_7C15) ^ (key.second &* 0xC2B2_AE3D_27D4_EB4F)
            ^ (key.third &* 0x1656_67B1_9E37_79F9)
            ^ (key.fourth &* 0xD6E8_FEB8_6659_FD93) ^ key.fifth
        let hash = (mixed ^ (mixed >> 32)) &* 0x9E37_79B9_7F4A_7C15
        let slot = unsafe slots + Int(hash >> (64 - Self.slotBits))
        if unsafe Int(slot.pointee.keyLength) != source.count || slot.pointee.key != key {
            let stem = unsafe makeStem(source: Array(source), folded: Array(folded))
            var bytes = Bytes()
            guard stem.count <= Self.maxCached else {
                for (index, byte) in stem.enumerated() { unsafe output[index] = byte }
                return stem.count
            }
            unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.copyBytes(from: stem) }
            unsafe slot.pointee = Slot(
                keyLength: UInt8(source.count), stemLength: UInt8(stem.count), key: key, stem: bytes)
        }
        unsafe UnsafeMutableRawPointer(output).storeBytes(of: slot.pointee.stem, as: Bytes.self)
        return unsafe Int(slot.pointee.stemLength)
    }

    /// Whether a folded word is one of the short function words of the language.
    func isShortFunctionWord(_ word: [UInt8]) -> Bool { shortWords.contains(word) }

    /// The folded stem of a word that is too short to have a stem in the index; empty if the word is in another script.
    func stem(ofShort source: [UInt8], folded: [UInt8]) -> [UInt8] {
        makeStem(source: source, folded: folded, shortest: 2)
    }

    /// The folded stem of a word; empty if the word has no stem.
    private func makeStem(source: [UInt8], folded: [UInt8], shortest: Int? = nil) -> [UInt8] {
        var letters = 0
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            guard language.isLetter(scalar.value) else { return [] }
            letters += 1
        }
        guard letters > 1, folded.count <= Self.maxStemmed else { return [] }
        if letters < 4, shortWords.contains(folded) { return [] }
        if letters < shortest ?? language.shortestStemmed, letters > 3 || !shortWords.hasStem(folded) { return [] }
        var word = folded
        if language.script == .latin { word = OriginalSpelling(source).lowercased(in: language) }
        word = LanguageRules.prepared(word, for: language)
        for _ in 0..<LanguageRules.passes(for: language) {
            let stem = snowball(word)
            if stem == word { break }
            word = stem
            if LanguageRules.letters(in: word) < 4 { break }
        }
        return LanguageRules.finished(FoldingTable.folded(word), for: language)
    }

    private func snowball(_ word: [UInt8]) -> [UInt8] {
        if language == .hebrew { return LanguageRules.withoutHebrewPrefixes(word) }
        guard unsafe stemmer != nil, let result = unsafe csb_stemmer_stem(stemmer, word, Int32(word.count)) else {
            return word
        }
        let length = unsafe Int(csb_stemmer_length(stemmer))
        guard length > 0, length <= Self.maxStemmed else { return word }
        return unsafe Array(UnsafeBufferPointer(start: result, count: length))
    }
}

extension FoldingTable {
    /// Folds a short text whose characters are precomposed.
    static func folded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let entry = FoldingTable.entry(scalar.value)
            if entry.expands {
                for folded in expansion(entry) { result.append(scalar: folded) }
            } else if entry.characterClass != .ignorable {
                result.append(scalar: entry.folded(scalar.value))
            }
        }
        return result
    }
}

extension [UInt8] {
    mutating func append(scalar: UInt32) {
        if let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) { append(contentsOf: encoded) }
    }
}
