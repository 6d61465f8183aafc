/// Guesses the charset of bytes that are not UTF-8 and have no correct declaration.
///
/// The charsets of East Asia are distinguished by their structure and the byte ranges of common characters: a headline
/// is enough text for that. ICU's statistics need more text; they decide between single-byte charsets.
enum CharsetGuess {
    /// Maximum size of the sample, in bytes.
    private static let sampleLimit = 1 << 16

    /// The most likely charset, by a name that ICU knows.
    static func guess(_ bytes: [UInt8], hints: [String]) -> String {
        let sample = sample(of: bytes)
        if sample.contains(0x1B), let escaped = escaped(bytes) { return escaped }
        var scores = CharsetScore.all(sample)
        if let favourite = CharsetLanguage.charset(in: bytes) {
            for index in scores.indices where favourite.contains(scores[index].label) { scores[index].score += 0.3 }
        }
        let letters = CharsetLetters.best(sample)
        if let letters, letters.score > scores.map(\.score).max() ?? 0 { return letters.label }
        let guesses = CharsetConverter.detect(sample[...])
        if let best = scores.max(by: { $0.score < $1.score }), best.score >= 0.55, best.pairs >= 2 {
            let single = guesses.first { !CharsetScore.labels.contains($0.label) }
            // Single-byte Cyrillic and Greek can look like two-byte characters. ICU decides if it is confident.
            if best.score >= 0.7 || (single?.confidence ?? 0) < 50 { return best.label }
        }
        for hint in hints where hint.hasPrefix("windows-125") || hint.hasPrefix("iso-8859") || hint.hasPrefix("koi") {
            return hint
        }
        for guess in guesses where guess.confidence >= 10 {
            if guess.label.hasPrefix("ibm") || guess.label.hasPrefix("utf") { continue }
            guard let label = CharsetLabel.canonical(guess.label) else { continue }
            return label
        }
        return "windows-1252"
    }

    private static func escaped(_ bytes: [UInt8]) -> String? {
        CharsetConverter.detect(bytes.prefix(sampleLimit)).first { $0.label.hasPrefix("iso-2022") }?.label
    }

    /// The parts of a document with bytes beyond ASCII, and a few bytes around each.
    private static func sample(of bytes: [UInt8]) -> [UInt8] {
        var sample: [UInt8] = []
        var index = 0
        while index < bytes.count, sample.count < sampleLimit {
            if bytes[index] < 0x80, bytes[index] != 0x1B {
                index += 1
                continue
            }
            let start = index
            var quiet = 0
            while index < bytes.count, quiet < 8 {
                // Eight ASCII bytes, as of markup, end a part. Trail bytes in ASCII do not: lead bytes reset the count.
                quiet = bytes[index] < 0x80 ? quiet + 1 : 0
                index += 1
            }
            sample.append(contentsOf: bytes[start..<index])
            sample.append(0x20)
        }
        return sample
    }
}
