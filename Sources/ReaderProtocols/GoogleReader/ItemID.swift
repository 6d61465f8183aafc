internal import Articles
internal import HTTPServer
internal import HTTPService

/// Article ids in Google Reader's API. This program's ids are far below 2^63, as apps require.
enum ItemID {
    private static let prefix = "tag:google.com,2005:reader/item/"

    /// The long form: `tag:google.com,2005:reader/item/000000000000000c`.
    static func long(_ id: ArticleID) -> String {
        let digits = String(id, radix: 16)
        return prefix + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    /// Parses the long form, padded or not, its 16 digits alone, or a decimal number.
    ///
    /// A text of 16 digits is hexadecimal, because no article has such a long decimal id.
    static func read(_ text: String) -> ArticleID? {
        let id: ArticleID?
        if text.hasPrefix(prefix) {
            id = hexadecimal(text.dropFirst(prefix.count))
        } else if text.utf8.count == 16 {
            id = hexadecimal(text[...])
        } else {
            id = text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64(text) : nil
        }
        return id.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func hexadecimal(_ text: Substring) -> ArticleID? {
        guard text.utf8.count <= 16, text.utf8.first != UInt8(ascii: "+") else { return nil }
        return Int64(text, radix: 16)
    }
}

extension RequestContext {
    /// The articles listed in a request.
    func articles(atMost limit: Int) throws -> [ArticleID] {
        let names = texts("i")
        if names.isEmpty { throw ReaderError(400, "Error: give i") }
        if names.count > limit { throw ReaderError(400, "Error: at most \(limit) items per request") }
        return try names.map { name in
            guard let id = ItemID.read(name) else { throw ReaderError(400, "Error: i must be the id of an item") }
            return id
        }
    }
}
