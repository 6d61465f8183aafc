/// Writes a JSON Feed step by step: the feed's own members, then each item.
struct JSONFeedWriting {
    /// The JSON that was written since the caller last emptied the buffer.
    var out: [UInt8] = []
    private let base: String?
    private var ids: Set<String> = []
    private var hasItems = false

    /// - Parameter newest: the date of the newest item.
    init(_ feed: ParsedFeed, newest: Timestamp?) {
        let head = JSONFeedWriter.head(feed, newest: newest)
        base = head.base
        JSONValue.object(head.members).write(into: &out)
        // The object is left open for `items`.
        out.removeLast()
        out += ",\"items\":[".utf8
    }

    mutating func append(_ item: ParsedItem) {
        if hasItems { out.append(0x2C) }
        hasItems = true
        JSONFeedWriter.item(item, base: base, ids: &ids).write(into: &out)
    }

    mutating func end() { out += "]}".utf8 }
}

extension FeedParser {
    /// Reads a document of any format and writes it as a sanitised JSON Feed, item by item.
    ///
    /// The document is read twice, since fields of the feed may follow its items and the form of the items' addresses
    /// depends on the feed's own address. So the feed's members come first, as in other JSON Feeds, and the items are
    /// not kept in memory.
    ///
    /// - Parameter write: receives the next part of the JSON, UTF-8; not called if the document is not a feed.
    /// - Returns: the feed without its items.
    /// - Complexity: linear; needs memory for the document, one item, and all ids.
    @discardableResult
    public static func writeJSONFeed(
        _ bytes: [UInt8], context: Context = Context(), to write: ([UInt8]) throws -> Void
    ) rethrows -> ParsedFeed {
        var newest: Timestamp?
        let feed = parse(bytes, context: context) { item in
            if let moment = item.updated ?? item.published, newest.map({ $0 < moment }) ?? true { newest = moment }
        }
        guard feed.format != .unknown else { return feed }
        var writing = JSONFeedWriting(feed.sanitized(), newest: newest)
        _ = try parse(bytes, context: context) { item in
            writing.append(feed.sanitized(item))
            if writing.out.count > 1 << 16 {
                try write(writing.out)
                writing.out.removeAll(keepingCapacity: true)
            }
        }
        writing.end()
        try write(writing.out)
        return feed
    }
}
