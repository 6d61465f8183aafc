private import Glibc

/// Puts finished segments into an FTS5 index, inside the ordinary transaction, as LSM stores take in sorted files.
///
/// Three to six times as fast as FTS5's own insertion, and what it writes is what FTS5 would have written. It is careful:
/// where the index has a form that it does not know, it says so and the caller inserts through FTS5.
public struct FTS5BulkLoader {
    private let connection: Connection
    private let table: String
    private let columnCount: Int
    /// Where bulk segments go if they may: above the level that small writes fill.
    private static let wantedLevel = SegmentMerger.firstLevel

    /// - Parameter table: the name of an FTS5 table with external content, detail=full and no prefix index.
    public init(connection: Connection, table: String, columnCount: Int) {
        self.connection = connection
        self.table = table
        self.columnCount = columnCount
    }

    /// Loads a batch. Must run inside a transaction.
    ///
    /// - Parameters:
    ///   - batch: at least one document.
    ///   - rowIDs: of each document its row id, ascending; 0 leaves the document out.
    ///   - counted: is given each term as it is written, in order, and the number of documents that have it.
    /// - Returns: false where the index has an unknown form, and nothing was written.
    public func load(
        _ batch: InvertedBatch, rowIDs: [Int64], counted: (Span<UInt8>, Int) -> Void = { _, _ in }
    ) throws -> Bool {
        guard rowIDs.contains(where: { $0 != 0 }) else { return true }
        connection.setDefensive(false)
        defer { connection.setDefensive(true) }
        // A savepoint makes FTS5 write what it holds in memory (<https://www.sqlite.org/fts5.html>, xSavepoint); the
        // records are read after that.
        try connection.execute("SAVEPOINT bulk_load")
        do {
            guard let pageSize = try knownPageSize(), var structure = SegmentStructure(try record(10)),
                var averages = SegmentAverages(try record(1), columns: columnCount), let id = structure.freeSegmentID
            else {
                try connection.execute("RELEASE bulk_load")
                return false
            }
            let leaves = try writeSegment(id, batch, rowIDs, pageSize: pageSize, counted)
            try writeLengths(batch, rowIDs, &averages)
            if leaves > 0 { structure.add(segment: id, leaves: leaves, wantedLevel: Self.wantedLevel) }
            try setRecord(10, structure.record)
            try setRecord(1, averages.record)
            try connection.execute("RELEASE bulk_load")
            try Self.forgetCachedStructure(connection: connection, table: table)
            return true
        } catch {
            try? connection.execute("ROLLBACK TO bulk_load; RELEASE bulk_load")
            throw error
        }
    }

    // MARK: - Records

    /// The size of pages, where the index is of the version that this code knows.
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

    /// FTS5 keeps a copy of the structure on its connection and does not see that it was changed beside it. A write that
    /// is taken back makes it read the record again.
    static func forgetCachedStructure(connection: Connection, table: String) throws {
        try connection.execute(
            """
            SAVEPOINT bulk_forget; INSERT INTO \(table) (rowid) VALUES (-9223372036854775807);
            ROLLBACK TO bulk_forget; RELEASE bulk_forget
            """)
    }

    // MARK: - Segment

    private func writeSegment(
        _ id: Int, _ batch: InvertedBatch, _ rowIDs: [Int64], pageSize: Int, _ counted: (Span<UInt8>, Int) -> Void
    ) throws -> Int {
        let writer = try SegmentWriter(
            segment: id, pageSize: pageSize,
            putBlock: connection.cachedStatement("INSERT INTO \(table)_data (id, block) VALUES (?, ?)"),
            putTerm: connection.cachedStatement("INSERT INTO \(table)_idx (segid, term, pgno) VALUES (?, ?, ?)"))
        let isContiguous = rowIDs.indices.allSatisfy { rowIDs[$0] == rowIDs[0] + Int64($0) } && rowIDs[0] > 0
        var capacity = 1 << 16
        var postings = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        var mapped = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
        var mappedCapacity = 1 << 16
        defer {
            unsafe postings.deallocate()
            unsafe mapped.deallocate()
        }
        // The index byte of the main index.
        var key: [UInt8] = []
        for number in batch.sortedTerms() {
            let term = unsafe batch.terms[Int(number)]
            let count = unsafe batch.collect(term, into: &postings, capacity: &capacity)
            if mappedCapacity < count * 5 + 64 {
                unsafe mapped.deallocate()
                mappedCapacity = count * 10 + 64
                unsafe mapped = .allocate(capacity: mappedCapacity)
            }
            var documents = Int(term.documents)
            let length =
                unsafe isContiguous
                ? Self.shift(postings, count, by: rowIDs[0] - 1, into: mapped)
                : Self.map(postings, count, rowIDs, into: mapped, &documents)
            if length == 0 { continue }
            key.removeAll(keepingCapacity: true)
            key.append(UInt8(ascii: "0"))
            unsafe batch.withBytes(of: term) { unsafe key.append(contentsOf: $0) }
            counted(key.span.extracting(1..<key.count), documents)
            try unsafe key.withUnsafeBufferPointer { try unsafe writer.write(term: $0) }
            try unsafe writer.write(doclist: mapped, count: length)
        }
        return try writer.finish()
    }

    /// Rows follow each other: only the first number changes.
    private static func shift(
        _ postings: UnsafePointer<UInt8>, _ count: Int, by base: Int64, into out: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var source = unsafe postings
        let first = unsafe SegmentVarint.read(&source)
        let length = unsafe SegmentVarint.write(first &+ UInt64(bitPattern: base), to: out)
        let rest = unsafe count - (source - postings)
        unsafe memcpy(out + length, source, rest)
        return length + rest
    }

    private static func map(
        _ postings: UnsafePointer<UInt8>, _ count: Int, _ rowIDs: [Int64], into out: UnsafeMutablePointer<UInt8>,
        _ documents: inout Int
    ) -> Int {
        var source = unsafe postings
        let end = unsafe postings + count
        var written = 0
        documents = 0
        var ordinal: UInt64 = 0
        var previous: Int64 = 0
        while unsafe source < end {
            ordinal += unsafe SegmentVarint.read(&source)
            var sizeEnd = unsafe source
            let size = unsafe Int(SegmentVarint.read(&sizeEnd) >> 1)
            let posting = unsafe sizeEnd - source + size
            let row = rowIDs[Int(ordinal) - 1]
            if row != 0 {
                unsafe written += SegmentVarint.write(UInt64(bitPattern: row &- previous), to: out + written)
                unsafe memcpy(out + written, source, posting)
                written += posting
                previous = row
                documents += 1
            }
            unsafe source += posting
        }
        return written
    }

    private func writeLengths(_ batch: InvertedBatch, _ rowIDs: [Int64], _ averages: inout SegmentAverages) throws {
        let statement = try connection.cachedStatement("INSERT INTO \(table)_docsize (id, sz) VALUES (?, ?)")
        var bytes: [UInt8] = []
        for (ordinal, row) in rowIDs.enumerated() where row != 0 {
            bytes.removeAll(keepingCapacity: true)
            averages.rows += 1
            for column in 0..<columnCount {
                let length = UInt64(batch.lengths[ordinal * columnCount + column])
                averages.tokens[column] += length
                SegmentVarint.append(length, to: &bytes)
            }
            statement.bind(row, at: 1)
            statement.bind(blob: bytes.span, at: 2)
            try statement.run()
        }
    }
}
