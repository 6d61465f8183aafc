package import SQLite

/// How many bytes the pages of an FTS5 index take.
package struct IndexSize {
    private let connection: Connection
    private let table: String
    /// Of each segment as many runs of pages are read, evenly apart.
    private static let samples = 32
    private let readAsWhole: Int

    /// - Parameter readAsWhole: so many pages of a segment are read one after another; of more a sample.
    package init(connection: Connection, table: String, readAsWhole: Int = 2_048) {
        self.connection = connection
        self.table = table
        self.readAsWhole = readAsWhole
    }

    /// - Returns: exact for small segments, else within some percent: to find the lengths of all, every page of the file would be read.
    /// - Complexity: some thousand pages a segment.
    package func bytes() throws -> Int {
        let sum = try connection.cachedStatement(
            "SELECT coalesce(sum(length(block)), 0) FROM \(table)_data WHERE id BETWEEN ? AND ?")
        func bytes(_ ids: ClosedRange<Int64>) throws -> Int {
            defer { sum.reset() }
            sum.bind(ids.lowerBound, at: 1)
            sum.bind(ids.upperBound, at: 2)
            return try sum.step() ? Int(sum.integer(0)) : 0
        }
        // A record that only FTS5 can read.
        guard let structure = try FTS5Pages(connection: connection, table: table).structure() else {
            return try bytes(0...Int64.max)
        }
        return try structure.levels.flatMap(\.segments).reduce(0) { total, segment in
            let pages = segment.first...segment.last
            let leaves = try sampled(pages) {
                try bytes(
                    SegmentRowID.leaf(
                        $0.lowerBound, segment: segment.id)...SegmentRowID.leaf($0.upperBound, segment: segment.id))
            }
            let blocks = try sampled(pages) {
                try bytes(
                    SegmentRowID.blockList(
                        leaf: $0.lowerBound, segment: segment.id)...SegmentRowID.blockList(
                            leaf: $0.upperBound, segment: segment.id))
            }
            return try total + leaves + blocks + bytes(SegmentRowID.characterLists(segment: segment.id))
        }
    }

    /// The sum of a measure over pages, from runs that together are a sixteenth of them.
    private func sampled(_ pages: ClosedRange<Int>, _ measure: (ClosedRange<Int>) throws -> Int) rethrows -> Int {
        guard pages.count > readAsWhole else { return try measure(pages) }
        let apart = pages.count / Self.samples
        let run = max(1, apart / 16)
        let found = try (0..<Self.samples).reduce(0) { total, sample in
            let first = pages.lowerBound + sample * apart
            return try total + measure(first...first + run - 1)
        }
        return Int(Double(found) * Double(pages.count) / Double(Self.samples * run))
    }
}
