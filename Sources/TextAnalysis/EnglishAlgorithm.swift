/// The English stemming algorithm of Snowball 3.1.1 (Porter2; <https://snowballstem.org/algorithms/english/stemmer.html>,
/// BSD licence, see NOTICE), for one word of the letters a-z.
///
/// Debian 12 has Snowball 2.2, which cuts `added` to `ad` and puts `university` and `universe` together.
struct EnglishAlgorithm {
    /// `Y` is a y that is a consonant.
    private var word: [UInt8]
    private var firstRegion = 0
    private var secondRegion = 0

    /// The stem of a word; the word itself where it has none.
    static func stem(_ word: [UInt8]) -> [UInt8] {
        if word.count < 3 { return word }
        if let exception = exceptions[word] { return exception }
        var algorithm = EnglishAlgorithm(word: word)
        algorithm.markConsonantY()
        algorithm.markRegions()
        algorithm.removePlural()
        algorithm.removeParticiple()
        algorithm.replaceFinalY()
        algorithm.shortenDerivations()
        algorithm.shortenFurther()
        algorithm.removeSuffix()
        algorithm.removeFinalLetter()
        return algorithm.word.map { $0 == Self.consonantY ? UInt8(ascii: "y") : $0 }
    }

    private init(word: [UInt8]) { self.word = word }

    // MARK: - Letters

    private static let consonantY = UInt8(ascii: "Y")

    private func isVowel(_ index: Int) -> Bool {
        switch word[index] {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            true
        default: false
        }
    }

    private func hasVowel(before end: Int) -> Bool { (0..<max(end, 0)).contains(where: isVowel) }

    private func ends(with suffix: StaticString, before end: Int) -> Bool {
        let start = end - suffix.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return suffix.withUTF8Buffer { unsafe $0.elementsEqual(word[start..<end]) }
    }

    /// Where a suffix begins, and which of the list it is: the first that fits, so longer ones stand first.
    private func suffix(_ list: [StaticString]) -> (start: Int, index: Int)? {
        guard let index = list.firstIndex(where: { ends(with: $0, before: word.count) }) else { return nil }
        return (word.count - list[index].utf8CodeUnitCount, index)
    }

    private mutating func replace(from start: Int, with text: StaticString) {
        word.removeSubrange(start...)
        text.withUTF8Buffer { unsafe word.append(contentsOf: $0) }
    }

    /// Whether the letters before `end` are a short syllable at their end.
    private func isShort(before end: Int) -> Bool {
        if end >= 3, !isVowel(end - 1), !Self.isWXY(word[end - 1]), isVowel(end - 2), !isVowel(end - 3) { return true }
        if end == 2, !isVowel(1), isVowel(0) { return true }
        return ends(with: "past", before: end)
    }

    private static func isWXY(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "w") || byte == UInt8(ascii: "x") || byte == consonantY
    }

    // MARK: - Steps

    private mutating func markConsonantY() {
        for index in word.indices where word[index] == UInt8(ascii: "y") && (index == 0 || isVowel(index - 1)) {
            word[index] = Self.consonantY
        }
    }

    private mutating func markRegions() {
        let prefixes: [StaticString] = [
            "arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers",
        ]
        firstRegion = word.count
        secondRegion = word.count
        let prefix = prefixes.first {
            $0.utf8CodeUnitCount <= word.count && ends(with: $0, before: $0.utf8CodeUnitCount)
        }
        guard let first = prefix?.utf8CodeUnitCount ?? region(from: 0) else { return }
        firstRegion = first
        secondRegion = region(from: first) ?? word.count
    }

    /// Behind the first consonant that follows a vowel.
    private func region(from start: Int) -> Int? {
        guard let vowel = word.indices[start...].first(where: isVowel),
            let consonant = word.indices[vowel...].first(where: { !isVowel($0) })
        else { return nil }
        return consonant + 1
    }

    /// Step 1a.
    private mutating func removePlural() {
        guard let (start, index) = suffix(["sses", "ies", "ied", "ss", "us", "s"]) else { return }
        switch index {
        case 0: replace(from: start, with: "ss")
        case 1, 2: replace(from: start, with: start >= 2 ? "i" : "ie")
        case 5: if hasVowel(before: start - 1) { word.removeLast() }
        default: return
        }
    }

    /// Step 1b.
    private mutating func removeParticiple() {
        guard let (start, index) = suffix(["eedly", "ingly", "edly", "eed", "ing", "ed"]) else { return }
        if index == 0 || index == 3 {
            let isKept =
                start <= 4 && ["succ", "proc", "exc"].contains(String(decoding: word[..<start], as: UTF8.self))
            if start >= firstRegion, !isKept { replace(from: start, with: "ee") }
            return
        }
        if index == 4 {
            let before = String(decoding: word[..<start], as: UTF8.self)
            if start == 2, word[1] == UInt8(ascii: "y"), !isVowel(0) { return replace(from: 1, with: "ie") }
            if ["even", "cann", "inn", "earr", "herr", "out"].contains(before) { return }
        }
        guard hasVowel(before: start) else { return }
        word.removeSubrange(start...)
        completeVerb()
    }

    /// `hoped` to `hope`, `hopped` to `hop`, but `added` to `add`.
    private mutating func completeVerb() {
        guard let (start, index) = suffix(["at", "bl", "iz", "bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"])
        else {
            if word.count == firstRegion, isShort(before: word.count) { word.append(UInt8(ascii: "e")) }
            return
        }
        if index < 3 { return word.append(UInt8(ascii: "e")) }
        let isWhole = start == 1 && [UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "o")].contains(word[0])
        if !isWhole { word.removeLast() }
    }

    /// Step 1c.
    private mutating func replaceFinalY() {
        let last = word.count - 1
        guard last >= 2, word[last] == UInt8(ascii: "y") || word[last] == Self.consonantY, !isVowel(last - 1) else {
            return
        }
        word[last] = UInt8(ascii: "i")
    }

    /// Step 2.
    private mutating func shortenDerivations() {
        guard let (start, index) = suffix(Self.derivations.map(\.0)), start >= firstRegion else { return }
        let before = start > 0 ? word[start - 1] : 0
        switch Self.derivations[index].0.utf8CodeUnitCount {
        case 2:
            if Self.lettersBeforeLi.contains(before) { word.removeSubrange(start...) }
        case 3 where ends(with: "ogi", before: word.count):
            if before == UInt8(ascii: "l") { replace(from: start, with: "og") }
        default: replace(from: start, with: Self.derivations[index].1)
        }
    }

    private static let lettersBeforeLi = Set("cdeghkmnrt".utf8)

    private static let derivations: [(StaticString, StaticString)] = [
        ("ational", "ate"), ("fulness", "ful"), ("iveness", "ive"), ("ization", "ize"), ("ousness", "ous"),
        ("biliti", "ble"), ("lessli", "less"), ("tional", "tion"), ("alism", "al"), ("aliti", "al"), ("ation", "ate"),
        ("entli", "ent"), ("fulli", "ful"), ("iviti", "ive"), ("ogist", "og"), ("ousli", "ous"), ("abli", "able"),
        ("alli", "al"), ("anci", "ance"), ("ator", "ate"), ("enci", "ence"), ("izer", "ize"), ("bli", "ble"),
        ("ogi", "og"), ("li", ""),
    ]

    /// Step 3.
    private mutating func shortenFurther() {
        let list: [(StaticString, StaticString)] = [
            ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("ative", ""), ("icate", "ic"), ("iciti", "ic"),
            ("ical", "ic"), ("ness", ""), ("ful", ""),
        ]
        guard let (start, index) = suffix(list.map(\.0)), start >= (index == 3 ? secondRegion : firstRegion) else {
            return
        }
        replace(from: start, with: list[index].1)
    }

    /// Step 4.
    private mutating func removeSuffix() {
        let list: [StaticString] = [
            "ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ion", "ism", "iti", "ive", "ize",
            "ous",
            "al", "er", "ic",
        ]
        guard let (start, index) = suffix(list), start >= secondRegion else { return }
        if index == 9, start == 0 || word[start - 1] != UInt8(ascii: "s") && word[start - 1] != UInt8(ascii: "t") {
            return
        }
        word.removeSubrange(start...)
    }

    /// Step 5.
    private mutating func removeFinalLetter() {
        let last = word.count - 1
        guard last >= 0 else { return }
        if word[last] == UInt8(ascii: "e") {
            if last >= secondRegion || last >= firstRegion && !isShort(before: last) { word.removeLast() }
        } else if word[last] == UInt8(ascii: "l"), last >= secondRegion, last > 0, word[last - 1] == UInt8(ascii: "l") {
            word.removeLast()
        }
    }

    // MARK: - Exceptions

    /// Snowball's own, and names that are no plurals.
    private static let exceptions: [[UInt8]: [UInt8]] = {
        var table: [[UInt8]: [UInt8]] = [:]
        for word in [
            "andes", "atlas", "bias", "cosmos", "howe", "news", "sky", "macos", "tvos", "ipados", "watchos", "visionos",
        ] { table[Array(word.utf8)] = Array(word.utf8) }
        for (word, stem) in [
            ("early", "earli"), ("gently", "gentl"), ("idly", "idl"), ("only", "onli"), ("singly", "singl"),
            ("skies", "sky"), ("skis", "ski"), ("ugly", "ugli"),
        ] { table[Array(word.utf8)] = Array(stem.utf8) }
        return table
    }()
}
