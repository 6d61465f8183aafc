import Markup

/// Reads subscription lists of every program that writes them, whole or broken.
///
/// The text is read as browsers read tag soup, not as XML: OPML keeps everything in attributes, and the way HTML is read
/// loses none over bare `&` and `<`, undeclared entities and prefixes, wrong capitals, stray end tags or a missing end.
/// No entity is ever expanded from the file's own declarations, no include is followed, nothing is fetched.
public enum OPMLReader {
    /// Reads a file's bytes; packed ones (gzip, xz, zstd, bzip2) are unpacked first, up to `maxBytes`.
    ///
    /// Never fails: what can be recovered is given, what cannot is named in `warnings`. Linear.
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
    /// Feeds beyond this many are left out.
    public static let maxFeeds = 200_000
    /// Packed files that hold more are refused, in bytes.
    public static let maxBytes = 256 << 20
    /// Titles and other attributes are cut to this many bytes of UTF-8, addresses over it refused.
    public static let longestText = 4096
}
