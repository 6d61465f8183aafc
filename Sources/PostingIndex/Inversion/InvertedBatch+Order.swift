private import CMalloc
private import Glibc
private import System

extension InvertedBatch {
    /// The numbers of all terms in byte order. They are sorted once, by the first thread that needs them.
    func sortedTerms() -> [UInt32] {
        order.withLock { order in
            if let order { return order }
            let sorted = sortTerms()
            order = sorted
            return sorted
        }
    }

    /// A radix sort on the first eight bytes. Ties are resolved by comparing the whole terms.
    private func sortTerms() -> [UInt32] {
        struct Entry {
            var key: UInt64
            var number: UInt32
        }
        var entries = unsafe [Entry](unsafeUninitializedCapacity: max(1, termCount)) { buffer, count in
            for number in 0..<termCount {
                unsafe (buffer.baseAddress.unsafelyUnwrapped + number).initialize(
                    to: Entry(key: terms[number].key.0, number: UInt32(number)))
            }
            count = termCount
        }
        var other = entries
        var counts = [Int](repeating: 0, count: 1 << 16)
        for shift in stride(from: UInt64(0), to: 64, by: 16) {
            for index in counts.indices { counts[index] = 0 }
            for entry in entries { counts[Int((entry.key >> shift) & 0xFFFF)] += 1 }
            if counts.contains(termCount) { continue }
            var sum = 0
            for index in counts.indices {
                let count = counts[index]
                counts[index] = sum
                sum += count
            }
            for entry in entries {
                let digit = Int((entry.key >> shift) & 0xFFFF)
                other[counts[digit]] = entry
                counts[digit] += 1
            }
            swap(&entries, &other)
        }
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].key == entries[start].key { end += 1 }
            if end - start > 1 {
                entries[start..<end].sort { unsafe precedes(terms[Int($0.number)], terms[Int($1.number)]) }
            }
            start = end
        }
        return entries.map(\.number)
    }

    /// The order of memcmp; if one term is a prefix of the other, the shorter one is first.
    private func precedes(_ a: Term, _ b: Term) -> Bool {
        unsafe withBytes(of: a) { first in
            unsafe withBytes(of: b) { second in
                let order = unsafe memcmp(
                    first.baseAddress.unsafelyUnwrapped, second.baseAddress.unsafelyUnwrapped,
                    min(first.count, second.count))
                return order != 0 ? order < 0 : first.count < second.count
            }
        }
    }

    /// The content of the batch in the order of the terms.
    ///
    /// - Parameter pool: provides the memory of the run, and reuses that memory when the run is released.
    public func sorted(pool: SortedRun.Pool? = nil) -> SortedRun { SortedRun(self, pool: pool) }

    /// Calls `body` with each term in byte order; prefetches the memory of later terms.
    func forEachSortedTerm(_ body: (Term) -> Void) {
        let order = sortedTerms()
        let ahead = 24
        for place in order.indices {
            if place + ahead < order.count { unsafe cmalloc_prefetch(terms + Int(order[place + ahead])) }
            if place + ahead / 2 < order.count {
                let term = unsafe terms + Int(order[place + ahead / 2])
                unsafe cmalloc_prefetch(arena + Int(term.pointee.firstChunk))
            }
            body(unsafe terms[Int(order[place])])
        }
    }

    /// The number of bytes of a term's postings.
    func postingByteCount(_ term: Term) -> Int {
        var chunk = Int(term.firstChunk)
        var size = 12
        var count = 0
        while chunk + size != Int(term.end) {
            count += size
            chunk = unsafe Int(UnsafeRawPointer(arena + chunk + size).loadUnaligned(as: UInt32.self))
            size = min((size + 4) * 2, 8_192) - 4
        }
        return count + Int(term.write) - chunk
    }

    /// Copies the bytes of a term; returns their number.
    @inline(__always)
    func copyBytes(of term: Term, to out: UnsafeMutablePointer<UInt8>) -> Int {
        let length = Int(term.length)
        if length > Self.inlineLength {
            unsafe memcpy(out, arena + Int(term.key.1), length)
        } else {
            // The target always has room for a whole key.
            let raw = UnsafeMutableRawPointer(out)
            unsafe raw.storeBytes(of: term.key.0.bigEndian, as: UInt64.self)
            if length > 8 {
                unsafe raw.storeBytes(of: term.key.1.bigEndian, toByteOffset: 8, as: UInt64.self)
                unsafe raw.storeBytes(of: term.key.2.bigEndian, toByteOffset: 16, as: UInt64.self)
            }
        }
        return length
    }

    /// The bytes of a term.
    func withBytes<Result>(of term: Term, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if term.length > Self.inlineLength {
            return unsafe body(UnsafeBufferPointer(start: arena + Int(term.key.1), count: Int(term.length)))
        }
        var key = (term.key.0.bigEndian, term.key.1.bigEndian, term.key.2.bigEndian)
        return unsafe withUnsafeBytes(of: &key) { bytes in
            unsafe body(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[..<Int(term.length)]))
        }
    }
}
