/// An icon whose type was detected from its bytes; the type that the server sends is ignored. Accepts PNG, ICO, GIF,
/// JPEG and WebP.
///
/// SVG is not accepted: it can contain scripts and references, and icons are not worth the code to filter it.
public struct IconImage: Sendable, Equatable {
    /// The media type detected from the bytes.
    public let type: String
    public let bytes: [UInt8]

    /// The maximum size of an icon in bytes.
    public static let maxBytes = 256 << 10
    /// The maximum width and height of an icon in pixels.
    public static let maxPixels = 1_024

    /// Nil unless the bytes are a PNG, ICO, GIF, JPEG or WebP within `maxBytes` and `maxPixels`.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 16, bytes.count <= Self.maxBytes, let type = Self.type(bytes) else { return nil }
        if let (width, height) = Self.size(bytes, type),
            !(1...Self.maxPixels).contains(width) || !(1...Self.maxPixels).contains(height)
        {
            return nil
        }
        self.type = type
        self.bytes = bytes
    }

    private static func type(_ bytes: [UInt8]) -> String? {
        // An ICO file begins with a directory of at least one picture. Each entry has 16 bytes.
        if bytes.starts(with: [0, 0, 1, 0]) {
            let count = Int(bytes[4]) | Int(bytes[5]) << 8
            return (1...64).contains(count) && bytes.count > 6 + 16 * count ? "image/x-icon" : nil
        }
        return PictureType.type(of: bytes).flatMap { $0 == "image/avif" ? nil : $0 }
    }

    /// The width and height, if they are at the beginning of the file, as in PNG and GIF. For other types only the file
    /// size is limited.
    private static func size(_ bytes: [UInt8], _ type: String) -> (Int, Int)? {
        func big(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        switch type {
        case "image/png": return bytes.count >= 24 ? (big(16), big(20)) : (0, 0)
        case "image/gif": return (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
        default: return nil
        }
    }
}
