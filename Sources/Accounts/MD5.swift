private import CCrypto

/// MD5 (RFC 1321) with OpenSSL, only for Fever's `api_key`.
enum MD5 {
    /// - Returns: 16 bytes; nil if OpenSSL refuses MD5, as it does in FIPS mode.
    static func hash(_ message: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 16)
        var count = 0
        guard unsafe cEVP_Q_digest(nil, "MD5", nil, message, message.count, &digest, &count) == 1, count == 16 else {
            return nil
        }
        return digest
    }
}
