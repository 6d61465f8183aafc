/// The words of an index, for completion and spelling.
package protocol VocabularySource: AnyObject {
    /// How many articles have a term.
    func articles(with term: [UInt8]) throws -> Int
    /// Each word that is listed as frequent, in the order of its bytes.
    func forEachFrequentWord(_ body: (ArraySlice<UInt8>, _ articles: Int) throws -> Void) throws
    /// The terms of a range in their order.
    ///
    /// - Parameter upper: not in the range.
    /// - Returns: false where there were too many, and `body` has not seen all.
    func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) throws -> Bool
}

/// A term of the vocabulary, as people write it.
package struct VocabularyWord {
    package var term: [UInt8]
    package var articles: Int

    package init(term: [UInt8], articles: Int) {
        self.term = term
        self.articles = articles
    }

    package var text: String { String(decoding: term, as: UTF8.self) }

    /// The more frequent first.
    package static func precedes(_ a: VocabularyWord, _ b: VocabularyWord) -> Bool {
        a.articles != b.articles ? a.articles > b.articles : a.term.lexicographicallyPrecedes(b.term)
    }
}

/// Chinese and Japanese words of titles, by their sound.
package protocol TitleWordSource {
    /// Words that typed letters spell, or are the initials of.
    ///
    /// - Parameter isWhole: false where the letters may be the beginning alone.
    func words(soundingLike letters: [UInt8], isWhole: Bool, limit: Int) throws -> [TitleWord]
    /// Other words that sound like a word.
    func words(soundingLike word: String, limit: Int) throws -> [TitleWord]
}

/// A word, and in how many titles it stands.
package struct TitleWord {
    package var word: String
    package var titles: Int

    package init(word: String, titles: Int) {
        self.word = word
        self.titles = titles
    }
}
