// For any article and query, highlights are within their text and do not overlap, and the terminal gets only safe text.
import Formats
import SearchRanking
import TextAnalysis

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let line = bytes.firstIndex(of: 0x0A) ?? count
    let highlighter = Highlighter(terms(of: String(decoding: bytes[..<line], as: UTF8.self)))
    let article = Array(bytes[line...])
    let snippet = highlighter.snippet(of: article.span)
    check(snippet.text, snippet.highlights)
    precondition(snippet.text.utf8.count <= 4 * Highlighter.columns + 6, "a snippet is longer than its columns")
    let title = String(decoding: article, as: UTF8.self)
    check(title, highlighter.highlights(in: Array(title.utf8)))
    return 0
}

/// The terms of a query for ranking, with equal weights.
private func terms(of query: String) -> [(term: [UInt8], weight: Double)] {
    let units = QueryUnits(query).units
    var terms: [[UInt8]] = []
    for (index, unit) in units.enumerated() {
        terms += [unit.term, [WordForms.stemMark] + WordForms(unit).stem]
        if index + 1 < units.count, unit.isCharacter, units[index + 1].isCharacter {
            terms.append(unit.term + units[index + 1].term)
        }
    }
    return terms.map { ($0, 1) }
}

private func check(_ text: String, _ ranges: [Range<Int>]) {
    let utf8 = Array(text.utf8)
    var end = -1
    for range in ranges {
        precondition(range.lowerBound > end, "highlights overlap, touch or descend")
        precondition(!range.isEmpty && range.upperBound <= utf8.count, "a highlight is out of bounds")
        for place in [range.lowerBound, range.upperBound] where place < utf8.count {
            precondition(utf8[place] & 0xC0 != 0x80, "a highlight cuts a scalar")
        }
        end = range.upperBound
    }
    let harmless = TerminalSafe.line(text)
    for width in [nil, 1, 7, 80] {
        let highlighted = HighlightedText(text: text, ranges: ranges)
        let lines = highlighted.lines(width: width, base: { $0 }, match: { $0 }).joined()
        precondition(!lines.unicodeScalars.contains(where: TerminalSafe.isHarmful), "a harmful character")
        precondition(
            lines.utf8.filter { $0 != 0x20 } == harmless.utf8.filter { $0 != 0x20 }, "wrapping lost a character")
    }
}
