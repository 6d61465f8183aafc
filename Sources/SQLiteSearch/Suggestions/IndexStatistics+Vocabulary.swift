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
    /// Words (or pairs of characters) that begin with some bytes, the most frequent first, the text itself left out.
    ///
    /// Frequent ones are listed (`FrequentWords`); where these are too few, the index's vocabulary is asked for more.
    ///
    /// - Complexity: some rows of the list, and `CompletionLimits.terms` terms and `CompletionLimits.postings` postings
    ///   of the vocabulary at most.
    package func mostFrequentWords(beginningWith prefix: [UInt8], limit: Int) throws -> [VocabularyWord] {
        var found = try FrequentWords.words(beginningWith: prefix, on: connection)
        if found.count < limit {
            // Between the listed ones: to step over a term is to count its postings.
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

    /// Calls `body` with each term from `lower` on and before `upper`, until terms and postings enough have been read.
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
