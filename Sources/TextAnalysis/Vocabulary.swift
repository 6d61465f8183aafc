/// Different words for the same thing in mainland China, Taiwan and Hong Kong, such as 软件 and 軟體, or 出租车, 計程車 and 的士.
/// The words are from OpenCC's dictionaries and `RegionalWords`.
///
/// A search gives these alternatives a lower weight, because they are different words and not spellings of one word.
public enum Vocabulary {
    /// The folded alternatives to a word of two or more characters; may be empty.
    ///
    /// - Parameter word: a whole word, folded or unfolded, traditional or simplified.
    public static func alternatives(for word: String) -> [String] {
        table[Analyzer.shared.foldedText(word)] ?? []
    }

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        func add(_ word: String, _ other: String) {
            guard word != other, word.unicodeScalars.count > 1, table[word]?.contains(other) != true else { return }
            table[word, default: []].append(other)
        }
        for group in Analyzer.shared.foldedText(RegionalWords.groups).split(whereSeparator: { $0 == " " || $0 == "\n" })
        {
            let words = group.split(separator: "/").map(String.init)
            for word in words {
                for other in words { add(word, other) }
            }
        }
        for line in Analyzer.shared.foldedText(VocabularyData.lines).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for other in words.dropFirst() {
                add(words[0], other)
                add(other, words[0])
            }
        }
        return table
    }()
}
