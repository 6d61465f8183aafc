/// A language with stems in the index. Each language has its own code, which distinguishes its stem terms.
public enum StemLanguage: UInt8, Sendable, CaseIterable {
    case english = 0
    case german, french, spanish, italian, portuguese, dutch, russian, swedish, norwegian, danish, finnish, hungarian
    case romanian, turkish, arabic, greek, hindi, hebrew
    case catalan, basque, irish, indonesian, lithuanian, armenian, tamil

    /// The stemming language for an article with a BCP 47 tag; English if `tag` is nil or the language has no stemmer.
    public init(tag: String?) {
        let primary = (tag ?? "").prefix { $0 != "-" && $0 != "_" }.lowercased()
        self = Self.byCode[primary] ?? .english
    }

    /// The ASCII letter that follows the prefix byte in stem terms of the language.
    public var code: UInt8 { UInt8(ascii: "a") + rawValue }

    /// The language whose stem terms contain this letter.
    public init?(code: UInt8) { self.init(rawValue: code &- UInt8(ascii: "a")) }

    /// The minimum number of letters in a stemmed word, unless the language has a list of short function words
    /// (`ShortFunctionWords`). It is lower in Arabic and Hebrew, in which the definite article is part of the word.
    public var shortestStemmed: Int { self == .arabic || self == .hebrew ? 3 : 4 }

    /// The name of the language's algorithm in Snowball; nil for English and Hebrew, whose stemmers are in this module.
    var algorithm: StaticString? {
        switch self {
        case .english, .hebrew: nil
        case .german: "german"
        case .french: "french"
        case .spanish: "spanish"
        case .italian: "italian"
        case .portuguese: "portuguese"
        case .dutch: "dutch"
        case .russian: "russian"
        case .swedish: "swedish"
        case .norwegian: "norwegian"
        case .danish: "danish"
        case .finnish: "finnish"
        case .hungarian: "hungarian"
        case .romanian: "romanian"
        case .turkish: "turkish"
        case .arabic: "arabic"
        case .greek: "greek"
        case .hindi: "hindi"
        case .catalan: "catalan"
        case .basque: "basque"
        case .irish: "irish"
        case .indonesian: "indonesian"
        case .lithuanian: "lithuanian"
        case .armenian: "armenian"
        case .tamil: "tamil"
        }
    }

    /// The tags of all stemming languages except English, in ascending order.
    public static var tags: [(tag: String, language: StemLanguage)] {
        byCode.filter { $0.value != .english }.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    private static let byCode: [String: StemLanguage] = [
        "en": .english, "de": .german, "fr": .french, "es": .spanish, "it": .italian, "pt": .portuguese, "nl": .dutch,
        "ru": .russian, "sv": .swedish, "no": .norwegian, "nb": .norwegian, "nn": .norwegian, "da": .danish,
        "fi": .finnish, "hu": .hungarian, "ro": .romanian, "mo": .romanian, "tr": .turkish, "ar": .arabic,
        "el": .greek, "hi": .hindi, "he": .hebrew, "iw": .hebrew, "ca": .catalan, "eu": .basque, "ga": .irish,
        "id": .indonesian, "lt": .lithuanian, "hy": .armenian, "ta": .tamil,
    ]
}

// MARK: - Scripts

extension StemLanguage {
    /// The scripts whose words are stemmed.
    enum Script {
        case latin, greek, cyrillic, arabic, hebrew, devanagari, armenian, tamil
    }

    var script: Script {
        switch self {
        case .russian: .cyrillic
        case .greek: .greek
        case .arabic: .arabic
        case .hebrew: .hebrew
        case .hindi: .devanagari
        case .armenian: .armenian
        case .tamil: .tamil
        default: .latin
        }
    }

    /// Whether the language's stemmer accepts words of Latin script. Otherwise these words get English stems.
    var stemsLatin: Bool { script == .latin }

    /// Whether a folded code point is a letter or vowel sign of the language's script.
    func isLetter(_ scalar: UInt32) -> Bool {
        switch script {
        case .latin: 0x61...0x7A ~= scalar || 0xDF...0x24F ~= scalar || 0x1E00...0x1EFF ~= scalar
        case .greek: 0x386...0x3FF ~= scalar
        case .cyrillic: 0x400...0x52F ~= scalar
        case .armenian: 0x531...0x58A ~= scalar
        case .hebrew: 0x5D0...0x5EA ~= scalar
        case .arabic: 0x620...0x64A ~= scalar || 0x66E...0x6D3 ~= scalar || 0x6FA...0x6FC ~= scalar
        case .devanagari: 0x900...0x963 ~= scalar || 0x971...0x97F ~= scalar
        case .tamil: 0xB82...0xBD7 ~= scalar
        }
    }
}
