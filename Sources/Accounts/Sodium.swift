private import CSodium

/// Randomness and comparison by libsodium.
enum Sodium {
    /// Whether the library can be used. It picks the fastest code for this processor once a process.
    static let isReady = sodium_init() >= 0

    static func randomBytes(_ count: Int) -> [UInt8] {
        _ = isReady
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// A random number below `bound`, each equally likely.
    static func random(below bound: UInt32) -> UInt32 {
        _ = isReady
        return randombytes_uniform(bound)
    }

    /// Whether two values are equal, in a time that depends on their length alone.
    static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        if first.count != second.count { return false }
        return unsafe sodium_memcmp(first, second, first.count) == 0
    }
}
