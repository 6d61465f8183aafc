import Markup

/// Reads subscription lists written by any program, even if they are malformed.
///
/// The text is read like HTML in browsers, not like XML. All data in OPML is in attributes, and reading it as HTML
/// loses none of it to bare `&` and `<`, undeclared entities and prefixes, wrong case, stray end tags or a missing end.
/// Entities declared in the file are not expanded, includes are not followed, and nothing is fetched.
public enum OPMLReader {
    /// Reads a file's bytes. Compressed files (gzip, xz, zstd, bzip2) are decompressed first, up to `maxBytes`.
    ///
    /// Never fails: returns what can be read, and lists the rest in `warnings`. Linear.
    public static func read(_ bytes: [UInt8]) -> OPMLDocument {
        var bytes = bytes
        if ArchiveReader.isCompressed(bytes) {
            guard let unpacked = ArchiveReader.decompressed(bytes, upTo: maxBytes) else {
                return OPMLDocument(warnings: [OPMLWarning(.unreadable, line: 1)], isOPML: false)
            }
            bytes = unpacked
        }
        var parser = OPMLParser()
        parser.read(Charset.decode(bytes, contentType: nil, kind: .xml).utf8)
        return parser.finish()
    }

    /// Folders nested deeper are flattened.
    public static let deepestFolder = 32
    /// Maximum number of feeds; further ones are left out.
    public static let maxFeeds = 200_000
    /// Compressed files that expand to more bytes than this are rejected.
    public static let maxBytes = 256 << 20
    /// Maximum number of UTF-8 bytes: titles and other attributes are truncated, longer addresses rejected.
    public static let longestText = 4096
}
