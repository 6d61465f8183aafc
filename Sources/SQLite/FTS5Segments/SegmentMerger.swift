/// Merges segments that bulk loads left, as LSM stores merge sorted files: each look-up of a term costs two pages a
/// segment, so there must not be many.
///
/// FTS5's own merge steps through every position; postings do not change when lists are joined, so here they are copied
/// as they are, and only the first row id of each list is written anew. What comes out is an ordinary segment.
public struct SegmentMerger {
    private let connection: Connection
    private let table: String
    /// Levels from here on are ours; FTS5's own small writes and their merges stay below.
    static let firstLevel = 3
    private static let lastLevel = 12
    /// So many leaves that have been read are deleted at a time, so that what is written takes their pages: the file would
    /// grow by the size of all that is merged otherwise.
    private static let droppedLeaves = 256

    /// - Parameter table: the name of an FTS5 table with external content, detail=full and no prefix index.
    public init(connection: Connection, table: String) {
        self.connection = connection
        self.table = table
    }

    /// Merges all segments of each level that has `fanOut` or more of them into one of the level above. All in one
    /// transaction; a reader sees the index before or after it.
    ///
    /// - Returns: how many segments were merged; 0 too where the index has a form that is not known here.
    @discardableResult
    ///
    /// - Parameter smallest: of the lowest level alone, so many are enough; a level above costs more to write again.
    public func merge(fanOut: Int, smallest: Int? = nil) throws -> Int {
        func isFull(_ level: Int, _ structure: SegmentStructure) -> Bool {
            structure.isFull(level, fanOut: level == Self.firstLevel ? smallest ?? fanOut : fanOut)
        }
        guard let structure = try readStructure(),
            (Self.firstLevel...Self.lastLevel).contains(where: { isFull($0, structure) })
        else { return 0 }
        connection.setDefensive(false)
        defer { connection.setDefensive(true) }
        return try connection.transaction {
            // FTS5 writes what it holds in memory when a savepoint is opened. It is closed at once: inside one SQLite would
            // keep a copy of every page that is deleted.
            try connection.execute("SAVEPOINT bulk_merge; RELEASE bulk_merge")
            var merged = 0
            guard let pageSize = try pageSize(), var structure = try readStructure() else { return 0 }
            for level in Self.firstLevel...Self.lastLevel where isFull(level, structure) {
                merged += try merge(level, &structure, pageSize)
            }
            try connection.run(
                "UPDATE \(table)_data SET block = ? WHERE id = 10", [.blob(structure.record)])
            try FTS5BulkLoader.forgetCachedStructure(connection: connection, table: table)
            return merged
        }
    }

    private func pageSize() throws -> Int? {
        try FTS5BulkLoader.knownPageSize(connection: connection, table: table)
    }

    private func readStructure() throws -> SegmentStructure? {
        let statement = try connection.cachedStatement("SELECT block FROM \(table)_data WHERE id = 10")
        defer { statement.reset() }
        return try statement.step() ? SegmentStructure(statement.bytes(0)) : nil
    }

    private func merge(_ level: Int, _ structure: inout SegmentStructure, _ pageSize: Int) throws -> Int {
        guard let id = structure.freeSegmentID else { return 0 }
        let inputs = structure.levels[level].segments
        // Without anything older, what takes postings away has nothing left to take.
        let isOldest = structure.levels.dropFirst(level + 1).allSatisfy(\.segments.isEmpty)
        let cursors = try inputs.map { try SegmentCursor(segment: $0, connection: connection, table: table) }
        let writer = try SegmentWriter(
            segment: id, pageSize: pageSize,
            putBlock: connection.cachedStatement("INSERT INTO \(table)_data (id, block) VALUES (?, ?)"),
            putTerm: connection.cachedStatement("INSERT INTO \(table)_idx (segid, term, pgno) VALUES (?, ?, ?)"))
        var joined = JoinedDoclist(dropsRemovals: isOldest)
        var front = MergeFront(cursors)
        var dropped = Array(repeating: 0, count: inputs.count)
        while let equal = front.next() {
            let first = cursors[equal[0]]
            if equal.count == 1, !(first.hasRemovals && isOldest) {
                try writer.write(term: first.term, doclist: first.doclist)
            } else {
                joined.join(equal.map { cursors[$0] })
                if !joined.bytes.isEmpty { try writer.write(term: first.term, doclist: joined.bytes) }
            }
            for place in equal {
                try cursors[place].next()
                front.update(place)
                let read = cursors[place].leavesRead - dropped[place]
                if read < Self.droppedLeaves { continue }
                try drop(inputs[place], leaves: dropped[place]..<cursors[place].leavesRead)
                dropped[place] = cursors[place].leavesRead
            }
        }
        let leaves = try writer.finish()
        for input in inputs { try delete(input) }
        structure.replaceAll(ofLevel: level, with: leaves > 0 ? id : nil, leaves: leaves)
        return inputs.count
    }

    private func drop(_ segment: SegmentStructure.Segment, leaves: Range<Int>) throws {
        let first = Int64(segment.id) << 37 + Int64(segment.first)
        let statement = try connection.cachedStatement("DELETE FROM \(table)_data WHERE id BETWEEN ? AND ?")
        statement.bind(first + Int64(leaves.lowerBound), at: 1)
        statement.bind(first + Int64(leaves.upperBound) - 1, at: 2)
        try statement.run()
    }

    private func delete(_ segment: SegmentStructure.Segment) throws {
        let first = Int64(segment.id) << 37
        try connection.run(
            "DELETE FROM \(table)_data WHERE id BETWEEN ? AND ?", [.integer(first), .integer(first + (1 << 37) - 1)])
        try connection.run("DELETE FROM \(table)_idx WHERE segid = ?", [.integer(Int64(segment.id))])
    }
}

/// Where several cursors stand, so that the least term is found by looking at one number of each.
private struct MergeFront {
    private let cursors: [SegmentCursor]
    private var prefixes: [UInt64]
    private var equal: [Int] = []

    init(_ cursors: [SegmentCursor]) {
        self.cursors = cursors
        prefixes = cursors.map(\.prefix)
    }

    /// A cursor has moved on.
    mutating func update(_ place: Int) { prefixes[place] = cursors[place].prefix }

    /// The cursors that stand on the least term, oldest first; nil where all are at their end.
    mutating func next() -> [Int]? {
        var least = UInt64.max
        for prefix in prefixes { least = min(least, prefix) }
        equal.removeAll(keepingCapacity: true)
        for place in prefixes.indices where prefixes[place] == least {
            // At its end a cursor has the greatest prefix, and no term.
            if least == .max, cursors[place].term.isEmpty { continue }
            guard let known = equal.first else {
                equal.append(place)
                continue
            }
            if cursors[place].term == cursors[known].term {
                equal.append(place)
            } else if cursors[place].precedes(cursors[known]) {
                equal.removeAll(keepingCapacity: true)
                equal.append(place)
            }
        }
        return equal.isEmpty ? nil : equal
    }
}

/// The doclists of one term from several segments, oldest first, as one.
private struct JoinedDoclist {
    let dropsRemovals: Bool
    private(set) var bytes: [UInt8] = []

    init(dropsRemovals: Bool) { self.dropsRemovals = dropsRemovals }

    mutating func join(_ cursors: [SegmentCursor]) {
        bytes.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        for cursor in cursors {
            let isPlain = cursor.firstRow > last && !(cursor.hasRemovals && dropsRemovals)
            guard isPlain else { return overrule(cursors) }
            SegmentVarint.append(cursor.firstRow - last, to: &bytes)
            bytes += cursor.doclist[cursor.firstRowLength...]
            last = cursor.lastRow
        }
    }

    /// The same row in several lists: the newest counts. Rare, so that it may take its time.
    private mutating func overrule(_ cursors: [SegmentCursor]) {
        var postings: [UInt64: ArraySlice<UInt8>] = [:]
        for cursor in cursors {
            var reader = DoclistReader(cursor.doclist)
            while let (row, posting) = reader.next() { postings[row] = posting }
        }
        bytes.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        for (row, posting) in postings.sorted(by: { $0.key < $1.key }) {
            if dropsRemovals, let size = posting.first, size < 2 { continue }
            SegmentVarint.append(row - last, to: &bytes)
            bytes += posting
            last = row
        }
    }
}

/// Rows and postings of a doclist without a break.
private struct DoclistReader {
    private let bytes: [UInt8]
    private var at = 0
    private var row: UInt64 = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (row: UInt64, posting: ArraySlice<UInt8>)? {
        guard at < bytes.count, let delta = number() else { return nil }
        row &+= delta
        let start = at
        guard let size = number(), at + Int(size >> 1) <= bytes.count else { return nil }
        at += Int(size >> 1)
        return (row, bytes[start..<at])
    }

    private mutating func number() -> UInt64? {
        var reader = SegmentStructure.Reader(bytes, from: at)
        let value = reader.next()
        at = reader.index
        return value
    }
}
