internal import Formats

/// Names of feeds and articles that other programs tell them by.
public enum EntryID {
    /// A name-based URN: equal for the same two texts only, since it is a hash of them.
    public static func urn(_ kind: String, _ first: String, _ second: String = "") -> String {
        let hash = SHA256.hash(Array("\(kind)\u{0}\(first)\u{0}\(second)".utf8))
        // A name-based UUID by SHA-256 (RFC 9562, version 8).
        var digits = Array(Hexadecimal.encode(Array(hash.prefix(16))))
        digits[12] = "8"
        digits[16] = "8"
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }
}
