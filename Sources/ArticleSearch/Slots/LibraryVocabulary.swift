/// The words of a library with several slots, for corrections. Each slot lists only the words that are frequent in it, so a
/// word may have a lower frequency here than in one slot with all articles.
final class LibraryVocabulary: VocabularySource {
    private let slots: SearchSlots
    private let terms: LibraryTerms

    init(_ slots: SearchSlots, _ terms: LibraryTerms) {
        self.slots = slots
        self.terms = terms
    }

    func articles(with term: [UInt8]) throws -> Int { try terms.articles(with: term) }

    func forEachFrequentWord(
        lengths: ClosedRange<Int>, atLeast least: Int, _ body: (ArraySlice<UInt8>, _ articles: Int) throws -> Void
    ) throws {
        let lists = try slots.map { _, slot in
            var words: [VocabularyWord] = []
            // The frequency in one slot may be below `least`.
            try slot.statistics.forEachFrequentWord(lengths: lengths, atLeast: 0) {
                words.append(VocabularyWord(term: Array($0), articles: $1))
            }
            return words
        }
        for word in Self.merged(lists) where word.articles >= least { try body(word.term[...], word.articles) }
    }

    func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) throws -> Bool {
        let parts = try slots.map { _, slot in
            var words: [VocabularyWord] = []
            let isWhole = try slot.statistics.scan(from: lower, to: upper) { words.append($0) }
            return (words, isWhole)
        }
        for word in Self.merged(parts.map(\.0)) { try body(word) }
        return parts.allSatisfy(\.1)
    }

    /// The words of all lists in byte order, with the sums of their frequencies.
    private static func merged(_ lists: [[VocabularyWord]]) -> [VocabularyWord] {
        if lists.count == 1 { return lists[0] }
        var counts: [[UInt8]: Int] = [:]
        for word in lists.joined() { counts[word.term, default: 0] += word.articles }
        return counts.map { VocabularyWord(term: $0, articles: $1) }.sorted {
            $0.term.lexicographicallyPrecedes($1.term)
        }
    }
}

/// The words of titles in all slots.
struct LibraryTitleWords: TitleWordRows {
    let slots: SearchSlots

    func words(withInitials initials: String) throws -> [TitleWord] {
        try merged { try $0.words(withInitials: initials) }
    }

    func words(initialsBeginningWith beginning: String, onlyFrequent: Bool) throws -> [TitleWord] {
        try merged { try $0.words(initialsBeginningWith: beginning, onlyFrequent: onlyFrequent) }
    }

    func words(beginningWith text: String, onlyFrequent: Bool) throws -> [TitleWord] {
        try merged { try $0.words(beginningWith: text, onlyFrequent: onlyFrequent) }
    }

    /// Each slot processes its titles independently, so no id of the library separates processed titles from others.
    func lastListed() -> Int64 { 0 }

    private func merged(_ words: (any TitleWordRows) throws -> [TitleWord]) throws -> [TitleWord] {
        var titles: [String: Int] = [:]
        for word in try slots.map({ _, slot in try words(slot.source.titleWords) }).joined() {
            titles[word.word, default: 0] += word.titles
        }
        return titles.map { TitleWord(word: $0, titles: $1) }.sorted {
            $0.titles != $1.titles ? $0.titles > $1.titles : $0.word < $1.word
        }
    }
}
