internal import TextAnalysis

/// The most frequent words and bigrams, with their document frequencies.
///
/// Completion reads this list, because counting a frequent word in the index would read all of its postings. The counts
/// are exact: they change in the same transaction as the index, and `ArticleStore.check` compares them. Words are added
/// as articles are stored (`FrequentWords+Learning`).
///
/// The list is stored sorted, in rows of some 4 KB, so that a batch that changes every count writes a few dozen rows.
/// In memory it is three arrays.
package final class FrequentWords {
    let store: any FrequentWordStore
    /// The bytes of all words in sequence, in byte order.
    package var bytes: [UInt8] = []
    /// The start of each word in `bytes`, followed by the end of the last word.
    package var starts: [Int] = [0]
    package var articles: [Int] = []

    /// The index of the first word in each stored row, and the rows that must be rewritten.
    private var rowStarts: [Int] = []
    private var changedRows: Set<Int> = []
    private var isLoaded = false
    private var dataVersion: Int64 = -1

    /// For each word, the `stamp` of the last article that contained it, so that it is counted once per article.
    private var stamps: [UInt32] = []
    private var stamp: UInt32 = 1
    private var seen: [Int] = []
    /// The next listed word to compare with, while terms are added in order.
    private var cursor = 0

    /// The terms of the batch that may be added to the list, and the number of the batch's articles that a term must be
    /// in to become a candidate.
    package var candidates: [VocabularyWord] = []
    package var candidateThreshold = Int.max
    /// The document frequency of the rarest word that the last large batch added.
    package var lastCut = 0
    /// The id of the newest article of the batch.
    package var newest: Int64 = 0

    package static let maxWordBytes = 64
    private static let rowBytes = 4_000

    package init(_ store: any FrequentWordStore) { self.store = store }

    package var count: Int { articles.count }

    package func word(at index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }

    /// Whether a term is a word that can be completed. False for stems, separators, symbol words, and terms over
    /// `maxWordBytes`.
    package static func isWord(_ term: Span<UInt8>) -> Bool {
        term.count > 0 && term.count <= maxWordBytes && term[0] > 0x20 && term[0] != 0x7F
    }

    // MARK: - In memory

    /// Loads the list if another connection has changed it. Called inside the transaction that changes it.
    package func load() throws {
        let version = try store.version()
        guard !isLoaded || version != dataVersion else { return }
        forget()
        try store.forEachRow { row in
            rowStarts.append(count)
            Self.forEachWord(in: row.indices.map { row[$0] }) { word, articles in
                bytes.append(contentsOf: word)
                starts.append(bytes.count)
                self.articles.append(articles)
            }
        }
        stamps = Array(repeating: 0, count: count)
        dataVersion = version
        isLoaded = true
    }

    /// Discards everything in memory, because after a rollback the counts may be wrong.
    package func forget() {
        replaceAll(bytes: [], starts: [0], articles: [])
        rowStarts.removeAll()
        changedRows.removeAll()
        candidates.removeAll()
        isLoaded = false
    }

    package func replaceAll(bytes: [UInt8], starts: [Int], articles: [Int]) {
        self.bytes = bytes
        self.starts = starts
        self.articles = articles
        stamps = Array(repeating: 0, count: articles.count)
        stamp = 1
        seen.removeAll()
        cursor = 0
    }

    private func order(_ index: Int, _ term: Span<UInt8>) -> Int {
        let start = starts[index]
        let size = starts[index + 1] - start
        var place = 0
        let shared = min(size, term.count)
        while place < shared {
            let a = bytes[start + place]
            let b = term[place]
            if a != b { return a < b ? -1 : 1 }
            place += 1
        }
        return size - term.count
    }

    private func change(_ index: Int, by delta: Int) {
        articles[index] += delta
        var low = 0
        var high = rowStarts.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if rowStarts[middle] <= index { low = middle } else { high = middle }
        }
        changedRows.insert(low)
    }

    // MARK: - Counting

    /// Must be called before terms are added in ascending order.
    package func beginTerms(threshold: Int) {
        cursor = 0
        candidateThreshold = threshold
    }

    /// Adds a term of new articles. Terms must ascend.
    package func add(_ term: Span<UInt8>, articles count: Int) {
        while cursor < articles.count {
            let order = order(cursor, term)
            if order == 0 { return change(cursor, by: count) }
            if order > 0 { break }
            cursor += 1
        }
        if count >= candidateThreshold, Self.isWord(term) {
            candidates.append(VocabularyWord(term: term.indices.map { term[$0] }, articles: count))
        }
    }

    /// Records a term of the single article that is being added or removed.
    package func see(_ term: Span<UInt8>) {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let order = order(middle, term)
            if order == 0 {
                if stamps[middle] != stamp {
                    stamps[middle] = stamp
                    seen.append(middle)
                }
                return
            }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
    }

    /// Ends a single article: each of its words counts once.
    ///
    /// - Parameter sign: 1 if the article is added, -1 if it is removed.
    package func endArticle(_ sign: Int) {
        for index in seen { change(index, by: sign) }
        seen.removeAll(keepingCapacity: true)
        stamp = stamp == .max ? 1 : stamp + 1
    }

    // MARK: - Stored rows

    /// Writes the changed rows, or all rows.
    package func write(all isAll: Bool) throws {
        var rows: [FrequentWordRow] = []
        if isAll {
            rowStarts.removeAll()
            var start = 0
            while start < count {
                var end = start
                while end < count, starts[end] - starts[start] + (end - start) * 4 < Self.rowBytes { end += 1 }
                rowStarts.append(start)
                rows.append(row(start..<end))
                start = end
            }
        } else {
            for row in changedRows {
                guard row < rowStarts.count else { continue }
                let end = row + 1 < rowStarts.count ? rowStarts[row + 1] : count
                if end > rowStarts[row] { rows.append(self.row(rowStarts[row]..<end)) }
            }
        }
        changedRows.removeAll(keepingCapacity: true)
        try store.write(rows, replacingAll: isAll)
    }

    private func row(_ words: Range<Int>) -> FrequentWordRow {
        var row: [UInt8] = []
        row.reserveCapacity(Self.rowBytes * 2)
        for index in words {
            row.append(UInt8(truncatingIfNeeded: starts[index + 1] - starts[index]))
            row.append(contentsOf: word(at: index))
            var rest = UInt64(max(0, articles[index]))
            while rest >= 0x80 {
                row.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            row.append(UInt8(rest))
        }
        return FrequentWordRow(first: Array(word(at: words.lowerBound)), words: row)
    }

    /// Calls `body` with the words of one row, in order. Stops if the row is truncated.
    ///
    /// - Parameters:
    ///   - lengths: the lengths of the wanted words, in bytes.
    ///   - least: the minimum document frequency.
    package static func forEachWord(
        in all: [UInt8], lengths: ClosedRange<Int> = 0...Int.max, atLeast least: Int = 0,
        _ body: (ArraySlice<UInt8>, Int) throws -> Void
    ) rethrows {
        var place = 0
        while place < all.count {
            let start = place + 1
            let end = start + Int(all[place])
            guard end < all.count else { return }
            place = end
            var articles = 0
            var shift = 0
            while place < all.count, shift < 56 {
                articles |= Int(all[place] & 0x7F) << shift
                shift += 7
                place += 1
                if all[place - 1] < 0x80 { break }
            }
            // Creating a slice of each word would take several times as long as the comparisons.
            if articles >= least, lengths.contains(end - start) { try body(all[start..<end], articles) }
        }
    }
}

extension FrequentWords {
    /// Calls `body` with the listed words that have one of these lengths in bytes and that at least `least` articles
    /// contain, in byte order.
    ///
    /// - Complexity: reads the whole list, 40,000 words at most.
    package static func forEachWord(
        of source: any IndexSource, lengths: ClosedRange<Int> = 0...Int.max, atLeast least: Int = 0,
        _ body: (ArraySlice<UInt8>, Int) throws -> Void
    ) throws {
        for row in try source.frequentWordRows(beginningWith: nil) {
            try source.checkDeadline()
            try forEachWord(in: row, lengths: lengths, atLeast: least, body)
        }
    }

    /// The listed words that begin with a prefix and are longer than it, in any order.
    ///
    /// - Complexity: reads the rows that hold them, 4 KB each.
    package static func words(beginningWith prefix: [UInt8], of source: any IndexSource) throws -> [VocabularyWord] {
        var out: [VocabularyWord] = []
        for row in try source.frequentWordRows(beginningWith: prefix) {
            forEachWord(in: row) { word, articles in
                guard articles > 0, word.count > prefix.count, word.starts(with: prefix) else { return }
                out.append(VocabularyWord(term: Array(word), articles: articles))
            }
        }
        return out
    }
}
