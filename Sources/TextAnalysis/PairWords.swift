/// The most frequent words of several languages, folded. If one of two adjacent words is in this list, the index stores
/// the pair as a separate term. Such terms are called common grams, as in Lucene's `CommonGramsFilter`
/// (<https://lucene.apache.org/core/9_0_0/analysis/common/org/apache/lucene/analysis/commongrams/CommonGramsFilter.html>).
///
/// The list determines the terms in the index. After a change to it, the index must be rebuilt.
struct PairWords: Sendable {
    static let shared = PairWords()

    /// A hash table with open addressing, by `key`. The value 0 marks a free slot.
    private let slots: [UInt64]
    private static let slotBits: UInt64 = 10
    /// The maximum length of a word in the list.
    private static let maxBytes = 8

    private init() {
        var slots = [UInt64](repeating: 0, count: 1 << Int(Self.slotBits))
        for word in Self.words {
            let key = Self.key(Array(word.utf8).span)
            var slot = Self.slot(key)
            while slots[slot] != 0, slots[slot] != key { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = key
        }
        self.slots = slots
    }

    /// Whether a folded word is in the list.
    ///
    /// - Complexity: about 2 ns.
    @inline(__always)
    func contains(_ word: Span<UInt8>) -> Bool {
        if word.count > Self.maxBytes { return false }
        let key = Self.key(word)
        let slots = slots.span
        var slot = Self.slot(key)
        while slots[slot] != 0 {
            if slots[slot] == key { return true }
            slot = (slot + 1) & (slots.count - 1)
        }
        return false
    }

    /// A number that is unique for each word, because no folded word contains a zero byte.
    @inline(__always)
    private static func key(_ word: Span<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        for index in word.indices { key = key << 8 | UInt64(word[index]) }
        return key
    }

    @inline(__always)
    private static func slot(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> (64 - slotBits))
    }

    /// 24 English words, and about twelve words of each other language, from the top of their frequency lists.
    static let words = lists.split(separator: " ").map(String.init)

    private static let lists = """
        the of and to a in is for i you that it with on as this are be was have not but or at \
        der die das und zu den ist nicht von mit es auf fur ein eine im dem \
        de la le et les des en un une du que est pour dans \
        el y los se del las por con una para lo \
        il e di che per della si non al \
        o do da em um com no na os \
        het een van dat op te met voor \
        och att det som av pa ar til af er \
        и в не на что с по как это к из за
        """
}
