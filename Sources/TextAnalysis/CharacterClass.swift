/// How the analyzer treats a character. The raw values are those of Tools/make_folding_tables.c.
enum CharacterClass: UInt8 {
    /// Separates words only.
    case other
    case space
    case newline
    /// Separates sentences if white space is next to it: `. : / ? ! ;`
    case soft
    /// Always separates sentences.
    case strong
    /// Separates sentences if white space is on both sides.
    case hyphen
    /// Separates sentences unless between digits.
    case comma
    /// A letter, digit or vowel sign of a script with spaces.
    case word
    case cjk, thai, lao, khmer, myanmar
    /// A token by itself.
    case emoji
    /// Dropped without separating words: accents, variation selectors, joiners.
    case ignorable
    /// Folds to characters of several classes, such as ㈱ and ½.
    case mixed

    /// Whether the script is written without spaces.
    @inline(__always)
    var isRun: Bool { rawValue &- CharacterClass.cjk.rawValue <= 4 }
}
