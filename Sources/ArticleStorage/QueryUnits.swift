internal import TextAnalysis

/// A query text as units: characters where the script has no spaces, words where it has.
///
/// From units come the index terms of a contiguous text. A run of characters c1…cn stands in the index as the pairs
/// c1c2 … and a single cn at its end, so that each character begins exactly one term.
struct QueryUnits {
    /// What parts a unit from the one before.
    enum Gap {
        case none, punctuation, space
    }

    struct Unit {
        enum Kind {
            /// One character of a script without spaces.
            case character
            /// A word; with its stem where that differs, and the form with its sign (`c++`) if there is one.
            case word(stem: [UInt8]?, symbol: [UInt8]?)
        }
        var kind: Kind
        /// The folded character or word.
        var term: [UInt8]
        var gap: Gap
        var utf8Range: Range<Int>
        /// Part of a question word or function word.
        var isStop = false

        var isCharacter: Bool { if case .character = kind { true } else { false } }
    }

    private(set) var units: [Unit] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var end = 0
        let tokens = Analyzer.shared.tokens(of: text)
        for (token, isStop) in zip(tokens, StopWords.stopUnits(in: tokens)) {
            switch token.kind {
            case .separator: continue
            case .stem:
                guard let last = units.indices.last, case .word(_, let symbol) = units[last].kind else { continue }
                units[last].kind = .word(stem: Array(token.term.dropFirst()), symbol: symbol)
            case .symbolWord:
                guard let last = units.indices.last, case .word(let stem, _) = units[last].kind else { continue }
                units[last].kind = .word(stem: stem, symbol: token.term)
            case .word, .gram, .single:
                let gap = units.isEmpty ? Gap.none : Self.gap(bytes, end, token.utf8Range.lowerBound)
                let isWord = token.kind == .word
                let term = Array(token.unit)
                var range = token.utf8Range
                if token.kind == .gram, let length = Self.sourceLength(bytes, at: range.lowerBound) {
                    range = range.lowerBound..<min(range.upperBound, range.lowerBound + length)
                }
                units.append(
                    Unit(
                        kind: isWord ? .word(stem: nil, symbol: nil) : .character, term: term, gap: gap,
                        utf8Range: range, isStop: isStop ?? false))
                end = max(end, range.upperBound)
            }
        }
    }

    private init(units: [Unit]) { self.units = units }

    private static func gap(_ bytes: [UInt8], _ from: Int, _ to: Int) -> Gap {
        guard from < to, to <= bytes.count else { return .none }
        let between = bytes[from..<to]
        if between.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) }) { return .space }
        // U+3000, U+00A0 and U+2000-200A in UTF-8.
        let text = String(decoding: between, as: UTF8.self)
        return text.unicodeScalars.contains { $0.properties.isWhitespace } ? .space : .punctuation
    }

    private static func sourceLength(_ bytes: [UInt8], at index: Int) -> Int? {
        index < bytes.count ? Token.firstCharacterSize(of: bytes[index]) : nil
    }

    // MARK: - Parts

    /// The maximal runs of characters and the maximal runs of words, in order, parted at spaces and where the script
    /// changes.
    var runs: [QueryUnits] {
        var out: [[Unit]] = []
        for unit in units {
            if let last = out.last?.last, unit.gap != .space, last.isCharacter == unit.isCharacter {
                out[out.count - 1].append(unit)
            } else {
                out.append([unit])
            }
        }
        return out.map(QueryUnits.init(units:))
    }

    func slice(_ range: Range<Int>) -> QueryUnits { QueryUnits(units: Array(units[range])) }

    var isCharacters: Bool { units.first?.isCharacter ?? false }

    /// The folded text of a run of characters.
    var characters: String { String(decoding: units.flatMap(\.term), as: UTF8.self) }

    // MARK: - Index terms

    /// The terms of the whole text as one contiguous sequence, and whether the last is the beginning of a term.
    ///
    /// - Parameters:
    ///   - parted: characters with a space between them are not joined.
    ///   - form: which of a word's forms is looked for.
    func phrase(parted: Bool = false, form: (Unit) -> [UInt8] = { $0.term }) -> (terms: [[UInt8]], isPrefix: Bool) {
        var terms: [[UInt8]] = []
        var isPrefix = false
        for (index, unit) in units.enumerated() {
            guard unit.isCharacter else {
                terms.append(form(unit))
                continue
            }
            let next = index + 1 < units.count ? units[index + 1] : nil
            let joined = next.map { $0.isCharacter && !(parted && $0.gap == .space) } ?? false
            if joined, let next {
                terms.append(unit.term + next.term)
            } else if next != nil {
                terms.append(unit.term)
            } else {
                // The text ends here, the article's run need not: the last character is in the pair before it.
                let previousJoined = index > 0 && units[index - 1].isCharacter && !(parted && unit.gap == .space)
                if !previousJoined {
                    terms.append(unit.term)
                    isPrefix = true
                }
            }
        }
        return (terms, isPrefix)
    }

    var hasSpacedCharacters: Bool {
        zip(units, units.dropFirst()).contains { $0.isCharacter && $1.isCharacter && $1.gap == .space }
    }
}
