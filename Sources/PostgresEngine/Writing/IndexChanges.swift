internal import ArticleSearch
internal import PostingIndex
internal import SearchRanking
internal import TextAnalysis

/// The changes of a transaction to the index: new articles in batches, and changed or removed articles.
///
/// The changes are written as one segment. If the transaction changes an article that it also inserted, a second
/// segment is needed, because the rows of a segment must ascend.
struct IndexChanges {
    private struct Change {
        /// The old text; nil if the article is not in the index.
        var old: IndexedText?
        /// The new text; nil if the article is removed.
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

    /// - Parameter numbers: the id of each article of the batch; 0 for an article that is not new.
    mutating func add(_ run: SortedRun, _ numbers: [Int64]) {
        guard let first = numbers.first(where: { $0 != 0 }) else { return }
        firstWaiting = min(firstWaiting, first)
        waiting.append(.init(run: run, rowIDs: numbers))
    }

    /// - Parameters:
    ///   - old: the text that is in the index or waits to be added to it; nil if the article has no index entry.
    ///   - new: the new text; nil removes the article.
    mutating func change(_ n: Int64, from old: IndexedText?, to new: IndexedText?) {
        if changes[n] == nil { changes[n] = Change(old: old, new: new) } else { changes[n]?.new = new }
    }

    /// Writes the segments and the counts of the word lists, inside the caller's transaction.
    ///
    /// - Parameter counts: receives the characters of changed articles.
    /// - Throws: `MalformedIndexError` if the index has an unknown form.
    mutating func write(to pages: PostgresPages, _ lists: WordLists, counts: inout IndexCounts) throws {
        if isEmpty { return }
        try lists.load()
        let newArticles = waiting.reduce(0) { $0 + $1.rowIDs.count { $0 != 0 } }
        lists.beginTerms(newArticles: newArticles)
        let loader = SegmentLoader(pages, columnCount: IndexColumn.count)
        let below = changes.filter { $0.key < firstWaiting }
        let above = changes.filter { $0.key >= firstWaiting }
        try load(below, waiting, loader, lists.words, &counts)
        try load(above, [], loader, lists.words, &counts)
        try lists.flush(
            newArticles: newArticles, newest: waiting.last?.rowIDs.last { $0 != 0 } ?? 0,
            changed: changes.map { ($0.key, $0.value.old?.title, $0.value.new?.title) })
        removeAll()
    }

    private func load(
        _ changes: [Int64: Change], _ new: [FTS5BulkLoader.Part], _ loader: SegmentLoader, _ words: FrequentWords,
        _ counts: inout IndexCounts
    ) throws {
        if changes.isEmpty, new.isEmpty { return }
        let rows = changes.sorted { $0.key < $1.key }
        var parts = new
        /// For each term, the number of changed articles that contain it. These articles are counted one by one.
        var changed: [(term: [UInt8], articles: Int)] = []
        if !rows.isEmpty {
            let batch = InvertedBatch(columns: IndexColumn.count)
            for (_, change) in rows {
                batch.beginDocument()
                counts.count(characters: Self.analyze(change.new, into: batch, words, isRemoval: false), +1)
                counts.count(characters: Self.analyze(change.old, into: batch, words, isRemoval: true), -1)
                batch.endDocument()
            }
            if !new.isEmpty {
                batch.forEachTerm { term, articles in changed.append((term.indices.map { term[$0] }, articles)) }
            }
            parts.insert(.init(run: batch.sorted(), rowIDs: rows.map(\.key)), at: 0)
        }
        var next = 0
        let isWritten = try loader.load(
            parts, replaced: rows.filter { $0.value.new != nil && $0.value.old != nil }.map(\.key),
            removed: rows.filter { $0.value.new == nil }.map(\.key)
        ) { term, articles in
            if new.isEmpty { return }
            while next < changed.count, Self.order(changed[next].term, term) < 0 { next += 1 }
            let isChanged = next < changed.count && Self.order(changed[next].term, term) == 0
            let newArticles = articles - (isChanged ? changed[next].articles : 0)
            if newArticles > 0 { words.add(term, articles: newArticles) }
        }
        if !isWritten { throw MalformedIndexError() }
    }

    /// Compares two terms: negative if the first sorts before the second, 0 if they are equal.
    private static func order(_ first: [UInt8], _ second: Span<UInt8>) -> Int {
        for place in 0..<min(first.count, second.count) where first[place] != second[place] {
            return first[place] < second[place] ? -1 : 1
        }
        return first.count - second.count
    }

    /// - Returns: the distinct CJK characters of the text.
    private static func analyze(
        _ text: IndexedText?, into batch: InvertedBatch, _ words: FrequentWords, isRemoval: Bool
    ) -> Set<UInt32> {
        guard let text else { return [] }
        defer { words.endArticle(isRemoval ? -1 : 1) }
        var characters: Set<UInt32> = []
        text.forEachColumn { column, text, language in
            if !isRemoval { batch.beginColumn(column) }
            Analyzer.shared.analyzeWithPairs(text, language: language) { term, kind, _ in
                if FrequentWords.isWord(term) { words.see(term) }
                if isRemoval { batch.addRemoval(of: term) } else { batch.add(term, isColocated: kind.isColocated) }
                if kind == .bigram || kind == .single, let scalar = UTF8Decoding.firstScalar(term) {
                    characters.insert(scalar)
                }
                return true
            }
            guard isRemoval else { return }
            // The article may have been indexed under earlier rules, so remove the terms of those rules too.
            Analyzer.shared.analyzeWithPairs(text, language: language, rules: .earlier) { term, _, _ in
                batch.addRemoval(of: term)
                return true
            }
        }
        return characters
    }
}
