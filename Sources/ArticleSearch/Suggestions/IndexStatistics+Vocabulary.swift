extension IndexStatistics: VocabularySource {
    package func forEachFrequentWord(
        lengths: ClosedRange<Int>, atLeast least: Int, _ body: (ArraySlice<UInt8>, Int) throws -> Void
    ) throws {
        try FrequentWords.forEachWord(of: source, lengths: lengths, atLeast: least, body)
    }

    package func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) throws -> Bool {
        try source.scan(from: lower, to: upper, terms: 1_500, postings: 40_000) { term, articles in
            try body(VocabularyWord(term: term, articles: articles))
        }
    }
}

extension IndexStatistics {
    /// Words or bigrams that begin with a prefix and are longer than it, most frequent first.
    ///
    /// Frequent ones come from `FrequentWords`. If these are too few, more are read from the index's vocabulary.
    ///
    /// - Complexity: reads some rows of the list, and at most `CompletionLimits.terms` terms and
    ///   `CompletionLimits.postings` postings of the vocabulary.
    package func mostFrequentWords(beginningWith prefix: [UInt8], limit: Int) throws -> [VocabularyWord] {
        var found = try FrequentWords.words(beginningWith: prefix, of: source)
        if found.count < limit {
            // Scans only the ranges between listed words, because stepping over a term reads its postings.
            var terms = CompletionLimits.terms
            var postings = CompletionLimits.postings
            var lower = prefix + [0x01]
            var more: [VocabularyWord] = []
            for upper in found.map(\.term).sorted(by: { $0.lexicographicallyPrecedes($1) }) + [prefix + [0xFF]] {
                let isWhole = try source.scan(
                    from: lower, to: upper, terms: terms, postings: postings
                ) { term, articles in
                    more.append(VocabularyWord(term: term, articles: articles))
                    terms -= 1
                    postings -= articles
                }
                guard isWhole, terms > 0, postings > 0 else { break }
                lower = upper + [0x01]
            }
            found += more
        }
        found.sort(by: VocabularyWord.precedes)
        return Array(found.prefix(limit))
    }
}
