/// A small map from 64-bit hashes of terms to numbers, for looking up each token of a text.
package struct TermTable {
    private struct Slot {
        var hash: UInt64 = 0
        /// Negative if the slot is free.
        var value: Int32 = -1
    }

    private var slots = Array(repeating: Slot(), count: 64)
    package private(set) var count = 0

    /// FNV-1a with a final mix. A query has few terms, so collisions of 64-bit hashes are not expected.
    package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 32)
    }

    /// The hash of the term with the stem mark as a prefix.
    static func markedHash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = (0xCBF2_9CE4_8422_2325 ^ UInt64(WordForms.stemMark)) &* 0x100_0000_01B3
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return hash ^ (hash >> 32)
    }

    package mutating func insert(hash: UInt64, value: Int) {
        if (count + 1) * 2 > slots.count { grow() }
        place(hash, Int32(value))
        count += 1
    }

    package func first(hash: UInt64) -> Int? {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].value >= 0 {
            if slots[slot].hash == hash { return Int(slots[slot].value) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func place(_ hash: UInt64, _ value: Int32) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].value >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Slot(hash: hash, value: value)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        for entry in old where entry.value >= 0 { place(entry.hash, entry.value) }
    }
}
