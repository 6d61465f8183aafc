internal import SQLite

/// Numbers for the terms that searches name, found by the hash under which a batch keeps its own.
struct TermBook {
    private(set) var terms: [[UInt8]] = []
    private(set) var hashes: [UInt32] = []
    /// A term's number plus one.
    private var slots = [Int32](repeating: 0, count: 1 << 10)

    var count: Int { terms.count }

    /// The number of a term, which it keeps.
    mutating func number(of term: [UInt8]) -> Int32 {
        let hash = InvertedBatch.hash(of: term)
        if let known = find(hash, where: { terms[Int($0)] == term }) { return known }
        terms.append(term)
        hashes.append(hash)
        if terms.count * 2 > slots.count { grow() } else { place(terms.count - 1) }
        return Int32(terms.count - 1)
    }

    /// The first number with this hash of which `isMeant` holds.
    func find(_ hash: UInt32, where isMeant: (Int32) -> Bool) -> Int32? {
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
        for number in terms.indices { place(number) }
    }
}
