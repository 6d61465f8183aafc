/// The kind of a body, detected from its first bytes regardless of its media type.
public enum BodyShape: Hashable, Sendable {
    /// A feed in RSS, RDF, Atom or CDF.
    case xmlFeed
    /// A feed in JSON Feed.
    case jsonFeed
    /// A web page.
    case page
    /// A body of any other kind.
    case other

    /// Examines the first 4 KB of a body. Skips a byte order mark, XML declaration, comments and processing
    /// instructions, then reads the root element.
    public init(_ body: [UInt8]) {
        let text = Self.text(of: body)
        if text.first == UInt8(ascii: "{") {
            let start = String(decoding: text, as: UTF8.self)
            let isFeed = start.contains("jsonfeed.org/version") || start.contains("\"items\"")
            self = isFeed ? .jsonFeed : .other
            return
        }
        switch Self.rootName(of: text) {
        case "rss", "feed", "rdf", "channel": self = .xmlFeed
        case "html", "head", "body", "!doctype", "title", "meta", "link", "script", "div", "p": self = .page
        default: self = .other
        }
    }

    /// The start of the body as ASCII, without the zero bytes of UTF-16, byte order marks and white space.
    private static func text(of body: [UInt8]) -> ArraySlice<UInt8> {
        var start = Array(body.prefix(4096))
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
            start = start.dropFirst(2).filter { $0 != 0 }
        } else if start.starts(with: [0xEF, 0xBB, 0xBF]) {
            start.removeFirst(3)
        }
        return start.drop { $0 <= 0x20 }
    }

    private static func rootName(of text: ArraySlice<UInt8>) -> String {
        var rest = text
        while rest.first == UInt8(ascii: "<") {
            if rest.starts(with: "<?".utf8) {
                rest = skip(rest, past: "?>")
            } else if rest.starts(with: "<!--".utf8) {
                rest = skip(rest, past: "-->")
            } else {
                let name = rest.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                let text = String(decoding: name, as: UTF8.self).lowercased()
                if text == "!doctype" {
                    let kind = rest.dropFirst(9).drop { $0 <= 0x20 }.prefix(4)
                    if String(decoding: kind, as: UTF8.self).lowercased() == "html" { return "html" }
                    rest = skip(rest, past: ">")
                    continue
                }
                return text.split(separator: ":").last.map(String.init) ?? text
            }
            rest = rest.drop { $0 <= 0x20 }
        }
        return ""
    }

    private static func skip(_ text: ArraySlice<UInt8>, past end: String) -> ArraySlice<UInt8> {
        let mark = Array(end.utf8)
        var index = text.startIndex
        while index + mark.count <= text.endIndex {
            if text[index..<index + mark.count].elementsEqual(mark) {
                return text[(index + mark.count)...].drop { $0 <= 0x20 }
            }
            index += 1
        }
        return []
    }
}
