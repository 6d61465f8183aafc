private import CLanguages

/// Detects the language of a text: by its script if only one language uses that script, otherwise with CLD2
/// (<https://github.com/CLD2Owners/cld2>), which is opened on first use.
public struct LanguageDetector: Sendable {
    public static let shared = LanguageDetector()

    public init() {}

    /// The BCP 47 tag of an article's language; nil if the text is too short, mixed, or in an unknown language.
    ///
    /// Traditional Chinese is `zh-Hant`, simplified `zh`. Reads at most a few hundred characters. Thread-safe.
    public func language(title: Span<UInt8>, text: Span<UInt8>) -> String? {
        let sample = LanguageSample(title: title, text: text)
        switch sample.verdict {
        case .language(let tag): return tag
        case .uncertain: return nil
        case .byWords: return Self.byWords(sample, minPercent: 60)
        }
    }

    /// Like `language(title:text:)`, but for strings.
    public func language(title: String, text: String) -> String? {
        var title = title
        var text = text
        title.makeContiguousUTF8()
        text.makeContiguousUTF8()
        return language(title: title.utf8.span, text: text.utf8.span)
    }

    /// Whether a feed's language label may be correct for a text: the script must match, and the text must not be
    /// reliably in another language. True if the language of the text is uncertain.
    ///
    /// - Parameter label: a BCP 47 tag or a similar label, as used in feeds.
    public func plausible(label: String, for text: String) -> Bool {
        var text = text
        text.makeContiguousUTF8()
        return plausible(label: label, for: text.utf8.span)
    }

    /// Like `plausible(label:for:)`, but for UTF-8 bytes.
    public func plausible(label: String, for text: Span<UInt8>) -> Bool {
        guard let primary = Self.primary(of: label) else { return false }
        let noTitle: [UInt8] = []
        let sample = LanguageSample(title: noTitle.span, text: text)
        let found: String
        switch sample.verdict {
        case .language(let tag): found = tag
        case .uncertain: return true
        case .byWords:
            guard LanguageSample.scripts(ofLanguage: primary).contains(sample.script) else { return false }
            guard let tag = Self.byWords(sample, minPercent: 80) else { return true }
            found = tag
        }
        let foundPrimary = Self.primary(of: found) ?? found
        if primary == "ja", foundPrimary == "zh", sample.mayBeJapanese { return true }
        return foundPrimary == primary
            || Self.similarLanguages.contains { $0.contains(primary) && $0.contains(foundPrimary) }
    }

    // MARK: - CLD2

    private static func byWords(_ sample: LanguageSample, minPercent: Int32) -> String? {
        let result = unsafe sample.bytes.withUnsafeBufferPointer { bytes in
            unsafe clanguages_detect(bytes.baseAddress, Int32(clamping: bytes.count))
        }
        guard unsafe result.is_reliable && result.percent >= minPercent, let code = unsafe result.code else {
            return nil
        }
        let tag = unsafe String(cString: code)
        if tag == "un" || tag == "xxx" || tag.hasPrefix("xx") { return nil }
        return renamed[tag] ?? tag
    }

    /// Obsolete language tags and their replacements.
    private static let renamed = ["iw": "he", "jw": "jv", "in": "id", "mo": "ro", "ji": "yi", "tl": "fil", "nb": "no"]

    /// The primary subtag in lower case; nil if the label does not begin with one.
    private static func primary(of label: String) -> String? {
        let subtag = label.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard (2...3).contains(subtag.utf8.count), subtag.utf8.allSatisfy({ 0x61...0x7A ~= $0 }) else { return nil }
        return renamed[subtag] ?? subtag
    }

    /// Languages that CLD2 confuses with each other.
    private static let similarLanguages: [Set<String>] = [
        ["no", "nn", "da"], ["hr", "sr", "bs", "sl", "cnr"], ["id", "ms"], ["cs", "sk"], ["pt", "gl"], ["es", "gl"],
        ["bg", "mk"], ["zh", "yue", "wuu", "cmn"], ["fil", "tl"], ["hi", "mr", "ne", "sa"], ["ur", "fa", "ps"],
    ]
}
