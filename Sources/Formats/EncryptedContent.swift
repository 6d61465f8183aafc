private import COpenSSL

/// The content coding `aes128gcm` (RFC 8188), as a single record, and its use for Web Push (RFC 8291).
public enum EncryptedContent {
    /// The size of a record in bytes. A message of Web Push is one record.
    static let recordSize = 4_096
    /// Maximum size of a text in bytes. A record also contains a delimiter of one byte and a tag of 16 bytes.
    public static let maxTextBytes = recordSize - 17
    public static let saltByteCount = 16

    /// Encrypts a text for the owner of a push subscription.
    ///
    /// - Parameters:
    ///   - receiver: the public key of the subscription.
    ///   - authentication: the authentication secret of the subscription.
    ///   - sender: a key that is used for this message only.
    ///   - salt: 16 random bytes.
    /// - Returns: nil for an invalid key, for a text that is too long, or if OpenSSL is not installed.
    public static func push(
        _ text: [UInt8], to receiver: [UInt8], authentication: [UInt8], from sender: P256Key, salt: [UInt8]
    ) -> [UInt8]? {
        guard let secret = sender.agree(with: receiver) else { return nil }
        let info = Array("WebPush: info\0".utf8) + receiver + sender.publicKey
        let material = expand(SHA256.authenticate(secret, key: authentication), info, count: 32)
        return seal(text, material: material, salt: salt, keyID: sender.publicKey)
    }

    /// Encrypts a text with keying material that the receiver knows.
    ///
    /// - Parameter keyID: names the keying material; at most 255 bytes.
    /// - Returns: nil if an argument has an invalid size, or if OpenSSL is not installed.
    public static func seal(_ text: [UInt8], material: [UInt8], salt: [UInt8], keyID: [UInt8]) -> [UInt8]? {
        guard text.count <= maxTextBytes, salt.count == saltByteCount, keyID.count <= 255,
            unsafe copenssl_crypto_symbol_library() != nil
        else { return nil }
        let pseudoRandom = SHA256.authenticate(material, key: salt)
        let key = expand(pseudoRandom, Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = expand(pseudoRandom, Array("Content-Encoding: nonce\0".utf8), count: 12)
        // 2 is the delimiter of the last record.
        let padded = text + [2]
        var sealed = [UInt8](repeating: 0, count: padded.count + 16)
        guard unsafe copenssl_aes128gcm_seal(key, nonce, padded, Int32(padded.count), &sealed) == 1 else { return nil }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * $0)) }
        return salt + size + [UInt8(keyID.count)] + keyID + sealed
    }

    /// HKDF-Expand with SHA-256 (RFC 5869, section 2.3) for at most 32 bytes.
    private static func expand(_ key: [UInt8], _ info: [UInt8], count: Int) -> [UInt8] {
        Array(SHA256.authenticate(info + [1], key: key).prefix(count))
    }
}
