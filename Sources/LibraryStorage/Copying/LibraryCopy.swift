package import Articles

/// The operations that an engine implements so that its libraries can be copied to and from other engines.
package protocol CopyableStore: ArticleStore {
    /// Reads rows of a table one by one, in ascending order of their keys (numbers or bytes). Must be called inside
    /// `snapshot` or `atomically`.
    ///
    /// - Parameters:
    ///   - key: the key after which reading starts; nil to read all rows.
    ///   - body: receives a row iterator, which returns nil at the end. Only a few rows are in memory at once.
    func withCopiedRows<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result

    /// Inserts rows that the table does not contain yet; must be called inside `atomically`.
    func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws

    /// Deletes rows by their keys. Must be called inside `atomically`.
    ///
    /// Deleting one part of an action's recorded changes also deletes all later parts of the action, because their
    /// numbers would change.
    func remove(copied keys: [[CopiedValue]], from table: CopiedTable) throws

    /// The ids of actions that cannot be undone, because `withCopiedRows` left out their damaged changes.
    var damagedActions: Set<Int64> { get }

    /// The last id that each counter has assigned. Unused counters are omitted.
    func lastNumbers() throws -> [CopiedNumber: Int64]

    /// Makes the counters continue after these ids; must be called inside `atomically`.
    func setLastNumbers(_ numbers: [CopiedNumber: Int64]) throws

    /// Locks the library for the copy. No other connection can use the library until `finishCopy`.
    ///
    /// - Parameter verify: throws an error if the library is not empty. Not called if an unfinished copy is resumed.
    func beginCopy(_ verify: () throws -> Void) throws

    /// Unlocks the library when the transaction commits; must be called inside `atomically`.
    func finishCopy() throws

    /// Runs `body` while other writers wait, and then seals the library: until the seal is removed, writers get
    /// `StorageError.sealed`. If `body` throws an error or the process ends, the library is unchanged.
    func sealing<Result>(_ body: () throws -> Result) throws -> Result
}

/// The reason why a library was not copied.
package enum LibraryCopyError: Error, Equatable {
    /// The target has rows in this table.
    case notEmpty(table: String)
    /// A row differs between source and target, or exists in only one of them.
    ///
    /// - Parameter row: the integers of the row's key.
    case differs(table: String, row: String)
}

/// Copies a whole library into an empty library of any engine. Like `rsync`, it compares the target with the source,
/// and copies only rows that are missing or different. The index is rebuilt from the texts.
///
/// The first pass commits small transactions, so an interrupted copy can be resumed by running it again; no progress
/// needs to be stored. The last pass reads one snapshot of the source, writes in one transaction of the target, and
/// compares every row. The target then equals that snapshot. No other process can use the target until this transaction
/// commits.
///
/// - Complexity: reads source and target twice and analyses every text. Uses some megabytes of memory, plus the texts
///   of one article and, in SQLite, the recorded changes of one action.
package struct LibraryCopy {
    let source: any CopyableStore
    let target: any CopyableStore
    private let maxRows: Int
    private let replacesEarlierCopy: Bool
    private static let maxBytes = 8 << 20

    /// - Parameters:
    ///   - maxRows: the maximum number of rows that one transaction of the first pass copies or compares.
    ///   - replacesEarlierCopy: whether the target may be a complete copy of an earlier state of the source.
    package init(
        from source: any CopyableStore, to target: any CopyableStore, maxRows: Int = 10_000,
        replacesEarlierCopy: Bool = false
    ) {
        self.source = source
        self.target = target
        self.maxRows = maxRows
        self.replacesEarlierCopy = replacesEarlierCopy
    }

    /// - Returns: the number of rows by table name.
    /// - Throws: `LibraryCopyError`, or an engine's error. After any error except `notEmpty`, the target is an
    ///   unfinished copy.
    package func run() throws -> [String: Int] { try run(isLast: true).counts }

    /// Copies the library like `run`, but leaves the target as an unfinished copy, which `catchUp` brings up to date.
    ///
    /// - Returns: the source's history token of the snapshot that was copied.
    package func prepare() throws -> Int64 { try run(isLast: false).token }

    private func run(isLast: Bool) throws -> (counts: [String: Int], token: Int64) {
        try target.beginCopy {
            if replacesEarlierCopy, try Self.isEarlierState(target, of: source) { return }
            for table in CopiedTable.all {
                try target.withCopiedRows(of: table.keysAlone, after: nil) { next in
                    if try next() != nil { throw LibraryCopyError.notEmpty(table: table.name) }
                }
            }
        }
        try source.snapshot {
            for table in CopiedTable.all { _ = try synchronize(table) }
        }
        let result = try target.atomically {
            // Release the source's snapshot before building the index, which takes a long time.
            let result = try source.snapshot {
                try target.setLastNumbers(source.lastNumbers())
                var counts: [String: Int] = [:]
                for table in CopiedTable.all { counts[table.name] = try complete(table) }
                return (counts, try source.historyToken())
            }
            try target.reindex()
            if isLast { try target.finishCopy() }
            return result
        }
        try target.optimize()
        return result
    }

    /// - Returns: the number of rows that are now equal in both libraries.
    func complete(_ table: CopiedTable) throws -> Int {
        var comparison = try synchronize(table)
        if comparison.difference != nil { comparison = try compare(table) }
        guard let key = comparison.difference else { return comparison.same }
        let numbers = key.compactMap(\.integer).map { String($0) }
        throw LibraryCopyError.differs(table: table.name, row: numbers.joined(separator: " "))
    }

    // MARK: -

    /// The result of comparing one table between the two libraries.
    struct Comparison {
        /// The number of rows that are equal in both libraries.
        var same = 0
        /// The key of the first row that differs or that only one of the libraries has.
        var difference: [CopiedValue]?
        /// Whether the target lacks rows. If so, all missing rows come after the key `lastBefore`, or can be anywhere
        /// if that key is nil.
        var lacksRows = false
        var lastBefore: [CopiedValue]?

        mutating func note(missing key: [CopiedValue], after last: [CopiedValue]?) {
            difference = difference ?? key
            if !lacksRows { (lacksRows, lastBefore) = (true, last) }
        }
    }

    /// Makes a table of the target equal to that of the source.
    ///
    /// - Returns: the result of the comparison before the change.
    private func synchronize(_ table: CopiedTable) throws -> Comparison {
        // Delete rows before inserting others, so that unique values are free. For example, a guid may now belong to
        // another article.
        let comparison = try compare(table)
        if comparison.lacksRows { try insertMissing(table, after: comparison.lastBefore) }
        return comparison
    }

    /// Compares all rows, and deletes the target's rows that differ or that the source lacks.
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

    /// Copies the rows that the target lacks.
    ///
    /// - Parameter start: a key that precedes all missing rows; nil for the start of the table.
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

    /// Whether a row sorts before another. One of the two arrays may consist of only the key.
    private static func precedes(_ one: [CopiedValue], _ two: [CopiedValue]) -> Bool {
        for (one, two) in zip(one, two) where !one.isSame(as: two) { return one.precedes(two) }
        return false
    }

    private static func byteCount(_ row: [CopiedValue]) -> Int { row.reduce(0) { $0 + $1.byteCount } }
}

/// Reads the rows of a table and keeps one row of lookahead.
private final class RowReader {
    private let next: () throws -> [CopiedValue]?
    /// The current row; nil at the end.
    private(set) var row: [CopiedValue]?

    init(_ next: @escaping () throws -> [CopiedValue]?) throws {
        self.next = next
        row = try next()
    }

    func advance() throws { row = try next() }
}
