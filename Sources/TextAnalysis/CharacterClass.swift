/// How the analyzer treats a character. Tools/make_folding_tables.c uses the same raw values.
enum CharacterClass: UInt8 {
    /// Separates words, but not sentences.
    case other
    case space
    case newline
    /// Separates sentences if white space is next to the character: `. : / ? ! ;`
    case soft
    /// Separates sentences in any context.
    case strong
    /// Separates sentences if there is white space on both sides of the hyphen.
    case hyphen
    /// Separates sentences unless the comma is between digits.
    case comma
    /// A letter, digit or vowel sign of a script with spaces.
    case word
    case cjk, thai, lao, khmer, myanmar
    /// A pictograph, which is a token by itself.
    case emoji
    /// A character that is dropped without separating words, such as an accent, a variation selector or a joiner.
    case ignorable
    /// A character that folds to characters of several classes, such as ㈱ and ½.
    case mixed

    /// Whether the script is written without spaces.
    @inline(__always)
    var isRun: Bool { rawValue &- CharacterClass.cjk.rawValue <= 4 }
}
