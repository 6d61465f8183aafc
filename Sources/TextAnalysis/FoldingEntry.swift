/// The entry of a code point in the table `cfoldings_entries`. Bits 0-3 are the class, bit 4 is `composes`, bits 5-6
/// are the kind of fold, and the bits from bit 8 are the target of the fold.
struct FoldingEntry {
    let bits: UInt32

    @inline(__always)
    var characterClass: CharacterClass {
        // Every four-bit value is a case. The checked initialiser would be a function call, whose cost is visible in
        // profiles.
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

    /// The code point that `scalar` folds to, if it folds to a single one.
    @inline(__always)
    func folded(_ scalar: UInt32) -> UInt32 { bits & 0x20 != 0 ? bits >> 8 : scalar }
}
