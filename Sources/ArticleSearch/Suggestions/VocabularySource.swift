/// The words of an index, for completion and spelling.
package protocol VocabularySource: AnyObject {
    /// The document frequency of a term.
    func articles(with term: [UInt8]) throws -> Int
    /// Calls `body` with each frequent word that has one of these lengths in bytes and that at least `least` articles
    /// contain, in byte order.
    func forEachFrequentWord(
        lengths: ClosedRange<Int>, atLeast least: Int, _ body: (ArraySlice<UInt8>, _ articles: Int) throws -> Void
    ) throws
    /// Calls `body` with the terms of a range, in byte order.
    ///
    /// - Parameter upper: the exclusive end of the range.
    /// - Returns: false if there are too many terms; `body` has then not received all of them.
    func scan(from lower: [UInt8], to upper: [UInt8], _ body: (VocabularyWord) throws -> Void) throws -> Bool
}

/// A word of the vocabulary.
package struct VocabularyWord {
    package var term: [UInt8]
    package var articles: Int

    package init(term: [UInt8], articles: Int) {
        self.term = term
        self.articles = articles
    }

    package var text: String { String(decoding: term, as: UTF8.self) }

    /// Orders words by frequency, most frequent first.
    package static func precedes(_ a: VocabularyWord, _ b: VocabularyWord) -> Bool {
        a.articles != b.articles ? a.articles > b.articles : a.term.lexicographicallyPrecedes(b.term)
    }
}

/// The Chinese and Japanese words of titles, by sound.
package protocol TitleWordSource {
    /// Words whose pinyin, or whose pinyin initials, equal the typed letters.
    ///
    /// - Parameter isWhole: false if the letters may be only the beginning.
    func words(soundingLike letters: [UInt8], isWhole: Bool, limit: Int) throws -> [TitleWord]
    /// Other words that sound the same.
    func words(soundingLike word: String, limit: Int) throws -> [TitleWord]
}

/// A word and the number of titles that contain it.
package struct TitleWord {
    package var word: String
    package var titles: Int

    package init(word: String, titles: Int) {
        self.word = word
        self.titles = titles
    }
}
