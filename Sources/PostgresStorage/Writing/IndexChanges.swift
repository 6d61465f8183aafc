internal import PostingIndex
internal import SearchRanking
internal import TextAnalysis

/// What a transaction brings to the index: new articles in batches, and articles whose text was changed or that go.
///
/// It is written as one segment; as a second one where an article that the first one brings was changed in the same
/// transaction, since the rows of a segment ascend.
struct IndexChanges {
    private struct Change {
        /// Nil where it has no entry, as it had none before.
        var old: IndexedText?
        /// Nil where it goes.
        var new: IndexedText?
    }

    private var waiting: [FTS5BulkLoader.Part] = []
    private var firstWaiting = Int64.max
    private var changes: [Int64: Change] = [:]

    var isEmpty: Bool { waiting.isEmpty && changes.isEmpty }

    mutating func removeAll() {
        waiting.removeAll()
        firstWaiting = .max
        changes.removeAll()
    }

    /// - Parameter numbers: of each article of the batch its number, 0 for one that is not new.
    mutating func add(_ run: SortedRun, _ numbers: [Int64]) {
        guard let first = numbers.first(where: { $0 != 0 }) else { return }
        firstWaiting = min(firstWaiting, first)
        waiting.append(.init(run: run, rowIDs: numbers))
    }

    /// - Parameters:
    ///   - old: the text that is in the index, or that waits; nil for none.
    ///   - new: nil removes the article.
    mutating func change(_ n: Int64, from old: IndexedText?, to new: IndexedText?) {
        if changes[n] == nil { changes[n] = Change(old: old, new: new) } else { changes[n]?.new = new }
    }

    /// Writes the segments, inside the caller's transaction.
    ///
    /// - Parameter counts: takes the characters of changed articles.
    /// - Throws: `MalformedIndexError` for an index of unknown form.
    mutating func write(to pages: PostgresPages, counts: inout BatchChanges) throws {
        let loader = SegmentLoader(pages, columnCount: IndexColumn.count)
        let below = changes.filter { $0.key < firstWaiting }
        let above = changes.filter { $0.key >= firstWaiting }
        try load(below, waiting, loader, &counts)
        try load(above, [], loader, &counts)
        removeAll()
    }

    private func load(
        _ changes: [Int64: Change], _ parts: [FTS5BulkLoader.Part], _ loader: SegmentLoader,
        _ counts: inout BatchChanges
    ) throws {
        if changes.isEmpty, parts.isEmpty { return }
        let rows = changes.sorted { $0.key < $1.key }
        var parts = parts
        if !rows.isEmpty {
            let batch = InvertedBatch(columns: IndexColumn.count)
            for (_, change) in rows {
                batch.beginDocument()
                counts.count(characters: Self.analyze(change.new, into: batch, isRemoval: false), +1)
                counts.count(characters: Self.analyze(change.old, into: batch, isRemoval: true), -1)
                batch.endDocument()
            }
            parts.insert(.init(run: batch.sorted(), rowIDs: rows.map(\.key)), at: 0)
        }
        let isWritten = try loader.load(
            parts, replaced: rows.filter { $0.value.new != nil && $0.value.old != nil }.map(\.key),
            removed: rows.filter { $0.value.new == nil }.map(\.key))
        if !isWritten { throw MalformedIndexError() }
    }

    /// - Returns: the distinct CJK characters of the text.
    private static func analyze(_ text: IndexedText?, into batch: InvertedBatch, isRemoval: Bool) -> Set<UInt32> {
        var characters: Set<UInt32> = []
        text?.forEachColumn { column, text, language in
            if !isRemoval { batch.beginColumn(column) }
            Analyzer.shared.analyze(text, language: language) { term, kind, _ in
                if isRemoval { batch.addRemoval(of: term) } else { batch.add(term, isColocated: kind.isColocated) }
                if kind == .bigram || kind == .single, let scalar = UTF8Decoding.firstScalar(term) {
                    characters.insert(scalar)
                }
                return true
            }
        }
        return characters
    }
}
