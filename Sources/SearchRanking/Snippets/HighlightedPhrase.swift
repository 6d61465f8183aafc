private import TextAnalysis

/// A sequence of terms that is highlighted only where it occurs as a whole: a quoted text, or the beginning of a word.
package struct HighlightedPhrase {
    package struct Part {
        var term: [UInt8]
        /// Whether the term is only the beginning of a word or bigram.
        var isPrefix = false
        /// Whether there may be punctuation before the term.
        var mayFollowPunctuation = false
    }

    private let parts: [Part]

    /// - Parameter parts: at least one.
    package init(_ parts: [Part]) { self.parts = parts }

    /// The first term.
    package var start: [UInt8] { parts.first?.term ?? [] }

    /// The end of the occurrence that begins with a given token; nil if there is none.
    ///
    /// - Parameters:
    ///   - start: the first byte of the token.
    ///   - first: the token's term.
    /// - Complexity: constant if the first term differs, otherwise that of analysing the occurrence.
    func end(in text: Span<UInt8>, from start: Int, _ first: Span<UInt8>) -> Int? {
        guard let part = parts.first, Self.matches(part, first) else { return nil }
        var number = 0
        var end: Int?
        Analyzer.shared.analyze(text.extracting(start..<text.count)) { term, kind, range in
            if kind.isColocated { return true }
            let part = parts[number]
            if kind == .separator { return part.mayFollowPunctuation }
            guard Self.matches(part, term) else { return false }
            number += 1
            if number < parts.count { return true }
            end = start + Self.end(of: part, kind, range, in: text, from: start)
            return false
        }
        return end
    }

    /// The end of the last token or, if the query has only the first character of a bigram, the end of that character.
    private static func end(
        of part: Part, _ kind: TokenKind, _ range: Range<Int>, in text: Span<UInt8>, from start: Int
    ) -> Int {
        guard part.isPrefix, kind == .bigram else { return range.upperBound }
        let rest = text.extracting(start + range.lowerBound..<start + range.upperBound)
        return range.lowerBound + UTF8Decoding.firstLength(rest)
    }

    private static func matches(_ part: Part, _ term: Span<UInt8>) -> Bool {
        guard part.isPrefix ? term.count >= part.term.count : term.count == part.term.count else { return false }
        for index in part.term.indices where part.term[index] != term[index] { return false }
        return true
    }
}
