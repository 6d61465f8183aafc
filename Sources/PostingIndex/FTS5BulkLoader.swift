private import Pipelines
public import SQLite

/// Adds finished segments to an FTS5 index inside a transaction, as LSM stores ingest sorted files.
///
/// Three to six times as fast as inserts through FTS5, with the same result. If the index has an unknown form, it
/// returns false and the caller inserts through FTS5.
public struct FTS5BulkLoader {
    private let connection: Connection
    private let table: String
    private let columnCount: Int
    /// Preferred level of bulk segments: above the level that small writes fill.
    private static let wantedLevel = SegmentMerger.firstLevel
    /// Below this size one thread is faster.
    private static let minPipelinedBytes = 1 << 20

    /// - Parameter table: the name of an FTS5 table with external content, detail=full and no prefix index.
    public init(connection: Connection, table: String, columnCount: Int) {
        self.connection = connection
        self.table = table
        self.columnCount = columnCount
    }

    /// A batch of documents, and the row id of each.
    public struct Part: Sendable {
        let run: SortedRun
        /// The row id of each document, ascending; 0 leaves the document out.
        public let rowIDs: [Int64]

        public init(run: SortedRun, rowIDs: [Int64]) {
            self.run = run
            self.rowIDs = rowIDs
        }

        /// Row ids are consecutive, so document deltas are row id deltas.
        var isContiguous: Bool {
            guard let first = rowIDs.first, first > 0 else { return false }
            return rowIDs.indices.allSatisfy { rowIDs[$0] == first + Int64($0) }
        }
    }

    /// Loads one batch, as `load(_:counted:)`.
    public func load(
        _ batch: InvertedBatch, rowIDs: [Int64], counted: (Span<UInt8>, Int) -> Void = { _, _ in }
    ) throws -> Bool {
        try load([Part(run: batch.sorted(), rowIDs: rowIDs)], counted: counted)
    }

    /// Whether the index has the known form. It cannot change within a transaction.
    public func isKnownForm() throws -> Bool {
        try knownPageSize() != nil && SegmentStructure(record(SegmentRowID.structure)) != nil
            && SegmentAverages(record(SegmentRowID.averages), columns: columnCount) != nil
    }

    /// Loads batches as one segment. Must run inside a transaction.
    ///
    /// - Parameters:
    ///   - parts: row ids ascend from part to part.
    ///   - counted: called with each term in order and its document frequency.
    /// - Returns: false if the index has an unknown form; nothing is written then.
    public func load(_ parts: [Part], counted: (Span<UInt8>, Int) -> Void = { _, _ in }) throws -> Bool {
        guard parts.contains(where: { $0.rowIDs.contains { $0 != 0 } }) else { return true }
        connection.setDefensive(false)
        defer { connection.setDefensive(true) }
        // A savepoint makes FTS5 write its pending data (<https://www.sqlite.org/fts5.html>, xSavepoint); the records
        // are read afterwards.
        try connection.execute("SAVEPOINT bulk_load")
        do {
            guard let pageSize = try knownPageSize(),
                var structure = SegmentStructure(try record(SegmentRowID.structure)),
                var averages = SegmentAverages(try record(SegmentRowID.averages), columns: columnCount),
                let id = structure.freeSegmentID
            else {
                try connection.execute("RELEASE bulk_load")
                return false
            }
            let leaves = try writeSegment(id, parts, pageSize: pageSize, counted)
            for part in parts { try writeLengths(part, &averages) }
            if leaves > 0 { structure.add(segment: id, leaves: leaves, wantedLevel: Self.wantedLevel) }
            try setRecord(SegmentRowID.structure, structure.record)
            try setRecord(SegmentRowID.averages, averages.record)
            try connection.execute("RELEASE bulk_load")
            try Self.forgetCachedStructure(connection: connection, table: table)
            return true
        } catch {
            try? connection.execute("ROLLBACK TO bulk_load; RELEASE bulk_load")
            throw error
        }
    }

    // MARK: - Records

    /// The page size, if the index has the known version.
    private func knownPageSize() throws -> Int? { try Self.knownPageSize(connection: connection, table: table) }

    static func knownPageSize(connection: Connection, table: String) throws -> Int? {
        var version: Int64 = 0
        var pageSize = 4_050
        let statement = try connection.cachedStatement("SELECT k, v FROM \(table)_config")
        defer { statement.reset() }
        while try statement.step() {
            switch statement.text(0) {
            case "version": version = statement.integer(1)
            case "pgsz": pageSize = Int(statement.integer(1))
            default: break
            }
        }
        return version == 4 && (32...65_536).contains(pageSize) ? pageSize : nil
    }

    private func record(_ id: Int64) throws -> [UInt8] {
        let statement = try connection.cachedStatement("SELECT block FROM \(table)_data WHERE id = ?")
        defer { statement.reset() }
        statement.bind(id, at: 1)
        return try statement.step() ? statement.bytes(0) : []
    }

    private func setRecord(_ id: Int64, _ bytes: [UInt8]) throws {
        try connection.run("UPDATE \(table)_data SET block = ? WHERE id = ?", [.blob(bytes), .integer(id)])
    }

    /// FTS5 caches the structure record on its connection and does not notice this change. A write that is rolled back
    /// makes it read the record again.
    static func forgetCachedStructure(connection: Connection, table: String) throws {
        try connection.execute(
            """
            SAVEPOINT bulk_forget; INSERT INTO \(table) (rowid) VALUES (-9223372036854775807);
            ROLLBACK TO bulk_forget; RELEASE bulk_forget
            """)
    }

    // MARK: - Segment

    private func writeSegment(
        _ id: Int, _ parts: [Part], pageSize: Int, _ counted: (Span<UInt8>, Int) -> Void
    ) throws -> Int {
        let rows = try SegmentRows(segment: id, connection: connection, table: table)
        var leaves = 0
        func write(_ piece: SegmentPiece) throws {
            try rows.write(piece)
            piece.forEachCount(counted)
            leaves += piece.leafCount
        }
        let joining = RunJoining(segment: id, parts: parts, pageSize: pageSize)
        if parts.reduce(0, { $0 + $1.run.byteCount }) < Self.minPipelinedBytes {
            try joining.run(give: write)
        } else {
            try Pipeline.run(ahead: 8, produce: { try joining.run(give: $0) }, consume: write)
        }
        return leaves
    }

    private func writeLengths(_ part: Part, _ averages: inout SegmentAverages) throws {
        let statement = try connection.cachedStatement("INSERT INTO \(table)_docsize (id, sz) VALUES (?, ?)")
        var bytes: [UInt8] = []
        for (ordinal, row) in part.rowIDs.enumerated() where row != 0 {
            bytes.removeAll(keepingCapacity: true)
            averages.rows &+= 1
            for column in 0..<columnCount {
                let length = UInt64(part.run.lengths[ordinal * columnCount + column])
                averages.tokens[column] &+= length
                SegmentVarint.append(length, to: &bytes)
            }
            statement.bind(row, at: 1)
            statement.bind(blob: bytes.span, at: 2)
            try statement.run()
        }
    }
}
