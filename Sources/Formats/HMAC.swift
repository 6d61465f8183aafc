private import COpenSSL

/// HMAC (RFC 2104) with the hashes used for signed web requests. Uses OpenSSL, since libsodium has neither SHA-1 nor
/// SHA-384.
public enum HMAC {
    public enum Hash: String, Sendable, CaseIterable {
        case sha1, sha256, sha384, sha512
    }

    /// - Returns: nil if OpenSSL is not installed or does not provide the hash function.
    public static func authenticate(_ message: [UInt8], key: [UInt8], _ hash: Hash) -> [UInt8]? {
        guard unsafe copenssl_crypto_symbol_library() != nil, let digest = unsafe cEVP_get_digestbyname(hash.rawValue)
        else { return nil }
        var code = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard unsafe cHMAC(digest, key, Int32(key.count), message, message.count, &code, &count) != nil else {
            return nil
        }
        return Array(code.prefix(Int(count)))
    }
}
