/// The part of an article used to detect its language, and the number of its characters in each script.
struct LanguageSample {
    /// The conclusion drawn from the scripts of the sample.
    enum Verdict: Equatable {
        case language(String)
        /// Several languages use the script, so the words must be examined.
        case byWords
        case uncertain
    }

    enum Script: Int, CaseIterable {
        case latin, cyrillic, arabic, devanagari, bengali, hebrew
        case han, kana, hangul
        case greek, armenian, georgian, thai, lao, khmer, myanmar, tamil, telugu, kannada, malayalam, gujarati, gurmukhi
        case none
    }

    /// The sample as well-formed UTF-8.
    private(set) var bytes: [UInt8] = []
    private var counts = [Int](repeating: 0, count: Script.allCases.count)
    private var traditional = 0

    private static let maxTitleBytes = 90
    private static let maxTextBytes = 270
    /// The minimum weight of a sample. Each letter weighs 1; a Han, kana or hangul character weighs 3.
    private static let minWeight = 12

    /// Takes a sample of an article.
    ///
    /// - Parameter text: the body. The beginning of a long text is left out, because it may be a byline or a place
    ///   name.
    init(title: Span<UInt8>, text: Span<UInt8>) {
        bytes.reserveCapacity(Self.maxTitleBytes + Self.maxTextBytes + 8)
        add(title, from: 0, maxBytes: Self.maxTitleBytes)
        bytes.append(UInt8(ascii: " "))
        add(text, from: text.count > 2 * Self.maxTextBytes ? min(text.count / 8, 400) : 0, maxBytes: Self.maxTextBytes)
    }

    private mutating func add(_ text: Span<UInt8>, from start: Int, maxBytes: Int) {
        var first = start
        while first < text.count, first > 0, text[first] & 0xC0 == 0x80 { first += 1 }
        var index = bytes.count
        unsafe text.withUnsafeBufferPointer { text in
            unsafe bytes.append(contentsOf: text[first..<max(first, min(text.count, first + maxBytes))])
        }
        let end = bytes.count
        var latin = 0
        while index < end {
            let byte = bytes[index]
            if byte < 0x80 {
                latin += (byte | 0x20) &- 0x61 < 26 ? 1 : 0
                index += 1
                continue
            }
            let length = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1
            guard length > 1, index + length <= end, let scalar = Self.scalar(bytes, index, length) else {
                bytes[index] = UInt8(ascii: " ")
                index += 1
                continue
            }
            count(scalar)
            index += length
        }
        counts[Script.latin.rawValue] += latin
    }

    private static func scalar(_ text: [UInt8], _ index: Int, _ length: Int) -> UInt32? {
        var value = UInt32(text[index]) & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let byte = text[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        return value >= least ? Unicode.Scalar(value)?.value : nil
    }

    private mutating func count(_ scalar: UInt32) {
        let script = Self.script(of: scalar)
        counts[script.rawValue] += 1
        guard script == .han else { return }
        if FoldingTable.entry(scalar).folded(scalar) != scalar { traditional += 1 }
    }

    // MARK: - Verdict

    private func weight(_ script: Script) -> Int {
        switch script {
        case .han, .kana, .hangul: counts[script.rawValue] * 3
        case .none: 0
        default: counts[script.rawValue]
        }
    }

    /// The script with the highest weight; Han, kana and hangul are counted separately.
    var script: Script { Script.allCases.max { weight($0) < weight($1) } ?? .none }

    var verdict: Verdict {
        let eastern = weight(.han) + weight(.kana) + weight(.hangul)
        let total = Script.allCases.reduce(0) { $0 + weight($1) }
        guard total >= Self.minWeight else { return .uncertain }
        if eastern * 4 >= total { return easternVerdict }
        // The text is a mixture of languages, such as a glossary or a list of names.
        if eastern * 8 >= total { return .uncertain }
        let script = script
        guard weight(script) * 2 >= total else { return .uncertain }
        return Self.onlyLanguages[script].map(Verdict.language) ?? .byWords
    }

    private var easternVerdict: Verdict {
        let han = counts[Script.han.rawValue]
        let kana = counts[Script.kana.rawValue]
        let hangul = counts[Script.hangul.rawValue]
        if hangul * 2 >= han + kana { return .language("ko") }
        if kana * 12 >= han + kana { return .language("ja") }
        guard han >= 4 else { return .uncertain }
        return .language(traditional * 25 >= han && traditional > simplifiedCount ? "zh-Hant" : "zh")
    }

    /// Whether a text that consists only of Han characters may be Japanese, for example a headline or a list of names.
    /// A longer Japanese text would contain kana, and a text that contains one of `chineseOnly` is Chinese.
    var mayBeJapanese: Bool {
        counts[Script.han.rawValue] <= Self.maxHanWithoutKana
            && !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { Self.chineseOnly.contains($0.value) }
    }

    private static let maxHanWithoutKana = 40

    /// Frequent Chinese characters that are not used in Japanese.
    private static let chineseOnly = simplifiedOnly.subtracting("来国会学没".unicodeScalars.map(\.value)).union(
        "你您她們這麼吗嗎呢吧啊哪很给跟从术应电华网络线级变报".unicodeScalars.map(\.value))

    private var simplifiedCount: Int {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.count { Self.simplifiedOnly.contains($0.value) }
    }

    private static let onlyLanguages: [Script: String] = [
        .greek: "el", .armenian: "hy", .georgian: "ka", .thai: "th", .lao: "lo", .khmer: "km", .myanmar: "my",
        .tamil: "ta", .telugu: "te", .kannada: "kn", .malayalam: "ml", .gujarati: "gu", .gurmukhi: "pa", .hebrew: "he",
    ]

    /// The scripts of a language, limited to scripts that several languages use.
    static func scripts(ofLanguage primary: String) -> Set<Script> {
        switch primary {
        case "zh", "ja", "ko", "yue", "wuu", "cmn": [.han, .kana, .hangul]
        case "ru", "uk", "be", "bg", "mk", "mn", "ky", "tg": [.cyrillic]
        case "sr", "kk", "uz", "az", "tt", "tk", "bs", "cnr": [.cyrillic, .latin, .arabic]
        case "ar", "fa", "ur", "ps", "sd", "ug", "ckb": [.arabic]
        case "hi", "mr", "ne", "sa": [.devanagari]
        case "bn", "as": [.bengali]
        default:
            Self.onlyLanguages.first { $0.value == primary }.map { [$0.key] } ?? [.latin]
        }
    }

    /// Frequent characters that occur only in simplified Chinese.
    private static let simplifiedOnly = Set(
        "这们来说国会为时过对经实现问题开发关学还没让请个业产东车长门见书马鸟鱼龙动务办单厂广严语记设计认识让谁该转软轮边达运进远连选".unicodeScalars
            .map(\.value))

    private static func script(of scalar: UInt32) -> Script {
        if 0x4E00...0x9FFF ~= scalar { return .han }
        return switch scalar {
        case 0xD7, 0xF7, 0xFF70: .none
        case 0xC0...0x24F, 0x1E00...0x1EFF: .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F: .cyrillic
        case 0x531...0x58A: .armenian
        case 0x5D0...0x5EA: .hebrew
        case 0x620...0x6FF, 0x750...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFC: .arabic
        case 0x904...0x97F: .devanagari
        case 0x980...0x9FF: .bengali
        case 0xA00...0xA7F: .gurmukhi
        case 0xA80...0xAFF: .gujarati
        case 0xB80...0xBFF: .tamil
        case 0xC00...0xC7F: .telugu
        case 0xC80...0xCFF: .kannada
        case 0xD00...0xD7F: .malayalam
        case 0xE01...0xE5B: .thai
        case 0xE80...0xEFF: .lao
        case 0x1000...0x109F: .myanmar
        case 0x10A0...0x10FF: .georgian
        case 0x1780...0x17FF: .khmer
        case 0x3041...0x3096, 0x30A1...0x30FA, 0xFF66...0xFF9D: .kana
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: .hangul
        case 0x3400...0x4DBF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .han
        default: .none
        }
    }
}
