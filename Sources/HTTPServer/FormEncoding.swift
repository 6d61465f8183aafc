private import Formats

/// Encodes `application/x-www-form-urlencoded`: <https://url.spec.whatwg.org/#concept-urlencoded-serializer>, with
/// spaces as `%20`.
package enum FormEncoding {
    /// Encodes fields in the given order.
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { encode($0.name) + "=" + encode($0.value) }.joined(separator: "&")
    }

    /// Encodes a name, a value, or a path segment.
    package static func encode(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: bytes.append(byte)
            default: bytes += ("%" + Hexadecimal.encode([byte]).uppercased()).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
