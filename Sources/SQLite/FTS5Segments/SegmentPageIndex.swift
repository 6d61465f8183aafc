/// The rows of `%_idx` of one segment in memory: from which term on which leaf is the one to look at.
struct SegmentPageIndex {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var pages: [UInt32] = []

    init(_ segment: Int, connection: Connection, table: String) throws {
        let statement = try connection.cachedStatement(
            "SELECT term, pgno FROM \(table)_idx WHERE segid = ? ORDER BY term")
        defer { statement.reset() }
        statement.bind(Int64(segment), at: 1)
        while try statement.step() {
            bytes += statement.bytes(0)
            ends.append(UInt32(clamping: bytes.count))
            pages.append(UInt32(clamping: statement.integer(1) >> 1))
        }
    }

    /// The leaf of the last row whose term is not above `key`; 0 where there is none.
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
