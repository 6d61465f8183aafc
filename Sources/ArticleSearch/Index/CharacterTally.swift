internal import SearchRanking

/// Counts the document frequencies of CJK characters and of frequent words, as articles are added and removed.
package final class CharacterTally {
    package let words: FrequentWords
    private var seen: Set<UInt32> = []
    /// Changes of document frequencies, indexed by scalar: those of the Basic Multilingual Plane, and in a second table
    /// those of the other planes.
    private var deltas = [Int32](repeating: 0, count: 1 << 16)
    private var otherDeltas: [UInt32: Int32] = [:]

    package init(_ words: FrequentWords) { self.words = words }

    package func add(firstScalarOf term: Span<UInt8>) {
        guard let scalar = UTF8Decoding.firstScalar(term) else { return }
        seen.insert(scalar)
    }

    /// Ends one article: each of its characters counts once.
    ///
    /// - Parameter sign: 1 if the article is added, -1 if it is removed.
    package func endArticle(_ sign: Int64) {
        for scalar in seen { count(scalar, Int32(sign)) }
        seen.removeAll(keepingCapacity: true)
        words.endArticle(Int(sign))
    }

    /// Discards the characters seen since the last article.
    package func forgetArticle() { seen.removeAll(keepingCapacity: true) }

    /// Calls `body` with each character and the change in its document frequency.
    package func forEachChange(_ body: (UInt32, Int32) throws -> Void) rethrows {
        for character in deltas.indices where deltas[character] != 0 {
            try body(UInt32(character), deltas[character])
        }
        for (character, delta) in otherDeltas where delta != 0 { try body(character, delta) }
    }

    /// Counts the distinct characters of one new article.
    package func add(_ characters: ArraySlice<UInt32>) {
        for scalar in characters { count(scalar, 1) }
    }

    @inline(__always)
    private func count(_ scalar: UInt32, _ delta: Int32) {
        if scalar < 1 << 16 { deltas[Int(scalar)] &+= delta } else { otherDeltas[scalar, default: 0] += delta }
    }

    package func removeAll() {
        seen.removeAll(keepingCapacity: true)
        for index in deltas.indices { deltas[index] = 0 }
        otherDeltas.removeAll(keepingCapacity: true)
    }
}
