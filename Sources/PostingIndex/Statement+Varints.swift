public import SQLite

extension Statement {
    /// A blob of SQLite's variable-length integers, as FTS5 keeps its sums; what needs more than 63 bits is the greatest there is.
    public func varints(_ column: Int32) -> [Int] {
        var reader = SegmentStructure.Reader(bytes(column))
        var out: [Int] = []
        while let value = reader.next() { out.append(Int(clamping: value)) }
        return out
    }
}
