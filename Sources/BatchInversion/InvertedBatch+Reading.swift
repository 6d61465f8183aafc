private import Glibc

/// Looking things up in a batch, for anyone who wants to know what its documents say before they are written.
extension InvertedBatch {
    /// The hash under which a term is kept.
    public static func hash(of term: [UInt8]) -> UInt32 {
        unsafe term.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe hash(start, min(bytes.count, maxTermLength))
        }
    }

    /// The hash of a term of the batch, 0..<`termCount`.
    public func hash(ofTerm number: Int) -> UInt32 { unsafe terms[number].hash }

    /// Whether a term of the batch is this one.
    public func isTerm(_ number: Int, equalTo term: ArraySlice<UInt8>) -> Bool {
        unsafe withBytes(of: terms[number]) { bytes in
            unsafe bytes.elementsEqual(term.prefix(Self.maxTermLength))
        }
    }

    /// The numbers of all terms in the order of their bytes.
    public func termOrder() -> [UInt32] { sortedTerms() }

    /// Where in `order` (`termOrder()`) the terms stand that begin with `prefix`.
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

    /// A term against a prefix: 0 where it begins so, below 0 where it comes before all that do.
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
