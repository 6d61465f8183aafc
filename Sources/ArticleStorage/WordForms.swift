internal import TextAnalysis

/// The index terms under which a word of a query may stand in an article.
struct WordForms {
    private let unit: QueryUnits.Unit

    init(_ unit: QueryUnits.Unit) { self.unit = unit }

    /// The mark in front of an index term that is a stem: a stem that is a word as well needs none, and an article's
    /// word that is its own stem has none.
    static let stemMark: UInt8 = 0x01

    /// Every inflection: the marked stem, and the stem itself where it is its own stem.
    var terms: [[UInt8]] {
        guard case .word(let stem, _) = unit.kind else { return [unit.term] }
        let base = stem ?? unit.term
        guard Self.hasStems(base) else { return [unit.term] }
        var out = [[Self.stemMark] + base]
        if stem == nil || Analyzer.shared.stem(base) == base { out.insert(base, at: 0) }
        return out
    }

    /// What all inflections share, for counting and comparing.
    var stem: [UInt8] {
        if case .word(let stem?, _) = unit.kind { stem } else { unit.term }
    }

    /// Only words of ASCII letters have stems.
    static func hasStems(_ word: [UInt8]) -> Bool {
        !word.isEmpty && word.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// `covid19` as `covid`, `19`: people write COVID-19 either way.
    var lettersAndDigits: [[UInt8]]? {
        let word = unit.term
        let isDigit = word.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard word.allSatisfy({ $0 < 0x80 }), let cut = isDigit.firstIndex(of: true), cut > 0,
            isDigit[cut...].allSatisfy(\.self)
        else { return nil }
        return [Array(word[..<cut]), Array(word[cut...])]
    }
}
