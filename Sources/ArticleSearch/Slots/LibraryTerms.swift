internal import Articles
internal import SearchRanking
internal import TextAnalysis

/// The document frequencies of terms in a whole library: the sums over its slots.
///
/// They are cached until an index changes. Must not be used inside `SearchSlots.map`, which it calls.
final class LibraryTerms: TermStatistics {
    private let slots: SearchSlots
    private var frequencies: [[UInt8]: Int] = [:]
    private var characters: [[UInt8]: Int] = [:]
    private var versions: [Int64] = []
    private var knownLanguages: [StemLanguage]?
    private(set) var lengths = CollectionLengths()

    init(_ slots: SearchSlots) { self.slots = slots }

    /// Reads the current state of the slots. Must be called at the start of each search.
    func refresh() throws {
        let versions = try slots.map { _, slot in
            try slot.statistics.refresh(ranksAlone: false)
            return slot.statistics.dataVersion
        }
        if versions != self.versions {
            frequencies.removeAll(keepingCapacity: true)
            characters.removeAll(keepingCapacity: true)
            knownLanguages = nil
            lengths = slots.slots.reduce(CollectionLengths()) { $0 + $1.statistics.ownLengths }
            self.versions = versions
        }
        for slot in slots.slots { slot.statistics.rank(with: lengths) }
    }

    var articleCount: Int { lengths.articles }

    /// Reads the document frequencies of several terms in one step.
    func prepare(_ terms: [[UInt8]]) throws {
        let unknown = Set(terms.filter { frequencies[$0] == nil }).sorted { $0.lexicographicallyPrecedes($1) }
        if unknown.isEmpty { return }
        let counts = try slots.map { _, slot in
            try slot.statistics.prepare(unknown)
            return try unknown.map { try slot.statistics.articles(with: $0) }
        }
        for (index, term) in unknown.enumerated() { frequencies[term] = counts.reduce(0) { $0 + $1[index] } }
    }

    func articles(with term: [UInt8]) throws -> Int {
        try prepare([term])
        return frequencies[term] ?? 0
    }

    func articles(withCharacter character: [UInt8]) throws -> Int {
        if let known = characters[character] { return known }
        let count = try slots.map { _, slot in try slot.statistics.articles(withCharacter: character) }.reduce(0, +)
        characters[character] = count
        return count
    }

    /// Languages other than English whose stems are searched.
    func languages() throws -> [StemLanguage] {
        if let knownLanguages { return knownLanguages }
        var counts: [(language: StemLanguage, articles: Int)] = []
        for slot in try slots.map({ _, slot in try slot.statistics.countsOfLanguages() }) {
            for (language, articles) in slot {
                if let index = counts.firstIndex(where: { $0.language == language }) {
                    counts[index].articles += articles
                } else {
                    counts.append((language, articles))
                }
            }
        }
        let found = counts.filter { $0.articles * IndexStatistics.articlesALanguage >= articleCount }.map(\.language)
        knownLanguages = found
        return found
    }
}

/// The names and terms that a query uses, in a library with several slots. All slots have equal feeds and saved
/// searches.
struct SlotScope: QueryScope {
    let slots: SearchSlots
    let terms: LibraryTerms
    /// The slot in which conditions are evaluated.
    let number: Int

    private var slot: SearchSlot { slots.slots[number] }
    private var first: SearchSlot { slots.slots[0] }

    func languages() throws -> [StemLanguage] { try terms.languages() }

    func savedSearchQuery(_ name: String) throws -> String? { try first.searcher.savedSearchQuery(name) }

    func feeds(named name: String) throws -> [Int64] { try first.searcher.feeds(named: name) }

    func feeds(inFolder name: String) throws -> [Int64] { try first.searcher.feeds(inFolder: name) }

    func feeds(within name: String) throws -> [Int64] { try first.searcher.feeds(within: name) }

    func verifyTag(_ name: String) throws { try verify { try $0.verifyTag(name) } }

    func verifyLanguage(_ code: String) throws { try verify { try $0.verifyLanguage(code) } }

    /// Verifies a name that any slot may have.
    private func verify(_ body: (ArticleSearcher) throws -> Void) throws {
        var failure: (any Error)?
        for slot in slots.slots {
            do {
                return try body(slot.searcher)
            } catch let error as StorageError {
                guard case .unknownName(_, _, let suggestion) = error else { throw error }
                if failure == nil || suggestion != nil { failure = error }
            }
        }
        if let failure { throw failure }
    }

    func hasArticles(withCharacter character: [UInt8]) throws -> Bool {
        try terms.articles(withCharacter: character) > 0
    }

    func hasHidden() throws -> Bool { try slots.slots.contains { try $0.searcher.hasHidden() } }

    func articles(_ condition: ArticleCondition, in range: ClosedRange<Int64>?) throws -> [UInt32] {
        try slot.searcher.articles(condition.inSlot(number, slots.numbers), in: range)
    }

    func matching(_ patterns: [PatternCondition], among numbers: [UInt32], isArrival: Bool) throws -> [UInt32] {
        try slot.searcher.matching(patterns, among: numbers, isArrival: isArrival)
    }

    func checkDeadline() throws { try first.searcher.checkDeadline() }
}
