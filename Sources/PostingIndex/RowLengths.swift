/// The weighted lengths of rows, for computing impacts: the tokens of column 0 plus the weighted tokens of column 1.
///
/// Lengths are kept in runs of consecutive rows. The lengths of stored rows are read on first use.
final class RowLengths {
    private static let runSize: UInt32 = 256
    private static let noLengths = Array(repeating: UInt32(0), count: Int(runSize))
    /// The pages from which unknown lengths are read; nil if all lengths are known.
    private let pages: (any PageSource)?
    private var runs: [UInt32: [UInt32]] = [:]
    private var last: (number: UInt32, lengths: [UInt32]) = (.max, [])

    /// Creates lengths of stored rows, which are read on demand.
    init(_ pages: any PageSource) { self.pages = pages }

    /// Creates lengths of rows that are being stored.
    init(_ parts: [FTS5BulkLoader.Part]) {
        pages = nil
        for part in parts {
            guard !part.rowIDs.isEmpty else { continue }
            let columns = part.run.lengths.count / part.rowIDs.count
            for (ordinal, row) in part.rowIDs.enumerated() {
                guard let row = UInt32(exactly: row), row != 0 else { continue }
                let columns = part.run.lengths[ordinal * columns..<(ordinal + 1) * columns].map { Int($0) }
                runs[row / Self.runSize, default: Self.noLengths][Int(row % Self.runSize)] =
                    UInt32(Self.weighed(columns))
            }
        }
    }

    /// The length of a row. It is 0 if unknown, because 0 is a lower bound of every length.
    func length(_ row: UInt32) -> Int {
        let number = row / Self.runSize
        if last.number != number {
            let lengths = runs[number] ?? (try? read(number)) ?? Self.noLengths
            runs[number] = lengths
            last = (number, lengths)
        }
        return Int(last.lengths[Int(row % Self.runSize)])
    }

    private func read(_ number: UInt32) throws -> [UInt32] {
        guard let pages else { return Self.noLengths }
        let first = Int64(number) * Int64(Self.runSize)
        var lengths = Self.noLengths
        try pages.forEachLength(of: first...first + Int64(Self.runSize) - 1) { row, columns in
            let place = Int(row - first)
            if lengths.indices.contains(place) { lengths[place] = UInt32(Self.weighed(columns)) }
        }
        return lengths
    }

    /// - Parameter columns: the number of tokens in each column.
    static func weighed(_ columns: [Int]) -> Int {
        func bounded(_ column: Int) -> Int {
            columns.count > column ? max(0, min(columns[column], BlockList.maxColumnLength)) : 0
        }
        return BlockList.weighed(bounded(0), bounded(1))
    }
}
