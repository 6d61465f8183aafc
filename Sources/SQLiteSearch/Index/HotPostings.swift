internal import Articles
package import PostingIndex
internal import SQLite
package import SearchRanking
internal import Suggestions
internal import TextAnalysis

/// The doclists of the most frequent words in memory, ready for use: most of what such a word costs is reading its
/// doclist and weighing each posting.
///
/// For programs that ask more than once: it is filled while they wait (`ArticleStore.warmUp`), holds for one state of the
/// database, and changes no answer.
package struct HotPostings {
    /// Memory that they may take: a 64th of the machine's, at most 512 MB.
    private static let budget = MemoryBudget.oneOf(64, atMost: 512 << 20)

    /// Words that fewer articles have are as quickly read when they are asked for.
    package var minArticles = 256

    private var entries: [[UInt8]: FrequentPostings] = [:]
    private var memory = 0
    /// The words that have not been read, the most frequent last; nil before they are known.
    private var left: [VocabularyWord]?

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(term: [UInt8]) -> FrequentPostings? { entries[term] }

    /// Forgets what may be stale.
    package mutating func removeAll() {
        entries.removeAll()
        memory = 0
        left = nil
    }

    /// Reads the doclists of the next word: its own, and that of its stem.
    ///
    /// - Returns: false when there is no word left, or no memory.
    package mutating func readAhead(_ reader: PostingReader, _ statistics: IndexStatistics) throws -> Bool {
        if left == nil { left = try words(statistics.connection) }
        guard memory < Self.budget, let word = left?.popLast()?.term else { return false }
        try read(word, reader, statistics)
        if WordForms.hasStems(word) {
            try read([WordForms.stemMark] + Analyzer.shared.stem(word), reader, statistics)
        }
        return true
    }

    private func words(_ connection: Connection) throws -> [VocabularyWord] {
        var words: [VocabularyWord] = []
        let statement = try connection.cachedStatement("SELECT words FROM frequent_word")
        defer { statement.reset() }
        while try statement.step() {
            statement.withBytes(0) { row in
                FrequentWords.forEachWord(in: row) { word, articles in
                    if articles >= minArticles { words.append(VocabularyWord(term: Array(word), articles: articles)) }
                }
            }
        }
        return words.sorted { $0.articles < $1.articles }
    }

    private mutating func read(_ term: [UInt8], _ reader: PostingReader, _ statistics: IndexStatistics) throws {
        guard entries[term] == nil, let list = try reader.postings(of: term.span)?.compacted(), list.count > 0 else {
            return
        }
        let frequencies = list.weightedFrequencies(secondWeight: Float(Ranking.titleWeight))
        let impacts = PhraseMatches.impacts(frequencies, try statistics.facts.norms(of: list.rows))
        entries[term] = FrequentPostings(list: list, impacts: impacts)
        memory += list.memory + impacts.count
    }
}
