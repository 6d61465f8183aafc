/// Different words in Taiwan and mainland China for the same thing, such as 軟體 and 软件; from OpenCC's dictionaries.
///
/// They are not spellings of one word, so a search gives them a lower weight.
public enum Vocabulary {
    /// The folded alternatives of a word of two or more characters; may be empty.
    ///
    /// - Parameter word: a whole word, folded or not, traditional or simplified.
    public static func alternatives(for word: String) -> [String] {
        table[Analyzer.shared.foldedText(word)] ?? []
    }

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        func add(_ word: String, _ other: String) {
            guard word != other, word.unicodeScalars.count > 1, table[word]?.contains(other) != true else { return }
            table[word, default: []].append(other)
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
