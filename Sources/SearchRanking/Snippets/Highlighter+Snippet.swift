/// Finds the passage of a text that shows a query's terms best.
extension Highlighter {
    /// The approximate number of columns; a Chinese character takes two.
    package static let columns = 180
    private static let maxBytes = 200_000
    /// Occurrences within this distance in bytes form one passage.
    private static let passageBytes = 300
    /// More bytes than a snippet's columns take, not counting white space.
    private static let maxShownBytes = 1_024

    /// The passage with the most terms of the query, cut at characters and preferably at spaces or punctuation, with
    /// white space folded; and its highlights.
    package func snippet(of body: Span<UInt8>) -> (text: String, highlights: [Range<Int>]) {
        let text = body.extracting(0..<Self.boundary(body, before: min(body.count, Self.maxBytes)))
        var occurrences: [Occurrence] = []
        var best = (start: 0, score: -1.0)
        var counts = Array(repeating: 0, count: weights.count)
        var missing = weights.count
        var first = 0
        var sum = 0.0
        forEachOccurrence(in: text) { occurrence in
            occurrences.append(occurrence)
            if counts[occurrence.term] == 0 {
                sum += weights[occurrence.term]
                missing -= 1
            }
            counts[occurrence.term] += 1
            // The occurrence itself stays, since one word can be longer than a passage.
            while first < occurrences.count - 1,
                occurrences[first].range.lowerBound + Self.passageBytes < occurrence.range.upperBound
            {
                let term = occurrences[first].term
                counts[term] -= 1
                if counts[term] == 0 {
                    sum -= weights[term]
                    missing += 1
                }
                first += 1
            }
            if sum > best.score + 1e-9 { best = (occurrences[first].range.lowerBound, sum) }
            // No passage is better than one with all terms; after it, only the part that is shown is searched.
            return missing == 0 ? best.start + Self.maxShownBytes : nil
        }
        let start = occurrences.isEmpty ? 0 : Self.sentenceStart(text, near: best.start)
        return Self.cut(text, from: start, Self.merged(occurrences))
    }

    /// The start of the sentence, at most some 60 bytes before.
    private static func sentenceStart(_ text: Span<UInt8>, near index: Int) -> Int {
        let limit = max(0, index - 60)
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

    /// The characters from `start` on that fill a snippet's columns.
    ///
    /// - Parameters:
    ///   - text: invalid bytes, as a damaged database may have, become U+FFFD.
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
