internal import Formats

/// A text with highlighted matches.
package struct HighlightedText {
    package let text: String
    /// The ranges of matches in UTF-8 bytes, ascending, on character boundaries.
    package let ranges: [Range<Int>]

    package init(text: String, ranges: [Range<Int>]) {
        self.text = text
        self.ranges = ranges
    }

    /// The escaped text in lines of a width, with its matches in the style `match`.
    ///
    /// The plain text is wrapped first, and the highlighting is then inserted by position, so that a match across a
    /// line break is highlighted on both lines. A character is highlighted if its first byte is, so that a letter and
    /// its accents are not separated.
    package func lines(width: Int?, base: (String) -> String, match: (String) -> String) -> [String] {
        let (plain, marks) = harmless
        let lines = width.map { TextWrap.lines(plain, width: $0) } ?? [plain[...]]
        var rest = Self.matches(in: plain, marks)[...]
        return lines.map { line in
            rest = rest.drop { $0.upperBound <= line.startIndex }
            var styled = ""
            var end = line.startIndex
            func show(_ range: Range<String.Index>, _ style: (String) -> String) {
                if !range.isEmpty { styled += style(String(plain[range])) }
            }
            for part in rest {
                if part.lowerBound >= line.endIndex { break }
                let shown = part.clamped(to: line.startIndex..<line.endIndex)
                show(end..<shown.lowerBound, base)
                show(shown, match)
                end = shown.upperBound
            }
            show(end..<line.endIndex, base)
            return styled
        }
    }

    /// The ranges of matches as string indices; adjacent ranges are merged.
    private static func matches(in text: String, _ marks: [Range<Int>]) -> [Range<String.Index>] {
        var matches: [Range<String.Index>] = []
        for mark in marks {
            let match = firstCharacter(of: text, at: mark.lowerBound)..<firstCharacter(of: text, at: mark.upperBound)
            if match.isEmpty { continue }
            if let last = matches.last, last.upperBound == match.lowerBound {
                matches[matches.count - 1] = last.lowerBound..<match.upperBound
            } else {
                matches.append(match)
            }
        }
        return matches
    }

    /// The index of the first character that begins at or after a byte offset.
    private static func firstCharacter(of text: String, at byte: Int) -> String.Index {
        let index = text.utf8.index(text.startIndex, offsetBy: byte)
        return String.Index(index, within: text) ?? text.index(after: index)
    }

    /// The escaped text and the ranges of its matches. Ranges that are out of bounds or overlap are left out.
    private var harmless: (text: String, marks: [Range<Int>]) {
        let utf8 = Array(text.utf8)
        var plain = ""
        var marks: [Range<Int>] = []
        var end = 0
        func append(_ range: Range<Int>) {
            if !range.isEmpty { plain += TerminalSafe.line(String(decoding: utf8[range], as: UTF8.self)) }
        }
        for range in ranges where range.lowerBound >= end && range.upperBound <= utf8.count {
            append(end..<range.lowerBound)
            let start = plain.utf8.count
            append(range)
            marks.append(start..<plain.utf8.count)
            end = range.upperBound
        }
        append(end..<utf8.count)
        return (plain, marks)
    }
}
