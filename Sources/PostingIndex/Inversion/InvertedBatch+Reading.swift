private import Glibc

/// Look-ups in a batch, for reading its documents before they are written.
extension InvertedBatch {
    /// The hash of a term in the batch's table.
    public static func hash(of term: [UInt8]) -> UInt32 {
        unsafe term.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe hash(start, min(bytes.count, maxTermLength))
        }
    }

    /// The hash of a term of the batch, 0..<`termCount`.
    public func hash(ofTerm number: Int) -> UInt32 { unsafe terms[number].hash }

    /// Whether a term of the batch equals another term.
    public func isTerm(_ number: Int, equalTo term: ArraySlice<UInt8>) -> Bool {
        unsafe withBytes(of: terms[number]) { bytes in
            unsafe bytes.elementsEqual(term.prefix(Self.maxTermLength))
        }
    }

    /// The numbers of all terms in byte order.
    public func termOrder() -> [UInt32] { sortedTerms() }

    /// The range in `order` (`termOrder()`) of the terms that begin with `prefix`.
    public func range(beginningWith prefix: ArraySlice<UInt8>, in order: [UInt32]) -> Range<Int> {
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

    /// Compares a term with a prefix: 0 if the term has it, below 0 if the term sorts before all that have it.
    private func compare(_ number: Int, _ prefix: ArraySlice<UInt8>) -> Int32 {
        unsafe withBytes(of: terms[number]) { bytes in
            unsafe prefix.withUnsafeBufferPointer { prefix in
                guard let start = bytes.baseAddress, let other = prefix.baseAddress else { return 0 }
                let order = unsafe memcmp(start, other, min(bytes.count, prefix.count))
                return order != 0 ? order : bytes.count < prefix.count ? -1 : 0
            }
        }
    }
}
