internal import SQLite
internal import TextAnalysis

/// A term of the vocabulary, as people write it.
struct VocabularyWord {
    var term: [UInt8]
    var articles: Int

    var text: String { String(decoding: term, as: UTF8.self) }

    /// The most frequent first, then by the alphabet.
    static func precedes(_ a: VocabularyWord, _ b: VocabularyWord) -> Bool {
        a.articles != b.articles ? a.articles > b.articles : a.term.lexicographicallyPrecedes(b.term)
    }
}

/// Reading the index's vocabulary in order: <https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module>.
extension IndexStatistics {
    /// Words (or pairs of characters) that begin with some bytes, the most frequent first, the text itself left out.
    ///
    /// Where so many begin like that that reading them all would take too long, the words of the newest articles take
    /// part as well: what is frequent is among them.
    ///
    /// - Complexity: reads `CompletionLimits.terms` terms and `CompletionLimits.postings` postings at most, and then
    ///   `CompletionLimits.sampledArticles` articles.
    func mostFrequentWords(beginningWith prefix: [UInt8], limit: Int) throws -> [VocabularyWord] {
        var found: [VocabularyWord] = []
        let isWhole = try scan(from: prefix + [0x01], to: prefix + [0xFF]) { found.append($0) }
        if !isWhole {
            let known = Set(found.map(\.term))
            for term in try recentWords(beginningWith: prefix) where !known.contains(term) {
                found.append(VocabularyWord(term: term, articles: try articles(with: term)))
            }
        }
        found.sort(by: VocabularyWord.precedes)
        return Array(found.prefix(limit))
    }

    /// Calls `body` with each term from `lower` on and before `upper`, until terms and postings enough have been read.
    ///
    /// - Returns: whether all were read.
    func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) throws -> Bool {
        try openVocabulary()
        let statement = try connection.cachedStatement(
            "SELECT term, doc, cnt FROM temp.vocabulary WHERE term >= ? AND term < ?")
        defer { statement.reset() }
        statement.bind(text: lower.span, at: 1)
        statement.bind(text: upper.span, at: 2)
        var terms = CompletionLimits.terms
        var postings = CompletionLimits.postings
        while try statement.step() {
            terms -= 1
            postings -= Int(statement.integer(2))
            try body(VocabularyWord(term: statement.bytes(0), articles: Int(statement.integer(1))))
            if terms == 0 || postings <= 0 { return false }
        }
        return true
    }

    /// The terms of the newest articles that begin with some bytes, those of most articles first.
    private func recentWords(beginningWith prefix: [UInt8]) throws -> [[UInt8]] {
        let statement = try connection.cachedStatement(
            """
            SELECT title, substr(body, 1, \(CompletionLimits.sampledCharacters)) FROM article_text
            ORDER BY n DESC LIMIT \(CompletionLimits.sampledArticles)
            """)
        defer { statement.reset() }
        var counts: [[UInt8]: Int] = [:]
        while try statement.step() {
            var seen: Set<[UInt8]> = []
            for column: Int32 in 0...1 {
                statement.withBytes(column) { text in
                    Analyzer.shared.analyze(text) { term, kind, _ in
                        guard kind == .word || kind == .gram, term.count > prefix.count else { return true }
                        for index in prefix.indices where term[index] != prefix[index] { return true }
                        seen.insert(term.indices.map { term[$0] })
                        return true
                    }
                }
            }
            for term in seen { counts[term, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key.count) < ($0.value, $1.key.count) }
            .prefix(CompletionLimits.answers).map(\.key)
    }
}
