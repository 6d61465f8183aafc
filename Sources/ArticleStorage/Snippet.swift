internal import TextAnalysis

/// Where a query's terms stand in a text, for highlights, and which passage of it shows them best.
struct Highlighter {
    private let terms: TermTable
    private let weights: [Double]

    /// - Parameter query: its grams are what is highlighted.
    init(_ query: RelevanceQuery) {
        var table = TermTable()
        var weights: [Double] = []
        for term in query.terms where term.bag == .grams {
            table.insert(hash: TermTable.hash(term.text.span), value: weights.count)
            weights.append(max(term.single, 0.01))
        }
        terms = table
        self.weights = weights
    }

    private struct Hit {
        var range: Range<Int>
        var term: Int
    }

    /// Ranges of UTF-8 bytes, ascending, joined where they touch or overlap.
    func highlights(in text: [UInt8]) -> [Range<Int>] {
        var hits: [Hit] = []
        forEachHit(in: text.span) { hit in
            hits.append(hit)
            return nil
        }
        return Self.merge(hits, in: text)
    }

    /// Calls `body` with each hit in order; where that returns an index, nothing that begins behind it is looked at.
    private func forEachHit(in text: Span<UInt8>, _ body: (Hit) -> Int?) {
        var end = Int.max
        var wordRange = 0..<0
        func found(_ range: Range<Int>, _ term: Int) {
            if let new = body(Hit(range: range, term: term)) { end = new }
        }
        Analyzer.shared.analyze(text) { term, kind, range in
            if range.lowerBound > end { return false }
            switch kind {
            case .separator, .symbolWord: return true
            case .word:
                wordRange = range
                if let index = terms.first(hash: TermTable.hash(term)) ?? terms.first(hash: TermTable.markedHash(term))
                {
                    found(range, index)
                }
            case .stem:
                if let index = terms.first(hash: TermTable.hash(term)) { found(wordRange, index) }
            case .gram, .single:
                if let index = terms.first(hash: TermTable.hash(term)) {
                    found(range, index)
                } else if let index = terms.first(
                    hash: TermTable.hash(term.extracting(0..<UTF8Decoding.firstLength(term))))
                {
                    let length = UTF8Decoding.firstLength(text.extracting(range))
                    found(range.lowerBound..<range.lowerBound + length, index)
                }
            }
            return true
        }
    }

    private static func merge(_ hits: [Hit], in text: [UInt8]) -> [Range<Int>] {
        var out: [Range<Int>] = []
        for hit in hits {
            if let last = out.last, hit.range.lowerBound <= last.upperBound {
                out[out.count - 1] = last.lowerBound..<max(last.upperBound, hit.range.upperBound)
            } else {
                out.append(hit.range)
            }
        }
        return out
    }

    // MARK: - Snippets

    /// About this many columns: a character of Chinese takes two.
    static let columns = 180
    private static let maxBytes = 200_000
    /// Hits so near each other count as one passage.
    private static let passageBytes = 300
    /// More bytes than a snippet's columns take, white space left out of account.
    private static let maxShownBytes = 1_024

    /// The passage with the most of the query, cut at characters and preferably at spaces or punctuation, white space
    /// folded; with the highlights in it.
    func snippet(of body: Span<UInt8>) -> (text: String, highlights: [Range<Int>]) {
        let text = body.extracting(0..<Self.boundary(body, before: min(body.count, Self.maxBytes)))
        var hits: [Hit] = []
        var best = (start: 0, score: -1.0)
        var counts = Array(repeating: 0, count: weights.count)
        var missing = weights.count
        var first = 0
        var sum = 0.0
        forEachHit(in: text) { hit in
            hits.append(hit)
            if counts[hit.term] == 0 {
                sum += weights[hit.term]
                missing -= 1
            }
            counts[hit.term] += 1
            while hits[first].range.lowerBound + Self.passageBytes < hit.range.upperBound {
                let term = hits[first].term
                counts[term] -= 1
                if counts[term] == 0 {
                    sum -= weights[term]
                    missing += 1
                }
                first += 1
            }
            if sum > best.score + 1e-9 { best = (hits[first].range.lowerBound, sum) }
            // A passage with everything is not surpassed; what follows it is looked at as far as it is shown.
            return missing == 0 ? best.start + Self.maxShownBytes : nil
        }
        let start = hits.isEmpty ? 0 : Self.sentenceStart(text, near: best.start)
        return Self.cut(text, from: start, hits)
    }

    /// The start of the sentence, at most some 60 bytes back.
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

    /// 。！？ end here, or a full stop and a space.
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

    private static func cut(_ text: Span<UInt8>, from start: Int, _ hits: [Hit]) -> (String, [Range<Int>]) {
        var out: [UInt8] = []
        var highlights: [Range<Int>] = []
        var columns = 0
        var at = start
        while at < text.count, text[at] <= 0x20 { at += 1 }
        if at > 0, start > 0 { out += Array("…".utf8) }
        var hit = hits.firstIndex { $0.range.lowerBound >= at } ?? hits.count
        var ends: [(source: Int, out: Int)] = []
        while at < text.count, columns < Self.columns {
            while hit < hits.count, hits[hit].range.lowerBound <= at {
                ends.append((hits[hit].range.upperBound, out.count))
                hit += 1
            }
            let length = UTF8Decoding.firstLength(text.extracting(at..<text.count))
            if text[at] <= 0x20 {
                if out.last != 0x20 { out.append(0x20) }
                columns += 1
            } else {
                for index in at..<at + length { out.append(text[index]) }
                columns += length >= 3 ? 2 : 1
            }
            at += length
            ends.removeAll { end in
                guard end.source <= at else { return false }
                Self.add(end.out..<out.count, to: &highlights)
                return true
            }
        }
        for end in ends { Self.add(end.out..<out.count, to: &highlights) }
        if at < text.count { out += Array("…".utf8) }
        return (String(decoding: out, as: UTF8.self), highlights)
    }

    private static func add(_ range: Range<Int>, to highlights: inout [Range<Int>]) {
        guard let last = highlights.last, range.lowerBound <= last.upperBound else { return highlights.append(range) }
        highlights[highlights.count - 1] =
            min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
    }
}
