/// What a character is to the analyzer. The raw values are those of Tools/make_folding_tables.c.
enum CharacterClass: UInt8 {
    /// Parts words and nothing more.
    case other
    case space
    case newline
    /// Parts sentences beside white space: `. : / ? ! ;`
    case soft
    /// Parts sentences always.
    case strong
    /// Parts sentences between two white spaces.
    case hyphen
    /// Parts sentences unless between digits.
    case comma
    /// A letter, digit or vowel sign of a script with spaces.
    case word
    case cjk, thai, lao, khmer, myanmar
    /// A token by itself.
    case emoji
    /// Dropped, and parts nothing: accents, variation selectors, joiners.
    case ignorable
    /// Folds to characters of several classes, as ㈱ and ½ do.
    case mixed

    /// Whether the script is written without spaces.
    @inline(__always)
    var isRun: Bool { rawValue &- CharacterClass.cjk.rawValue <= 4 }
}
