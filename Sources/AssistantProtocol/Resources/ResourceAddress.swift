internal import Articles
internal import FeedLibrary

/// The URI of an article or of a saved search.
enum ResourceAddress: Sendable, Equatable {
    case article(ArticleID)
    case savedSearch(String)

    static let articleTemplate = "feedsearch://article/{number}"
    static let savedSearchTemplate = "feedsearch://saved/{name}"
    private static let articlePrefix = "feedsearch://article/"
    private static let savedSearchPrefix = "feedsearch://saved/"

    init?(_ text: String) {
        if text.hasPrefix(Self.articlePrefix) {
            guard let number = ArticleSelection.number(String(text.dropFirst(Self.articlePrefix.count))), number > 0
            else {
                return nil
            }
            self = .article(number)
        } else if text.hasPrefix(Self.savedSearchPrefix) {
            guard let name = Self.decoded(text.dropFirst(Self.savedSearchPrefix.count)), !name.isEmpty else {
                return nil
            }
            self = .savedSearch(name)
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .article(let number): Self.articlePrefix + String(number)
        case .savedSearch(let name): Self.savedSearchPrefix + Self.encoded(name)
        }
    }

    var article: ArticleID? { if case .article(let number) = self { number } else { nil } }

    /// Encodes all bytes but the unreserved characters of RFC 3986.
    private static func encoded(_ name: String) -> String {
        var out: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
            default:
                out.append(0x25)
                for digit in [byte >> 4, byte & 15] { out.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func decoded(_ text: Substring) -> String? {
        var out: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == 0x25 else {
                out.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit) else { return nil }
            out.append(high << 4 | low)
        }
        return String(validating: out, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
        default: nil
        }
    }
}
