private import Glibc

/// Looking things up in a batch, for whoever wants to know what its documents say before they are written.
extension InvertedBatch {
    /// The hash under which a term is kept.
    public static func hash(of term: [UInt8]) -> UInt32 {
        unsafe term.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe hash(start, min(bytes.count, maxTermLength))
        }
    }

    /// The number of a term; nil where no document has it.
    ///
    /// - Parameter hash: `hash(of: term)`, which a caller with the same terms for many batches keeps.
    public func number(of term: [UInt8], hash: UInt32) -> Int? {
        unsafe term.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            let length = min(bytes.count, Self.maxTermLength)
            let key = unsafe Self.key(start, min(length, Self.inlineLength))
            var slot = Int(hash) & slotMask
            while true {
                let entry = unsafe slots[slot]
                if entry == 0 { return nil }
                if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                    let number = Int(UInt32(truncatingIfNeeded: entry)) - 1
                    if unsafe equals(terms + number, start, length, key) { return number }
                }
                slot = (slot + 1) & slotMask
            }
        }
    }

    /// The hash of a term of the batch, 0..<`termCount`.
    public func hash(ofTerm number: Int) -> UInt32 { unsafe terms[number].hash }

    /// Whether a term of the batch is this one.
    public func isTerm(_ number: Int, equalTo term: [UInt8]) -> Bool {
        unsafe withBytes(of: terms[number]) { bytes in
            guard bytes.count == min(term.count, Self.maxTermLength), let start = bytes.baseAddress else {
                return false
            }
            return unsafe memcmp(start, term, bytes.count) == 0
        }
    }

    /// The numbers of all terms in the order of their bytes.
    public func termOrder() -> [UInt32] { sortedTerms() }

    /// Where in `order` (`termOrder()`) the terms stand that begin with `prefix`.
    public func range(beginningWith prefix: [UInt8], in order: [UInt32]) -> Range<Int> {
        func firstIndex(_ isBehind: (Int32) -> Bool) -> Int {
            var low = 0
            var high = order.count
            while low < high {
                let middle = (low + high) / 2
                if isBehind(compare(Int(order[middle]), prefix)) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = firstIndex { $0 >= 0 }
        return start..<max(start, firstIndex { $0 > 0 })
    }

    /// A term against a prefix: 0 where it begins so, below 0 where it comes before all that do.
    private func compare(_ number: Int, _ prefix: [UInt8]) -> Int32 {
        unsafe withBytes(of: terms[number]) { bytes in
            let order = unsafe memcmp(bytes.baseAddress.unsafelyUnwrapped, prefix, min(bytes.count, prefix.count))
            return order != 0 ? order : bytes.count < prefix.count ? -1 : 0
        }
    }

    /// The documents and places of a term, 0..<`termCount`.
    ///
    /// - Complexity: linear in the term's postings.
    public func postings(ofTerm number: Int) -> InvertedPostings {
        let term = unsafe terms[number]
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: postingByteCount(term)) { buffer, count in
            count = unsafe collect(term, into: buffer.baseAddress.unsafelyUnwrapped)
        }
        return InvertedPostings(bytes)
    }
}
