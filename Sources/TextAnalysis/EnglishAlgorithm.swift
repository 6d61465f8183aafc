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
        if word.count <= longestException, let exception = exceptions[word] { return exception }
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
        for index in algorithm.word.indices where algorithm.word[index] == consonantY {
            algorithm.word[index] = UInt8(ascii: "y")
        }
        return algorithm.word
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

    private func hasVowel(before end: Int) -> Bool {
        var index = 0
        while index < end {
            if isVowel(index) { return true }
            index += 1
        }
        return false
    }

    private func ends(with suffix: StaticString, before end: Int) -> Bool {
        let count = suffix.utf8CodeUnitCount
        guard end >= count else { return false }
        var offset = 0
        while offset < count {
            if unsafe suffix.utf8Start[offset] != word[end - count + offset] { return false }
            offset += 1
        }
        return true
    }

    /// Where a suffix begins, and which of the list it is: the first that fits, so longer ones stand first.
    private func suffix(_ list: Suffixes) -> (start: Int, index: Int)? {
        guard let last = word.last else { return nil }
        for index in list.texts.indices
        where list.lastLetters[index] == last && ends(with: list.texts[index], before: word.count) {
            return (word.count - list.texts[index].utf8CodeUnitCount, index)
        }
        return nil
    }

    /// Suffixes, and the last letter of each: most words have none of them.
    private final class Suffixes: Sendable {
        let texts: [StaticString]
        let lastLetters: [UInt8]
        /// What stands for each in the shorter word.
        let replacements: [StaticString]

        init(_ texts: [StaticString], _ replacements: [StaticString] = []) {
            self.texts = texts
            self.replacements = replacements
            lastLetters = texts.map { text in unsafe text.utf8Start[text.utf8CodeUnitCount - 1] }
        }
    }

    private mutating func replace(from start: Int, with text: StaticString) {
        word.removeSubrange(start...)
        for offset in 0..<text.utf8CodeUnitCount { unsafe word.append(text.utf8Start[offset]) }
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
        firstRegion = word.count
        secondRegion = word.count
        let prefix = Self.prefixes.first {
            $0.utf8CodeUnitCount <= word.count && ends(with: $0, before: $0.utf8CodeUnitCount)
        }
        guard let first = prefix?.utf8CodeUnitCount ?? region(from: 0) else { return }
        firstRegion = first
        secondRegion = region(from: first) ?? word.count
    }

    /// Words that begin so are cut behind them only, lest university meet universe.
    private static let prefixes: [StaticString] = [
        "arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers",
    ]

    /// Behind the first consonant that follows a vowel.
    private func region(from start: Int) -> Int? {
        var index = start
        while index < word.count, !isVowel(index) { index += 1 }
        while index < word.count, isVowel(index) { index += 1 }
        return index < word.count ? index + 1 : nil
    }

    private static let plurals = Suffixes(["sses", "ies", "ied", "ss", "us", "s"])
    private static let participles = Suffixes(["eedly", "ingly", "edly", "eed", "ing", "ed"])
    private static let verbEnds = Suffixes([
        "at", "bl", "iz", "bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt",
    ])

    /// Step 1a.
    private mutating func removePlural() {
        guard let (start, index) = suffix(Self.plurals) else { return }
        switch index {
        case 0: replace(from: start, with: "ss")
        case 1, 2: replace(from: start, with: start >= 2 ? "i" : "ie")
        case 5: if hasVowel(before: start - 1) { word.removeLast() }
        default: return
        }
    }

    /// Step 1b.
    private mutating func removeParticiple() {
        guard let (start, index) = suffix(Self.participles) else { return }
        if index == 0 || index == 3 {
            let isKept = isWhole(Self.keptBeforeEed, before: start)
            if start >= firstRegion, !isKept { replace(from: start, with: "ee") }
            return
        }
        if index == 4 {
            if start == 2, word[1] == UInt8(ascii: "y"), !isVowel(0) { return replace(from: 1, with: "ie") }
            if isWhole(Self.keptBeforeIng, before: start) { return }
        }
        guard hasVowel(before: start) else { return }
        word.removeSubrange(start...)
        completeVerb()
    }

    private static let keptBeforeEed: [StaticString] = ["succ", "proc", "exc"]
    private static let keptBeforeIng: [StaticString] = ["even", "cann", "inn", "earr", "herr", "out"]

    /// Whether one of the texts is all that stands before `end`.
    private func isWhole(_ texts: [StaticString], before end: Int) -> Bool {
        end <= 4 && texts.contains { $0.utf8CodeUnitCount == end && ends(with: $0, before: end) }
    }

    /// `hoped` to `hope`, `hopped` to `hop`, but `added` to `add`.
    private mutating func completeVerb() {
        guard let (start, index) = suffix(Self.verbEnds)
        else {
            if word.count == firstRegion, isShort(before: word.count) { word.append(UInt8(ascii: "e")) }
            return
        }
        if index < 3 { return word.append(UInt8(ascii: "e")) }
        let first = word[0]
        if start == 1, first == UInt8(ascii: "a") || first == UInt8(ascii: "e") || first == UInt8(ascii: "o") { return }
        word.removeLast()
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
        guard let (start, index) = suffix(Self.derivations), start >= firstRegion else { return }
        let before = start > 0 ? word[start - 1] : 0
        switch Self.derivations.texts[index].utf8CodeUnitCount {
        case 2:
            if Self.lettersBeforeLi.contains(before) { word.removeSubrange(start...) }
        case 3 where ends(with: "ogi", before: word.count):
            if before == UInt8(ascii: "l") { replace(from: start, with: "og") }
        default: replace(from: start, with: Self.derivations.replacements[index])
        }
    }

    private static let lettersBeforeLi = Array("cdeghkmnrt".utf8)

    private static let derivations = Suffixes(
        [
            "ational", "fulness", "iveness", "ization", "ousness", "biliti", "lessli", "tional", "alism", "aliti",
            "ation", "entli", "fulli", "iviti", "ogist", "ousli", "abli", "alli", "anci", "ator", "enci", "izer", "bli",
            "ogi", "li",
        ],
        [
            "ate", "ful", "ive", "ize", "ous", "ble", "less", "tion", "al", "al", "ate", "ent", "ful", "ive", "og",
            "ous", "able", "al", "ance", "ate", "ence", "ize", "ble", "og", "",
        ])

    private static let furtherSuffixes = Suffixes(
        ["ational", "tional", "alize", "ative", "icate", "iciti", "ical", "ness", "ful"],
        ["ate", "tion", "al", "", "ic", "ic", "ic", "", ""])

    /// Step 3.
    private mutating func shortenFurther() {
        guard let (start, index) = suffix(Self.furtherSuffixes), start >= (index == 3 ? secondRegion : firstRegion)
        else {
            return
        }
        replace(from: start, with: Self.furtherSuffixes.replacements[index])
    }

    private static let lastSuffixes = Suffixes([
        "ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ion", "ism", "iti", "ive", "ize", "ous",
        "al", "er", "ic",
    ])

    /// Step 4.
    private mutating func removeSuffix() {
        guard let (start, index) = suffix(Self.lastSuffixes), start >= secondRegion else { return }
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
    private static let longestException = 8
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
