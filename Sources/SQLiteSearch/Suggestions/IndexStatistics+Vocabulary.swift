internal import ArticleSearch
internal import SQLite
package import Suggestions
internal import TextAnalysis

extension IndexStatistics: VocabularySource {
    package func forEachFrequentWord(_ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        try FrequentWords.forEachWord(on: connection, body)
    }

    package func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) throws -> Bool {
        try scan(from: lower, to: upper, terms: 1_500, postings: 40_000, body)
    }
}

extension IndexStatistics {
    /// Words or bigrams longer than a prefix that begin with it, the most frequent first.
    ///
    /// Frequent ones are from `FrequentWords`; if these are too few, the rest is from the index's vocabulary.
    ///
    /// - Complexity: reads some rows of the list, and at most `CompletionLimits.terms` terms and
    ///   `CompletionLimits.postings` postings of the vocabulary.
    package func mostFrequentWords(beginningWith prefix: [UInt8], limit: Int) throws -> [VocabularyWord] {
        var found = try FrequentWords.words(beginningWith: prefix, on: connection)
        if found.count < limit {
            // Scans only the ranges between listed words, since stepping over a term reads its postings.
            var terms = CompletionLimits.terms
            var postings = CompletionLimits.postings
            var lower = prefix + [0x01]
            var more: [VocabularyWord] = []
            for upper in found.map(\.term).sorted(by: { $0.lexicographicallyPrecedes($1) }) + [prefix + [0xFF]] {
                let isWhole = try scan(from: lower, to: upper, terms: terms, postings: postings) { word in
                    more.append(word)
                    terms -= 1
                    postings -= word.articles
                }
                guard isWhole, terms > 0, postings > 0 else { break }
                lower = upper + [0x01]
            }
            found += more
        }
        found.sort(by: VocabularyWord.precedes)
        return Array(found.prefix(limit))
    }

    /// Calls `body` with each term in `lower..<upper`, until `terms` terms or `postings` postings are read.
    ///
    /// - Returns: whether all were read.
    package func scan(
        from lower: [UInt8], to upper: [UInt8], terms: Int, postings: Int,
        _ body: (VocabularyWord) throws -> Void
    ) throws -> Bool {
        try openVocabulary()
        let statement = try connection.cachedStatement(
            "SELECT term, doc, cnt FROM temp.vocabulary WHERE term >= ? AND term < ?")
        defer { statement.reset() }
        statement.bind(text: lower.span, at: 1)
        statement.bind(text: upper.span, at: 2)
        var terms = terms
        var postings = postings
        while try statement.step() {
            terms -= 1
            postings -= statement.count(2)
            try body(VocabularyWord(term: statement.bytes(0), articles: statement.count(1)))
            if terms == 0 || postings <= 0 { return false }
        }
        return true
    }
}
