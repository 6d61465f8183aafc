/// How often each character of a script without spaces stands in an article, in the title three times as heavy: what the
/// reranker needs of an article that no posting list tells.
///
/// Packed: for each character, ascending, the difference to the one before and the weighted count, as varints of 7 bits a
/// byte, the lowest first. Characters outside the basic plane are left out, as `ForwardUnits.code(character:)` says.
package struct CharacterCounts {
    private var counts = [UInt32](repeating: 0, count: 1 << 16)
    /// A bit for each character with a count, so that they come out in order without being sorted.
    private var seen = [UInt64](repeating: 0, count: 1 << 10)

    package init() {}

    /// Counts the characters among the units of a field.
    package mutating func add(_ codes: Span<UInt16>, weight: Int) {
        var index = 0
        while index < codes.count {
            let code = codes[index]
            if ForwardUnits.isWord(code) {
                index += 2
                continue
            }
            index += 1
            if code <= ForwardUnits.lastMark { continue }
            counts[Int(code)] &+= UInt32(weight)
            seen[Int(code >> 6)] |= 1 << UInt64(code & 63)
        }
    }

    /// Appends the packed counts of what was added, and begins anew.
    package mutating func finish(into out: inout [UInt8]) {
        var last = 0
        for word in seen.indices where seen[word] != 0 {
            var bits = seen[word]
            while bits != 0 {
                let code = word << 6 | bits.trailingZeroBitCount
                bits &= bits - 1
                Self.append(UInt32(code - last), to: &out)
                Self.append(counts[code], to: &out)
                counts[code] = 0
                last = code
            }
            seen[word] = 0
        }
    }

    private static func append(_ value: UInt32, to out: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            out.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        out.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Calls `body` with each character's code and count, ascending; a damaged end is left out.
    @inline(__always)
    package static func forEach(in packed: Span<UInt8>, _ body: (UInt16, UInt32) -> Void) {
        var index = 0
        var code: UInt32 = 0
        while let delta = next(packed, &index), let count = next(packed, &index) {
            code &+= delta
            guard let code = UInt16(exactly: code) else { return }
            body(code, count)
        }
    }

    @inline(__always)
    private static func next(_ packed: Span<UInt8>, _ index: inout Int) -> UInt32? {
        guard index < packed.count else { return nil }
        let first = packed[index]
        index += 1
        if first < 0x80 { return UInt32(first) }
        var value = UInt32(first & 0x7F)
        var shift: UInt32 = 7
        while index < packed.count, shift < 32 {
            let byte = packed[index]
            index += 1
            value |= UInt32(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
