import Markup

/// Reads subscription lists written by any program, even if they are malformed.
///
/// The text is parsed like HTML in browsers, not like XML: OPML stores all its data in attributes, and an HTML parser
/// loses none of it if the file has bare `&` and `<`, undeclared entities and prefixes, wrong case, stray end tags or a
/// missing end. Entities declared in the file are not expanded, includes are not followed, and nothing is fetched.
public enum OPMLReader {
    /// Parses a file's bytes. Compressed files (gzip, xz, zstd, bzip2) are decompressed first, up to `maxBytes`.
    ///
    /// Never fails: returns the readable part and lists problems in `warnings`. Takes linear time.
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

    /// The maximum depth of folders. Deeper folders are flattened.
    public static let deepestFolder = 32
    /// The maximum number of feeds. Further feeds are left out.
    public static let maxFeeds = 200_000
    /// The maximum size of a file in bytes after decompression. Larger files are rejected.
    public static let maxBytes = 256 << 20
    /// The maximum number of UTF-8 bytes in a value. Longer titles and attributes are truncated; longer addresses are
    /// rejected.
    public static let longestText = 4096
}
