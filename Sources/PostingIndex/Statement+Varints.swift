public import SQLite

extension Statement {
    /// Reads a blob of SQLite's variable-length integers, the format of FTS5's sums. Larger values are capped at
    /// `Int.max`.
    public func varints(_ column: Int32) -> [Int] {
        var reader = SegmentStructure.Reader(bytes(column))
        var out: [Int] = []
        while let value = reader.next() { out.append(Int(clamping: value)) }
        return out
    }
}
