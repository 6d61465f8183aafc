/// A JSON Feed while it is written: the feed's own members, then item by item.
struct JSONFeedWriting {
    /// What is written and was not taken yet.
    var out: [UInt8] = []
    private let base: String?
    private var ids: Set<String> = []
    private var hasItems = false

    /// - Parameter newest: the moment of the newest item.
    init(_ feed: ParsedFeed, newest: Timestamp?) {
        let head = JSONFeedWriter.head(feed, newest: newest)
        base = head.base
        JSONValue.object(head.members).write(into: &out)
        // The object stays open for its last member.
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
    /// Reads a document of any format and writes it as a JSON Feed, safe to show, as it goes.
    ///
    /// The document is read twice: fields of a feed may stand after its items, and how an item's addresses are written
    /// depends on the feed's own. So the feed's members come first, as they do in other JSON Feeds, and neither the items nor
    /// a second copy of them is kept.
    ///
    /// - Parameter write: takes the next piece of JSON, UTF-8; never called where the document is no feed.
    /// - Returns: the feed without its items.
    /// - Complexity: linear; memory is the document, one item, and the ids of all.
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
