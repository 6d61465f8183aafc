internal import Markup

/// Parses feed documents of all formats. Never fails: if a document is not a feed, the result contains the reason.
public struct FeedParser {
    /// Information about a document other than its bytes.
    public struct Context: Sendable {
        /// The base of relative addresses: the Content-Location header, or otherwise the address of the document.
        public var base: String?
        /// The value of the Content-Type header.
        public var contentType: String?
        /// The value of the Content-Language header.
        public var contentLanguage: String?

        public init(base: String? = nil, contentType: String? = nil, contentLanguage: String? = nil) {
            self.base = base
            self.contentType = contentType
            self.contentLanguage = contentLanguage
        }
    }

    /// Parses a whole document.
    public static func parse(_ bytes: [UInt8], context: Context = Context()) -> ParsedFeed {
        var items: [ParsedItem] = []
        var feed = parse(bytes, context: context) { items.append($0) }
        feed.items = items
        return feed
    }

    /// Parses a document and passes each item to `onItem` as soon as the item is complete, so that only one item is in
    /// memory.
    ///
    /// - Returns: the feed without its items. Fields that follow the items in the document are set only in this result.
    /// - Throws: errors thrown by `onItem`.
    /// - Complexity: linear in the document.
    public static func parse(
        _ bytes: [UInt8], context: Context = Context(), onItem: (ParsedItem) throws -> Void
    ) rethrows -> ParsedFeed {
        switch DocumentShape(bytes) {
        case .empty: return .unknown(.empty)
        case .compressed(let kind): return .unknown(.compressed(kind))
        case .binary(let kind): return .unknown(.binary(kind))
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
    /// The result for a document that is not a feed.
    static func unknown(_ reason: NotAFeed) -> ParsedFeed {
        var feed = ParsedFeed()
        feed.notAFeed = reason
        feed.error = reason.message
        return feed
    }
}
