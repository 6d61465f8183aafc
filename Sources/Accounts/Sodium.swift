private import CSodium

/// Random numbers and constant-time comparison with libsodium.
enum Sodium {
    /// Whether the library can be used. Initialization selects the fastest code for this processor, once per process.
    static let isReady = sodium_init() >= 0

    static func randomBytes(_ count: Int) -> [UInt8] {
        _ = isReady
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// A uniformly distributed random number below `bound`.
    static func random(below bound: UInt32) -> UInt32 {
        _ = isReady
        return randombytes_uniform(bound)
    }

    /// Whether two values are equal. The time depends only on their length.
    static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        if first.count != second.count { return false }
        return unsafe sodium_memcmp(first, second, first.count) == 0
    }
}
