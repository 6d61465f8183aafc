private import Glibc

extension InvertedBatch {
    struct Term {
        var hash: UInt32 = 0
        var length: UInt16 = 0
        /// The size class of the chunk being written, which has 16 << chunkClass bytes.
        var chunkClass: UInt8 = 0
        /// The term itself if it has at most 24 bytes; otherwise its first eight bytes and its place in the arena.
        var key: (UInt64, UInt64, UInt64) = (0, 0, 0)
        /// The first and last token of the term in the current document; 0 if the term is not in the document.
        var head: UInt32 = 0
        var tail: UInt32 = 0
        var firstChunk: UInt32 = 0
        var write: UInt32 = 0
        var end: UInt32 = 0
        /// The ordinal of the last document that contains the term, plus one.
        var last: UInt32 = 0
        /// The number of documents that contain the term.
        var documents: UInt32 = 0
    }
}

/// Maps terms to numbers by an open hash table, with tags from the terms' hashes.
extension InvertedBatch {
    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
        if length <= 8 { return unsafe hash(word(bytes, length), length) }
        let key = unsafe key(bytes, min(length, inlineLength))
        var mixed = (key.0 ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 29) ^ key.1) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 31) ^ key.2) &* 0x94D0_49BB_1331_11EB
        if length > inlineLength {
            for index in inlineLength..<length { mixed = unsafe (mixed ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        }
        return UInt32(truncatingIfNeeded: mixed ^ (mixed >> 32))
    }

    /// The hash of a term of at most eight bytes.
    @inline(__always)
    static func hash(_ key: UInt64, _ length: Int) -> UInt32 {
        let mixed = (key ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: mixed ^ (mixed >> 32))
    }

    /// Up to eight bytes as a number with the same order, padded with zeros.
    @inlinable @inline(__always)
    public static func word(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        let raw = unsafe UnsafeRawPointer(bytes)
        if length >= 8 { return unsafe raw.loadUnaligned(as: UInt64.self).bigEndian }
        if length >= 4 {
            // Reads two halves that may overlap. Bytes that are in both are shifted out of the second half.
            let first = unsafe UInt64(raw.loadUnaligned(as: UInt32.self).bigEndian) << 32
            let last = unsafe UInt64(raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self).bigEndian)
            return first | last << UInt64(truncatingIfNeeded: (8 - length) * 8) & 0xFFFF_FFFF
        }
        var value: UInt64 = 0
        for index in 0..<length { value = unsafe value << 8 | UInt64(bytes[index]) }
        return length > 0 ? value << UInt64(truncatingIfNeeded: (8 - length) * 8) : 0
    }

    /// The first 24 bytes.
    @inline(__always)
    static func key(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> (UInt64, UInt64, UInt64) {
        if length <= 8 { return (unsafe word(bytes, length), 0, 0) }
        let first = unsafe word(bytes, 8)
        let second = unsafe word(bytes + 8, min(8, length - 8))
        return (first, second, length > 16 ? unsafe word(bytes + 16, min(8, length - 16)) : 0)
    }

    /// The number of a term of at most eight bytes. The term is added if it is new.
    @inline(__always)
    func findShort(_ key: UInt64, _ length: UInt16, _ hash: UInt32) -> Int {
        var slot = Int(hash) & slotMask
        while true {
            let entry = unsafe slots[slot]
            if entry == 0 { return insert(Term(hash: hash, length: length, key: (key, 0, 0)), at: slot) }
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let number = Int(UInt32(truncatingIfNeeded: entry)) - 1
                let term = unsafe terms + number
                if unsafe term.pointee.key.0 == key, unsafe term.pointee.length == length { return number }
            }
            slot = (slot + 1) & slotMask
        }
    }

    /// The number of a term. The term is added if it is new.
    @inline(__always)
    func find(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ hash: UInt32) -> Int {
        let key = unsafe Self.key(bytes, min(length, Self.inlineLength))
        var slot = Int(hash) & slotMask
        while true {
            let entry = unsafe slots[slot]
            if entry == 0 {
                var term = Term(hash: hash, length: UInt16(length), key: key)
                // For a long term, the first word of the key is for sorting, and the second is the place of the whole
                // term.
                if length > Self.inlineLength { term.key.1 = unsafe keep(bytes, length) }
                return insert(term, at: slot)
            }
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let number = Int(UInt32(truncatingIfNeeded: entry)) - 1
                if unsafe equals(terms + number, bytes, length, key) { return number }
            }
            slot = (slot + 1) & slotMask
        }
    }

    @inline(__always)
    func equals(
        _ term: UnsafeMutablePointer<Term>, _ bytes: UnsafePointer<UInt8>, _ length: Int,
        _ key: (UInt64, UInt64, UInt64)
    ) -> Bool {
        guard unsafe Int(term.pointee.length) == length else { return false }
        if length <= Self.inlineLength { return unsafe term.pointee.key == key }
        return unsafe memcmp(arena + Int(term.pointee.key.1), bytes, length) == 0
    }
}

extension InvertedBatch {
    /// Calls `body` with each term, in byte order, and its document frequency.
    public func forEachTerm(_ body: (Span<UInt8>, Int) -> Void) {
        var bytes: [UInt8] = []
        for number in sortedTerms() {
            let term = unsafe terms[Int(number)]
            bytes.removeAll(keepingCapacity: true)
            unsafe withBytes(of: term) { unsafe bytes.append(contentsOf: $0) }
            body(bytes.span, Int(term.documents))
        }
    }
}

/// Look-ups in a batch, for reading its documents before they are written.
extension InvertedBatch {
    /// The hash of a term in the batch's table.
    public static func hash(of term: [UInt8]) -> UInt32 {
        unsafe term.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe hash(start, min(bytes.count, maxTermLength))
        }
    }

    /// The hash of one of the batch's terms.
    ///
    /// - Parameter number: the term's number, in 0..<`termCount`.
    public func hash(ofTerm number: Int) -> UInt32 { unsafe terms[number].hash }

    /// Whether one of the batch's terms equals a given term.
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

    /// Compares a term with a prefix. The result is 0 if the term begins with the prefix, and below 0 if it sorts
    /// before all terms that do.
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
