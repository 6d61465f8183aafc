/// Detects the type of a picture from its first bytes
/// (<https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm>). SVG is not accepted: it can contain
/// scripts and references.
public enum PictureType {
    /// The type of a picture.
    ///
    /// - Returns: the media type; nil unless the bytes are PNG, JPEG, GIF, WebP or AVIF.
    public static func type(of bytes: [UInt8]) -> String? {
        guard bytes.count >= 16 else { return nil }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) { return "image/gif" }
        if bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) { return "image/webp" }
        // An AVIF file is an ISO base media file with an AVIF brand in its `ftyp` box
        // (<https://aomediacodec.github.io/av1-avif/>, 4.1).
        if bytes[4..<8].elementsEqual("ftyp".utf8),
            bytes[8..<12].elementsEqual("avif".utf8) || bytes[8..<12].elementsEqual("avis".utf8)
        {
            return "image/avif"
        }
        return nil
    }
}
