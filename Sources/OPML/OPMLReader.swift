import Markup

/// Reads subscription lists of any program, even if malformed.
///
/// The text is read like HTML in browsers, not like XML. OPML has all its data in attributes, and reading it as HTML
/// loses none to bare `&` and `<`, undeclared entities and prefixes, wrong case, stray end tags or a missing end.
/// Entities declared by the file are not expanded, includes are not followed, nothing is fetched.
public enum OPMLReader {
    /// Reads a file's bytes; compressed ones (gzip, xz, zstd, bzip2) are unpacked first, up to `maxBytes`.
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
    /// Further feeds are left out.
    public static let maxFeeds = 200_000
    /// Compressed files with more bytes are refused.
    public static let maxBytes = 256 << 20
    /// Maximum bytes of UTF-8: titles and other attributes are truncated, longer addresses refused.
    public static let longestText = 4096
}
