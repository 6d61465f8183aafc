private import CSodium

/// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), using libsodium.
public enum SHA256 {
    /// - Returns: the hash, 32 bytes.
    public static func hash(_ message: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        unsafe crypto_hash_sha256(&hash, message, UInt64(message.count))
        return hash
    }

    /// - Returns: the authentication code, 32 bytes.
    public static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
        unsafe crypto_auth_hmacsha256_init(&state, key, key.count)
        unsafe crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        unsafe crypto_auth_hmacsha256_final(&state, &code)
        return code
    }
}
