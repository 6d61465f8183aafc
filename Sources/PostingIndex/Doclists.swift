/// The doclists of one term from several segments, oldest first, as a list of postings that grows.
///
/// Each is read into rows as soon as it has come, while its bytes are in the processor's caches.
struct Doclists {
    /// They go on to stand as they do on leaves.
    var bytes: [UInt8] = []
    private var rows: [UInt32] = []
    private var offsets: [UInt32] = []
    /// Where the doclist that comes begins.
    private var start = 0
    /// Where a row id of it is written whole, and is no delta: at its beginning, and where a leaf goes on with it.
    private var whole: [Int] = []
    /// Each row is there once, and has the term.
    private var isAscending = true
    private var lastRow: UInt64 = 0
    /// Rows and offsets of one doclist: how many they are is known only when they have been read.
    private var scratch: [UInt32] = []

    /// Another segment's comes.
    mutating func begin() {
        start = bytes.count
        whole.removeAll(keepingCapacity: true)
        whole.append(start)
    }

    /// The first row id of a leaf comes so many bytes from here.
    mutating func wholeRow(at distance: Int) {
        let place = bytes.count + distance
        // A term that fills its leaf has even its first row id on the next.
        if whole.last != place { whole.append(place) }
    }

    /// Forgets what has come of it.
    mutating func takeBack() { bytes.removeLast(bytes.count - start) }

    /// It has come; the segment may have none.
    ///
    /// - Returns: false where it is not as it should be.
    mutating func end() -> Bool {
        let end = bytes.count
        guard end > start else { return true }
        guard end < 1 << 32 else { return false }
        // No posting takes less than two bytes; one that is cut off may begin with the last of them.
        let most = (end - start + 1) / 2
        var scratch: [UInt32] = []
        swap(&scratch, &self.scratch)
        if scratch.count < 2 * most { scratch = Array(repeating: 0, count: 2 * most) }
        pad()
        let written = unsafe scratch.withUnsafeMutableBufferPointer { scratch in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress, let row = scratch.baseAddress else { return 0 as Int? }
                return unsafe read(base, end: end, row, row + most)
            }
        }
        bytes.removeLast(SegmentVarint.maxLength)
        guard let written else { return false }
        rows += scratch[..<written]
        offsets += scratch[most..<most + written]
        swap(&scratch, &self.scratch)
        return true
    }

    /// The factor by which the buffer grows, 4 GB at most.
    mutating func reserve(timesAsMuch factor: Double) {
        func room(_ count: Int) -> Int { Int(min(Double(count) * factor, Double(UInt32.max))) }
        bytes.reserveCapacity(room(bytes.count) + SegmentVarint.maxLength)
        rows.reserveCapacity(room(rows.count))
        offsets.reserveCapacity(room(offsets.count))
    }

    /// All rows that have the term now. The doclists are gone from here then.
    mutating func list() -> PostingList {
        let taken = take()
        var list = taken.list
        if !taken.isAscending { list.dropOverridden() }
        return list
    }

    /// Adds to counts of older segments what the doclists say. They are gone from here then.
    ///
    /// - Returns: false where occurrences are more than a count can say.
    mutating func move(to counts: inout PostingList) -> Bool { counts.append(countsOf: take().list) }

    private mutating func take() -> (list: PostingList, isAscending: Bool) {
        var taken = Doclists()
        swap(&taken, &self)
        guard !taken.rows.isEmpty else { return (PostingList(), true) }
        taken.pad()
        return (PostingList(rows: taken.rows, offsets: taken.offsets, bytes: taken.bytes), taken.isAscending)
    }

    /// A varint at the very end may be read nine bytes far.
    private mutating func pad() { bytes.append(contentsOf: repeatElement(0, count: SegmentVarint.maxLength)) }

    private mutating func read(
        _ base: UnsafePointer<UInt8>, end: Int, _ rows: UnsafeMutablePointer<UInt32>,
        _ offsets: UnsafeMutablePointer<UInt32>
    ) -> Int? {
        var source = unsafe base + start
        let last = unsafe base + end
        var nextWhole = 0
        var boundary = unsafe base + start
        var number: UInt64 = 0
        var previous = lastRow
        var isAscending = isAscending
        var written = 0
        while unsafe source < last {
            if unsafe source >= boundary {
                // A posting that goes over the boundary would be one that is broken.
                guard unsafe source == boundary else { return nil }
                number = 0
                nextWhole += 1
                unsafe boundary = nextWhole < whole.count ? base + whole[nextWhole] : last
            }
            number &+= unsafe SegmentVarint.read(&source)
            unsafe offsets[written] = UInt32(truncatingIfNeeded: source - base)
            let size = unsafe SegmentVarint.read(&source)
            guard number < 1 << 32, size >> 1 <= UInt64(end) else { return nil }
            // Empty postings take an older one away.
            if number <= previous || size < 2 { isAscending = false }
            unsafe rows[written] = UInt32(truncatingIfNeeded: number)
            written += 1
            previous = number
            unsafe source += Int(size >> 1)
        }
        guard unsafe source == last else { return nil }
        lastRow = previous
        self.isAscending = isAscending
        return written
    }
}

extension PostingList {
    /// Keeps of each row the newest posting, and drops the rows whose newest says that the term is gone.
    mutating func dropOverridden() {
        var order = Array(rows.indices)
        // Segments stand oldest first, so the later of equal rows is the newer.
        order.sort { (rows[$0], $0) < (rows[$1], $1) }
        var kept: [Int] = []
        for (place, index) in order.enumerated() {
            if place + 1 < order.count, rows[order[place + 1]] == rows[index] { continue }
            if !isEmpty(at: index) { kept.append(index) }
        }
        if hasPositions { offsets = kept.map { offsets[$0] } } else { counts = kept.map { counts[$0] } }
        rows = kept.map { rows[$0] }
    }
}
