package import TextAnalysis

/// A query text as units: characters of scripts without spaces, and words of other scripts.
///
/// The index terms of a text follow from its units. A run of characters c1…cn has the bigrams c1c2 … and, at its end,
/// the single character cn, so that each character begins exactly one term.
package struct QueryUnits {
    /// The separator between a unit and the previous one.
    package enum Gap {
        case none, punctuation, space
    }

    package struct Unit {
        package enum Kind {
            /// One character of a script without spaces.
            case character
            case word
        }
        package var kind: Kind
        /// A word's English stem, if different.
        package var stem: [UInt8]?
        /// The word's stems in other languages and its other spellings, as index terms.
        var otherStems: [[UInt8]] = []
        /// Other forms of a character (図 of 圖), folded.
        var otherForms: [[UInt8]] = []
        /// The character in the other kana, for the form in which the whole run is changed.
        var otherKana: [UInt8]?
        /// The word with its symbol (`c++`), as an index term.
        package var symbol: [UInt8]?
        /// The folded character or word.
        package var term: [UInt8]
        package var gap: Gap
        /// The character between this unit and the previous one, if there is exactly one.
        var sign: Unicode.Scalar?
        /// Whether the unit begins with a capital letter.
        var isCapitalized = false
        package var utf8Range: Range<Int>
        /// Whether the unit is part of a question word or function word.
        package var isStop = false
        /// Whether this form has a space before the unit.
        var isParted = false
        /// Whether there is punctuation before the unit.
        package var followsPunctuation = false

        package var isCharacter: Bool { kind == .character }
    }

    package internal(set) var units: [Unit] = []

    /// - Parameter languages: the languages, in addition to English, in which the words are stemmed.
    package init(_ text: String, languages: [StemLanguage] = []) {
        let bytes = Array(text.utf8)
        var end = 0
        let tokens = Analyzer.shared.tokens(of: text)
        for (number, (token, isStop)) in zip(tokens, StopWords.stopUnits(in: tokens)).enumerated() {
            switch token.kind {
            case .separator, .joined, .pair: continue
            case .stem:
                if let last = units.indices.last, units[last].kind == .word, token.term.first == WordForms.stemMark {
                    units[last].stem = Array(token.term.dropFirst())
                }
            case .symbolWord where DottedNumber.isMark(token.term): continue
            case .symbolWord:
                if let last = units.indices.last, units[last].kind == .word { units[last].symbol = token.term }
            case .word, .bigram, .single:
                let start = token.utf8Range.lowerBound
                let gap = units.isEmpty ? Gap.none : Self.gap(bytes, end, start)
                let term = Array(token.unit)
                var range = token.utf8Range
                if token.kind == .bigram {
                    // A unit ends where the next character starts: half-width ﾃﾞ is one character.
                    let next = tokens[(number + 1)...].first { $0.isCharacterUnit }?.utf8Range.lowerBound ?? start
                    let length = Self.sourceLength(bytes, at: start) ?? range.count
                    range = start..<min(range.upperBound, max(next, start + length))
                }
                units.append(
                    Unit(
                        kind: token.kind == .word ? .word : .character, term: term, gap: gap,
                        sign: units.isEmpty ? nil : Self.sign(bytes, end, start),
                        isCapitalized: WordForms.isCapital(bytes, at: start), utf8Range: range,
                        isStop: isStop ?? false,
                        followsPunctuation: !units.isEmpty && Self.hasPunctuation(bytes, end, start)))
                end = max(end, range.upperBound)
            }
        }
        for language in languages { addStems(text, language) }
        addSpellings(text)
    }

    init(units: [Unit]) { self.units = units }

    private mutating func addStems(_ text: String, _ language: StemLanguage) {
        let source = Array(text.utf8)
        for index in units.indices where !units[index].isCharacter {
            let word = String(decoding: source[units[index].utf8Range], as: UTF8.self)
            guard let stem = Analyzer.shared.stemTerm(word, language: language), stem.first != WordForms.stemMark,
                !units[index].otherStems.contains(stem)
            else { continue }
            units[index].otherStems.append(stem)
            if let base = Analyzer.shared.shortBase(of: word, stem: stem, language: language) {
                units[index].otherStems.append(base)
            }
        }
    }

    private static func gap(_ bytes: [UInt8], _ from: Int, _ to: Int) -> Gap {
        guard from < to, to <= bytes.count else { return .none }
        let between = bytes[from..<to]
        if between.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) }) { return .space }
        // U+3000, U+00A0 and U+2000-200A in UTF-8.
        let text = String(decoding: between, as: UTF8.self)
        return text.unicodeScalars.contains { $0.properties.isWhitespace } ? .space : .punctuation
    }

    /// Whether there is anything but white space between two units.
    private static func hasPunctuation(_ bytes: [UInt8], _ from: Int, _ to: Int) -> Bool {
        guard from < to, to <= bytes.count else { return false }
        return String(decoding: bytes[from..<to], as: UTF8.self).unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// The character between two units, if there is exactly one.
    private static func sign(_ bytes: [UInt8], _ from: Int, _ to: Int) -> Unicode.Scalar? {
        guard from < to, to <= bytes.count, to - from <= 4 else { return nil }
        let between = String(decoding: bytes[from..<to], as: UTF8.self).unicodeScalars
        return between.count == 1 ? between.first : nil
    }

    private static func sourceLength(_ bytes: [UInt8], at index: Int) -> Int? {
        index < bytes.count ? Token.firstCharacterSize(of: bytes[index]) : nil
    }

    // MARK: - Parts

    /// The maximal runs of characters and of words, in order, split at spaces and where the script changes. Runs of
    /// characters are also split at punctuation.
    package var runs: [QueryUnits] {
        var out: [[Unit]] = []
        for unit in units {
            let isParted = unit.gap == .space || unit.isCharacter && unit.followsPunctuation
            if let last = out.last?.last, !isParted, last.isCharacter == unit.isCharacter {
                out[out.count - 1].append(unit)
            } else {
                out.append([unit])
            }
        }
        return out.map(QueryUnits.init(units:))
    }

    /// The sequences of units without punctuation between them.
    package var pieces: [QueryUnits] {
        var out: [[Unit]] = []
        for unit in units {
            if out.isEmpty || unit.followsPunctuation { out.append([]) }
            out[out.count - 1].append(unit)
        }
        return out.map(QueryUnits.init(units:))
    }

    /// The part of the source text that the units cover.
    package func text(in source: [UInt8]) -> String {
        guard let first = units.first?.utf8Range.lowerBound, let end = units.last?.utf8Range.upperBound, first < end,
            end <= source.count
        else { return "" }
        return String(decoding: source[first..<end], as: UTF8.self)
    }

    package var terms: [[UInt8]] { units.map(\.term) }

    /// Whether the text is one run of characters.
    var isOneRun: Bool { isCharacters && runs.count == 1 }

    /// Whether the whole text is written in Hangul (U+AC00 to U+D7A3).
    package var isHangul: Bool {
        !units.isEmpty
            && units.allSatisfy {
                $0.isCharacter && (0xAC00...0xD7A3).contains(UTF8Decoding.firstScalar($0.term.span) ?? 0)
            }
    }

    package func slice(_ range: Range<Int>) -> QueryUnits { QueryUnits(units: Array(units[range])) }

    package var isCharacters: Bool { units.first?.isCharacter ?? false }

    /// The folded text of a run of characters.
    package var characters: String { String(decoding: units.flatMap(\.term), as: UTF8.self) }

    // MARK: - Index terms

    /// The terms of the whole text as one contiguous sequence, and whether the last one is a prefix.
    ///
    /// - Parameters:
    ///   - parted: whether characters with a space between them stay separate.
    ///   - form: selects the form of a word.
    package func phrase(parted: Bool = false, form: (Unit) -> [UInt8] = { $0.term }) -> (
        terms: [[UInt8]], isPrefix: Bool
    ) {
        var terms: [[UInt8]] = []
        var isPrefix = false
        for (index, unit) in units.enumerated() {
            guard unit.isCharacter else {
                terms.append(form(unit))
                continue
            }
            let next = index + 1 < units.count ? units[index + 1] : nil
            let joined = next.map { $0.isCharacter && !$0.isParted && !(parted && $0.gap == .space) } ?? false
            if joined, let next {
                terms.append(unit.term + next.term)
            } else if next != nil {
                terms.append(unit.term)
            } else {
                // The text ends here, but the article's run may continue. The last character is already part of the
                // previous bigram.
                let previousJoined =
                    index > 0 && units[index - 1].isCharacter && !unit.isParted && !(parted && unit.gap == .space)
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
