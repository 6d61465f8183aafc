internal import TextAnalysis

/// Finds the words of Chinese and Japanese titles by their text and pinyin, for completion and correction. This does
/// not affect which articles match.
///
/// An entry is one dictionary word of a title, or two adjacent ones, with 2 to 6 characters in all. Its `initials` are
/// the first letters of its readings, and are empty for words with kana.
package struct TitleWordFinder: TitleWordSource {
    private let rows: any TitleWordRows
    /// A word in at least this many titles is frequent. The schemas use the same number.
    package static let frequent = 5
    private static let maxCharacters = 6
    private static let maxTitleBytes = 1_000

    package init(rows: any TitleWordRows) { self.rows = rows }

    // MARK: - Words of a title

    /// The distinct words of one title, folded.
    package static func words(of title: String) -> Set<String> {
        guard title.utf8.count <= maxTitleBytes, title.utf8.contains(where: { $0 >= 0xE3 }) else { return [] }
        let folded = Array(Analyzer.shared.foldedText(title).utf8)
        var out: Set<String> = []
        var previous: Range<Int>?
        for word in WordSegmenter.shared.words(in: String(decoding: folded, as: UTF8.self)) {
            for start in [word.lowerBound, previous?.upperBound == word.lowerBound ? previous?.lowerBound : nil] {
                guard let start else { continue }
                let text = String(decoding: folded[start..<word.upperBound], as: UTF8.self)
                let size = text.unicodeScalars.count
                if size > 1, size <= maxCharacters, text.unicodeScalars.allSatisfy(isListed) { out.insert(text) }
            }
            previous = word
        }
        return out
    }

    /// Whether a scalar is a Han character or kana.
    private static func isListed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x30FF, 0x3400...0x9FFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    // MARK: - Looking up

    /// Words whose pinyin begins with the typed letters, or equals them if `isWhole`, most frequent first. In a
    /// completion, fragments (`WholeWords`) are left out.
    ///
    /// - Complexity: reads at most a few thousand rows.
    package func words(soundingLike letters: [UInt8], isWhole: Bool, limit: Int) throws -> [TitleWord] {
        let pinyin = Pinyin.shared
        var found: [String: Int] = [:]
        for initials in pinyin.initials(ofTyped: letters).prefix(6) {
            for row in try candidates(initials, isWhole: isWhole) where found[row.word] == nil {
                let isMatch =
                    isWhole ? pinyin.isSound(letters, of: row.word) : pinyin.isBeginning(letters, of: row.word)
                if isMatch { found[row.word] = row.titles }
            }
        }
        return Self.mostFrequent(found, limit, onlyWhole: !isWhole)
    }

    /// Words that begin with a folded text and are longer than it, without fragments, most frequent first.
    ///
    /// - Complexity: reads at most a few thousand rows.
    package func words(beginningWith text: String, limit: Int) throws -> [TitleWord] {
        var found: [String: Int] = [:]
        func add(onlyFrequent: Bool) throws {
            for row in try rows.words(beginningWith: text, onlyFrequent: onlyFrequent) { found[row.word] = row.titles }
        }
        // Very many words begin with the same character. A database index of the frequent ones finds the best quickly.
        if text.unicodeScalars.count == 1 { try add(onlyFrequent: true) }
        if found.count < limit { try add(onlyFrequent: false) }
        return Self.mostFrequent(found, limit, onlyWhole: true)
    }

    /// Other words with the same pinyin as a word.
    package func words(soundingLike word: String, limit: Int) throws -> [TitleWord] {
        var found: [String: Int] = [:]
        for initials in Pinyin.shared.initials(of: word).prefix(4) {
            for row in try rows.words(withInitials: initials) where row.word != word {
                if Pinyin.shared.soundAlike(word, row.word) { found[row.word] = row.titles }
            }
        }
        return Self.mostFrequent(found, limit)
    }

    private static func mostFrequent(
        _ found: [String: Int], _ limit: Int, onlyWhole: Bool = false
    ) -> [TitleWord] {
        let sorted = found.map { TitleWord(word: $0, titles: $1) }
            .sorted { ($1.titles, $0.word.utf8.count, $0.word) < ($0.titles, $1.word.utf8.count, $1.word) }
        guard onlyWhole else { return Array(sorted.prefix(limit)) }
        return Array(sorted.lazy.filter { WholeWords.end($0.word) }.prefix(limit))
    }

    private func candidates(_ initials: String, isWhole: Bool) throws -> [TitleWord] {
        let exact = try rows.words(withInitials: initials)
        if isWhole { return exact }
        // Very many words begin with the same few letters. A database index of the frequent ones finds the best
        // quickly.
        return try exact + rows.words(initialsBeginningWith: initials, onlyFrequent: initials.utf8.count <= 2)
    }
}
