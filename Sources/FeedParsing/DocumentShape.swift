/// The kind of a document, determined from its first bytes before its charset is known.
enum DocumentShape: Equatable {
    case empty
    /// The document is compressed. The associated value describes its kind.
    case compressed(String)
    /// The document is not text. The associated value describes its kind.
    case binary(String)
    case json
    /// XML, HTML, or anything else that is read as text.
    case markup

    init(_ bytes: [UInt8]) {
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // Skip the byte order mark of UTF-16. Each ASCII character of UTF-16 has a zero byte, which is skipped below
        // like a blank.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { index = 2 }
        while index < bytes.count, bytes[index] <= 32 { index += 1 }
        guard index < bytes.count else {
            self = .empty
            return
        }
        if let kind = Self.compressions.first(where: { bytes.starts(with: $0.magic) })?.kind {
            self = .compressed(kind)
            return
        }
        if let kind = Self.magics.first(where: { bytes.starts(with: $0.magic) })?.kind {
            self = .binary(kind)
            return
        }
        self = bytes[index] == 0x7B ? .json : .markup
        // An array of objects is JSON, although it is not a feed. Other text in brackets is read as markup.
        if bytes[index] == 0x5B, index + 1 < bytes.count, bytes[index + 1] == 0x7B { self = .json }
    }

    private static let compressions: [(magic: [UInt8], kind: String)] = [
        ([0x1F, 0x8B], "gzip data"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd data"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data"),
    ]

    private static let magics: [(magic: [UInt8], kind: String)] = [
        ([0x50, 0x4B, 3, 4], "a ZIP archive"),
        ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        ([0x47, 0x49, 0x46, 0x38], "a GIF image"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        ([0x53, 0x51, 0x4C, 0x69, 0x74, 0x65], "an SQLite database"),
    ]
}
