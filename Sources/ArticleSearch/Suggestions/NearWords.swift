private import Glibc
internal import SearchRanking
internal import TextAnalysis

/// A candidate for one place of a query.
package struct SpellingCandidate: Equatable {
    package var word: String
    /// The log probability of the typing error. Only differences between weights matter.
    package var weight: Double
    /// The document frequency, or the number of titles that contain the word.
    package var articles: Int

    /// The value for ranking, which combines error and frequency. The exponent was tuned on 20,000 articles.
    package var value: Double { weight + Self.frequencyWeight * log(Double(max(1, articles))) }

    package static let frequencyWeight = 0.8

    package static func precedes(_ a: Self, _ b: Self) -> Bool {
        a.value != b.value ? a.value > b.value : a.word < b.word
    }
}

/// Words of the index within edit distance 2 of a typed word that no article contains.
///
/// First the whole list of frequent words is compared, which takes 1 ms for some ten thousand words. Words from which a
/// deletion or swap makes the typed word are looked up as well. If this finds nothing or only rare words, all words at
/// distance 1 are looked up; if that finds nothing, words with the same beginning are compared.
package struct NearWords {
    package let vocabulary: any VocabularySource

    /// Two edits are allowed in words with at least this many letters.
    private static let lettersForTwo = 6
    private static let maxLetters = 24
    private static let frequencyRatio = 60
    /// A word in at least this many articles is not a typing error.
    private static let frequent = 10
    package static let maxRare = frequent - 1
    /// A word in at most this many articles may differ from a frequent word by any error, if it has enough letters.
    private static let maxRarest = 2
    private static let lettersForAnyError = 5
    /// Words of the index with fewer letters are considered correct, because most combinations of three letters are
    /// real words.
    private static let lettersOfKnown = 4

    /// Frequent words that may have been meant when the typed word occurs in few articles. Each is much more frequent
    /// and differs from the typed word by one typing error: a typical error, or any error if only one or two articles
    /// contain the typed word. Function words are left out.
    ///
    /// - Parameter known: the document frequency of the typed word.
    func frequentWords(like term: [UInt8], known: Int) throws -> [SpellingCandidate] {
        let letters = String(decoding: term, as: UTF8.self).unicodeScalars.map(\.value)
        guard letters.count >= Self.lettersOfKnown, letters.count <= Self.maxLetters else { return [] }
        let isTypical = known > Self.maxRarest || letters.count < Self.lettersForAnyError
        var near = Near(typed: letters, isName: isTypical, twoSlips: false)
        try addFrequent(like: term, atLeast: known * Self.frequencyRatio, to: &near)
        return near.one.filter { !StopWords.isStop($0.word) }.sorted(by: SpellingCandidate.precedes)
    }

    /// - Parameters:
    ///   - term: the folded word.
    ///   - isName: whether the word was typed with a capital letter. Names resemble each other, so only typical errors
    ///     count.
    /// - Returns: the candidates, most probable first.
    package func words(like term: [UInt8], isName: Bool) throws -> [SpellingCandidate] {
        let letters = String(decoding: term, as: UTF8.self).unicodeScalars.map(\.value)
        guard letters.count > 2, letters.count <= Self.maxLetters else { return [] }
        var near = Near(typed: letters, isName: isName, twoSlips: letters.count >= Self.lettersForTwo)
        try addFrequent(like: term, to: &near)
        // These errors are probable even if the intended word is rare.
        try addSingleEdits(of: term, atLeast: log(0.4), to: &near)
        if !near.one.contains(where: { $0.articles >= Self.frequent }) {
            try addSingleEdits(of: term, atLeast: -.infinity, to: &near)
            try addWords(beginningLike: term, letters, to: &near)
        }
        return (near.one.isEmpty ? near.two : near.one).sorted(by: SpellingCandidate.precedes)
    }

    /// Candidates found so far.
    private struct Near {
        let typed: [UInt32]
        let isName: Bool
        let twoSlips: Bool
        var one: [SpellingCandidate] = []
        var two: [SpellingCandidate] = []

        mutating func add(_ word: ArraySlice<UInt8>, articles: Int) {
            let text = String(decoding: word, as: UTF8.self)
            // A frequent word can be found in two ways; keep it only once.
            if one.contains(where: { $0.word == text }) { return }
            let letters = text.unicodeScalars.map(\.value)
            if let slip = TypingSlip.between(typed: typed, meant: letters) {
                // A short function word is a candidate only for a typical error, not for an arbitrary wrong letter.
                guard slip.isTypical || !isName && !StopWords.isStop(text) else { return }
                one.append(SpellingCandidate(word: text, weight: slip.weight, articles: articles))
            } else if twoSlips, one.isEmpty,
                EditDistance.between(typed, letters, limit: 2) == 2
            {
                two.append(SpellingCandidate(word: text, weight: TypingSlip.two.weight, articles: articles))
            }
        }
    }

    /// A bit set of the letters in the word. Two edits change at most four bits.
    private static func letters(of word: ArraySlice<UInt8>) -> UInt32 {
        word.reduce(0) { $0 | 1 << UInt32($1 & 0x1F) }
    }

    private func addFrequent(like term: [UInt8], atLeast least: Int = 1, to near: inout Near) throws {
        let typed = Self.letters(of: term[...])
        let isASCII = term.allSatisfy { $0 < 0x80 }
        let most = near.twoSlips ? 2 : 1
        let difference = isASCII ? most : 4 * most
        let lengths = max(1, term.count - difference)...term.count + difference
        try vocabulary.forEachFrequentWord(lengths: lengths, atLeast: least) { word, articles in
            guard (word.first ?? 0xFF) < 0xE3,
                (Self.letters(of: word) ^ typed).nonzeroBitCount <= 2 * most || !isASCII
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

    /// Adds words with the same beginning, because most typing errors leave the beginning intact. If too many words
    /// share the beginning, a longer one is used.
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
