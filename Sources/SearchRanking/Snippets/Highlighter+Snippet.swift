/// Finds the passage of a text that shows a query's terms best.
extension Highlighter {
    /// The approximate number of columns in a snippet; a Chinese character takes two.
    package static let columns = 180
    private static let maxBytes = 200_000
    /// A passage spans at most this many columns; the other columns of the snippet show text before it.
    private static let passageColumns = 160
    /// The maximum number of bytes of a word that are shown.
    private static let maxWordBytes = 3 * passageColumns
    /// More bytes than the columns of a snippet can take, not counting white space.
    private static let maxShownBytes = 1_024

    /// The passage with the most terms of the query, and its highlights. It is cut between characters, preferably at
    /// spaces or punctuation, and white space is collapsed.
    package func snippet(of body: Span<UInt8>) -> (text: String, highlights: [Range<Int>]) {
        var found: Set<Int> = []
        return snippet(of: body, found: &found)
    }

    /// - Parameter found: receives the terms that occur.
    func snippet(of body: Span<UInt8>, found: inout Set<Int>) -> (text: String, highlights: [Range<Int>]) {
        let text = body.extracting(0..<Self.boundary(body, before: min(body.count, Self.maxBytes)))
        var occurrences: [Occurrence] = []
        var best = (start: 0, end: 0, score: -1.0)
        var counts = Array(repeating: 0, count: weights.count)
        var missing = weights.count
        var first = 0
        var sum = 0.0
        forEachOccurrence(in: text) { occurrence in
            occurrences.append(occurrence)
            let end = Self.shown(occurrence.range).upperBound
            if counts[occurrence.term] == 0 {
                sum += weights[occurrence.term]
                missing -= 1
            }
            counts[occurrence.term] += 1
            // Never drop the current occurrence, even if it alone is longer than a passage.
            while first < occurrences.count - 1,
                Self.exceedsPassage(text, from: occurrences[first].range.lowerBound, to: end)
            {
                let term = occurrences[first].term
                counts[term] -= 1
                if counts[term] == 0 {
                    sum -= weights[term]
                    missing += 1
                }
                first += 1
            }
            if sum > best.score + 1e-9 { best = (occurrences[first].range.lowerBound, end, sum) }
            // No passage is better than one that contains all terms. After such a passage, only the part of the text
            // that is shown still needs to be searched.
            return missing == 0 ? best.start + Self.maxShownBytes : nil
        }
        for occurrence in occurrences { found.insert(occurrence.term) }
        let most = max(0, min(Self.maxLead, Self.columns - Self.columnCount(text, best.start..<best.end)))
        let start = occurrences.isEmpty ? 0 : Self.sentenceStart(text, near: best.start, most: most)
        return Self.cut(text, from: start, Self.merged(occurrences))
    }

    /// The maximum number of bytes before the first term of the passage.
    private static let maxLead = 60

    /// The number of columns that a part of a text takes.
    private static func columnCount(_ text: Span<UInt8>, _ range: Range<Int>) -> Int {
        var count = 0
        for index in range {
            let byte = text[index]
            // A character of three or more bytes counts as two columns, any other character as one.
            if byte & 0xC0 != 0x80 { count += byte >= 0xE0 ? 2 : 1 }
        }
        return count
    }

    /// Whether a part of a text takes more columns than a passage. Since a column takes one or two bytes, the columns
    /// of most parts need not be counted.
    private static func exceedsPassage(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
        let bytes = end - start
        if bytes <= passageColumns || bytes > 2 * passageColumns { return bytes > passageColumns }
        return columnCount(text, start..<end) > passageColumns
    }

    /// The beginning of a long word; a snippet shows no more of it.
    private static func shown(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<min(range.upperBound, range.lowerBound + maxWordBytes)
    }

    /// The start of the sentence, at most `most` bytes before `index`; otherwise a space or scalar boundary in that
    /// range.
    private static func sentenceStart(_ text: Span<UInt8>, near index: Int, most: Int) -> Int {
        let limit = max(0, index - most)
        var at = index
        var space: Int?
        while at > limit {
            let byte = text[at - 1]
            if byte == 0x0A || endsSentence(text, at) { return at }
            if byte == 0x20 { space = space ?? at }
            at -= 1
        }
        if at == 0 { return 0 }
        if let space { return space }
        return boundary(text, before: limit)
    }

    /// Whether a sentence ends here: after 。！？, or after . ! ? and a space.
    private static func endsSentence(_ text: Span<UInt8>, _ end: Int) -> Bool {
        if end >= 2, text[end - 1] == 0x20 {
            return [UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(text[end - 2])
        }
        guard end >= 3 else { return false }
        switch (text[end - 3], text[end - 2], text[end - 1]) {
        case (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F): return true
        default: return false
        }
    }

    /// The scalar boundary at or before an index.
    private static func boundary(_ text: Span<UInt8>, before index: Int) -> Int {
        var at = min(index, text.count)
        while at > 0, at < text.count, text[at] & 0xC0 == 0x80 { at -= 1 }
        return at
    }

    /// The text from `start`, cut to the columns of a snippet.
    ///
    /// - Parameters:
    ///   - text: invalid bytes, which a damaged database may contain, become U+FFFD.
    ///   - ranges: the highlights, ascending and separate.
    private static func cut(
        _ text: Span<UInt8>, from start: Int, _ ranges: [Range<Int>]
    ) -> (String, [Range<Int>]) {
        var out: [UInt8] = []
        var highlights: [Range<Int>] = []
        var columns = 0
        var at = start
        while at < text.count, text[at] <= 0x20 { at += 1 }
        if at > 0, start > 0 { out += Array("…".utf8) }
        var rest = ranges.drop { $0.upperBound <= at }
        var highlightStart: Int?
        func endHighlight() {
            if let start = highlightStart, start < out.count { highlights.append(start..<out.count) }
            highlightStart = nil
        }
        while at < text.count, columns < Self.columns {
            if highlightStart == nil, let next = rest.first, next.lowerBound <= at { highlightStart = out.count }
            let length = UTF8Decoding.wellFormedLength(text, at: at)
            if text[at] <= 0x20 {
                if out.last != 0x20 { out.append(0x20) }
                columns += 1
            } else if let length {
                for index in at..<at + length { out.append(text[index]) }
                columns += length >= 3 ? 2 : 1
            } else {
                out += Array("\u{FFFD}".utf8)
                columns += 1
            }
            at += length ?? 1
            if let current = rest.first, current.upperBound <= at {
                endHighlight()
                rest = rest.dropFirst()
            }
        }
        endHighlight()
        if at < text.count { out += Array("…".utf8) }
        return (String(decoding: out, as: UTF8.self), highlights)
    }
}
