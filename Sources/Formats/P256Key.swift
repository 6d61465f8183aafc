private import COpenSSL

/// A private key on the curve P-256, for key agreement and ECDSA signatures. Uses OpenSSL.
public struct P256Key: Sendable {
    /// The size of a public key in bytes, as an uncompressed point.
    public static let publicByteCount = 65
    private static let privateByteCount = 32
    /// The order of the curve (SEC 2, section 2.4.2). Every private key is less than it.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD,
        0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The private key, 32 bytes.
    public let bytes: [UInt8]
    /// The public key, 65 bytes.
    public let publicKey: [UInt8]

    private static var isAvailable: Bool { unsafe copenssl_crypto_symbol_library() != nil }

    /// Creates a random key; nil if OpenSSL is not installed.
    public init?() {
        var bytes = [UInt8](repeating: 0, count: Self.privateByteCount)
        guard Self.isAvailable, unsafe copenssl_p256_generate(&bytes) == 1 else { return nil }
        self.init(bytes)
    }

    /// Creates a key from its bytes; nil if they are not a valid private key, or if OpenSSL is not installed.
    public init?(_ bytes: [UInt8]) {
        var publicKey = [UInt8](repeating: 0, count: Self.publicByteCount)
        guard Self.isAvailable, bytes.count == Self.privateByteCount, bytes.contains(where: { $0 != 0 }),
            bytes.lexicographicallyPrecedes(Self.order),
            unsafe copenssl_p256_public(bytes, &publicKey) == 1
        else { return nil }
        self.bytes = bytes
        self.publicKey = publicKey
    }

    /// The secret shared with the owner of a public key; nil if the bytes are not a point on the curve.
    public func agree(with other: [UInt8]) -> [UInt8]? {
        var secret = [UInt8](repeating: 0, count: 32)
        guard other.count == Self.publicByteCount, unsafe copenssl_p256_agree(bytes, other, &secret) == 1 else {
            return nil
        }
        return secret
    }

    /// The ECDSA signature of a SHA-256 hash: two numbers of 32 bytes each, as in JWS (RFC 7518, section 3.4).
    public func signature(ofHash hash: [UInt8]) -> [UInt8]? {
        var signature = [UInt8](repeating: 0, count: 64)
        guard hash.count == 32, unsafe copenssl_p256_sign(bytes, hash, &signature) == 1 else { return nil }
        return signature
    }
}
