internal import TextAnalysis

/// Compares titles that have little in common but may be two headlines of the same text.
extension ComparedTitle {
    /// False if each title has a number that the other does not, as in a series.
    func mayBeHeadline(of other: ComparedTitle) -> Bool {
        let own = Set(words.filter(ComparedText.isNumber))
        let others = Set(other.words.filter(ComparedText.isNumber))
        return own.isSubset(of: others) || others.isSubset(of: own)
    }

    /// The words of this title that another title does not have, as hashes without the bit that marks numbers.
    func ownWords(besides other: ComparedTitle) -> Set<UInt32> {
        Set(words.map(ComparedText.plain)).subtracting(other.words.map(ComparedText.plain))
    }

    /// Whether the title describes what a text is about. Only content words that do not occur in the `other` title are
    /// considered (all content words if there are none). At least two of them, and at least half, must occur in the
    /// text. In scripts without spaces, pairs of adjacent characters are used instead of words, and a fifth of them is
    /// enough. This rules out titles of pages that share only boilerplate ("We value your privacy").
    func names(subjectOf text: HeadlineText, besides other: ComparedTitle) -> Bool {
        let all = subjects
        let others = Set(other.words.map(ComparedText.plain))
        let own = all.filter { !others.contains($0.first) || $0.second.map { !others.contains($0) } ?? false }
        let subjects = own.isEmpty ? all : own
        let hits = subjects.count { text.has($0.first, $0.second) }
        return hits >= 2 && hits * (isOfCharacters ? 5 : 2) >= subjects.count
    }

    /// The distinct content words of the title, and its distinct pairs of adjacent characters without function words.
    private var subjects: [(first: UInt32, second: UInt32?)] {
        var found: [(first: UInt32, second: UInt32?)] = []
        var before: UInt32?
        Analyzer.shared.analyze(text.utf8.span) { term, kind, _ in
            switch kind {
            case .word:
                before = nil
                let word = ComparedText.word(term, isTitle: true)
                let folded = String(decoding: term.indices.map { term[$0] }, as: UTF8.self)
                if !ComparedText.isNumber(word), !StopWords.isStop(folded) { found.append((word, nil)) }
            case .bigram, .single:
                let scalar = UTF8Decoding.firstScalar(term) ?? 0
                let isStop = Unicode.Scalar(scalar).map { StopWords.isStop(String(Character($0))) } ?? true
                let character = isStop ? nil : ComparedText.plain(scalar &* 0x9E37_79B1)
                if let before, let character { found.append((before, character)) }
                before = character
            case .stem, .symbolWord, .joined, .pair: break
            case .separator: before = nil
            }
            return true
        }
        var seen: Set<UInt64> = []
        return found.filter { seen.insert(UInt64($0.first) << 32 | UInt64($0.second ?? 0)).inserted }
    }
}

/// The words of a text, and its pairs of adjacent words or characters.
struct HeadlineText {
    private let words: Set<UInt32>
    private let pairs: Set<UInt64>

    init(_ text: ComparedText) {
        let plain = text.words.map(ComparedText.plain)
        words = Set(plain)
        pairs = Set(zip(plain, plain.dropFirst()).lazy.map { UInt64($0) << 32 | UInt64($1) })
    }

    func has(_ first: UInt32, _ second: UInt32?) -> Bool {
        guard let second else { return words.contains(first) }
        return pairs.contains(UInt64(first) << 32 | UInt64(second))
    }
}
