/// A picture that is an entry's content itself (RFC 4287, 4.1.3.3, rule 6), as HTML that shows it.
enum EmbeddedPicture {
    /// Formats that every browser shows, and none of which can carry a script.
    private static let types: Set<String> = [
        "image/png", "image/gif", "image/jpeg", "image/jpg", "image/webp", "image/avif", "image/bmp",
    ]

    /// - Parameter base64: the picture's bytes, white space and all.
    /// - Returns: nil for other types, and where the text is not Base64.
    static func html(type: String?, base64: String) -> String? {
        guard let type, types.contains(type) else { return nil }
        let bytes = base64.utf8.filter { $0 > 0x20 }
        guard !bytes.isEmpty, Base64.decode(bytes) != nil else { return nil }
        return "<img src=\"data:\(type);base64,\(String(decoding: bytes, as: UTF8.self))\" alt=\"\">"
    }
}
