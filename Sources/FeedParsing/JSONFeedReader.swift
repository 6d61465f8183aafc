internal import Formats
internal import Markup

/// Parses JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>).
///
/// The members of the feed itself are parsed first, then the items one by one, so that only one item is in memory.
/// Values of a wrong type are coerced if their meaning is clear (such as a number as id), and otherwise ignored.
/// Relative addresses are resolved against the address of the feed, otherwise that of the document, otherwise that of
/// the home page.
struct JSONFeedReader {
    private var parser: JSONParser
    private var feed = ParsedFeed()
    private let context: FeedParser.Context
    /// The offset of the `items` array; of the last array if there are several.
    private var itemsOffset: Int?
    private var cursor: JSONParser.ArrayCursor?
    private var failure: NotAFeed?
    /// The extension `_feedsearch` (`JSONFeedOriginal`).
    private var original: JSONValue?
    /// The date of the newest item. It becomes the date of the feed, since JSON Feed has no such member.
    private var newest: Timestamp?
    private var skippedCount = 0

    /// The maximum number of members. No feed has more.
    private static let maxMembers = 1_000

    /// Parses the members of the feed itself.
    ///
    /// - Parameter utf8: the document, with or without a byte order mark.
    init(_ utf8: [UInt8], context: FeedParser.Context) {
        parser = JSONParser(utf8)
        self.context = context
        readHead()
    }

    /// Returns the next item; nil at the end. An item that is cut off at the end of the document is skipped, since it
    /// would replace the complete item in the store.
    mutating func nextItem() -> ParsedItem? {
        guard failure == nil, let itemsOffset else { return nil }
        var cursor = cursor ?? enterItems(at: itemsOffset)
        defer { self.cursor = cursor }
        while let value = parser.nextElement(&cursor) {
            guard value.members != nil, !parser.isCutShort else {
                skippedCount += 1
                continue
            }
            let item = JSONFeedItem.item(value, base: feed.base, zones: &feed.unknownZones)
            if let moment = item.updated ?? item.published, newest.map({ $0 < moment }) ?? true { newest = moment }
            return item
        }
        self.itemsOffset = nil
        return nil
    }

    /// Returns the feed without its items.
    func finish() -> ParsedFeed {
        if let failure { return .unknown(failure) }
        var feed = feed
        feed.updated = newest
        JSONFeedOriginal.apply(original, to: &feed)
        if let first = parser.departures.first {
            feed.isMalformed = true
            feed.warnings.append("malformed JSON repaired: \(first.reason.rawValue), at byte \(first.byteOffset)")
        }
        feed.warnings += feed.unknownZones.warnings
        if skippedCount > 0 {
            feed.isMalformed = true
            feed.warnings.append("\(skippedCount) items left out, which are no objects or cut short")
        }
        return feed
    }

    // MARK: - Head

    private mutating func enterItems(at offset: Int) -> JSONParser.ArrayCursor {
        parser = parser.restarted(at: offset)
        return parser.enterArray()
    }

    private mutating func readHead() {
        parser.skipByteOrderMark()
        parser.skipBlanks()
        guard parser.current == 0x7B else {
            failure = .json
            return
        }
        var members: [(key: String, value: JSONValue)] = []
        var itemsOffset: Int?
        parser.forEachMember { parser, key in
            parser.skipBlanks()
            if key == "items", parser.current == 0x5B {
                itemsOffset = parser.index
                parser.skipContainer()
            } else if let value = parser.parseMemberValue(), members.count < Self.maxMembers {
                members.append((key, value))
            }
        }
        parser.finish()
        self.itemsOffset = itemsOffset
        fill(.object(members))
    }

    private mutating func fill(_ value: JSONValue) {
        let version = value["version"]?.string
        let isNamed = version?.lowercased().contains("jsonfeed.org/version/") ?? false
        guard isNamed || itemsOffset != nil && Self.looksLikeFeed(value, version: version) else {
            failure = .json
            return
        }
        feed.format = .json
        feed.formatVersion = version.flatMap { Self.versionNumber($0) }
        if !isNamed { repair("the version is not that of a JSON Feed") }
        if itemsOffset == nil { repair("the feed has no list of items") }
        feed.selfURL = JSONFeedItem.address(value["feed_url"], base: context.base)
        feed.base = feed.selfURL.flatMap { URLReference.scheme($0) == nil ? nil : $0 } ?? context.base
        feed.link = JSONFeedItem.address(value["home_page_url"], base: feed.base)
        feed.base = feed.base ?? feed.link
        feed.id = feed.selfURL
        feed.title = value["title"]?.scalarText?.nonBlank.map { XMLText.escape($0) }
        feed.description = value["description"]?.scalarText?.nonBlank.map { XMLText.escape($0) }
        feed.language = value["language"]?.string?.nonBlank ?? context.contentLanguage
        feed.image = address(value["icon"])
        feed.icon = address(value["favicon"]) ?? feed.image
        feed.nextURL = address(value["next_url"])
        feed.authors = JSONFeedItem.authors(value, base: feed.base)
        for hub in value["hubs"]?.array ?? [] where feed.hubs.count < XMLFeedReader.maxValues {
            if let url = address(hub["url"]) { feed.hubs.append(url) }
        }
        for member in value.uniqueMembers where isExtension(member.key, value) {
            JSONFeedItem.appendExtension(member, to: &feed.extensions)
        }
        original = value[JSONFeedOriginal.name]
    }

    /// Whether an object with a list of items is a feed although its version is not a URL of a JSON Feed version. It is
    /// a feed if it has other members of a feed, or if the version is only a number.
    private static func looksLikeFeed(_ value: JSONValue, version: String?) -> Bool {
        if value["title"] != nil || value["home_page_url"] != nil || value["feed_url"] != nil { return true }
        return version == "1" || version == "1.0" || version == "1.1"
    }

    /// The number of a version, for example `1.0` for `https://jsonfeed.org/version/1`.
    private static func versionNumber(_ version: String) -> String? {
        guard let last = version.split(separator: "/").last else { return nil }
        return last == "1" ? "1.0" : String(last.prefix(20))
    }

    private mutating func repair(_ warning: String) {
        feed.isMalformed = true
        feed.warnings.append(warning)
    }

    private func address(_ value: JSONValue?) -> String? { JSONFeedItem.address(value, base: feed.base) }

    /// Whether the neutral form has no field for a member or for a part of it.
    private func isExtension(_ key: String, _ feed: JSONValue) -> Bool {
        switch key {
        case "version", "title", "home_page_url", "feed_url", "description", "language", "icon", "favicon", "next_url",
            "author", "items":
            false
        case JSONFeedOriginal.name: feed[key]?.members == nil
        case "authors": JSONFeedItem.hasMore(feed[key], than: ["name", "url"])
        case "hubs":
            JSONFeedItem.hasMore(feed[key], than: ["type", "url"])
                || feed[key]?.array?.contains { $0["type"]?.string?.lowercased() != "websub" } == true
        default: true
        }
    }
}
