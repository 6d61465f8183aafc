internal import PostingIndex
internal import TextAnalysis

/// Chooses the words of the list.
///
/// A word in several articles of one batch is added; its document frequency is read from the index once and then
/// updated incrementally. Small batches are combined: every `learningStep` articles, the newest ones are examined.
extension FrequentWords {
    /// The maximum number of words; if it is exceeded, the rarest third is removed.
    package static let maxWords = 40_000
    /// A load adds at most one word per `articlesANewWord` articles, or `newWordsALoad` words if that is more.
    package static let newWordsALoad = 256
    package static let articlesANewWord = 16
    /// A load makes at most one look-up of a word in a segment per `articlesALookup` articles, or `lookupsALoad` if
    /// that is more. A look-up takes about 20 µs, and in a larger index fewer of a load's words are new.
    package static let lookupsALoad = 2_048
    package static let articlesALookup = 4
    /// The maximum number of words that are added to an empty list.
    package static let firstWords = 12_000
    private static let learningStep: Int64 = 32
    private static let learnedArticles = 128

    /// A word becomes a candidate if it is in this many articles of a batch. The number is adapted from the last batch,
    /// so that there are only slightly more candidates than words to add.
    package func threshold(articles: Int) -> Int { max(3, articles / 500, lastCut * 3 / 4) }

    /// Adds words of this batch to the list and writes it.
    ///
    /// - Parameter isBulk: the batch's terms were added with `add`, which collects `candidates`.
    package func flush(isBulk: Bool, newArticles: Int) throws {
        var learnt = false
        if isBulk {
            learnt = try learn(candidates, newArticles: newArticles)
            try store.remember(learntUpTo: newest)
        } else if newest > 0 {
            let last = try store.learntUpTo()
            if newest - last >= Self.learningStep || newest < last {
                learnt = try learn(recentWords(after: newest < last ? 0 : last), newArticles: 0)
                try store.remember(learntUpTo: newest)
            }
        }
        candidates.removeAll(keepingCapacity: true)
        newest = 0
        try write(all: learnt)
    }

    /// Adds words to the list; returns whether any were added.
    private func learn(_ found: [VocabularyWord], newArticles: Int) throws -> Bool {
        guard !found.isEmpty else { return false }
        let most = maxNewWords(articles: newArticles, segments: try store.segmentCount())
        var new = found.count <= most ? found : mostFrequent(of: found, most)
        new.sort { $0.term.lexicographicallyPrecedes($1.term) }
        if try count > 0 || store.hasMoreArticles(than: newArticles) {
            // Older articles may contain these words too, so replace the counts with those of the whole index.
            for (index, articles) in try store.articles(with: new.map(\.term)).enumerated() {
                new[index].articles = articles
            }
        }
        merge(new)
        if count > Self.maxWords { prune(to: Self.maxWords * 2 / 3) }
        return true
    }

    /// The number of words that a load may add, for an index with this many segments.
    package func maxNewWords(articles: Int, segments: Int) -> Int {
        if count == 0 { return Self.firstWords }
        let words = max(Self.newWordsALoad, articles / Self.articlesANewWord)
        return min(words, max(Self.lookupsALoad, articles / Self.articlesALookup) / max(1, segments))
    }

    /// The `most` words with the highest document frequencies; the choice between equal ones is arbitrary.
    private func mostFrequent(of found: [VocabularyWord], _ most: Int) -> [VocabularyWord] {
        var words = [Int](repeating: 0, count: 4_096)
        for word in found { words[min(word.articles, words.count - 1)] += 1 }
        var least = words.count
        var taken = 0
        while least > 0, taken + words[least - 1] <= most {
            least -= 1
            taken += words[least]
        }
        lastCut = count == 0 ? 0 : least
        return Array(found.lazy.filter { $0.articles >= least }.prefix(most))
    }

    private func merge(_ new: [VocabularyWord]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.bytes.count + new.count * 8)
        var starts = [0]
        var articles: [Int] = []
        func append(_ word: some Collection<UInt8>, _ count: Int) {
            bytes.append(contentsOf: word)
            starts.append(bytes.count)
            articles.append(count)
        }
        var rest = new[...]
        for index in 0..<count {
            let known = word(at: index)
            while let next = rest.first, next.term.lexicographicallyPrecedes(known) {
                append(next.term, next.articles)
                rest.removeFirst()
            }
            if let next = rest.first, next.term.elementsEqual(known) { rest.removeFirst() }
            append(known, self.articles[index])
        }
        for next in rest { append(next.term, next.articles) }
        replaceAll(bytes: bytes, starts: starts, articles: articles)
    }

    private func prune(to most: Int) {
        let least = articles.sorted(by: >)[most]
        var room = most - articles.count { $0 > least }
        var bytes: [UInt8] = []
        var starts = [0]
        var kept: [Int] = []
        for index in 0..<count where articles[index] >= least {
            if articles[index] == least {
                guard room > 0 else { continue }
                room -= 1
            }
            bytes.append(contentsOf: word(at: index))
            starts.append(bytes.count)
            kept.append(articles[index])
        }
        replaceAll(bytes: bytes, starts: starts, articles: kept)
    }

    /// Words in at least two of the newest articles that are not in the list.
    private func recentWords(after last: Int64) throws -> [VocabularyWord] {
        let batch = InvertedBatch(columns: 1)
        func add(_ text: Span<UInt8>) {
            Analyzer.shared.analyze(text) { term, _, _ in
                batch.add(term, isColocated: false)
                return true
            }
        }
        try store.forEachText(after: last, limit: Self.learnedArticles) { title, text in
            batch.beginDocument()
            add(title)
            add(text)
            batch.endDocument()
        }
        let listed = Set((0..<count).map { Array(word(at: $0)) })
        var found: [VocabularyWord] = []
        batch.forEachTerm { term, articles in
            guard articles > 1, Self.isWord(term) else { return }
            let word = VocabularyWord(term: term.indices.map { term[$0] }, articles: articles)
            if !listed.contains(word.term) { found.append(word) }
        }
        return found
    }

    // MARK: - Rebuilding and checking

    /// Rebuilds the list from the whole vocabulary. If there are more than `maxWords` words, keeps the most frequent
    /// ones, 2/3 of that number.
    ///
    /// - Complexity: reads the whole index.
    package func rebuild() throws {
        forget()
        try store.forEachTerm { term, articles in
            guard Self.isWord(term) else { return }
            for index in term.indices { bytes.append(term[index]) }
            starts.append(bytes.count)
            self.articles.append(articles)
        }
        if count > Self.maxWords { prune(to: Self.maxWords * 2 / 3) }
        try write(all: true)
        try store.remember(learntUpTo: store.lastArticle())
        forget()
    }

    /// The number of listed words whose document frequency differs from that of the index.
    package func wrongCounts() throws -> Int {
        forget()
        try load()
        defer { forget() }
        let stored = try store.articles(with: (0..<count).map { Array(word(at: $0)) })
        return zip(stored, articles).count { $0 != $1 }
    }
}
