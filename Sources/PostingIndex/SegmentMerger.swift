private import Pipelines
public import SQLite

/// Merges the segments of bulk loads, as LSM stores merge sorted files, because looking up a term reads two pages of
/// each segment.
///
/// FTS5's merge decodes every position. This merge copies postings unchanged and rewrites only the first row id of each
/// list. The result is an ordinary segment.
public struct SegmentMerger {
    private let pages: any PageStore
    private let isCancelled: () -> Bool
    /// The level of bulk segments, which is above the levels of FTS5's own small segments.
    static let bulkLevel = 3
    private static let lastLevel = 12
    /// Leaves that have been read are deleted in groups of this many, so that the new segment reuses their pages and
    /// the file does not grow by the size of the merge.
    private static let droppedLeaves = 256

    /// - Parameters:
    ///   - table: the name of an FTS5 table with external content, detail=full and no prefix index.
    ///   - isCancelled: called before each piece is written. If it returns true, the merge throws `CancellationError`
    ///     and leaves the index unchanged.
    public init(connection: Connection, table: String, isCancelled: @escaping () -> Bool = { false }) throws {
        self.init(try FTS5Pages(connection: connection, table: table), isCancelled: isCancelled)
    }

    /// Merges segments of another engine's index.
    package init(_ pages: any PageStore, isCancelled: @escaping () -> Bool = { false }) {
        self.pages = pages
        self.isCancelled = isCancelled
    }

    /// The number of segments; 0 if the format of the index is unknown.
    public func segmentCount() throws -> Int { try pages.structure()?.segmentCount ?? 0 }

    /// Whether FTS5 has begun a merge and not finished it. Until then, no segments of its levels are merged.
    public func hasRunningMerge() throws -> Bool {
        try pages.structure()?.levels.contains { $0.merging > 0 } ?? false
    }

    /// Merges the segments of each level that has too many into one segment of the next level, in one transaction.
    ///
    /// - Returns: the number of merged segments; also 0 if the format of the index is unknown.
    @discardableResult
    public func merge(_ policy: MergePolicy) throws -> Int {
        func count(_ level: Int, _ structure: SegmentStructure) -> Int {
            guard structure.allowsMerging(level) else { return 0 }
            let isLowest = structure.levels.prefix(level).allSatisfy(\.segments.isEmpty)
            return policy.count(of: structure.levels[level], isLowest: isLowest)
        }
        guard let structure = try pages.structure(),
            (0...Self.lastLevel).contains(where: { count($0, structure) > 0 })
        else { return 0 }
        return try change { structure, pageSize, isCommitted in
            var merged = 0
            for level in 0...Self.lastLevel {
                let count = count(level, structure)
                if count == 0 { continue }
                merged += try merge(count, of: level, &structure, pageSize, isCommitted: isCommitted && merged == 0)
            }
            return merged
        }
    }

    /// Merges all segments into one, as FTS5's 'optimize' does, but without decoding every position.
    ///
    /// - Returns: the number of merged segments; also 0 if FTS5 has a running merge or the format of the index is
    ///   unknown.
    @discardableResult
    public func mergeAll() throws -> Int {
        guard let structure = try pages.structure(), structure.segmentCount > 1 else { return 0 }
        return try change { structure, pageSize, isCommitted in
            guard structure.levels.allSatisfy({ $0.merging == 0 }), let id = try pages.newSegmentID(structure) else {
                return 0
            }
            let inputs = structure.levels.reversed().flatMap(\.segments)
            let leaves = try merge(inputs, into: id, pageSize, isOldest: true, isCommitted: isCommitted)
            structure.replaceAll(with: leaves > 0 ? id : nil, leaves: leaves, level: Self.bulkLevel)
            return inputs.count
        }
    }

    /// - Parameter body: performs the merge; receives the page size, and whether other connections see the segments.
    private func change(_ body: (inout SegmentStructure, Int, Bool) throws -> Int) throws -> Int {
        let isInTransaction = pages.isInTransaction
        return try pages.changeSegments {
            guard let pageSize = try pages.pageSize(), var structure = try pages.structure() else { return 0 }
            let merged = try body(&structure, pageSize, !isInTransaction)
            try pages.setRecord(SegmentRowID.structure, structure.record)
            return merged
        }
    }

    /// - Parameters:
    ///   - count: the number of oldest segments to merge.
    ///   - isCommitted: whether other connections can see the inputs.
    /// - Returns: the number of merged segments; 0 if no id is free.
    private func merge(
        _ count: Int, of level: Int, _ structure: inout SegmentStructure, _ pageSize: Int, isCommitted: Bool
    ) throws -> Int {
        guard let id = try pages.newSegmentID(structure) else { return 0 }
        let inputs = Array(structure.levels[level].segments.prefix(count))
        let isOldest = structure.levels.dropFirst(level + 1).allSatisfy(\.segments.isEmpty)
        let leaves = try merge(inputs, into: id, pageSize, isOldest: isOldest, isCommitted: isCommitted)
        structure.replace(oldest: inputs.count, ofLevel: level, with: leaves > 0 ? id : nil, leaves: leaves)
        return inputs.count
    }

    /// - Parameter isOldest: whether no segment is older than these, so that empty postings are dropped.
    /// - Returns: the number of leaves in the new segment.
    private func merge(
        _ inputs: [SegmentStructure.Segment], into id: Int, _ pageSize: Int, isOldest: Bool, isCommitted: Bool
    ) throws -> Int {
        let joining = SegmentJoining(
            segment: id, inputs: inputs, pageSize: pageSize, dropsRemovals: isOldest)
        var dropped = Array(repeating: 0, count: inputs.count)
        var leaves = 0
        func write(_ piece: SegmentPiece) throws {
            if isCancelled() { throw CancellationError() }
            try pages.write(piece, segment: id)
            leaves += piece.leafCount
            for (place, read) in piece.readLeaves.enumerated() where read - dropped[place] >= Self.droppedLeaves {
                try drop(inputs[place], leaves: dropped[place]..<read)
                dropped[place] = read
            }
        }
        if isCommitted, let aside = pages.aside {
            try Pipeline.run(
                ahead: 8, produce: { give in try aside { try joining.run(on: $0, give: give) } }, consume: write)
        } else {
            try joining.run(on: pages, give: write)
        }
        for input in inputs { try pages.delete(segment: input.id) }
        return leaves
    }

    private func drop(_ segment: SegmentStructure.Segment, leaves: Range<Int>) throws {
        let first = SegmentRowID.leaf(segment.first, segment: segment.id)
        try pages.deletePages(first + Int64(leaves.lowerBound)...first + Int64(leaves.upperBound) - 1)
    }
}
