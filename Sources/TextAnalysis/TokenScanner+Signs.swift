/// The signs between the parts of a word: apostrophes, hyphens, dots.
extension TokenScanner {
    /// A sign between two words.
    struct Joint: Equatable {
        enum Kind {
            case none, apostrophe, hyphen, dot
        }
        var kind = Kind.none
        /// The length of the sign in UTF-8.
        var bytes = 0
    }

    /// The sign at an index.
    ///
    /// Apostrophes of all shapes are one sign: quotation marks, the acute accent, geresh, and the letters that Unicode
    /// has for apostrophes.
    func joint(at index: Int) -> Joint {
        guard index < count else { return Joint() }
        let next = unsafe index + 1 < count ? text[index + 1] : 0
        let third = unsafe index + 2 < count ? text[index + 2] : 0
        switch unsafe text[index] {
        case 0x27: return Joint(kind: .apostrophe, bytes: 1)
        case 0x2E: return Joint(kind: .dot, bytes: 1)
        case 0x2D: return Joint(kind: .hyphen, bytes: 1)
        case 0xE2 where next == 0x80:
            switch third {
            // U+2019; before them U+2018 and U+201B
            case 0x99: return Joint(kind: .apostrophe, bytes: 3)
            case 0x98, 0x9B: return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 3)
            // U+2010 to U+2013
            case 0x90...0x93: return Joint(kind: .hyphen, bytes: 3)
            default: return Joint()
            }
        case 0xC2 where next == 0xB4, 0xD7 where next == 0xB3:  // U+00B4, U+05F3
            return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 2)
        case 0xEF where next == 0xBC && third == 0x87:  // U+FF07
            return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 3)
        case 0xE1 where next == 0xBF && third == 0xBD:  // U+1FFD, which is U+00B4
            return isEarlier ? Joint() : Joint(kind: .apostrophe, bytes: 3)
        case 0xCA, 0xCB, 0xCD, 0xEA:
            let (scalar, bytes) = scalar(at: index)
            return isApostrophe(scalar) ? Joint(kind: .apostrophe, bytes: bytes) : Joint()
        default: return Joint()
        }
    }

    /// Whether a letter of Unicode is an apostrophe: U+02B9 to U+02BF, U+02EE (Ukrainian, Hawaiian, romanized Arabic
    /// and Russian), U+0374 (U+02B9 in Greek), U+A78B, U+A78C (saltillo). Most people type an apostrophe instead, or nothing.
    @inline(__always)
    func isApostrophe(_ scalar: UInt32) -> Bool {
        (scalar &- 0x2B9 < 7 || scalar == 0x2EE || scalar == 0x374 || scalar &- 0xA78B < 2) && !isEarlier
    }

    /// Whether it is a figure dash, en dash or em dash.
    @inline(__always)
    static func isDash(_ scalar: UInt32) -> Bool { scalar &- 0x2012 < 3 }

    /// Whether a dash is directly between letters or digits (`2019–2020`); it is then like a hyphen.
    @inline(never)
    mutating func isDashInWord(_ scalar: UInt32, from start: Int, to end: Int) -> Bool {
        guard Self.isDash(scalar), !isEarlier, end < count, classBefore(start) == .word else { return false }
        let next = self.scalar(at: end).scalar
        return FoldingTable.entry(next).characterClass == .word && !isApostrophe(next)
    }
}
