/// Reads the size that a picture declares, without decoding the picture.
extension PictureType {
    /// The number of bytes to read from the beginning of a picture. Nearly all pictures declare their size within these
    /// bytes.
    public static let headBytes = 64 << 10
    private static let maxPixels = 30_000

    /// The width and height in pixels; nil if they cannot be read from the beginning of the picture.
    ///
    /// - Parameter head: the picture, or its first `headBytes` bytes.
    public static func size(of head: [UInt8]) -> (width: Int, height: Int)? {
        let found: (Int, Int)? =
            switch type(of: head) {
            case "image/png": pair(head, 16, 20) { big(head, $0, 4) }
            case "image/gif": pair(head, 6, 8) { little(head, $0, 2) }
            case "image/jpeg": jpeg(head)
            case "image/webp": webP(head)
            case "image/avif": avif(head)
            default: nil
            }
        guard let (width, height) = found, (1...maxPixels).contains(width), (1...maxPixels).contains(height) else {
            return nil
        }
        return (width, height)
    }

    private static func pair(_ bytes: [UInt8], _ first: Int, _ second: Int, _ read: (Int) -> Int?) -> (Int, Int)? {
        guard let width = read(first), let height = read(second) else { return nil }
        return (width, height)
    }

    private static func big(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The size in the first frame header of a JPEG: <https://www.w3.org/Graphics/JPEG/itu-t81.pdf>, B.2.2.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            guard let length = big(bytes, place + 2, 2), length >= 2 else { return nil }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return pair(bytes, place + 7, place + 5) { big(bytes, $0, 2) } }
            place += 2 + length
        }
        return nil
    }

    /// The size of a WebP picture: <https://developers.google.com/speed/webp/docs/riff_container>
    private static func webP(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X":
            return pair(bytes, 24, 27) { little(bytes, $0, 3).map { $0 + 1 } }
        case "VP8L":
            guard let bits = little(bytes, 21, 4) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ":
            return pair(bytes, 26, 28) { little(bytes, $0, 2).map { $0 & 0x3FFF } }
        default: return nil
        }
    }

    /// The size of an AVIF picture: the largest extent of an item (ISO/IEC 23008-12, 6.5.3), since tiles and thumbnails
    /// are smaller.
    private static func avif(_ bytes: [UInt8]) -> (Int, Int)? {
        let name = Array("ispe".utf8)
        var found: (Int, Int)?
        for place in 0..<max(0, bytes.count - 16)
        where bytes[place] == name[0] && bytes[place..<place + 4].elementsEqual(name) {
            guard let width = big(bytes, place + 8, 4), let height = big(bytes, place + 12, 4),
                width <= maxPixels, height <= maxPixels
            else { continue }
            if width * height > (found.map { $0.0 * $0.1 } ?? 0) { found = (width, height) }
        }
        return found
    }
}
