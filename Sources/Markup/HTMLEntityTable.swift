/// The named character references, unpacked from `HTMLEntities.namedReferences`.
struct HTMLEntityTable: Sendable {
    private struct Entry: Sendable {
        var hash: UInt64
        var value: HTMLEntities.Value
        var isLegacy: Bool
    }

    private var slots: [Entry?]
    private let mask = 8191

    /// Unpacks the references.
    ///
    /// - Parameter packed: entries of the form `name:hex`, or `name!hex` for names that are also valid without a
    ///   semicolon. Two scalars are written `name:hex+hex`.
    init(_ packed: String) {
        slots = Array(repeating: nil, count: mask + 1)
        var hash = Self.seed
        var isLegacy = false
        var first: UInt32?
        var code: UInt32 = 0
        var inName = true
        for byte in packed.utf8 {
            switch byte {
            case 0x3A, 0x21:  // ":" and "!"
                isLegacy = byte == 0x21
                inName = false
            case 0x2B:  // "+"
                first = code
                code = 0
            case 0x20:
                let last = Unicode.Scalar(code) ?? "\u{FFFD}"
                let value =
                    first.flatMap { Unicode.Scalar($0) }.map { HTMLEntities.Value(first: $0, second: last) }
                    ?? HTMLEntities.Value(first: last)
                insert(Entry(hash: hash, value: value, isLegacy: isLegacy))
                (hash, first, code, inName) = (Self.seed, nil, 0, true)
            default:
                if inName {
                    hash = Self.add(byte, to: hash)
                } else {
                    code = code << 4 | UInt32(byte & 0x0F) + (byte > 0x39 ? 9 : 0)
                }
            }
        }
    }

    /// The value of a name that is followed by a semicolon.
    func find(_ html: Span<UInt8>, _ name: Range<Int>) -> HTMLEntities.Value? {
        entry(hash(html, name))?.value
    }

    func find(_ name: some Sequence<UInt8>) -> HTMLEntities.Value? {
        entry(name.reduce(Self.seed) { Self.add($1, to: $0) })?.value
    }

    /// The value of a name that is valid without a semicolon.
    func findLegacy(_ html: Span<UInt8>, _ name: Range<Int>) -> HTMLEntities.Value? {
        guard let entry = entry(hash(html, name)), entry.isLegacy else { return nil }
        return entry.value
    }

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a byte to an FNV-1a hash, which is case-sensitive. An undefined name whose hash equals that of a defined
    /// name gets that name's value; this is harmless.
    private static func add(_ byte: UInt8, to hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

    private func hash(_ html: Span<UInt8>, _ name: Range<Int>) -> UInt64 {
        var hash = Self.seed
        for index in name { hash = Self.add(html[index], to: hash) }
        return hash
    }

    private mutating func insert(_ entry: Entry) {
        var slot = Int(truncatingIfNeeded: entry.hash &>> 32) & mask
        while let other = slots[slot] {
            precondition(other.hash != entry.hash, "two references share a hash")
            slot = (slot + 1) & mask
        }
        slots[slot] = entry
    }

    private func entry(_ hash: UInt64) -> Entry? {
        var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
        while let entry = slots[slot] {
            if entry.hash == hash { return entry }
            slot = (slot + 1) & mask
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// The UTF-8 bytes of the scalar, one to four.
    var utf8: UTF8.EncodedScalar { UTF8.encode(self) ?? UTF8.encodedReplacementCharacter }
}
