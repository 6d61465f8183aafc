package import Pipelines
package import SQLite

/// The pages of an FTS5 index in its shadow tables.
package final class FTS5Pages: PageStore {
    let connection: Connection
    let table: String
    private let findLeaf: Statement
    private let readPage: Statement

    /// - Parameter table: the name of an FTS5 table with external content, detail=full and no prefix index.
    package init(connection: Connection, table: String) throws {
        self.connection = connection
        self.table = table
        findLeaf = try connection.prepare(
            "SELECT pgno FROM \(table)_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1")
        readPage = try connection.prepare("SELECT block FROM \(table)_data WHERE id = ?")
    }

    // MARK: - Reading

    package var maxSegmentID: Int { SegmentStructure.maxSegments }

    package func pageSize() throws -> Int? {
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

    package func withPage(_ id: Int64, _ body: (Span<UInt8>) -> Void) throws -> Bool {
        readPage.bind(id, at: 1)
        defer { readPage.reset() }
        guard try readPage.step() else { return false }
        readPage.withBytes(0, body)
        return true
    }

    package func makeCursor() throws -> any PageCursor { try FTS5PageCursor(connection: connection, table: table) }

    package func forEachPageID(_ body: (Int64) throws -> Void) throws {
        let statement = try connection.prepare("SELECT id FROM \(table)_data ORDER BY id")
        while try statement.step() { try body(statement.integer(0)) }
    }

    package func leaf(of key: Span<UInt8>, segment: Int) throws -> Int {
        findLeaf.bind(Int64(segment), at: 1)
        findLeaf.bind(blob: key, at: 2)
        defer { findLeaf.reset() }
        return try findLeaf.step() ? Int(findLeaf.integer(0) >> 1) : 0
    }

    package func forEachTerm(
        segment: Int, above last: [UInt8]?, atMost limit: Int, _ body: (Span<UInt8>, Int64) -> Void
    ) throws {
        let statement = try connection.cachedStatement(
            "SELECT term, pgno FROM \(table)_idx WHERE segid = ? AND term > ? ORDER BY term LIMIT ?")
        defer { statement.reset() }
        statement.bind(Int64(segment), at: 1)
        // Text sorts before blobs, so the empty text makes the query start at the first row, whose term is the empty
        // blob.
        if let last { statement.bind(blob: last.span, at: 2) } else { statement.bind("", at: 2) }
        statement.bind(Int64(limit), at: 3)
        while try statement.step() { statement.withBytes(0) { body($0, statement.integer(1)) } }
    }

    /// Reading this many rows takes about 0.1 to 0.3 ms after a commit, when pages are no longer cached. Reading 1,000
    /// rows took up to 4 ms.
    package var termsAhead: Int { 128 }

    package func forEachLength(of rows: ClosedRange<Int64>, _ body: (Int64, [Int]) -> Void) throws {
        let statement = try connection.cachedStatement("SELECT id, sz FROM \(table)_docsize WHERE id BETWEEN ? AND ?")
        defer { statement.reset() }
        statement.bind(rows.lowerBound, at: 1)
        statement.bind(rows.upperBound, at: 2)
        while try statement.step() { body(statement.integer(0), statement.varints(1)) }
    }

    package func checkDeadline() throws { try connection.checkDeadline() }

    package func isSlow(_ id: Int64) throws -> Bool {
        let reads = BlockReads(connection)
        return try reads.isAllowed && reads.isSlow { _ = try withPage(id) { _ in } }
    }

    package func inBlocks<Result>(_ body: () throws -> Result) rethrows -> Result {
        try BlockReads(connection).run(body)
    }

    package func makeSecond() throws -> (any PageSource)? {
        guard let path = connection.path else { return nil }
        // There is no busy timeout: if the file is locked, this connection reads the pages itself.
        let second = try Connection(path: path, mode: .readOnly, busyTimeoutMilliseconds: 0)
        if BlockReads(connection).isAllowed { BlockReads(second).allow() }
        return try FTS5Pages(connection: second, table: table)
    }

    package func snapshot<Result>(until deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try connection.withDeadline(deadline) { try connection.snapshot(body) }
    }

    // MARK: - Writing

    package var isInTransaction: Bool { connection.isInTransaction }

    package func changeSegments<Result>(_ body: () throws -> Result) throws -> Result {
        connection.setDefensive(false)
        defer { connection.setDefensive(true) }
        return try connection.transaction {
            // Opening a savepoint makes FTS5 write its pending data (<https://www.sqlite.org/fts5.html>, xSavepoint).
            // It is released immediately: inside a savepoint SQLite would keep a copy of every deleted page.
            try connection.execute("SAVEPOINT bulk_change; RELEASE bulk_change")
            let result = try body()
            try forgetCachedStructure()
            return result
        }
    }

    /// FTS5 caches the structure record per connection and does not notice when the record is written directly. Rolling
    /// back a write forces FTS5 to reread it.
    private func forgetCachedStructure() throws {
        try connection.execute(
            """
            SAVEPOINT bulk_forget; INSERT INTO \(table) (rowid) VALUES (-9223372036854775807);
            ROLLBACK TO bulk_forget; RELEASE bulk_forget
            """)
    }

    /// Deletes rows left by a segment that is not in the structure record. They would block a new segment with that id.
    package func newSegmentID(_ structure: SegmentStructure) throws -> Int? {
        guard let id = structure.freeSegmentID else { return nil }
        try delete(segment: id)
        return id
    }

    package func setRecord(_ id: Int64, _ bytes: [UInt8]) throws {
        try connection.run("UPDATE \(table)_data SET block = ? WHERE id = ?", [.blob(bytes), .integer(id)])
    }

    package func write(_ piece: SegmentPiece, segment: Int) throws {
        let putPage = try connection.cachedStatement("INSERT INTO \(table)_data (id, block) VALUES (?, ?)")
        try piece.forEachPage { id, page in
            putPage.bind(id, at: 1)
            try putPage.withInPlace(page, isText: false, at: 2) { try putPage.run() }
        }
        let putTerm = try connection.cachedStatement("INSERT INTO \(table)_idx (segid, term, pgno) VALUES (?, ?, ?)")
        for (term, page) in piece.terms {
            putTerm.bind(Int64(segment), at: 1)
            putTerm.bind(blob: term.span, at: 2)
            putTerm.bind(page, at: 3)
            try putTerm.run()
        }
    }

    package func writeLengths(_ lengths: ((Int64, ArraySlice<UInt32>) throws -> Void) throws -> Void) throws {
        let statement = try connection.cachedStatement("INSERT INTO \(table)_docsize (id, sz) VALUES (?, ?)")
        var bytes: [UInt8] = []
        try lengths { row, columns in
            bytes.removeAll(keepingCapacity: true)
            for length in columns { SegmentVarint.append(UInt64(length), to: &bytes) }
            statement.bind(row, at: 1)
            statement.bind(blob: bytes.span, at: 2)
            try statement.run()
        }
    }

    package func takeLengths(of rows: [Int64]) throws -> [[Int]] {
        let statement = try connection.cachedStatement("DELETE FROM \(table)_docsize WHERE id = ? RETURNING sz")
        defer { statement.reset() }
        var lengths: [[Int]] = []
        for row in rows {
            statement.reset()
            statement.bind(row, at: 1)
            while try statement.step() { lengths.append(statement.varints(0)) }
        }
        return lengths
    }

    package func deletePages(_ ids: ClosedRange<Int64>) throws {
        let statement = try connection.cachedStatement("DELETE FROM \(table)_data WHERE id BETWEEN ? AND ?")
        statement.bind(ids.lowerBound, at: 1)
        statement.bind(ids.upperBound, at: 2)
        try statement.run()
    }

    package func delete(segment: Int) throws {
        try deletePages(SegmentRowID.all(segment: segment))
        try connection.run("DELETE FROM \(table)_idx WHERE segid = ?", [.integer(Int64(segment))])
    }

    /// Reading while another connection writes is possible only with a write-ahead log:
    /// <https://www.sqlite.org/wal.html#concurrency>.
    package var aside: (@Sendable ((any PageSource) throws -> Void) throws -> Void)? {
        guard let path = connection.path, (try? connection.text("PRAGMA journal_mode")) == "wal" else { return nil }
        let table = table
        return { body in
            let reader = try Connection(path: path, mode: .readOnly)
            try reader.snapshot { try body(FTS5Pages(connection: reader, table: table)) }
        }
    }
}

private final class FTS5PageCursor: PageCursor {
    private let statement: Statement

    init(connection: Connection, table: String) throws {
        statement = try connection.prepare("SELECT id, block FROM \(table)_data WHERE id BETWEEN ? AND ? ORDER BY id")
    }

    func seek(_ ids: ClosedRange<Int64>) {
        statement.reset()
        statement.bind(ids.lowerBound, at: 1)
        statement.bind(ids.upperBound, at: 2)
    }

    func next() throws -> Int64? { try statement.step() ? statement.integer(0) : nil }

    func withPage(_ body: (Span<UInt8>) -> Void) { statement.withBytes(1, body) }

    func reset() { statement.reset() }
}
