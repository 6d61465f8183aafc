/// The rows of one segment's `%_idx`, in memory. They map the first term of each leaf to the leaf.
struct SegmentPageIndex: Sendable {
    private let segment: Int
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var pages: [UInt32] = []
    /// Whether all rows have been read; required for `page(of:)`.
    private(set) var isWhole = false

    /// Increases with each part read, even if the last part is empty.
    var progress: Int { pages.count + (isWhole ? 1 : 0) }
    /// The memory used, in bytes.
    var byteCount: Int { bytes.capacity + 4 * (ends.capacity + pages.capacity) }

    init(_ segment: Int) { self.segment = segment }

    /// Reads at most `limit` more rows.
    ///
    /// - Complexity: about 0.4 µs per row.
    mutating func read(rows limit: Int, from pages: any PageSource) throws {
        let start = ends.count > 1 ? Int(ends[ends.count - 2]) : 0
        let last = ends.isEmpty ? nil : Array(bytes[start...])
        var count = 0
        try pages.forEachTerm(segment: segment, above: last, atMost: limit) { term, page in
            unsafe term.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            ends.append(UInt32(clamping: bytes.count))
            self.pages.append(UInt32(clamping: page >> 1))
            count += 1
        }
        isWhole = count < limit
    }

    /// The leaf of the last row whose term does not sort after `key`; 0 if there is no such row.
    func page(of key: Span<UInt8>) -> Int {
        var low = 0
        var high = pages.count
        while low < high {
            let middle = (low + high) / 2
            if isAbove(middle, key) { high = middle } else { low = middle + 1 }
        }
        return low == 0 ? 0 : Int(pages[low - 1])
    }

    private func isAbove(_ index: Int, _ key: Span<UInt8>) -> Bool {
        var at = index == 0 ? 0 : Int(ends[index - 1])
        let end = Int(ends[index])
        var place = 0
        while at < end, place < key.count {
            if bytes[at] != key[place] { return bytes[at] > key[place] }
            at += 1
            place += 1
        }
        return at < end
    }
}
