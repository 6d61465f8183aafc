/// The characters between two tokens, and whether they separate sentences.
///
/// A full stop inside `3.14` or a slash inside a URL does not separate sentences, but does so next to white space. This
/// is decided in one pass without look-ahead, from the punctuation and the white space around it.
struct Gap {
    /// Whether the gap contains any characters.
    private(set) var isOpen = false
    /// Whether the gap contains a punctuation mark that separates sentences.
    private(set) var parts = false
    /// The punctuation mark that may separate the tokens, as a range of UTF-8 bytes.
    private(set) var range = 0..<0

    private var hasSpace = false
    private var hasSoft = false
    private var hasHyphen = false
    private var lastIsDot = false
    private var newlines = 0

    /// Adds a character to the gap.
    ///
    /// - Parameter characterClass: a case from `other` to `comma`.
    @inline(__always)
    mutating func add(_ characterClass: CharacterClass, isDot: Bool, range: Range<Int>) {
        isOpen = true
        if characterClass == .space {
            hasSpace = true
            if hasSoft || hasHyphen { parts = true }
            lastIsDot = false
            return
        }
        addSign(characterClass, isDot: isDot, range: range)
    }

    /// Whether the gap separates sentences.
    ///
    /// - Parameter before: the class of the token before the gap; nil at the start of a text.
    @inline(__always)
    func isSeparator(between before: CharacterClass?, and next: CharacterClass) -> Bool {
        guard parts, let before else { return false }
        return !(next.isRun && before == next)
    }

    private mutating func addSign(_ characterClass: CharacterClass, isDot: Bool, range: Range<Int>) {
        let dotBefore = lastIsDot
        lastIsDot = isDot
        switch characterClass {
        case .newline:
            hasSpace = true
            newlines += 1
            if newlines == 2, !parts { self.range = range }
            if newlines > 1 || hasSoft || hasHyphen { parts = true }
        case .soft:
            mark(range)
            hasSoft = true
            // In " .net" the dot is part of a word; in " / " and " ..." the punctuation separates sentences.
            if dotBefore && isDot || hasSpace && !isDot { parts = true }
        case .strong, .comma:
            mark(range)
            parts = true
        case .hyphen:
            guard hasSpace else { return }
            mark(range)
            hasHyphen = true
        default:
            return
        }
    }

    private mutating func mark(_ range: Range<Int>) {
        if !parts, !hasSoft, !hasHyphen { self.range = range }
    }
}
