internal import Formats

/// Converts a picture in an entry's content (RFC 4287, 4.1.3.3, rule 6) to HTML that shows it.
enum EmbeddedPicture {
    /// The first bytes of picture files, by media type. All browsers show these formats, and none of them can contain
    /// scripts.
    private static let beginnings: [String: [UInt8]] = [
        "image/png": [0x89, 0x50, 0x4E, 0x47], "image/gif": [0x47, 0x49, 0x46, 0x38], "image/jpeg": [0xFF, 0xD8, 0xFF],
        "image/jpg": [0xFF, 0xD8, 0xFF], "image/webp": [0x52, 0x49, 0x46, 0x46], "image/bmp": [0x42, 0x4D],
    ]

    /// Creates HTML that shows a picture.
    ///
    /// - Parameter base64: the picture in Base64; white space is ignored.
    /// - Returns: nil for other types, and if the bytes are not of the given type.
    static func html(type: String?, base64: String) -> String? {
        guard let type, let beginning = beginnings[type] else { return nil }
        let bytes = base64.utf8.filter { $0 > 0x20 }
        guard let picture = Base64.decode(bytes, skipsSpaces: true), picture.starts(with: beginning) else { return nil }
        return "<img src=\"data:\(type);base64,\(String(decoding: bytes, as: UTF8.self))\" alt=\"\">"
    }
}
