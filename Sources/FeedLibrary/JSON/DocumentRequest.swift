internal import FeedParsing

/// An input line of `parse --jsonl` and `opml --jsonl`: a path, or an object
/// `{"file","base","content_type","content_language"}`.
package struct DocumentRequest: Equatable {
    package var path: String
    package var base: String?
    package var contentType: String?
    package var contentLanguage: String?

    /// Parses a line; nil for an empty line. A line that begins with `{` but is not a valid object is treated as a
    /// path, so that opening the path reports an error.
    package init?(_ line: [UInt8]) {
        path = String(decoding: line, as: UTF8.self)
        if path.allSatisfy(\.isWhitespace) { return nil }
        guard line.first == 0x7B, let object = try? RequestLine.read(line), let file = object["file"]?.string else {
            return
        }
        path = file
        base = object["base"]?.string
        contentType = object["content_type"]?.string
        contentLanguage = object["content_language"]?.string
    }
}
