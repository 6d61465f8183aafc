internal import Articles
internal import FeedLibrary
internal import Formats

/// The Markdown of an article in parts that fit in an answer.
struct ArticleText: Sendable {
    /// The maximum size of a part as a JSON string, which leaves room for the other members of an answer.
    static let maxPartBytes = 24_000

    let markdown: String
    /// Identifies this version of the text. A cursor of another version is refused, since its offset means nothing here.
    private let version: String

    init(_ article: Article) {
        markdown = TerminalSafe.lines(article.markdown)
        version = Hexadecimal.encode(Array(SHA256.hash(Array(markdown.utf8)).prefix(6)))
    }

    struct Part: Sendable {
        var text: String
        /// The offset of the part in the whole Markdown, in UTF-8 bytes.
        var start: Int
        /// The cursor of the next part; nil for the last.
        var cursor: String?
    }

    /// The part that begins at a cursor; the first part if there is no cursor.
    ///
    /// - Returns: nil if the cursor is of another text.
    func part(at cursor: String?, maxBytes: Int = maxPartBytes) -> Part? {
        var start = 0
        if let cursor {
            let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == version, let offset = Int(parts[0]),
                (1..<max(markdown.utf8.count, 1)).contains(offset)
            else { return nil }
            start = offset
        }
        let first = markdown.utf8.index(markdown.startIndex, offsetBy: start)
        guard first.samePosition(in: markdown.unicodeScalars) != nil else { return nil }
        let end = end(from: first, maxBytes: maxBytes)
        let next = markdown.utf8.distance(from: markdown.startIndex, to: end)
        return Part(
            text: String(markdown[first..<end]), start: start,
            cursor: end < markdown.endIndex ? "\(next).\(version)" : nil)
    }

    /// The end of a part: after the last empty line in its second half; else after the last line; else after the last
    /// character that fits.
    private func end(from start: String.Index, maxBytes: Int) -> String.Index {
        let utf8 = markdown.utf8
        var index = start
        var size = 0
        var (lineEnd, paragraphEnd): (String.Index?, String.Index?)
        var previous: UInt8 = 0
        while index < markdown.endIndex {
            let byte = utf8[index]
            // In JSON, these take two bytes.
            size += byte == 0x0A || byte == 0x22 || byte == 0x5C ? 2 : 1
            if size > maxBytes { break }
            utf8.formIndex(after: &index)
            if byte == 0x0A, size > maxBytes / 2 {
                lineEnd = index
                if previous == 0x0A { paragraphEnd = index }
            }
            previous = byte
        }
        if index == markdown.endIndex { return index }
        if let end = paragraphEnd ?? lineEnd { return end }
        while index > start, index.samePosition(in: markdown.unicodeScalars) == nil { utf8.formIndex(before: &index) }
        return index
    }
}
