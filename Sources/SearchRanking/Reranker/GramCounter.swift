private import TextAnalysis

/// Counts the query's character sequences of a fixed length in one script, after folding. A shorter run counts as one
/// sequence.
struct GramCounter: TextFeatureCounting {
    let usesDocumentFrequencies = true
    let countsPresence = false
    private(set) var weights: [Double] = []
    private let rule: TextMix.Rule
    private var table = TermTable()

    /// nil if the query has no such sequence.
    init?(_ texts: [String], _ rule: TextMix.Rule) {
        self.rule = rule
        for text in texts {
            var hashes: [UInt64] = []
            Self.forEachGram(of: Analyzer.shared.foldedUTF8(Array(text.utf8).span).span, rule) { hashes.append($0) }
            for hash in hashes {
                if let known = table.first(hash: hash) {
                    weights[known] += rule.weight
                } else {
                    table.insert(hash: hash, value: weights.count)
                    weights.append(rule.weight)
                }
            }
        }
        if weights.isEmpty { return nil }
    }

    mutating func count(_ text: Span<UInt8>, weight: Float, in frequencies: inout [Float], from start: Int) {
        let folded = Analyzer.shared.foldedUTF8(text)
        Self.forEachGram(of: folded.span, rule) { hash in
            if let feature = table.first(hash: hash) { frequencies[start + feature] += weight }
        }
    }

    /// Calls `body` with the hash of each sequence.
    ///
    /// - Complexity: a few nanoseconds per character; no allocation.
    private static func forEachGram(of text: Span<UInt8>, _ rule: TextMix.Rule, _ body: (UInt64) -> Void) {
        // The last characters of the run, in 16 bits each; a sequence has at most four characters.
        var window: UInt64 = 0
        let mask = rule.gramLength == 4 ? UInt64.max : (1 << (16 * UInt64(rule.gramLength))) - 1
        var length = 0
        func endRun() {
            if length > 0, length < rule.gramLength { body(mixed(window)) }
            length = 0
            window = 0
        }
        var index = 0
        while index < text.count {
            let lead = UInt32(text[index])
            var scalar = lead
            var size = 1
            if lead >= 0xE0, lead < 0xF0, index + 2 < text.count {
                scalar = (lead & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
                size = 3
            } else if lead >= 0xC2, lead < 0xE0, index + 1 < text.count {
                scalar = (lead & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
                size = 2
            } else if lead >= 0xF0 {
                size = 4
            }
            index += size
            guard rule.script.contains(scalar) else {
                endRun()
                continue
            }
            window = (window << 16 | UInt64(scalar)) & mask
            length += 1
            if length >= rule.gramLength { body(mixed(window)) }
        }
        endRun()
    }

    private static func mixed(_ window: UInt64) -> UInt64 {
        var hash = window &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
        return hash
    }
}
