/// A fast 64-bit hash of a sequence of fields that multiplies and folds eight bytes at a time (the mixing step of
/// wyhash, <https://github.com/wangyi-fudan/wyhash>). It is not cryptographic: a feed that constructs a collision harms
/// only its own articles.
struct ContentHash {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    var value: Int64 { Int64(bitPattern: Self.mix(state, 0xE703_7ED1_A0B4_28DB)) }

    /// Adds a field and a separator, so that ("a", nil) and (nil, "a") have different hashes.
    mutating func add(_ text: String?) {
        guard let text else { return add(word: 0x5851_F42D_4C95_7F2D) }
        add(text.utf8.span)
    }

    mutating func add(number: Int64?) {
        add(word: number.map { UInt64(bitPattern: $0) } ?? 0xD1B5_4A32_D192_ED03)
    }

    mutating func add(_ bytes: Span<UInt8>) {
        var index = 0
        let count = bytes.count
        while index &+ 8 <= count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index &+ offset]) &<< UInt64(offset &* 8) }
            add(word: word)
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < count {
            rest = rest &<< 8 | UInt64(bytes[index])
            index &+= 1
        }
        add(word: rest)
        add(word: UInt64(count))
    }

    private mutating func add(word: UInt64) { state = Self.mix(state ^ word, 0xA076_1D64_78BD_642F) &+ word }

    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }
}
