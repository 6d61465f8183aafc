/// Guesses the charset of bytes that are not UTF-8 and have no correct declaration.
///
/// East Asian charsets are distinguished by their structure and the byte ranges of common characters. This works even
/// for text as short as a headline. ICU's statistics need more text and decide between single-byte charsets.
struct CharsetGuess {
    /// The maximum size of the sample in bytes.
    private static let sampleLimit = 1 << 16
    /// The minimum number of non-ASCII bytes for letter statistics. Latin text with fewer is read as Windows-1252.
    private static let minLatinBytes = 8

    private let bytes: [UInt8]
    private let sample: [UInt8]
    /// Whether the non-ASCII bytes can only be symbols and accented letters in Latin text: there are few of them, or
    /// most of them have only ASCII neighbours. In other scripts, each word begins with two such bytes in a row.
    let isLatin: Bool

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        sample = Self.sample(of: bytes)
        isLatin = Self.isLatin(sample)
    }

    /// Whether the text is damaged UTF-8 although less than 80 % of its sequences are valid.
    func isDamagedUTF8(_ survey: UTF8Survey) -> Bool {
        if isLatin { return survey.goodSequences > 0 && survey.goodSequences >= survey.badSequences }
        if survey.loneBytes == survey.badSequences, survey.goodSequences >= max(2, survey.badSequences) { return true }
        // Two-byte sequences also occur in East Asian charsets; longer sequences occur rarely.
        return survey.longSequences > 0 && survey.longSequences >= survey.badSequences
    }

    /// The most likely charset, under a name that ICU supports.
    func label(hints: [String]) -> String {
        if sample.contains(0x1B), let escaped = Self.escaped(bytes) { return escaped }
        let guesses = CharsetConverter.detect(sample[...])
        if !isLatin, let label = otherScript(guesses) { return label }
        for hint in hints where hint.hasPrefix("windows-125") || hint.hasPrefix("iso-8859") || hint.hasPrefix("koi") {
            return hint
        }
        if isLatin, sample.count(where: { $0 >= 0x80 }) < Self.minLatinBytes { return "windows-1252" }
        for guess in guesses where guess.confidence >= 10 {
            if guess.label.hasPrefix("ibm") || guess.label.hasPrefix("utf") { continue }
            guard let label = CharsetLabel.canonical(guess.label), !isLatin || Self.latin.contains(label) else {
                continue
            }
            return label
        }
        return "windows-1252"
    }

    /// An East Asian charset, or a charset of another non-Latin script, that fits the bytes; nil if none does.
    private func otherScript(_ guesses: [(label: String, confidence: Int)]) -> String? {
        var scores = CharsetScore.all(sample)
        if let favourite = CharsetLanguage.charset(in: bytes) {
            for index in scores.indices where favourite.contains(scores[index].label) { scores[index].score += 0.3 }
        }
        let letters = CharsetLetters.best(sample)
        if let letters, letters.score > scores.map(\.score).max() ?? 0 { return letters.label }
        guard let best = scores.max(by: { $0.score < $1.score }), best.score >= 0.55, best.pairs >= 2 else {
            return nil
        }
        let single = guesses.first { !CharsetScore.labels.contains($0.label) }
        // Cyrillic and Greek text in a single-byte charset can look like two-byte characters, so ICU decides if it is
        // confident.
        return best.score >= 0.7 || (single?.confidence ?? 0) < 50 ? best.label : nil
    }

    private static let latin: Set<String> = [
        "windows-1250", "windows-1252", "windows-1254", "windows-1257", "iso-8859-2", "iso-8859-15",
    ]

    private static func isLatin(_ sample: [UInt8]) -> Bool {
        var high = 0
        var together = 0
        var distinct: Set<UInt8> = []
        for index in sample.indices where sample[index] >= 0x80 {
            high += 1
            distinct.insert(sample[index])
            let before = index > 0 && sample[index - 1] >= 0x80
            let after = index + 1 < sample.count && sample[index + 1] >= 0x80
            if before || after { together += 1 }
        }
        return distinct.count < 4 || together * 2 < high
    }

    private static func escaped(_ bytes: [UInt8]) -> String? {
        CharsetConverter.detect(bytes.prefix(sampleLimit)).first { $0.label.hasPrefix("iso-2022") }?.label
    }

    /// The parts of a document that contain non-ASCII bytes, with a few bytes around each part.
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
                // A run of eight ASCII bytes, as in markup, ends a part. The ASCII trail bytes of multi-byte characters
                // do not, since each lead byte resets the count.
                quiet = bytes[index] < 0x80 ? quiet + 1 : 0
                index += 1
            }
            sample.append(contentsOf: bytes[start..<index])
            sample.append(0x20)
        }
        return sample
    }
}
