internal import Articles
internal import FeedLibrary
internal import Formats

/// The addresses to open for articles and searches.
struct DesktopTarget {
    /// The address of a web reader, without a trailing slash.
    let reader: String?

    init(reader: String?) { self.reader = reader.map { String($0.reversed().drop { $0 == "/" }.reversed()) } }

    /// The address of an article in the web reader, or of its original page if there is no web reader.
    ///
    /// - Returns: nil if there is no web reader and the address of the page is not http or https.
    func article(_ number: ArticleID, url: String?) -> String? {
        reader.map { "\($0)/article/\(number)" } ?? page(url)
    }

    /// The address of the article's own page; nil if it is not http or https.
    func page(_ url: String?) -> String? { url.flatMap { Browser.isWebAddress($0) ? $0 : nil } }

    /// The address of a search in the web reader; nil if there is no web reader.
    func search(_ text: String) -> String? {
        reader.map { text.isEmpty ? $0 + "/" : $0 + "/search?q=" + Self.encoded(text) }
    }

    /// Percent-encodes all but unreserved characters (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        var out = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default: out += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
        return out
    }
}
