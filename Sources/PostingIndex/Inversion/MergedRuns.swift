private import Glibc

/// Merges several runs. Iterates over the terms in order and, for each term, over the runs that contain it, in order.
@safe package struct MergedRuns: ~Copyable {
    /// The read position of one run.
    @safe package struct Cursor {
        var next: UnsafePointer<UInt8>
        let end: UnsafePointer<UInt8>
        /// Index of the run.
        package let run: Int
        /// The first eight bytes of the term, padded with zeros.
        var prefix: UInt64 = 0
        package var term: UnsafePointer<UInt8>
        /// The length of the term; at the end of the run, a value larger than any length.
        package var termLength = 0
        package var documents: UInt32 = 0
        /// The number of the last document with the term, plus one.
        package var last: UInt32 = 0
        package var postings: UnsafePointer<UInt8>
        package var count = 0

        init(_ run: SortedRun, number: Int) {
            let start = unsafe UnsafePointer(run.bytes)
            self.run = number
            unsafe next = start
            unsafe end = start + run.byteCount
            unsafe term = start
            unsafe postings = start
        }

        var isAtEnd: Bool { termLength == .max }
    }

    private let cursors: UnsafeMutablePointer<Cursor>
    private let runCount: Int
    /// A loser tree (Knuth, *The Art of Computer Programming*, volume 3, 5.4.1): advancing a run takes one comparison
    /// per level. Element 0 is the winner.
    private let losers: UnsafeMutablePointer<Int>
    /// Copies of the cursors that are on the current term.
    private let members: UnsafeMutablePointer<Cursor>
    package private(set) var memberCount = 0

    /// - Parameter runs: must outlive this value.
    package init(_ runs: [SortedRun]) {
        runCount = runs.count
        unsafe cursors = .allocate(capacity: runs.count)
        unsafe losers = .allocate(capacity: max(1, runs.count))
        unsafe members = .allocate(capacity: runs.count)
        for (number, run) in runs.enumerated() {
            unsafe (cursors + number).initialize(to: Cursor(run, number: number))
            advance(number)
        }
        unsafe losers[0] = runCount > 1 ? play(1) : 0
    }

    deinit {
        unsafe cursors.deallocate()
        unsafe losers.deallocate()
        unsafe members.deallocate()
    }

    /// Advances to the next term; returns false after the last one. The bytes of the term are not copied.
    package mutating func next() -> Bool {
        memberCount = 0
        if runCount == 0 { return false }
        while true {
            let winner = unsafe losers[0]
            if unsafe cursors[winner].isAtEnd { return memberCount > 0 }
            if memberCount > 0, unsafe !Self.areEqual(cursors + winner, members) { return true }
            unsafe (members + memberCount).initialize(to: cursors[winner])
            memberCount += 1
            advance(winner)
            replay(winner)
        }
    }

    /// The cursor of one of the runs that contain the current term.
    package subscript(place: Int) -> Cursor {
        @inline(__always) get { unsafe members[place] }
    }

    // MARK: - Reading

    @inline(__always)
    private func advance(_ number: Int) {
        let cursor = unsafe cursors + number
        var source = unsafe cursor.pointee.next
        if unsafe source >= cursor.pointee.end {
            unsafe cursor.pointee.prefix = .max
            unsafe cursor.pointee.termLength = .max
            return
        }
        let length = unsafe Int(truncatingIfNeeded: SegmentVarint.read(&source))
        let count = unsafe Int(truncatingIfNeeded: SegmentVarint.read(&source))
        unsafe cursor.pointee.termLength = length
        unsafe cursor.pointee.count = count
        unsafe cursor.pointee.documents = UInt32(truncatingIfNeeded: SegmentVarint.read(&source))
        unsafe cursor.pointee.last = UInt32(truncatingIfNeeded: SegmentVarint.read(&source))
        unsafe cursor.pointee.term = source
        unsafe cursor.pointee.postings = source + length
        unsafe cursor.pointee.next = source + length + count
        // There is padding after the last term, so eight bytes can always be read.
        let word = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt64.self).bigEndian
        unsafe cursor.pointee.prefix = length >= 8 ? word : word & ~(UInt64.max >> UInt64(length * 8))
    }

    // MARK: - Order

    /// The winner below a node; stores losers at their nodes. The runs are the leaves.
    private func play(_ node: Int) -> Int {
        if node >= runCount { return node - runCount }
        let first = play(2 * node)
        let second = play(2 * node + 1)
        let isFirst = precedes(first, second)
        unsafe losers[node] = isFirst ? second : first
        return isFirst ? first : second
    }

    @inline(__always)
    private func replay(_ number: Int) {
        var winner = number
        var node = (number + runCount) / 2
        while node > 0 {
            let rival = unsafe losers[node]
            if precedes(rival, winner) {
                unsafe losers[node] = winner
                winner = rival
            }
            node /= 2
        }
        unsafe losers[0] = winner
    }

    @inline(__always)
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let first = unsafe cursors + a
        let second = unsafe cursors + b
        if unsafe first.pointee.prefix != second.pointee.prefix {
            return unsafe first.pointee.prefix < second.pointee.prefix
        }
        return unsafe Self.precedesBehindPrefix(first, second)
    }

    private static func precedesBehindPrefix(
        _ a: UnsafeMutablePointer<Cursor>, _ b: UnsafeMutablePointer<Cursor>
    ) -> Bool {
        if unsafe a.pointee.isAtEnd || b.pointee.isAtEnd { return unsafe !a.pointee.isAtEnd }
        let shared = unsafe min(a.pointee.termLength, b.pointee.termLength)
        if shared > 8 {
            let order = unsafe memcmp(a.pointee.term + 8, b.pointee.term + 8, shared - 8)
            if order != 0 { return order < 0 }
        }
        if unsafe a.pointee.termLength != b.pointee.termLength {
            return unsafe a.pointee.termLength < b.pointee.termLength
        }
        return unsafe a.pointee.run < b.pointee.run
    }

    @inline(__always)
    private static func areEqual(_ a: UnsafeMutablePointer<Cursor>, _ b: UnsafeMutablePointer<Cursor>) -> Bool {
        let length = unsafe a.pointee.termLength
        guard unsafe a.pointee.prefix == b.pointee.prefix, unsafe length == b.pointee.termLength else { return false }
        return unsafe length <= 8 || memcmp(a.pointee.term + 8, b.pointee.term + 8, length - 8) == 0
    }
}
