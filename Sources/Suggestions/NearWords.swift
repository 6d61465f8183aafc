private import Glibc
internal import SearchRanking
internal import TextAnalysis

/// What may have been meant at one place of a query.
package struct SpellingCandidate: Equatable {
    package var word: String
    /// The logarithm of how likely it became what was typed; only differences count.
    package var weight: Double
    /// In how many articles it stands, or in how many titles.
    package var articles: Int

    /// What speaks for it, its frequency among that: the exponent was chosen on 20,000 articles.
    package var value: Double { weight + Self.frequencyWeight * log(Double(max(1, articles))) }

    package static let frequencyWeight = 0.8

    package static func precedes(_ a: Self, _ b: Self) -> Bool {
        a.value != b.value ? a.value > b.value : a.word < b.word
    }
}

/// Words of the index that are a slip or two away from a typed one that stands nowhere.
///
/// The list of frequent words is held against the typed word first, all of it: some ten thousand words take a millisecond.
/// Words that a letter left out or swapped makes the typed one are looked up besides. Where none of these is there, or rare ones
/// alone, every word that is one slip away is looked up; where there is none, what begins alike is looked through.
package struct NearWords {
    package let vocabulary: any VocabularySource

    /// From so many letters on two slips may be meant.
    private static let lettersForTwo = 6
    private static let maxLetters = 24
    private static let frequencyRatio = 60
    /// In so many articles a word is no slip itself.
    private static let frequent = 10

    /// Words that are much more frequent than one that stands in an article or two, where a slip that people make lies
    /// between them.
    ///
    /// - Parameter known: in how many articles the typed word stands.
    package func frequentWords(like term: [UInt8], known: Int) throws -> [SpellingCandidate] {
        let letters = String(decoding: term, as: UTF8.self).unicodeScalars.map(\.value)
        guard letters.count > 2, letters.count <= Self.maxLetters else { return [] }
        var near = Near(typed: letters, isName: true, twoSlips: false)
        try addFrequent(like: term, to: &near)
        return near.one.filter { $0.articles >= known * Self.frequencyRatio }.sorted(by: SpellingCandidate.precedes)
    }

    /// - Parameters:
    ///   - term: the folded word.
    ///   - isName: typed with a capital letter. Names are like each other, so that only typical slips count.
    /// - Returns: the most likely first.
    package func words(like term: [UInt8], isName: Bool) throws -> [SpellingCandidate] {
        let letters = String(decoding: term, as: UTF8.self).unicodeScalars.map(\.value)
        guard letters.count > 2, letters.count <= Self.maxLetters else { return [] }
        var near = Near(typed: letters, isName: isName, twoSlips: letters.count >= Self.lettersForTwo)
        try addFrequent(like: term, to: &near)
        // Slips that are likely however rare the word that was meant.
        try addSingleEdits(of: term, atLeast: log(0.4), to: &near)
        if !near.one.contains(where: { $0.articles >= Self.frequent }) {
            try addSingleEdits(of: term, atLeast: -.infinity, to: &near)
            try addWords(beginningLike: term, letters, to: &near)
        }
        return (near.one.isEmpty ? near.two : near.one).sorted(by: SpellingCandidate.precedes)
    }

    /// What has been found so far.
    private struct Near {
        let typed: [UInt32]
        let isName: Bool
        let twoSlips: Bool
        var one: [SpellingCandidate] = []
        var two: [SpellingCandidate] = []

        mutating func add(_ word: ArraySlice<UInt8>, articles: Int) {
            let text = String(decoding: word, as: UTF8.self)
            // A frequent word is found by two ways.
            if one.contains(where: { $0.word == text }) { return }
            let letters = text.unicodeScalars.map(\.value)
            if let slip = TypingSlip.between(typed: typed, meant: letters) {
                // Nobody types any letter in place of one of a function word's few.
                guard slip.isTypical || !isName && !StopWords.isStop(text) else { return }
                one.append(SpellingCandidate(word: text, weight: slip.weight, articles: articles))
            } else if twoSlips, one.isEmpty,
                EditDistance.between(typed, letters, limit: 2) == 2
            {
                two.append(SpellingCandidate(word: text, weight: TypingSlip.two.weight, articles: articles))
            }
        }
    }

    /// One bit for each letter that a word has: two slips change four of them at most.
    private static func letters(of word: ArraySlice<UInt8>) -> UInt32 {
        word.reduce(0) { $0 | 1 << UInt32($1 & 0x1F) }
    }

    private func addFrequent(like term: [UInt8], to near: inout Near) throws {
        let typed = Self.letters(of: term[...])
        let isASCII = term.allSatisfy { $0 < 0x80 }
        let most = near.twoSlips ? 2 : 1
        try vocabulary.forEachFrequentWord { word, articles in
            guard abs(word.count - term.count) <= (isASCII ? most : 4 * most), articles > 0,
                (word.first ?? 0xFF) < 0xE3, (Self.letters(of: word) ^ typed).nonzeroBitCount <= 2 * most || !isASCII
            else { return }
            near.add(word, articles: articles)
        }
    }

    private func addSingleEdits(of term: [UInt8], atLeast weight: Double, to near: inout Near) throws {
        guard WordForms.hasStems(term) else { return }
        var seen: Set<[UInt8]> = [term]
        for other in EditDistance.singleEdits(of: term, within: term.count) where seen.insert(other).inserted {
            let slip = TypingSlip.between(typed: near.typed, meant: other.map(UInt32.init))
            guard other.count > 1, let slip, slip.weight >= weight else { continue }
            let articles = try vocabulary.articles(with: other)
            if articles > 0 { near.add(other[...], articles: articles) }
        }
    }

    /// Most slips leave the beginning of a word as it is; where too much begins like that, a longer one.
    private func addWords(beginningLike term: [UInt8], _ letters: [UInt32], to near: inout Near) throws {
        let isASCII = term.allSatisfy { $0 < 0x80 }
        guard !isASCII || near.twoSlips && near.one.isEmpty else { return }
        var size = letters.count > 7 ? 4 : letters.count > 4 ? 3 : 2
        while true {
            var begins = String.UnicodeScalarView()
            begins.append(contentsOf: letters.prefix(size).compactMap(Unicode.Scalar.init))
            let prefix = Array(String(begins).utf8)
            let isWhole = try vocabulary.scan(from: prefix, to: prefix + [0xFF]) { other in
                guard other.term != term, abs(other.term.count - term.count) <= 8 else { return }
                near.add(other.term[...], articles: other.articles)
            }
            if isWhole || size + 2 >= letters.count { break }
            size += 2
        }
    }
}
