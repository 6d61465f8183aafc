internal import FeedParsing

/// What an item has beside the columns of the store, as one JSON object in the form of a JSONL article.
struct ArticleExtra {
    private let item: ParsedItem

    init(_ item: ParsedItem) { self.item = item }

    /// Nil where there is nothing to keep.
    var json: String? {
        var members: [String] = []
        if let summary = item.summaryHTML, item.contentHTML != nil {
            members.append("\"summary\":\(Self.quoted(summary))")
        }
        if item.authors.count > 1 || item.authors.contains(where: { $0.url != nil || $0.email != nil }) {
            let authors = item.authors.map { author in
                Self.object([("name", author.name), ("email", author.email), ("url", author.url)])
            }
            members.append("\"authors\":[\(authors.joined(separator: ","))]")
        }
        if let image = item.image { members.append("\"image\":\(Self.quoted(image))") }
        if !item.enclosures.isEmpty {
            let enclosures = item.enclosures.map { enclosure in
                var text = "{\"url\":\(Self.quoted(enclosure.url))"
                if let type = enclosure.type { text += ",\"type\":\(Self.quoted(type))" }
                if let length = enclosure.length { text += ",\"length\":\(length)" }
                return text + "}"
            }
            members.append("\"enclosures\":[\(enclosures.joined(separator: ","))]")
        }
        if !item.extensions.isEmpty {
            let values = item.extensions.map { "\(Self.quoted($0.name)):\($0.json)" }
            members.append("\"extensions\":{\(values.joined(separator: ","))}")
        }
        return members.isEmpty ? nil : "{" + members.joined(separator: ",") + "}"
    }

    private static func object(_ members: [(String, String?)]) -> String {
        let parts = members.compactMap { key, value in value.map { "\"\(key)\":\(quoted($0))" } }
        return "{" + parts.joined(separator: ",") + "}"
    }

    static func quoted(_ text: String) -> String {
        var out: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x0A: out += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                out += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
        return String(decoding: out, as: UTF8.self)
    }
}
