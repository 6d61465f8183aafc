private import Glibc

/// Several runs read as one: term by term in order, and for each term the runs that have it, the first run first.
@safe struct MergedRuns: ~Copyable {
    /// Where one run is read.
    @safe struct Cursor {
        var next: UnsafePointer<UInt8>
        let end: UnsafePointer<UInt8>
        /// Place of the run among all.
        let run: Int
        /// The first eight bytes of the term, padded with zeros.
        var prefix: UInt64 = 0
        var term: UnsafePointer<UInt8>
        var termLength = 0
        var documents: UInt32 = 0
        /// Ordinal of the last document that has the term, plus one.
        var last: UInt32 = 0
        var postings: UnsafePointer<UInt8>
        var count = 0
    }

    private let cursors: UnsafeMutablePointer<Cursor>
    private let runCount: Int
    /// A heap of the cursors that are not at their end, the least on top.
    private let heap: UnsafeMutablePointer<Int>
    private var heapCount = 0
    /// The cursors that stand on the term at hand.
    private let members: UnsafeMutablePointer<Int>
    private(set) var memberCount = 0

    /// - Parameter runs: must stay as long as this.
    init(_ runs: [SortedRun]) {
        runCount = runs.count
        unsafe cursors = .allocate(capacity: runs.count)
        unsafe heap = .allocate(capacity: runs.count)
        unsafe members = .allocate(capacity: runs.count)
        for (number, run) in runs.enumerated() {
            let start = unsafe UnsafePointer(run.bytes)
            unsafe (cursors + number).initialize(
                to: Cursor(next: start, end: start + run.byteCount, run: number, term: start, postings: start))
            if advance(number) { push(number) }
        }
    }

    deinit {
        unsafe cursors.deallocate()
        unsafe heap.deallocate()
        unsafe members.deallocate()
    }

    /// Goes to the next term; false behind the last. Its bytes stay where they are until the next call.
    mutating func next() -> Bool {
        for place in 0..<memberCount {
            let cursor = unsafe members[place]
            if advance(cursor) { push(cursor) }
        }
        memberCount = 0
        guard heapCount > 0 else { return false }
        repeat {
            unsafe members[memberCount] = pop()
            memberCount += 1
        } while unsafe heapCount > 0 && areEqual(heap[0], members[0])
        return true
    }

    /// The run at a place among those that have the term.
    subscript(place: Int) -> Cursor {
        @inline(__always) get { unsafe cursors[members[place]] }
    }

    // MARK: - Reading

    @inline(__always)
    private func advance(_ number: Int) -> Bool {
        let cursor = unsafe cursors + number
        let at = unsafe cursor.pointee.next
        if unsafe at >= cursor.pointee.end { return false }
        let raw = unsafe UnsafeRawPointer(at)
        let count = unsafe Int(raw.loadUnaligned(as: UInt32.self))
        unsafe cursor.pointee.count = count
        unsafe cursor.pointee.documents = raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        unsafe cursor.pointee.last = raw.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        let length = unsafe Int(raw.loadUnaligned(fromByteOffset: 12, as: UInt16.self))
        unsafe cursor.pointee.termLength = length
        let term = unsafe at + SortedRun.headLength
        unsafe cursor.pointee.term = term
        unsafe cursor.pointee.postings = term + length
        unsafe cursor.pointee.next = term + length + count
        // Postings follow, so that eight bytes can always be read.
        let word = unsafe UnsafeRawPointer(term).loadUnaligned(as: UInt64.self).bigEndian
        unsafe cursor.pointee.prefix = length >= 8 ? word : word & ~(UInt64.max >> UInt64(length * 8))
        return true
    }

    // MARK: - Order

    @inline(__always)
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let first = unsafe cursors + a
        let second = unsafe cursors + b
        if unsafe first.pointee.prefix != second.pointee.prefix {
            return unsafe first.pointee.prefix < second.pointee.prefix
        }
        return unsafe precedesBehindPrefix(first, second)
    }

    private func precedesBehindPrefix(_ a: UnsafeMutablePointer<Cursor>, _ b: UnsafeMutablePointer<Cursor>) -> Bool {
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
    private func areEqual(_ a: Int, _ b: Int) -> Bool {
        let first = unsafe cursors + a
        let second = unsafe cursors + b
        let length = unsafe first.pointee.termLength
        guard unsafe first.pointee.prefix == second.pointee.prefix, unsafe length == second.pointee.termLength else {
            return false
        }
        return unsafe length <= 8 || memcmp(first.pointee.term + 8, second.pointee.term + 8, length - 8) == 0
    }

    private mutating func push(_ number: Int) {
        var place = heapCount
        heapCount += 1
        while place > 0 {
            let parent = (place - 1) / 2
            if unsafe !precedes(number, heap[parent]) { break }
            unsafe heap[place] = heap[parent]
            place = parent
        }
        unsafe heap[place] = number
    }

    private mutating func pop() -> Int {
        let least = unsafe heap[0]
        heapCount -= 1
        if heapCount == 0 { return least }
        let moved = unsafe heap[heapCount]
        var place = 0
        while true {
            var child = 2 * place + 1
            if child >= heapCount { break }
            if child + 1 < heapCount, unsafe precedes(heap[child + 1], heap[child]) { child += 1 }
            if unsafe !precedes(heap[child], moved) { break }
            unsafe heap[place] = heap[child]
            place = child
        }
        unsafe heap[place] = moved
        return least
    }
}
