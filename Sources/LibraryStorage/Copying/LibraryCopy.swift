package import Articles

/// What an engine gives and takes, so that a library can be copied to another engine.
package protocol CopyableStore: ArticleStore {
    /// Reads rows of a table one by one, in the order of their keys, numbers and bytes ascending; inside `snapshot` or
    /// `atomically`.
    ///
    /// - Parameters:
    ///   - key: only rows behind it are read.
    ///   - body: is given what gives the next row, nil at the end. Few rows are in memory at once.
    func withCopiedRows<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result

    /// Stores rows that are not there; inside `atomically`.
    func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws

    /// Removes rows by their keys; inside `atomically`.
    ///
    /// With a part of what an action did to rows the parts behind it go, whose numbers would change.
    func remove(copied keys: [[CopiedValue]], from table: CopiedTable) throws

    /// Actions of which `withCopiedRows` has left out what they did to rows, because it is damaged: they cannot be taken back.
    var damagedActions: Set<Int64> { get }

    /// The last number that was given of each kind; those of which none was given are left out.
    func lastNumbers() throws -> [CopiedNumber: Int64]

    /// Gives only higher numbers from now on; inside `atomically`.
    func setLastNumbers(_ numbers: [CopiedNumber: Int64]) throws

    /// Nobody else may use the library from now on, until `finishCopy`.
    ///
    /// - Parameter verify: throws where the library is not empty; not asked of an unfinished copy, which goes on.
    func beginCopy(_ verify: () throws -> Void) throws

    /// The library is whole: others may use it, once the transaction is committed; inside `atomically`.
    func finishCopy() throws
}

/// Why a library was not copied.
package enum LibraryCopyError: Error, Equatable {
    /// The target has rows in this table.
    case notEmpty(table: String)
    /// A row of the target is another than that of the source, or one of the two is missing.
    ///
    /// - Parameter row: the numbers that it is known by.
    case differs(table: String, row: String)
}

/// Copies a whole library into an empty one of any engine, as `rsync` does: what the target has is compared with the source, and
/// what is missing or different is brought. The index is rebuilt from the texts.
///
/// A first pass stores its work part by part, so that a copy that was cut short goes on when it is run again: no progress is
/// stored. The last pass is one snapshot of the source and one transaction of the target, and compares every row: the target
/// is the source of that moment, with all changes up to it. Until it is committed the target refuses everybody else.
///
/// - Complexity: reads source and target twice and analyses every text; holds some megabytes, the texts of one article, and in
///   SQLite what one action did to rows.
package struct LibraryCopy {
    private let source: any CopyableStore
    private let target: any CopyableStore
    private let maxRows: Int
    private static let maxBytes = 8 << 20

    /// - Parameter maxRows: that one transaction of the first pass brings, or compares.
    package init(from source: any CopyableStore, to target: any CopyableStore, maxRows: Int = 10_000) {
        self.source = source
        self.target = target
        self.maxRows = maxRows
    }

    /// - Returns: how many rows each table has.
    /// - Throws: `LibraryCopyError`; what the engines throw. But for `notEmpty`, the target is then an unfinished copy.
    package func run() throws -> [String: Int] {
        try target.beginCopy {
            for table in CopiedTable.all {
                try target.withCopiedRows(of: table.keysAlone, after: nil) { next in
                    if try next() != nil { throw LibraryCopyError.notEmpty(table: table.name) }
                }
            }
        }
        try source.snapshot {
            for table in CopiedTable.all { _ = try synchronize(table) }
        }
        let counts = try target.atomically {
            // The source is left before the index is built, which takes long.
            let counts = try source.snapshot {
                try target.setLastNumbers(source.lastNumbers())
                var counts: [String: Int] = [:]
                for table in CopiedTable.all { counts[table.name] = try complete(table) }
                return counts
            }
            try target.reindex()
            try target.finishCopy()
            return counts
        }
        try target.optimize()
        return counts
    }

    /// - Returns: the number of rows, which both have.
    private func complete(_ table: CopiedTable) throws -> Int {
        var comparison = try synchronize(table)
        if comparison.difference != nil { comparison = try compare(table) }
        guard let key = comparison.difference else { return comparison.same }
        let numbers = key.compactMap(\.integer).map { String($0) }
        throw LibraryCopyError.differs(table: table.name, row: numbers.joined(separator: " "))
    }

    // MARK: -

    /// What is known of a table of both libraries.
    private struct Comparison {
        /// Rows that both have.
        var same = 0
        /// The key of the first row that one of them has not, or has otherwise.
        var difference: [CopiedValue]?
        /// The target lacks rows. All of them are behind `lastBefore`, a key; from the beginning where that is nil.
        var lacksRows = false
        var lastBefore: [CopiedValue]?

        mutating func note(missing key: [CopiedValue], after last: [CopiedValue]?) {
            difference = difference ?? key
            if !lacksRows { (lacksRows, lastBefore) = (true, last) }
        }
    }

    /// Makes a table of the target what that of the source is.
    ///
    /// - Returns: what the comparison before it has found.
    private func synchronize(_ table: CopiedTable) throws -> Comparison {
        // All that others have in common, such as a guid that another article has now, is free before it is given again.
        let comparison = try compare(table)
        if comparison.lacksRows { try insertMissing(table, after: comparison.lastBefore) }
        return comparison
    }

    /// Compares all rows, and removes those of the target that are not in the source, or not as they are there.
    private func compare(_ table: CopiedTable) throws -> Comparison {
        try source.withCopiedRows(of: table, after: nil) { next in
            let rows = try RowReader(next)
            var comparison = Comparison()
            var last: [CopiedValue]?
            var isAtEnd = false
            while !isAtEnd {
                try target.atomically {
                    var others: [[CopiedValue]] = []
                    isAtEnd = try target.withCopiedRows(of: table, after: last) { next in
                        var (count, bytes) = (0, 0)
                        while count < maxRows, bytes < Self.maxBytes {
                            guard let copy = try next() else { return true }
                            (count, bytes) = (count + 1, bytes + Self.byteCount(copy))
                            let key = Array(copy.prefix(table.keyCount))
                            while let row = rows.row, Self.precedes(row, key) {
                                comparison.note(missing: Array(row.prefix(table.keyCount)), after: last)
                                try rows.advance()
                            }
                            if let row = rows.row, !Self.precedes(key, row) {
                                if row.count == copy.count, zip(row, copy).allSatisfy({ $0.isSame(as: $1) }) {
                                    comparison.same += 1
                                } else {
                                    comparison.note(missing: key, after: last)
                                    others.append(key)
                                }
                                try rows.advance()
                            } else {
                                comparison.difference = comparison.difference ?? key
                                others.append(key)
                            }
                            last = key
                        }
                        return false
                    }
                    if !others.isEmpty { try target.remove(copied: others, from: table) }
                }
            }
            if let row = rows.row { comparison.note(missing: Array(row.prefix(table.keyCount)), after: last) }
            return comparison
        }
    }

    /// Brings the rows that the target lacks.
    ///
    /// - Parameter start: they are all behind it.
    private func insertMissing(_ table: CopiedTable, after start: [CopiedValue]?) throws {
        try source.withCopiedRows(of: table, after: start) { next in
            let rows = try RowReader(next)
            var last = start
            while rows.row != nil {
                try target.atomically {
                    var missing: [[CopiedValue]] = []
                    try target.withCopiedRows(of: table.keysAlone, after: last) { next in
                        let present = try RowReader(next)
                        var bytes = 0
                        while let row = rows.row, missing.count < maxRows, bytes < Self.maxBytes {
                            let key = Array(row.prefix(table.keyCount))
                            while let other = present.row, Self.precedes(other, key) { try present.advance() }
                            if present.row.map({ Self.precedes(key, $0) }) ?? true {
                                missing.append(row)
                                bytes += Self.byteCount(row)
                            }
                            last = key
                            try rows.advance()
                        }
                    }
                    if !missing.isEmpty { try target.insert(copied: missing, into: table) }
                }
            }
        }
    }

    /// Whether a row comes before another one; the shorter of the two is a key.
    private static func precedes(_ one: [CopiedValue], _ two: [CopiedValue]) -> Bool {
        for (one, two) in zip(one, two) where !one.isSame(as: two) { return one.precedes(two) }
        return false
    }

    private static func byteCount(_ row: [CopiedValue]) -> Int { row.reduce(0) { $0 + $1.byteCount } }
}

/// Rows of a table, of which the next one is known.
private final class RowReader {
    private let next: () throws -> [CopiedValue]?
    /// Nil at the end.
    private(set) var row: [CopiedValue]?

    init(_ next: @escaping () throws -> [CopiedValue]?) throws {
        self.next = next
        row = try next()
    }

    func advance() throws { row = try next() }
}
