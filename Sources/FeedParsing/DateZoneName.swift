/// Finds the name of a time zone that is not an abbreviation, anywhere after the time of a date, for example
/// `America/New_York`, `[Europe/Paris]` or `Eastern Daylight Time`.
struct DateZoneName {
    /// The date without the name of the zone.
    var rest: [UInt8]
    /// The name of the zone as written.
    var name: String
    /// The meaning of the name: an abbreviation in `DateWords` or a name in the IANA database; nil if the name is
    /// unknown.
    var meaning: String?

    /// Returns nil if the text contains no such name.
    ///
    /// - Complexity: linear.
    init?(_ bytes: [UInt8]) {
        guard let colon = bytes.firstIndex(of: 0x3A), let text = String(validating: bytes, as: UTF8.self),
            text.utf8.contains(where: { ($0 | 0x20) &- 0x61 < 26 })
        else { return nil }
        let words = Self.words(bytes, after: colon)
        if let found = Self.phrase(words, bytes) ?? Self.identifier(words, bytes) {
            self = found
        } else {
            return nil
        }
    }

    private init(removing range: Range<Int>, of bytes: [UInt8], name: String, meaning: String?) {
        rest = Array(bytes[..<range.lowerBound]) + [0x20] + bytes[range.upperBound...]
        while rest.last == 0x20 { rest.removeLast() }
        self.name = name
        self.meaning = meaning
    }

    private struct Word {
        var text: String
        var range: Range<Int>
    }

    /// The words after the time. Words are separated by blanks, brackets and parentheses.
    private static func words(_ bytes: [UInt8], after colon: Int) -> [Word] {
        var words: [Word] = []
        var index = colon + 1
        while index < bytes.count {
            let start = index
            while index < bytes.count, !isSeparator(bytes[index]) { index += 1 }
            if index > start {
                words.append(Word(text: String(decoding: bytes[start..<index], as: UTF8.self), range: start..<index))
            }
            index += 1
        }
        return words
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x5B || byte == 0x5D || byte == 0x28 || byte == 0x29 || byte == 0x2C
    }

    /// Finds a name of several words that ends in "Time".
    private static func phrase(_ words: [Word], _ bytes: [UInt8]) -> Self? {
        guard let last = words.lastIndex(where: { $0.text.lowercased() == "time" }), last > 0 else { return nil }
        var first = last
        while first > 0, last - first < maxWords, isLetters(words[first - 1].text),
            DateWords.meaning(of: words[first - 1].text.lowercased()).map(isPartOfName) ?? true
        { first -= 1 }
        guard first < last else { return nil }
        let range = words[first].range.lowerBound..<words[last].range.upperBound
        let name = words[first...last].map(\.text).joined(separator: " ")
        return Self(removing: enclosed(range, bytes), of: bytes, name: name, meaning: meaning(of: name))
    }

    /// Whether a date word can be part of a zone's name. For example, "west" and "central" are also date words in some
    /// languages.
    private static func isPartOfName(_ word: DateWord) -> Bool {
        switch word {
        case .noise, .weekday, .zone: true
        default: false
        }
    }

    private static let maxWords = 5

    private static func isLetters(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2E || $0 == 0x2D || $0 == 0x27 }
    }

    /// Finds a name in the IANA database, or a word that looks like one because it contains a slash, an underscore or a
    /// digit.
    private static func identifier(_ words: [Word], _ bytes: [UInt8]) -> Self? {
        for word in words {
            let text = word.text.utf8
            guard let first = text.first, (first | 0x20) &- 0x61 < 26, text.count >= 3,
                text.allSatisfy({
                    ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2F || $0 == 0x5F || $0 == 0x2B || $0 == 0x2D
                })
            else { continue }
            let isMarked = text.contains { $0 == 0x2F || $0 == 0x5F } || isRule(text)
            // The database also contains names of islands and countries, such as `Singapore` and `Iceland`.
            let isWord =
                text.count >= 4 && isLetters(word.text) && DateWords.meaning(of: word.text.lowercased()) == nil
                && countries.contains(word.text.lowercased())
            guard isMarked || isWord else { continue }
            return Self(
                removing: enclosed(word.range, bytes), of: bytes, name: word.text, meaning: word.text)
        }
        return nil
    }

    /// Whether a text is a name such as `PST8PDT`, which consists of letters, a digit and letters.
    private static func isRule(_ text: String.UTF8View) -> Bool {
        guard let digit = text.firstIndex(where: { $0 &- 0x30 < 10 }), let last = text.last else { return false }
        return (last | 0x20) &- 0x61 < 26 && text[..<digit].allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
    }

    /// The range, extended to include the brackets or parentheses around it, if there are any.
    private static func enclosed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
        guard range.lowerBound > 0, range.upperBound < bytes.count else { return range }
        let pair = (bytes[range.lowerBound - 1], bytes[range.upperBound])
        return pair == (0x5B, 0x5D) || pair == (0x28, 0x29) ? range.lowerBound - 1..<range.upperBound + 1 : range
    }

    // MARK: - Names

    private static let countries: Set<String> = [
        "cuba", "egypt", "eire", "greenwich", "hongkong", "iceland", "iran", "israel", "jamaica", "japan", "kwajalein",
        "libya", "navajo", "poland", "portugal", "singapore", "turkey", "universal",
    ]

    /// The abbreviation or IANA name that has the same meaning as a zone name in words, as used by CLDR and Windows.
    private static func meaning(of name: String) -> String? {
        let words = name.lowercased().replacing(".", with: "").split(separator: " ").dropLast()
        var kind = ""
        var region = words.joined(separator: " ")
        for suffix in ["standard", "daylight", "summer"] where words.last == Substring(suffix) {
            kind = suffix
            region = words.dropLast().joined(separator: " ")
        }
        guard let zone = regions[region] else { return nil }
        switch kind {
        case "standard": return zone.standard
        case "": return zone.place ?? zone.standard
        default: return zone.summer
        }
    }

    private struct Zone {
        var standard: String
        var summer: String?
        /// The IANA zone for a name that does not say whether it is summer time.
        var place: String?
    }

    private static let regions: [String: Zone] = {
        var regions: [String: Zone] = [:]
        for (names, standard, summer, place) in table {
            for name in names.split(separator: "|") {
                regions[String(name)] = Zone(
                    standard: standard, summer: summer.isEmpty ? nil : summer, place: place.isEmpty ? nil : place)
            }
        }
        return regions
    }()

    private static let table: [(names: String, standard: String, summer: String, place: String)] = [
        ("coordinated universal|universal|universal coordinated|greenwich mean|gmt|utc", "utc", "", ""),
        ("eastern|us eastern|north american eastern|canada eastern", "est", "edt", "America/New_York"),
        ("central|us central|north american central|canada central", "cst", "cdt", "America/Chicago"),
        ("mountain|us mountain|north american mountain", "mst", "mdt", "America/Denver"),
        ("pacific|us pacific|north american pacific", "pst", "pdt", "America/Los_Angeles"),
        ("alaska|alaskan", "akst", "akdt", "America/Anchorage"),
        ("hawaii|hawaiian|hawaii-aleutian", "hst", "", "Pacific/Honolulu"),
        ("atlantic", "ast", "adt", "America/Halifax"), ("newfoundland", "nst", "ndt", "America/St_Johns"),
        ("brasilia|brasília|e south america", "brt", "brst", "America/Sao_Paulo"), ("argentina", "art", "", ""),
        ("chile|pacific sa", "clt", "clst", "America/Santiago"), ("colombia|sa pacific", "cot", "", ""),
        ("peru", "pet", "", ""), ("venezuela", "vet", "", ""),
        ("british|gmt daylight", "bst", "bst", "Europe/London"),
        ("irish", "Europe/Dublin", "Europe/Dublin", "Europe/Dublin"),
        ("western european", "wet", "west", "Europe/Lisbon"),
        (
            "central european|middle european|w europe|central europe|romance",
            "cet", "cest", "Europe/Paris"
        ),
        ("eastern european|e europe|fle|gtb", "eet", "eest", "Europe/Athens"),
        ("moscow|russian|russia", "msk", "msd", "Europe/Moscow"), ("turkey|türkiye", "trt", "", ""),
        ("israel|jerusalem", "Asia/Jerusalem", "Asia/Jerusalem", "Asia/Jerusalem"),
        ("east africa|eastern africa|e africa", "eat", "", ""), ("central africa", "cat", "", ""),
        ("west africa|western africa|w central africa", "wat", "", ""), ("south africa", "sast", "", ""),
        ("arabian|arabia|arab", "Asia/Riyadh", "", ""), ("iran", "irst", "", "Asia/Tehran"),
        ("gulf", "gst", "", ""), ("pakistan", "pkt", "", ""), ("india|indian", "ist", "", ""),
        ("nepal", "npt", "", ""), ("indochina|se asia", "ict", "", ""), ("western indonesia", "wib", "", ""),
        ("central indonesia", "wita", "", ""), ("eastern indonesia", "wit", "", ""),
        ("china|beijing", "bjt", "", ""), ("hong kong", "hkt", "", ""), ("singapore", "sgt", "", ""),
        ("malaysia", "myt", "", ""), ("taipei|taiwan", "Asia/Taipei", "", ""),
        ("philippine|philippines", "pht", "", ""), ("japan|tokyo", "jst", "", ""), ("korea|korean", "kst", "", ""),
        ("australian eastern|aus eastern", "aest", "aedt", "Australia/Sydney"),
        ("australian central|cen australia", "acst", "acdt", "Australia/Adelaide"),
        ("australian western|w australia", "awst", "", ""),
        ("new zealand", "nzst", "nzdt", "Pacific/Auckland"),
    ]
}
