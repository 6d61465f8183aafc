package import Articles

/// What an engine gives and takes, so that a library can be copied to another engine.
package protocol CopyableStore: ArticleStore {
    /// Reads rows of a table one by one, in the order of their keys, numbers and bytes ascending; inside `snapshot` or
    /// `atomically`.
    ///
    /// - Returns: gives the next row, nil at the end. Few rows are in memory at once.
    func copiedRows(of table: CopiedTable) throws -> () throws -> [CopiedValue]?

    /// Stores rows that are not there; inside `atomically`.
    func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws

    /// The last number that was given of each kind; those of which none was given are left out.
    func lastNumbers() throws -> [CopiedNumber: Int64]

    /// Gives only higher numbers from now on; inside `atomically`.
    func setLastNumbers(_ numbers: [CopiedNumber: Int64]) throws
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

/// Copies a whole library, as it is at one moment, into an empty one of any engine: all rows, compared one by one when they are
/// there, and an index that is built anew from the texts.
///
/// It is one transaction of the target: whatever goes wrong, nothing of it is stored. Others may write to the source meanwhile.
///
/// - Complexity: reads source and target twice and analyses every text; holds some megabytes, and the texts of one article.
package struct LibraryCopy {
    private let source: any CopyableStore
    private let target: any CopyableStore
    private static let maxRows = 1_000
    private static let maxBytes = 4 << 20

    package init(from source: any CopyableStore, to target: any CopyableStore) {
        self.source = source
        self.target = target
    }

    /// - Returns: how many rows each table has.
    /// - Throws: `LibraryCopyError`; what the engines throw.
    package func run() throws -> [String: Int] {
        let counts = try target.atomically {
            for table in CopiedTable.all where try target.copiedRows(of: table)() != nil {
                throw LibraryCopyError.notEmpty(table: table.name)
            }
            // The source is left before the index is built, which takes long.
            let counts = try source.snapshot {
                for table in CopiedTable.all { try copy(table) }
                try target.setLastNumbers(source.lastNumbers())
                var counts: [String: Int] = [:]
                for table in CopiedTable.all { counts[table.name] = try verify(table) }
                return counts
            }
            try target.reindex()
            return counts
        }
        try target.optimize()
        return counts
    }

    private func copy(_ table: CopiedTable) throws {
        let next = try source.copiedRows(of: table)
        var rows: [[CopiedValue]] = []
        var bytes = 0
        while let row = try next() {
            bytes += row.reduce(0) { $0 + $1.byteCount }
            rows.append(row)
            if rows.count >= Self.maxRows || bytes >= Self.maxBytes {
                try target.insert(copied: rows, into: table)
                rows.removeAll(keepingCapacity: true)
                bytes = 0
            }
        }
        if !rows.isEmpty { try target.insert(copied: rows, into: table) }
    }

    /// - Returns: the number of rows.
    private func verify(_ table: CopiedTable) throws -> Int {
        let (next, nextCopy) = try (source.copiedRows(of: table), target.copiedRows(of: table))
        var count = 0
        while true {
            let (row, copy) = try (next(), nextCopy())
            guard let known = row ?? copy else { return count }
            guard let row, let copy, row.count == copy.count, zip(row, copy).allSatisfy({ $0.isSame(as: $1) }) else {
                let key = known.prefix(table.keyCount).compactMap(\.integer).map { String($0) }.joined(separator: " ")
                throw LibraryCopyError.differs(table: table.name, row: key)
            }
            count += 1
        }
    }
}
