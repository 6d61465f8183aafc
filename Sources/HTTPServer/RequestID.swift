/// Generates random request numbers.
struct RequestID {
    private var state = UInt64.random(in: 0 ... .max)

    /// The next random number, by SplitMix64: <https://prng.di.unimi.it/splitmix64.c>.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// The number as sixteen hexadecimal digits.
    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
