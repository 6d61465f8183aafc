/// The entry of a code point: class in bits 0-3, `composes` in bit 4, kind of fold in bits 5-6, its target from bit 8.
struct FoldingEntry {
    let bits: UInt32

    @inline(__always)
    var characterClass: CharacterClass {
        // Each value of four bits is a case. The checked initializer is a function call that shows in profiles.
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits & 15), to: CharacterClass.self)
    }

    /// Whether the folded code point can combine with the one before it, as a voicing mark does with a kana.
    @inline(__always)
    var composes: Bool { bits & 0x10 != 0 }

    /// Whether the code point folds to none or to several.
    @inline(__always)
    var expands: Bool { bits & 0x40 != 0 }

    @inline(__always)
    var expansionOffset: Int { Int(bits >> 8) }

    /// What a code point folds to, if it folds to one.
    @inline(__always)
    func folded(_ scalar: UInt32) -> UInt32 { bits & 0x20 != 0 ? bits >> 8 : scalar }
}

/// Reads the numbers of `FoldingData`: base-64 digits of 5 bits, lowest first; the sixth bit is set if more follow.
@safe
struct NumberReader {
    private var position: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The digit that each byte stands for.
    private var digits = InlineArray<256, UInt8>(repeating: 0)

    init(_ text: StaticString) {
        for (digit, byte) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated() {
            digits[Int(byte)] = UInt8(digit)
        }
        unsafe position = text.utf8Start
        unsafe end = text.utf8Start + text.utf8CodeUnitCount
    }

    mutating func next() -> UInt32? {
        var number: UInt32 = 0
        var shift: UInt32 = 0
        while unsafe position < end {
            let byte = unsafe position.pointee
            unsafe position += 1
            let digit = digits[Int(byte)]
            number |= UInt32(digit & 31) << shift
            if digit & 32 == 0 { return number }
            shift += 5
        }
        return nil
    }
}
