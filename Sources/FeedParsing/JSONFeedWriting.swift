/// Writes a JSON Feed step by step: first the members of the feed itself, then each item.
struct JSONFeedWriting {
    /// The JSON written since the caller last emptied the buffer.
    var out: [UInt8] = []
    private let base: String?
    private var ids: Set<String> = []
    private var hasItems = false

    /// Writes the members of the feed itself.
    ///
    /// - Parameter newest: the date of the newest item.
    init(_ feed: ParsedFeed, newest: Timestamp?) {
        let head = JSONFeedWriter.head(feed, newest: newest)
        base = head.base
        JSONValue.object(head.members).write(into: &out)
        // The closing brace is removed, so that `items` can be added.
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
    /// Parses a document of any format and writes it as a sanitised JSON Feed, item by item.
    ///
    /// The document is parsed twice, since fields of the feed may follow its items, and the form of addresses in items
    /// depends on the address of the feed. Therefore the feed's members are written first, as in other JSON Feeds,
    /// without storing the items in memory.
    ///
    /// - Parameter write: receives the next part of the JSON in UTF-8; not called if the document is not a feed.
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
