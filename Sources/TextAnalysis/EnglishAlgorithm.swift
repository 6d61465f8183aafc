/// The English stemming algorithm of Snowball 3.1.1 (Porter2; BSD licence, see NOTICE), for one word of letters a-z:
/// <https://snowballstem.org/algorithms/english/stemmer.html>.
///
/// Debian 12 has Snowball 2.2, which shortens `added` to `ad` and gives `university` and `universe` the same stem.
struct EnglishAlgorithm {
    /// The word. A `y` that is a consonant is stored as `Y`.
    private var word: Letters
    private var firstRegion = 0
    private var secondRegion = 0

    /// A word of up to 64 letters, with space for one more.
    struct Letters {
        private var bytes = InlineArray<66, UInt8>(repeating: 0)
        private(set) var count = 0

        subscript(index: Int) -> UInt8 {
            get { bytes[index] }
            set { bytes[index] = newValue }
        }

        mutating func append(_ byte: UInt8) {
            bytes[count] = byte
            count += 1
        }

        mutating func cut(at end: Int) { count = min(count, end) }

        /// The last eight letters before `end`, with the last letter in the lowest byte. If there are fewer than eight
        /// letters, the remaining bytes are zero.
        func packed(before end: Int) -> UInt64 {
            var value: UInt64 = 0
            for index in max(0, end - 8)..<end { value = value << 8 | UInt64(bytes[index]) }
            return value
        }
    }

    /// An ending of a word with up to eight letters, packed as in `Letters.packed`.
    private struct Ending {
        let bits: UInt64
        let mask: UInt64
        let count: Int

        init(_ text: StaticString) {
            var bits: UInt64 = 0
            count = text.utf8CodeUnitCount
            for offset in 0..<count { unsafe bits = bits << 8 | UInt64(text.utf8Start[offset]) }
            self.bits = bits
            mask = count < 8 ? 1 << UInt64(8 * count) - 1 : .max
        }

        func matches(_ packed: UInt64) -> Bool { packed & mask == bits }
    }

    /// Replaces a word of at most 64 letters with its stem, if it has one.
    static func stem(_ word: inout Letters) {
        if word.count < 3 { return }
        if let base = EnglishPlurals.base(of: word) { word = base }
        if word.count <= longestException {
            let packed = word.packed(before: word.count)
            if let exception = exceptions.first(where: { $0.word == packed }) {
                word = exception.stem
                return
            }
        }
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
        word = algorithm.word
        for index in 0..<word.count where word[index] == consonantY { word[index] = UInt8(ascii: "y") }
    }

    private init(word: Letters) { self.word = word }

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

    /// The start of the word's suffix and its index in the list. In the list, longer suffixes come before shorter ones,
    /// and the first match is returned.
    private func suffix(_ list: Suffixes) -> (start: Int, index: Int)? {
        guard word.count > 0, list.lastLetters & 1 << UInt32(word[word.count - 1] & 31) != 0 else { return nil }
        let tail = word.packed(before: word.count)
        guard let index = list.endings.firstIndex(where: { $0.matches(tail) }) else { return nil }
        return (word.count - list.endings[index].count, index)
    }

    private struct Suffixes {
        let endings: [Ending]
        /// One bit for each letter that ends a suffix. The majority of words end with other letters and are rejected
        /// early.
        let lastLetters: UInt32
        /// The replacement for each suffix.
        let replacements: [StaticString]

        init(_ texts: [StaticString], _ replacements: [StaticString] = []) {
            let endings = texts.map(Ending.init)
            self.endings = endings
            lastLetters = endings.reduce(0) { $0 | 1 << UInt32($1.bits & 31) }
            self.replacements = replacements
        }
    }

    private mutating func replace(from start: Int, with text: StaticString) {
        word.cut(at: start)
        for offset in 0..<text.utf8CodeUnitCount { unsafe word.append(text.utf8Start[offset]) }
    }

    /// Whether the letters before `end` end with a short syllable.
    private func isShort(before end: Int) -> Bool {
        if end >= 3, !isVowel(end - 1), !Self.isWXY(word[end - 1]), isVowel(end - 2), !isVowel(end - 3) { return true }
        if end == 2, !isVowel(1), isVowel(0) { return true }
        return Self.past.matches(word.packed(before: end))
    }

    private static let past = Ending("past")

    private static func isWXY(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "w") || byte == UInt8(ascii: "x") || byte == consonantY
    }

    // MARK: - Steps

    private mutating func markConsonantY() {
        for index in 0..<word.count where word[index] == UInt8(ascii: "y") && (index == 0 || isVowel(index - 1)) {
            word[index] = Self.consonantY
        }
    }

    private mutating func markRegions() {
        firstRegion = word.count
        secondRegion = word.count
        let prefix = Self.prefixes.first { $0.count <= word.count && $0.matches(word.packed(before: $0.count)) }
        guard let first = prefix?.count ?? region(from: 0) else { return }
        firstRegion = first
        secondRegion = region(from: first) ?? word.count
    }

    /// If a word begins with one of these prefixes, only the letters after the prefix are stemmed, so that `university`
    /// and `universe` have different stems.
    private static let prefixes = ["arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers"]
        .map(Ending.init)

    /// The index after the first consonant that follows a vowel, searched from `start`; nil if there is none.
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

    /// Step 1a of the Snowball algorithm.
    private mutating func removePlural() {
        guard let (start, index) = suffix(Self.plurals) else { return }
        switch index {
        case 0: replace(from: start, with: "ss")
        case 1, 2: replace(from: start, with: start >= 2 ? "i" : "ie")
        case 5: if hasVowel(before: start - 1) { word.cut(at: word.count - 1) }
        default: return
        }
    }

    /// Step 1b of the Snowball algorithm.
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
        word.cut(at: start)
        completeVerb()
    }

    private static let keptBeforeEed = ["succ", "proc", "exc"].map(Ending.init)
    private static let keptBeforeIng = ["even", "cann", "inn", "earr", "herr", "out"].map(Ending.init)

    /// Whether the letters before `end` are exactly one of the texts.
    private func isWhole(_ texts: [Ending], before end: Int) -> Bool {
        guard end <= 4 else { return false }
        let packed = word.packed(before: end)
        return texts.contains { $0.bits == packed }
    }

    /// Turns `hoped` into `hope` and `hopped` into `hop`, but `added` into `add`.
    private mutating func completeVerb() {
        guard let (start, index) = suffix(Self.verbEnds)
        else {
            if word.count == firstRegion, isShort(before: word.count) { word.append(UInt8(ascii: "e")) }
            return
        }
        if index < 3 { return word.append(UInt8(ascii: "e")) }
        let first = word[0]
        if start == 1, first == UInt8(ascii: "a") || first == UInt8(ascii: "e") || first == UInt8(ascii: "o") { return }
        word.cut(at: word.count - 1)
    }

    /// Step 1c of the Snowball algorithm.
    private mutating func replaceFinalY() {
        let last = word.count - 1
        guard last >= 2, word[last] == UInt8(ascii: "y") || word[last] == Self.consonantY, !isVowel(last - 1) else {
            return
        }
        word[last] = UInt8(ascii: "i")
    }

    /// Step 2 of the Snowball algorithm.
    private mutating func shortenDerivations() {
        guard let (start, index) = suffix(Self.derivations), start >= firstRegion else { return }
        let before = start > 0 ? word[start - 1] : 0
        switch Self.derivations.endings[index].count {
        case 2:
            if Self.lettersBeforeLi.contains(before) { word.cut(at: start) }
        case 3 where index == Self.indexOfOgi:
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

    /// The index of `ogi` in `derivations`.
    private static let indexOfOgi = 23

    private static let furtherSuffixes = Suffixes(
        ["ational", "tional", "alize", "ative", "icate", "iciti", "ical", "ness", "ful"],
        ["ate", "tion", "al", "", "ic", "ic", "ic", "", ""])

    /// Step 3 of the Snowball algorithm.
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

    /// Step 4 of the Snowball algorithm.
    private mutating func removeSuffix() {
        guard let (start, index) = suffix(Self.lastSuffixes), start >= secondRegion else { return }
        if index == 9, start == 0 || word[start - 1] != UInt8(ascii: "s") && word[start - 1] != UInt8(ascii: "t") {
            return
        }
        word.cut(at: start)
    }

    /// Step 5 of the Snowball algorithm.
    private mutating func removeFinalLetter() {
        let last = word.count - 1
        guard last >= 0 else { return }
        if word[last] == UInt8(ascii: "e") {
            if last >= secondRegion || last >= firstRegion && !isShort(before: last) { word.cut(at: word.count - 1) }
        } else if word[last] == UInt8(ascii: "l"), last >= secondRegion, last > 0, word[last - 1] == UInt8(ascii: "l") {
            word.cut(at: word.count - 1)
        }
    }

    // MARK: - Exceptions

    /// The number of letters in the longest exception. Exceptions are those that Snowball defines, and names that look
    /// like plurals.
    private static let longestException = 8
    private static let exceptions: [(word: UInt64, stem: Letters)] = {
        let whole: [StaticString] = [
            "andes", "atlas", "bias", "cosmos", "howe", "news", "sky", "macos", "tvos", "ipados", "watchos", "visionos",
        ]
        let stemmed: [(StaticString, StaticString)] = [
            ("early", "earli"), ("gently", "gentl"), ("idly", "idl"), ("only", "onli"), ("singly", "singl"),
            ("skies", "sky"), ("skis", "ski"), ("ugly", "ugli"),
        ]
        return (whole.map { ($0, $0) } + stemmed).map { word, stem in
            var letters = Letters()
            for offset in 0..<stem.utf8CodeUnitCount { unsafe letters.append(stem.utf8Start[offset]) }
            return (Ending(word).bits, letters)
        }
    }()
}
