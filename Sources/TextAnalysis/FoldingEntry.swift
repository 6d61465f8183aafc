/// The entry of a code point: class in bits 0-3, `composes` in bit 4, kind of fold in bits 5-6, its target from bit 8
/// (`cfoldings_entries`).
struct FoldingEntry {
    let bits: UInt32

    @inline(__always)
    var characterClass: CharacterClass {
        // Every value of four bits is a case. The checked initializer is a function call that is visible in profiles.
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits & 15), to: CharacterClass.self)
    }

    /// Whether the folded code point can combine with the previous one, as a voicing mark does with a kana.
    @inline(__always)
    var composes: Bool { bits & 0x10 != 0 }

    /// Whether the code point folds to no code point or to several.
    @inline(__always)
    var expands: Bool { bits & 0x40 != 0 }

    @inline(__always)
    var expansionOffset: Int { Int(bits >> 8) }

    /// The folded code point, if the code point folds to a single one.
    @inline(__always)
    func folded(_ scalar: UInt32) -> UInt32 { bits & 0x20 != 0 ? bits >> 8 : scalar }
}
