internal import Articles
internal import FeedWriting

/// The parts of an article that are sent to a service.
struct SentArticle {
    /// An address with the scheme http or https.
    var url: String
    var title: String
    /// The user's own tags.
    var tags: [String]

    private static let titleLimit = 500
    private static let tagLimit = 50
    private static let maxTags = 20

    /// Nil if the article has no web address.
    init?(_ article: Article) {
        guard let url = article.url.flatMap(WebLink.address) else { return nil }
        self.url = url
        title = PlainText.line(article.titleOrBeginning, limit: Self.titleLimit)
        tags = Self.tags(of: article)
    }

    static func tags(of article: Article) -> [String] {
        article.ownTags.prefix(maxTags).map { PlainText.line($0, limit: tagLimit) }.filter { !$0.isEmpty }
    }

    /// The tags separated by commas.
    var commaSeparatedTags: String { tags.map { $0.replacing(",", with: " ") }.joined(separator: ",") }
}

/// A body of the type `application/x-www-form-urlencoded`.
enum FormBody {
    static let type = "application/x-www-form-urlencoded"

    static func bytes(_ fields: [(String, String)]) -> [UInt8] {
        Array(fields.map { escaped($0) + "=" + escaped($1) }.joined(separator: "&").utf8)
    }

    /// Escapes all but the unreserved characters of RFC 3986.
    static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
            default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
