/// Decides whether a document is UTF-8 although it declares another charset.
///
/// Measurements: docs/decisions/0007-own-parsers.md.
enum UTF8Evidence {
    /// Text in a single-byte charset practically never contains this many valid sequences by chance.
    private static let minSequences = 4
    /// Text in an East Asian charset practically never contains this many valid sequences by chance.
    private static let maxDoubtful = 12
    private static let multibyte: Set<String> = ["gb18030", "big5-hkscs", "euc-jp", "windows-31j", "windows-949"]

    /// Whether the declared charset, which is not UTF-8, is wrong.
    ///
    /// Two-byte characters in East Asian charsets can be valid UTF-8 by chance, such as 谢谢记者 in GBK. If their bytes are
    /// read as UTF-8, they become letters of several scripts, which a short text in UTF-8 would not mix.
    static func overrides(_ label: String, _ bytes: [UInt8], _ survey: UTF8Survey) -> Bool {
        guard survey.goodSequences >= minSequences else { return false }
        // Despite invalid sequences, the text may be UTF-8 that was damaged in transit: no other charset produces so
        // many valid sequences along with a few invalid ones.
        guard survey.isValid || survey.goodSequences >= 16 &* survey.badSequences else { return false }
        guard multibyte.contains(label), survey.goodSequences < maxDoubtful else { return true }
        return survey.isValid && (survey.longSequences > 0 || hasOneScript(bytes))
    }

    /// Whether all two-byte characters belong to the same script; symbols are ignored.
    ///
    /// - Precondition: the bytes are valid UTF-8 without longer sequences.
    private static func hasOneScript(_ bytes: [UInt8]) -> Bool {
        var known: Script?
        for index in bytes.indices.dropLast() where bytes[index] >= 0xC2 {
            let scalar = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
            guard let script = Script(scalar) else { continue }
            if let known, known != script { return false }
            known = script
        }
        return true
    }

    /// The scripts of U+00C0...U+07FF, by Unicode block.
    private enum Script {
        case latin, phonetic, greek, cyrillic, armenian, hebrew, arabic, other

        init?(_ scalar: UInt32) {
            switch scalar {
            case ..<0xC0: return nil
            case ..<0x250: self = .latin
            case ..<0x370: self = .phonetic
            case ..<0x400: self = .greek
            case ..<0x530: self = .cyrillic
            case ..<0x590: self = .armenian
            case ..<0x600: self = .hebrew
            case ..<0x780: self = .arabic
            default: self = .other
            }
        }
    }
}
