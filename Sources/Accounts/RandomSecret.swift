internal import Formats

/// Secrets that the program generates. They have enough randomness for a plain SHA-256 of them to be stored safely.
enum RandomSecret {
    /// The prefix of API tokens, by which scanners for leaked secrets recognise them.
    static let tokenPrefix = "fs_"
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    private static let groups = 7
    private static let lettersPerGroup = 4

    /// A 256-bit secret for a session cookie.
    static func session() -> String { Base64.encode(Sodium.randomBytes(32), .url) }

    /// A 256-bit secret for an API token.
    static func token() -> String { tokenPrefix + session() }

    /// A 131-bit secret that is easy to type, even on a phone: 28 lower-case letters in seven groups.
    static func typed() -> String {
        var text: [UInt8] = []
        for index in 0..<groups * lettersPerGroup {
            if index > 0, index.isMultiple(of: lettersPerGroup) { text.append(UInt8(ascii: "-")) }
            text.append(letters[Int(Sodium.random(below: UInt32(letters.count)))])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The stored hash of a token or a session. Hashes at most 1,024 bytes; generated secrets are shorter.
    static func hash(_ secret: String) -> [UInt8] { SHA256.hash(Array(secret.utf8.prefix(maxBytes))) }

    /// The hash of a secret that was entered by a user: case, spaces and hyphens are ignored.
    static func hash(typed secret: String) -> [UInt8] {
        SHA256.hash(
            secret.utf8.prefix(maxBytes).compactMap { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: "-"), UInt8(ascii: " "): nil
                default: byte
                }
            })
    }

    private static let maxBytes = 1_024
}
