/// A fixed set of lower-case ASCII names, which are looked up by the hash that `HTMLTokenizer` computes while it reads
/// a name.
///
/// No two names in a table have the same hash; this is checked when the table is built. Another name with the same hash
/// is mistaken for the name in the table. This is harmless, since callers write the table's spelling and never the
/// input's.
package struct HTMLNameTable: Sendable {
    /// The names in the given order. Look-ups return an index into this array.
    let names: [[UInt8]]
    private let mask: Int
    private let hashes: [UInt64]
    private let indices: [UInt16]

    /// Creates a table.
    ///
    /// - Parameter names: at most 4,000 different names.
    init(_ names: [String]) {
        self.names = names.map { Array($0.utf8) }
        var size = 16
        while size < names.count * 4 { size *= 2 }
        mask = size - 1
        var hashes = [UInt64](repeating: 0, count: size)
        var indices = [UInt16](repeating: .max, count: size)
        for (index, name) in self.names.enumerated() {
            let hash = Self.hash(name)
            var slot = Self.slot(hash, mask)
            while indices[slot] != .max {
                precondition(hashes[slot] != hash, "two names of one table share a hash")
                slot = (slot + 1) & mask
            }
            hashes[slot] = hash
            indices[slot] = UInt16(index)
        }
        self.hashes = hashes
        self.indices = indices
    }

    /// Creates a table of the words of a string.
    init(words: String) {
        self.init(words.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init))
    }

    /// The index of the name with this hash; nil if no name has this hash.
    @inline(__always)
    func index(ofHash hash: UInt64) -> Int? {
        var slot = Self.slot(hash, mask)
        while true {
            let index = indices[slot]
            if index == .max { return nil }
            if hashes[slot] == hash { return Int(index) }
            slot = (slot + 1) & mask
        }
    }

    /// The index of a name, ignoring case; nil if the name is not in the table.
    func index(of name: some Sequence<UInt8>) -> Int? { index(ofHash: Self.hash(name)) }

    func contains(_ name: some Sequence<UInt8>) -> Bool { index(of: name) != nil }

    static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds one byte to a hash; ASCII letters are converted to lower case. The hash uses rotation, which is faster than
    /// the multiplications of better hashes; `init` checks that it has no collisions.
    @inline(__always)
    static func add(_ byte: UInt8, to hash: UInt64) -> UInt64 {
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        return (hash &<< 7 | hash &>> 57) ^ UInt64(lower)
    }

    package static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
        var hash = seed
        for byte in name { hash = add(byte, to: hash) }
        return hash
    }

    @inline(__always)
    private static func slot(_ hash: UInt64, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9e37_79b9_7f4a_7c15) &>> 40) & mask
    }
}
