/// Forms the pairs of words in one text, token by token.
@safe
struct WordPairs {
    /// The words at one position: the word itself, and a joined word that begins there.
    private struct Place {
        /// The lengths of the words in bytes. The words are stored one after the other.
        var lengths: (Int, Int) = (0, 0)
        var areFrequent: (Bool, Bool) = (false, false)
    }

    private let words = PairWords.shared
    /// Buffers for the words at the previous position and at the current one, two words each.
    private var before: UnsafeMutablePointer<UInt8>
    private var here: UnsafeMutablePointer<UInt8>
    private let pair: UnsafeMutablePointer<UInt8>
    private var placeBefore = Place()
    private var place = Place()

    /// Creates an instance that uses the buffers of the context.
    ///
    /// - Parameters:
    ///   - words: space for four words.
    ///   - pair: space for two words and two bytes.
    init(_ words: UnsafeMutablePointer<UInt8>, _ pair: UnsafeMutablePointer<UInt8>) {
        unsafe before = words
        unsafe here = words + 2 * AnalysisContext.maxTermBytes
        unsafe self.pair = pair
        unsafe pair[0] = TokenKind.pairPrefix
    }

    /// Starts a new position.
    @inline(__always)
    mutating func next() {
        unsafe swap(&before, &here)
        placeBefore = place
        place = Place()
    }

    /// Adds a word at the current position, and emits its pairs with the words at the previous position.
    ///
    /// - Returns: false if `emit` returned false.
    @inline(__always)
    mutating func add(_ word: Span<UInt8>, _ emit: (Span<UInt8>) -> Bool) -> Bool {
        let count = min(word.count, AnalysisContext.maxTermBytes)
        let isFrequent = words.contains(word)
        let isJoined = place.lengths.0 > 0
        // A position has at most one joined word; a second one would replace the first.
        if isJoined {
            place.lengths.1 = count
            place.areFrequent.1 = isFrequent
        } else {
            place.lengths.0 = count
            place.areFrequent.0 = isFrequent
        }
        unsafe Self.copy(word, count, to: here + (isJoined ? place.lengths.0 : 0))
        let first = placeBefore.lengths
        if first.0 > 0, isFrequent || placeBefore.areFrequent.0,
            unsafe !emit(makePair(before, first.0, word, count).span)
        {
            return false
        }
        guard first.1 > 0, isFrequent || placeBefore.areFrequent.1 else { return true }
        return unsafe emit(makePair(before + first.0, first.1, word, count).span)
    }

    @inline(__always)
    private func makePair(
        _ first: UnsafeMutablePointer<UInt8>, _ length: Int, _ second: Span<UInt8>, _ count: Int
    ) -> UnsafeBufferPointer<UInt8> {
        unsafe (pair + 1).update(from: first, count: length)
        unsafe pair[1 + length] = TokenKind.pairSeparator
        unsafe Self.copy(second, count, to: pair + length + 2)
        return unsafe UnsafeBufferPointer(start: pair, count: length + 2 + count)
    }

    @inline(__always)
    private static func copy(_ word: Span<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>) {
        unsafe word.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { unsafe target.update(from: start, count: count) }
        }
    }
}
