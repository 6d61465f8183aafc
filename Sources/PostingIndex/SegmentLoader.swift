private import Pipelines

/// Adds batches of documents to an index as one finished segment, as LSM stores do when they ingest sorted files.
package struct SegmentLoader {
    private let pages: any PageStore
    private let columnCount: Int
    /// A single thread writes smaller batches faster.
    private static let minPipelinedBytes = 1 << 20

    package init(_ pages: any PageStore, columnCount: Int) {
        self.pages = pages
        self.columnCount = columnCount
    }

    /// Whether the index has the format that this program knows. This cannot change within a transaction.
    package func isKnownForm() throws -> Bool {
        try pages.pageSize() != nil && pages.structure() != nil && averages() != nil
    }

    /// Loads batches as one segment. Must run inside a transaction.
    ///
    /// - Parameters:
    ///   - parts: the batches; row ids ascend from part to part. Their postings override existing postings of the same
    ///     rows.
    ///   - replaced: the row ids that are already in the index, with another text.
    ///   - removed: the row ids to remove from the index. Their documents contain only removals.
    ///   - counted: receives each term in order, with its document frequency.
    /// - Returns: false if the format of the index is unknown; nothing is written in that case.
    package func load(
        _ parts: [FTS5BulkLoader.Part], replaced: [Int64] = [], removed: [Int64] = [],
        counted: (Span<UInt8>, Int) -> Void = { _, _ in }
    ) throws -> Bool {
        guard parts.contains(where: { $0.rowIDs.contains { $0 != 0 } }) else { return true }
        guard try isKnownForm() else { return false }
        return try pages.changeSegments {
            // The records must be read after the engine has written its pending data.
            guard let pageSize = try pages.pageSize(), var structure = try pages.structure(),
                var averages = try averages(), let id = try pages.newSegmentID(structure)
            else { return false }
            let leaves = try writeSegment(id, parts, pageSize: pageSize, counted)
            for lengths in try pages.takeLengths(of: replaced + removed) { averages.remove(lengths) }
            try writeLengths(of: parts, without: Set(removed), &averages)
            if leaves > 0 { structure.add(segment: id, leaves: leaves, wantedLevel: SegmentMerger.bulkLevel) }
            try pages.setRecord(SegmentRowID.structure, structure.record)
            try pages.setRecord(SegmentRowID.averages, averages.record)
            return true
        }
    }

    private func averages() throws -> SegmentAverages? {
        SegmentAverages(try pages.record(SegmentRowID.averages), columns: columnCount)
    }

    private func writeSegment(
        _ id: Int, _ parts: [FTS5BulkLoader.Part], pageSize: Int, _ counted: (Span<UInt8>, Int) -> Void
    ) throws -> Int {
        var leaves = 0
        func write(_ piece: SegmentPiece) throws {
            try pages.write(piece, segment: id)
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

    private func writeLengths(
        of parts: [FTS5BulkLoader.Part], without removed: Set<Int64>, _ averages: inout SegmentAverages
    ) throws {
        try pages.writeLengths { write in
            for part in parts {
                for (ordinal, row) in part.rowIDs.enumerated() where row != 0 && !removed.contains(row) {
                    let lengths = part.run.lengths[ordinal * columnCount..<(ordinal + 1) * columnCount]
                    averages.add(lengths)
                    try write(row, lengths)
                }
            }
        }
    }
}
