internal import Markup

/// Reads feed documents of every format. Never fails: what is no feed says so in its result.
public struct FeedParser {
    /// What came with a document beside its bytes.
    public struct Context: Sendable {
        /// Address that relative ones are resolved against: Content-Location, else the document's own.
        public var base: String?
        /// Value of the Content-Type header.
        public var contentType: String?
        /// Value of the Content-Language header.
        public var contentLanguage: String?

        public init(base: String? = nil, contentType: String? = nil, contentLanguage: String? = nil) {
            self.base = base
            self.contentType = contentType
            self.contentLanguage = contentLanguage
        }
    }

    /// Reads a whole document.
    public static func parse(_ bytes: [UInt8], context: Context = Context()) -> ParsedFeed {
        var items: [ParsedItem] = []
        var feed = parse(bytes, context: context) { items.append($0) }
        feed.items = items
        return feed
    }

    /// Reads a document, handing each item out as soon as it is complete, so that only one is in memory.
    ///
    /// - Returns: the feed without its items. What follows the items in the document is only known by then.
    /// - Throws: what `onItem` throws, at once.
    /// - Complexity: linear in the document.
    public static func parse(
        _ bytes: [UInt8], context: Context = Context(), onItem: (ParsedItem) throws -> Void
    ) rethrows -> ParsedFeed {
        switch DocumentShape(bytes) {
        case .empty: return .unknown("The document is empty.")
        case .binary(let kind): return .unknown("This is \(kind), not a feed.")
        case .json:
            let document = Charset.decode(bytes, contentType: context.contentType, kind: .json)
            var reader = JSONFeedReader(document.utf8, context: context)
            while let item = reader.nextItem() { try onItem(item) }
            return reader.finish()
        case .markup:
            let document = Charset.decode(bytes, contentType: context.contentType, kind: .xml)
            var reader = XMLFeedReader(document, context: context)
            while let item = reader.nextItem() { try onItem(item) }
            return reader.finish()
        }
    }
}

extension ParsedFeed {
    /// What is no feed.
    static func unknown(_ error: String) -> ParsedFeed {
        var feed = ParsedFeed()
        feed.error = error
        return feed
    }
}
