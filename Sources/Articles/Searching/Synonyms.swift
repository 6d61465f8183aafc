internal import TextAnalysis

/// Synonyms defined by the user. Searches with `auto` or `any` also match them.
public struct Synonyms: Sendable, Equatable {
    /// A line that is ignored, and the reason.
    public struct Warning: Sendable, Equatable {
        public enum Problem: Sendable, Equatable {
            /// The line has fewer than two words.
            case tooFew
            /// The limit on lines, words or characters is exceeded.
            case tooMany
        }
        public var line: Int
        public var problem: Problem
    }

    public private(set) var warnings: [Warning] = []
    /// Maps a folded word or text to its synonyms as written.
    private var others: [String: [String]] = [:]

    public static let maxLines = 10_000
    public static let maxWords = 32
    public static let maxCharacters = 100

    public init() {}

    /// Parses lines of comma-separated words. All words in a line are synonyms of each other. `#` begins a comment.
    ///
    /// - Complexity: linear in the text.
    public init(text: String) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = Self.trim(line)
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            let words = trimmed.split(whereSeparator: { $0 == "," || $0 == "，" || $0 == "、" }).map(Self.trim)
                .filter { !$0.isEmpty }
            if words.count < 2 {
                warnings.append(Warning(line: index + 1, problem: .tooFew))
            } else if index >= Self.maxLines || words.count > Self.maxWords
                || words.contains(where: { $0.count > Self.maxCharacters })
            {
                warnings.append(Warning(line: index + 1, problem: .tooMany))
            } else {
                for word in words {
                    let key = Analyzer.shared.foldedText(word)
                    let new = words.filter { $0 != word && others[key]?.contains($0) != true }
                    others[key, default: []] += new
                }
            }
        }
    }

    public var isEmpty: Bool { others.isEmpty }

    /// The synonyms of a word or a quoted text.
    package func alternatives(for text: String) -> [String] {
        others.isEmpty ? [] : others[Analyzer.shared.foldedText(text)] ?? []
    }

    private static func trim(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
