internal import Articles
package import PostingIndex
package import SearchRanking
internal import TextAnalysis

/// The doclists of one search, each read once.
package final class IndexPostings {
    private let source: any IndexSource
    private var reader: PostingReader?
    private var terms: [[UInt8]: TermPostings] = [:]
    private var lists: [[UInt8]: PostingList] = [:]
    private var characters: [CharacterKey: RowFrequencies] = [:]
    private var prefixes: [[UInt8]: PostingList] = [:]
    /// The cache of the current state of the index.
    private var cache = IndexCache(maxBytes: 0)
    /// Rarer words are not read ahead, because reading their doclists on demand is as fast.
    package var minFrequentArticles = 256
    /// With more articles, no words are read ahead: the list of a frequent word is then so long that reading its blocks
    /// is as fast (docs/decisions/0042).
    package static let maxArticlesToReadAhead = 200_000
    private var isAvailable = false

    package init(_ source: any IndexSource) { self.source = source }

    /// The number of segments in which a term is looked up, as of the last call of `begin`.
    package var segmentCount: Int { reader?.segmentCount ?? 0 }

    /// Discards the doclists of the last search. If the segments lack some articles or have an unknown format, only the
    /// engine's own search can be used afterwards.
    package func begin() throws {
        terms.removeAll(keepingCapacity: true)
        lists.removeAll(keepingCapacity: true)
        characters.removeAll(keepingCapacity: true)
        prefixes.removeAll(keepingCapacity: true)
        if reader == nil { reader = try source.makeReader() }
        let isKnownForm = try reader?.refresh() == true
        isAvailable = isKnownForm && source.segmentsAreWhole
    }

    /// The encoded list of segments, which is equal on all connections; nil if only the engine's own search can be
    /// used.
    package var structure: [UInt8]? { isAvailable ? reader?.structure : nil }

    /// Uses the cache of a state of the index.
    package func begin(_ cache: IndexCache) {
        self.cache = cache
        reader?.termIndexes = cache.termIndexes
    }

    /// Reads a part of the structures that locate doclists; called while idle.
    ///
    /// - Returns: false if nothing is left to read.
    package func readAhead() throws -> Bool {
        try begin()
        return try isAvailable && reader?.readAhead() == true
    }

    /// Caches the doclists of the next frequent word and of its stem; called while idle.
    ///
    /// - Returns: false if nothing is left to read, the budget is exhausted or there are too many articles.
    package func readFrequentAhead(_ statistics: IndexStatistics) throws -> Bool {
        guard isAvailable, statistics.articleCount <= Self.maxArticlesToReadAhead, let reader,
            let word = try cache.nextWord(of: { try frequentWords() })
        else { return false }
        try keep(word, reader, statistics)
        if WordForms.hasStems(word) {
            try keep([WordForms.stemMark] + Analyzer.shared.stem(word), reader, statistics)
        }
        return true
    }

    /// The words in at least `minFrequentArticles` articles, most frequent last.
    private func frequentWords() throws -> [VocabularyWord] {
        var words: [VocabularyWord] = []
        try FrequentWords.forEachWord(of: source) { word, articles in
            if articles >= minFrequentArticles { words.append(VocabularyWord(term: Array(word), articles: articles)) }
        }
        return words.sorted { $0.articles < $1.articles }
    }

    private func keep(_ term: [UInt8], _ reader: PostingReader, _ statistics: IndexStatistics) throws {
        guard cache.postings(of: term) == nil, let list = try reader.postings(of: term.span)?.compacted(),
            list.count > 0
        else { return }
        let norms = try statistics.facts.norms(of: list.rows)
        cache.keep(FrequentPostings(list, norms: norms), of: term)
    }

    /// Whether any doclist was read ahead.
    package var hasFrequent: Bool { cache.hasPostings }

    /// The doclist of a frequent term with its impacts; nil if it was not read ahead. Reading and scoring the doclist
    /// is most of the cost of searching for such a term.
    package func frequent(_ term: [UInt8]) -> FrequentPostings? { isAvailable ? cache.postings(of: term) : nil }

    /// The articles that contain a character, and its frequency in each; nil if only the engine can answer.
    package func frequencies(
        ofCharacter character: [UInt8], isOnlyTitle: Bool, endOfArticles: Int
    ) throws -> RowFrequencies? {
        guard isAvailable,
            ArticleIDRange.hasRoom(forEachBelow: endOfArticles, bytes: PostingReader.characterBytesPerRow)
        else { return nil }
        let key = CharacterKey(character: character, isOnlyTitle: isOnlyTitle)
        if let known = characters[key] { return known }
        try source.checkDeadline()
        let frequencies = try reader?.frequencies(
            beginningWith: character.span, isOnlySecond: isOnlyTitle, endOfRows: endOfArticles)
        characters[key] = frequencies
        return frequencies
    }

    private struct CharacterKey: Hashable {
        var character: [UInt8]
        var isOnlyTitle: Bool
    }

    /// The postings of all terms with a prefix, as one list; nil if only the engine can answer.
    package func list(ofTermsWithPrefix prefix: [UInt8], endOfArticles: Int) throws -> PostingList? {
        guard isAvailable,
            ArticleIDRange.hasRoom(forEachBelow: endOfArticles, bytes: PostingReader.prefixBytesPerRow)
        else { return nil }
        if let known = prefixes[prefix] { return known }
        try source.checkDeadline()
        let list = try reader?.postings(beginningWith: prefix.span, endOfRows: endOfArticles)
        prefixes[prefix] = list
        return list
    }

    /// Reads the first pages needed to look up the terms, all at once.
    package func prepare(_ terms: [[UInt8]]) throws {
        guard isAvailable else { return }
        let unknown = Set(terms.filter { self.terms[$0] == nil && frequent($0) == nil })
        try reader?.prepare(unknown.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// The postings of a term, read on demand; nil if only the engine can answer.
    package func term(_ term: [UInt8]) throws -> TermPostings? {
        guard isAvailable else { return nil }
        if let known = terms[term] { return known }
        if let frequent = frequent(term) {
            let postings = TermPostings(frequent.list, frequent.matches)
            terms[term] = postings
            return postings
        }
        try source.checkDeadline()
        guard let postings = try reader?.term(term.span) else {
            isAvailable = false
            return nil
        }
        terms[term] = postings
        return postings
    }

    /// Runs `body` with a second reader of the same segments for use on another thread, or with nil if none is
    /// available.
    package func withSecondReader<Result>(_ body: (PostingReader?) throws -> Result) throws -> Result {
        guard let reader else { return try body(nil) }
        return try reader.withSecond(until: source.deadline, body)
    }

    /// The whole posting list of a term; nil if only the engine can answer.
    package func list(of term: [UInt8]) throws -> PostingList? {
        guard isAvailable else { return nil }
        if let known = frequent(term)?.list ?? lists[term] { return known }
        try source.checkDeadline()
        guard let list = try reader?.postings(of: term.span) else {
            isAvailable = false
            return nil
        }
        lists[term] = list
        return list
    }

    /// Runs `body`. If it reads a malformed page, runs it again using only the engine's own search.
    package func orFullText<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch  where isAvailable && source.fullText != nil && isDamage(error) {
            isAvailable = false
            return try body()
        }
    }

    private func isDamage(_ error: any Error) -> Bool { error is MalformedIndexError || source.isDamage(error) }
}
