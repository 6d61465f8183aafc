/// English plurals that no suffix rule covers: a list of words, and lower-case plurals of abbreviations.
///
/// Articles that were indexed before this list existed do not have these stems, so a query also searches for the word
/// itself (`covers`).
public enum EnglishPlurals {
    /// Whether this type determines the stem of a folded word.
    public static func covers(_ word: [UInt8]) -> Bool {
        if word == Array("men".utf8) { return true }
        var letters = EnglishAlgorithm.Letters()
        guard (4...EnglishStemmer.maxStemmed).contains(word.count) else { return false }
        for byte in word { letters.append(byte) }
        return base(of: letters) != nil
    }

    /// Returns the word whose stem a lower-case word shares, for example `foot` for `feet`; nil for nearly all words.
    static func base(of word: EnglishAlgorithm.Letters) -> EnglishAlgorithm.Letters? {
        if word.count <= longest, let entry = bases[word.key], entry.word.isEqual(to: word) { return entry.base }
        guard isAbbreviation(word) else { return nil }
        var base = word
        base.cut(at: word.count - 1)
        return base
    }

    // MARK: - Abbreviations

    /// Whether a word is the plural of an abbreviation, such as `gpus` or `llms`: an `s` after consonants only, or
    /// after one vowel that follows consonants that cannot begin a syllable.
    private static func isAbbreviation(_ word: EnglishAlgorithm.Letters) -> Bool {
        let end = word.count - 1
        guard 3...5 ~= end, word[end] == UInt8(ascii: "s"), word[end - 1] != UInt8(ascii: "s") else { return false }
        for index in 0..<end - 1 where isVowel(word[index]) { return false }
        // In names of protocols such as `https`, the final `s` is not a plural ending.
        if word[0] == UInt8(ascii: "h") || word[0] == UInt8(ascii: "f"), word[end - 2] == UInt8(ascii: "t") {
            return false
        }
        if !isVowel(word[end - 1]) { return true }
        return !beginnings.contains(UInt16(word[0]) << 8 | UInt16(word[1]))
    }

    private static func isVowel(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            true
        default: false
        }
    }

    /// Pairs of consonants that English words begin with.
    private static let beginnings: Set<UInt16> = {
        let text =
            "bl br ch cl cr cz dr dw fl fr gh gl gn gr hm kh kl kn kr kw mn ph pl pn pr ps pt rh sc sh sk sl sm sn sp sq "
            + "sr st sv sw th tr ts tw tz vl wh wr zh zw"
        return Set(text.split(separator: " ").map { $0.utf8.reduce(0) { $0 << 8 | UInt16($1) } })
    }()

    // MARK: - The list

    private struct Entry {
        var word: EnglishAlgorithm.Letters
        var base: EnglishAlgorithm.Letters
    }

    /// The entries by `Letters.key`, which is different for each of them.
    private static let bases: [UInt64: Entry] = {
        var all: [UInt64: Entry] = [:]
        func add(_ word: EnglishAlgorithm.Letters, _ base: EnglishAlgorithm.Letters) {
            all[word.key] = Entry(word: word, base: base)
        }
        for (plural, singular) in plurals { add(.init(plural), .init(singular)) }
        // A singular such as `analysis` gets the stem of its plural, because the plural is also a form of a verb (`to
        // analyse`) or has the more regular stem.
        for singular in singulars {
            var plural = EnglishAlgorithm.Letters(singular)
            plural[plural.count - 2] = UInt8(ascii: "e")
            add(.init(singular), plural)
        }
        return all
    }()

    private static let longest = 16

    private static let plurals: [(StaticString, StaticString)] = [
        ("women", "woman"), ("children", "child"), ("grandchildren", "grandchild"),
        ("schoolchildren", "schoolchild"), ("feet", "foot"), ("teeth", "tooth"), ("geese", "goose"),
        ("mice", "mouse"), ("lice", "louse"), ("oxen", "ox"), ("businessmen", "businessman"),
        ("businesswomen", "businesswoman"), ("chairmen", "chairman"), ("congressmen", "congressman"),
        ("fishermen", "fisherman"), ("firemen", "fireman"), ("policemen", "policeman"), ("salesmen", "salesman"),
        ("spokesmen", "spokesman"), ("sportsmen", "sportsman"), ("gentlemen", "gentleman"),
        ("craftsmen", "craftsman"), ("workmen", "workman"), ("freshmen", "freshman"), ("statesmen", "statesman"),
        ("horsemen", "horseman"), ("snowmen", "snowman"), ("knives", "knife"), ("wives", "wife"),
        ("housewives", "housewife"), ("midwives", "midwife"), ("wolves", "wolf"), ("werewolves", "werewolf"),
        ("shelves", "shelf"), ("bookshelves", "bookshelf"), ("halves", "half"), ("calves", "calf"),
        ("loaves", "loaf"), ("thieves", "thief"), ("elves", "elf"), ("scarves", "scarf"), ("hooves", "hoof"),
        ("dwarves", "dwarf"), ("wharves", "wharf"), ("criteria", "criterion"), ("phenomena", "phenomenon"),
        ("bacteria", "bacterium"), ("curricula", "curriculum"), ("memoranda", "memorandum"), ("strata", "stratum"),
        ("errata", "erratum"), ("symposia", "symposium"), ("millennia", "millennium"), ("spectra", "spectrum"),
        ("quanta", "quantum"), ("aquaria", "aquarium"), ("automata", "automaton"), ("cacti", "cactus"),
        ("fungi", "fungus"), ("nuclei", "nucleus"), ("radii", "radius"), ("stimuli", "stimulus"),
        ("alumni", "alumnus"), ("loci", "locus"), ("foci", "focus"), ("syllabi", "syllabus"),
        ("hippopotami", "hippopotamus"), ("octopi", "octopus"), ("larvae", "larva"), ("vertebrae", "vertebra"),
        ("antennae", "antenna"), ("formulae", "formula"), ("nebulae", "nebula"), ("algae", "alga"),
        ("supernovae", "supernova"), ("matrices", "matrix"), ("vertices", "vertex"), ("indices", "index"),
        ("appendices", "appendix"), ("cortices", "cortex"), ("vortices", "vortex"), ("crises", "crisis"),
        ("theses", "thesis"), ("oases", "oasis"), ("parentheses", "parenthesis"),
    ]

    private static let singulars: [StaticString] = [
        "analysis", "hypothesis", "synthesis", "diagnosis", "neurosis", "paralysis",
        "catalysis", "emphasis", "genesis", "nemesis", "prognosis", "psychosis",
    ]
}

extension EnglishAlgorithm.Letters {
    init(_ text: StaticString) {
        self.init()
        for offset in 0..<text.utf8CodeUnitCount { unsafe append(text.utf8Start[offset]) }
    }

    /// A hash of the letters.
    var key: UInt64 { packed(before: count) &* 0x9E37_79B9_7F4A_7C15 ^ packed(before: max(0, count - 8)) }

    func isEqual(to other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}
