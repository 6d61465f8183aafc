internal import Formats

/// The ids by which other programs identify feeds and articles.
public enum EntryID {
    /// A URN that identifies a feed or article by the given texts. It is derived from a hash, so that equal URNs mean
    /// equal texts.
    public static func urn(_ kind: String, _ first: String, _ second: String = "") -> String {
        let hash = SHA256.hash(Array("\(kind)\u{0}\(first)\u{0}\(second)".utf8))
        // A name-based UUID that uses SHA-256 (RFC 9562, version 8).
        var digits = Array(Hexadecimal.encode(Array(hash.prefix(16))))
        digits[12] = "8"
        digits[16] = "8"
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }
}
