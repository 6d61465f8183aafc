internal import PostingIndex

/// Maps the terms that searches use to numbers and back, with the same hash that a batch uses.
package struct TermDictionary {
    /// The bytes of all terms, one after another.
    package private(set) var bytes: [UInt8] = []
    /// The end of each term in `bytes`.
    package private(set) var ends: [UInt32] = []
    package private(set) var hashes: [UInt32] = []
    /// The hash table. A slot is the number of a term plus 1, or 0 if it is free.
    private var slots = [Int32](repeating: 0, count: 1 << 10)

    package var count: Int { ends.count }

    package subscript(number: Int32) -> ArraySlice<UInt8> {
        bytes[(number == 0 ? 0 : Int(ends[Int(number) - 1]))..<Int(ends[Int(number)])]
    }

    /// The number of a term; adds it if it is new.
    package mutating func number(of term: [UInt8]) -> Int32 {
        let hash = InvertedBatch.hash(of: term)
        if let known = find(hash, where: { self[$0].elementsEqual(term) }) { return known }
        bytes += term
        ends.append(UInt32(bytes.count))
        hashes.append(hash)
        if count * 2 > slots.count { grow() } else { place(count - 1) }
        return Int32(count - 1)
    }

    /// The first number that has this hash and for which `isMeant` returns true.
    package func find(_ hash: UInt32, where isMeant: (Int32) -> Bool) -> Int32? {
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if hashes[Int(number)] == hash, isMeant(number) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private mutating func place(_ number: Int) {
        var slot = Int(hashes[number]) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(number + 1)
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 4)
        for number in ends.indices { place(number) }
    }
}
