/// xorshift64*, the same numbers for the same seed: <https://vigna.di.unimi.it/ftp/papers/xorshift.pdf>
struct XorShift {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        // Skip the first numbers: they are similar for similar seeds.
        for _ in 0..<2 { _ = nextBits() }
    }

    /// Uniform in 0..<bound.
    mutating func next(below bound: Int) -> Int { Int(nextBits() >> 33) % max(1, bound) }

    /// Uniform in 0..<1.
    mutating func nextFraction() -> Double { Double(nextBits() >> 11) / 9_007_199_254_740_992 }

    private mutating func nextBits() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
