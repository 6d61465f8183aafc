extension Token {
    /// Whether the token begins a unit of ranking: one character of a script without spaces, or one word.
    public var beginsUnit: Bool {
        switch kind {
        case .word, .bigram, .single: true
        case .stem, .symbolWord, .joined, .pair, .separator: false
        }
    }

    /// Whether the unit is a character of a script without spaces.
    public var isCharacterUnit: Bool { kind == .bigram || kind == .single }

    /// The bytes of the unit that the token begins: the first character of a bigram, otherwise the whole term.
    public var unit: ArraySlice<UInt8> {
        kind == .bigram ? term[..<Self.firstCharacterSize(of: term.first ?? 0)] : term[...]
    }

    /// The number of bytes, 1 to 4, of the character with this UTF-8 lead byte.
    public static func firstCharacterSize(of leadByte: UInt8) -> Int {
        leadByte < 0xC0 ? 1 : leadByte < 0xE0 ? 2 : leadByte < 0xF0 ? 3 : 4
    }
}
