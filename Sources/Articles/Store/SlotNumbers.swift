/// The numbers of articles in a library that is divided into slots. Each slot counts its own articles from 1.
///
/// The article with the number *k* in slot *s* of *S* has the id *k* × *S* + *s*. With one slot, both are equal.
package struct SlotNumbers: Sendable, Equatable {
    /// The maximum number of slots.
    package static let maxCount = 64
    package static let one = SlotNumbers(count: 1)

    package let count: Int

    private init(count: Int) { self.count = count }

    /// - Parameter count: the number of slots. The result is nil unless it is a power of two and at most `maxCount`.
    package init?(slots count: Int) {
        guard count >= 1, count <= Self.maxCount, count & (count - 1) == 0 else { return nil }
        self.init(count: count)
    }

    /// The number of an article in its slot.
    package func number(of id: ArticleID) -> Int64 { id / Int64(count) }

    package func slot(of id: ArticleID) -> Int { Int(id.magnitude % UInt64(count)) }

    /// - Parameter number: at least 0 and at most `maxNumber`.
    package func id(of number: Int64, in slot: Int) -> ArticleID { number &* Int64(count) &+ Int64(slot) }

    /// The highest number whose id is valid in each slot.
    package var maxNumber: Int64 { ArticleIDRange.maximum / Int64(count) - (count > 1 ? 1 : 0) }

    /// The slot that has all articles of a feed. Ids of feeds are equal in all slots, and do not change if the address of
    /// the feed does.
    package func slot(ofFeed id: Int64) -> Int {
        // Fibonacci hashing: consecutive ids are spread evenly.
        let hash = UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15
        return Int((hash >> 32) % UInt64(count))
    }
}
