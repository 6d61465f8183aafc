/// The weighted count of each character of a script without spaces in an article, which the reranker needs and posting
/// lists do not have. An occurrence in the title counts three times.
///
/// Packed form: for each character, ascending, the difference to the previous one, doubled, plus 1 if its count is
/// above 1; then the weighted count minus 2. All are varints of 7 bits per byte, lowest first. Characters without a
/// code (`ForwardUnits.code(character:)`) are left out.
package struct CharacterCounts {
    private var counts = [UInt32](repeating: 0, count: 1 << 16)
    /// One bit for each character with a count, so that the characters are read in order without sorting.
    private var seen = [UInt64](repeating: 0, count: 1 << 10)

    package init() {}

    /// The weight of an occurrence in a column.
    package static func weight(ofColumn column: Int) -> UInt32 {
        column == IndexColumn.title ? UInt32(Ranking.titleWeight) : 1
    }

    /// Counts a character of the Basic Multilingual Plane; others are ignored.
    @inline(__always)
    package mutating func add(_ scalar: UInt32, weight: UInt32) {
        guard scalar < 1 << 16 else { return }
        let count = counts[Int(scalar)]
        counts[Int(scalar)] = count &+ weight
        if count == 0 { seen[Int(scalar >> 6)] |= 1 &<< UInt64(scalar & 63) }
    }

    /// Counts the characters among the units of a field.
    package mutating func add(_ codes: Span<UInt16>, weight: UInt32) {
        var index = 0
        while index < codes.count {
            let code = codes[index]
            index += ForwardUnits.isWord(code) ? 2 : 1
            if ForwardUnits.code(character: UInt32(code)) != nil { add(UInt32(code), weight: weight) }
        }
    }

    /// Appends the packed counts and clears them.
    ///
    /// - Parameter found: receives each counted character, ascending.
    package mutating func finish(into out: inout [UInt8], found: (UInt32) -> Void = { _ in }) {
        var last: UInt32 = 0
        for word in seen.indices where seen[word] != 0 {
            var bits = seen[word]
            seen[word] = 0
            while bits != 0 {
                let scalar = UInt32(word << 6 | bits.trailingZeroBitCount)
                bits &= bits - 1
                let count = counts[Int(scalar)]
                counts[Int(scalar)] = 0
                found(scalar)
                guard count > 0, ForwardUnits.code(character: scalar) != nil else { continue }
                Self.append((scalar - last) << 1 | (count > 1 ? 1 : 0), to: &out)
                if count > 1 { Self.append(count - 2, to: &out) }
                last = scalar
            }
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

    /// Calls `body` with each character's code and count, ascending, until it returns false. Damaged data at the end is
    /// ignored.
    @inline(__always)
    package static func forEach(in packed: Span<UInt8>, _ body: (UInt16, UInt32) -> Bool) {
        var index = 0
        var last: UInt32 = 0
        while let head = next(packed, &index) {
            last &+= head >> 1
            var count: UInt32 = 1
            if head & 1 != 0 {
                guard let more = next(packed, &index) else { return }
                count = more &+ 2
            }
            guard let code = UInt16(exactly: last), body(code, count) else { return }
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
