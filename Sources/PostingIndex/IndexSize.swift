package import SQLite

/// The size of an FTS5 index in bytes.
package struct IndexSize {
    private let connection: Connection
    private let table: String
    /// The number of evenly spaced runs of pages that are read from a large segment.
    private static let samples = 32
    private let readAsWhole: Int

    /// - Parameter readAsWhole: segments with more pages than this are sampled.
    package init(connection: Connection, table: String, readAsWhole: Int = 2_048) {
        self.connection = connection
        self.table = table
        self.readAsWhole = readAsWhole
    }

    /// - Returns: the exact size if all segments are small. Otherwise an estimate within a few percent, because the
    ///   exact size requires reading every page.
    /// - Complexity: reads 1/16 of the pages of large segments, and all pages of small ones.
    package func bytes() throws -> Int {
        // If the record has an unknown format, measures all rows.
        guard let structure = try FTS5Pages(connection: connection, table: table).structure() else {
            return try bytes(of: 0...Int64.max)
        }
        return try structure.levels.flatMap(\.segments).reduce(0) { total, segment in
            let pages = segment.first...segment.last
            let leaves = try sampled(pages) { first, last in
                try bytes(
                    of: SegmentRowID.leaf(first, segment: segment.id)...SegmentRowID.leaf(last, segment: segment.id))
            }
            let blocks = try sampled(pages) { first, last in
                let first = SegmentRowID.blockList(leaf: first, segment: segment.id)
                return try bytes(of: first...SegmentRowID.blockList(leaf: last, segment: segment.id))
            }
            return try total + leaves + blocks + bytes(of: SegmentRowID.characterLists(segment: segment.id))
        }
    }

    private func bytes(of ids: ClosedRange<Int64>) throws -> Int {
        let sum = try connection.cachedStatement(
            "SELECT coalesce(sum(length(block)), 0) FROM \(table)_data WHERE id BETWEEN ? AND ?")
        defer { sum.reset() }
        sum.bind(ids.lowerBound, at: 1)
        sum.bind(ids.upperBound, at: 2)
        return try sum.step() ? Int(sum.integer(0)) : 0
    }

    /// Estimates the sum of a measure over pages from runs that contain 1/16 of them.
    ///
    /// - Parameter measure: receives the first and the last page of a run.
    private func sampled(
        _ pages: ClosedRange<Int>, _ measure: (_ first: Int, _ last: Int) throws -> Int
    ) rethrows -> Int {
        guard pages.count > readAsWhole else { return try measure(pages.lowerBound, pages.upperBound) }
        let apart = pages.count / Self.samples
        let run = max(1, apart / 16)
        let found = try (0..<Self.samples).reduce(0) { total, sample in
            let first = pages.lowerBound + sample * apart
            return try total + measure(first, first + run - 1)
        }
        return Int(Double(found) * Double(pages.count) / Double(Self.samples * run))
    }
}
