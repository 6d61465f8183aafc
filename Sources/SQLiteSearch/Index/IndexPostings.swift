internal import Articles
package import PostingIndex
package import SQLite
package import SearchRanking
internal import Suggestions
internal import TextAnalysis

/// The doclists that one search asks for, each read once.
package final class IndexPostings {
    private let connection: Connection
    private var reader: PostingReader?
    private var lists: [[UInt8]: PostingList] = [:]
    private var prefixes: [[UInt8]: PrefixCounts] = [:]
    /// What is kept in memory of the state of the index that is being read.
    private var cache = IndexCache(maxBytes: 0)
    /// Words that fewer articles have are as quickly read when they are asked for.
    package var minFrequentArticles = 256
    private var isAvailable = false
    private let prefetcher: Prefetcher?
    /// From so many leaves on (512 MB) it is worth reading counts alone, though the closer look at the best articles has to get
    /// positions from elsewhere.
    package var leavesOfLarge = 1 << 17

    package init(connection: Connection, prefetcher: Prefetcher?) {
        self.connection = connection
        self.prefetcher = prefetcher
    }

    /// How many segments a term is looked up in, since `begin`.
    package var segmentCount: Int { reader?.segmentCount ?? 0 }

    /// Forgets the lists of the search before. Where this connection has written without committing, or the index has an
    /// unknown form, FTS5 itself is to be asked.
    package func begin() throws {
        lists.removeAll(keepingCapacity: true)
        prefixes.removeAll(keepingCapacity: true)
        if reader == nil {
            reader = try PostingReader(connection: connection, table: "article_index", prefetcher: prefetcher)
        }
        let isKnownForm = try reader?.refresh() == true
        isAvailable = isKnownForm && !connection.hasUncommittedWrites
    }

    /// The list of segments, the same bytes for all connections; nil where the index has an unknown form, or this connection
    /// has written without committing.
    package var structure: [UInt8]? { isAvailable ? reader?.structure : nil }

    /// Goes on with what is kept of a state of the index.
    package func begin(_ cache: IndexCache) {
        self.cache = cache
        reader?.termIndexes = cache.termIndexes
    }

    /// Reads a little of what finds lists, for a reader that has time.
    ///
    /// - Returns: false when nothing is left to read.
    package func readAhead() throws -> Bool {
        try begin()
        return try isAvailable && reader?.readAhead() == true
    }

    /// Reads the doclists of the next frequent word into memory, its own and that of its stem, for a reader that has time.
    ///
    /// - Returns: false when nothing is left to read, or no memory.
    package func readFrequentAhead(_ statistics: IndexStatistics) throws -> Bool {
        guard isAvailable, let reader, let word = try cache.nextWord(of: { try frequentWords() }) else { return false }
        try keep(word, reader, statistics)
        if WordForms.hasStems(word) {
            try keep([WordForms.stemMark] + Analyzer.shared.stem(word), reader, statistics)
        }
        return true
    }

    /// The words that enough articles have, the most frequent last.
    private func frequentWords() throws -> [VocabularyWord] {
        var words: [VocabularyWord] = []
        try FrequentWords.forEachWord(on: connection) { word, articles in
            if articles >= minFrequentArticles { words.append(VocabularyWord(term: Array(word), articles: articles)) }
        }
        return words.sorted { $0.articles < $1.articles }
    }

    private func keep(_ term: [UInt8], _ reader: PostingReader, _ statistics: IndexStatistics) throws {
        guard cache.postings(of: term) == nil, let list = try reader.postings(of: term.span)?.compacted(),
            list.count > 0
        else { return }
        let frequencies = list.weightedFrequencies(secondWeight: Float(Ranking.titleWeight))
        let impacts = PhraseMatches.impacts(frequencies, try statistics.facts.norms(of: list.rows))
        cache.keep(FrequentPostings(list: list, impacts: impacts), of: term)
    }

    /// Whether any doclist was read ahead.
    package var hasFrequent: Bool { cache.hasPostings }

    /// The doclist of a frequent term, where it was read ahead: most of what such a word costs is reading its doclist and
    /// weighing each posting.
    package func frequent(_ term: [UInt8]) -> FrequentPostings? { isAvailable ? cache.postings(of: term) : nil }

    /// What stands of all terms that begin with a character; nil where FTS5 itself is to be asked.
    package func counts(beginningWith character: [UInt8], endOfArticles: Int) throws -> PrefixCounts? {
        guard isAvailable, ArticleNumber.hasRoom(forEachBelow: endOfArticles, bytes: PrefixCounts.bytesPerRow) else {
            return nil
        }
        if let known = prefixes[character] { return known }
        try connection.checkDeadline()
        let counts = try reader?.counts(beginningWith: character.span, endOfRows: endOfArticles)
        prefixes[character] = counts
        return counts
    }

    /// The articles that have a term.
    ///
    /// - Parameter needsPositions: false where it is enough to know how often each has it.
    /// - Returns: nil where FTS5 itself is to be asked.
    package func list(of term: [UInt8], needsPositions: Bool = false) throws -> PostingList? {
        if let frequent = frequent(term) { return frequent.list }
        guard isAvailable else { return nil }
        if let known = lists[term], known.hasPositions || !needsPositions { return known }
        try connection.checkDeadline()
        let isLarge = (reader?.leafCount ?? 0) >= leavesOfLarge
        guard let list = try reader?.postings(of: term.span, needsPositions: needsPositions || !isLarge) else {
            isAvailable = false
            return nil
        }
        lists[term] = list
        return list
    }
}
