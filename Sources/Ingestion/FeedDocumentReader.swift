internal import Articles
internal import FeedParsing
internal import Markup
internal import PageRecipes
private import System

/// Reads a feed document, and creates drafts of its feed and articles.
struct FeedDocumentReader: Sendable {
    let options: IngestOptions

    /// Whether a file in a folder may be a feed, by its extension or first byte.
    func mayBeFeed(_ name: String, _ bytes: [UInt8]) -> Bool {
        if options.format == .feed { return true }
        let name = name.lowercased()
        guard !name.hasSuffix(".opml") else { return false }
        let start = bytes.prefix(4_096).drop {
            $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0xFE || $0 == 0xFF
        }
        return start.first == UInt8(ascii: "<") || start.first == UInt8(ascii: "{")
            || [".xml", ".rss", ".atom", ".rdf", ".json", ".feed"].contains { name.hasSuffix($0) }
    }

    enum Entry {
        case feed(FeedDraft)
        case document(DocumentItems)
        case article(ArticleDraft)
        case unreadable(IngestReport.Rejection)
        case unknownZones(UnknownZones)
    }

    /// Reads one document. The address of its feed is `options.feed`, otherwise the document's own address, otherwise
    /// its home page, otherwise its path.
    func read(_ bytes: [UInt8], name: String, _ body: (Entry) -> Void) {
        guard bytes.count <= Self.wholeBytes else { return readInPieces(bytes, name: name, body) }
        let feed = Self.parse(bytes, base: base)
        guard feed.format != .unknown else {
            // Skip page recipes; they are not broken feeds.
            if (try? PageRecipe(json: bytes)) != nil { return }
            return body(.unreadable(.init(place: name, cause: .notAFeed(feed.error ?? ""))))
        }
        report(feed, body)
        Self.read(
            feed, url: options.feed ?? Self.address(of: feed, name: name, root: options.root),
            links: options.links, body)
    }

    /// The maximum size in bytes of documents that are parsed once. Larger documents are parsed twice, so that their
    /// items are not all in memory at once.
    static let wholeBytes = 8 << 20

    /// Reads a large document: the first pass finds the ids, the second creates the articles.
    private func readInPieces(_ bytes: [UInt8], name: String, _ body: (Entry) -> Void) {
        var census = ItemCensus()
        var known: [(id: String, url: String?)] = []
        var items = ItemNames()
        var base = base
        var feed = FeedParser.parse(bytes, context: .init(base: base)) { item in
            census.note(item)
            items.add(item)
        }
        if base == nil, let own = Self.ownBase(of: feed, items.list) {
            base = own
            (census, items) = (ItemCensus(), ItemNames())
            feed = FeedParser.parse(bytes, context: .init(base: own)) { item in
                census.note(item)
                items.add(item)
            }
        }
        guard feed.format != .unknown else {
            return body(.unreadable(.init(place: name, cause: .notAFeed(feed.error ?? ""))))
        }
        known = items.list.map { (census.id(of: $0), options.links.clean($0) ?? $0.url) }
        items = ItemNames()
        let url = options.feed ?? Self.address(of: feed, name: name, root: options.root)
        body(.feed(Self.draft(of: feed, url: url)))
        report(feed, body)
        let ids = known.map(\.id)
        body(.document(DocumentItems(feed: url, ids: ids) { [known] in ItemIdentity.successors(of: $0, among: known) }))
        var index = 0
        _ = FeedParser.parse(bytes, context: .init(base: base)) { item in
            if index < ids.count {
                body(.article(Self.draft(of: item, id: ids[index], feed: feed, url: url, links: options.links)))
            }
            index += 1
        }
    }

    private func report(_ feed: ParsedFeed, _ body: (Entry) -> Void) {
        if !feed.unknownZones.names.isEmpty { body(.unknownZones(feed.unknownZones)) }
    }

    /// The items of a document, reduced to the fields that determine their ids.
    private struct ItemNames {
        private(set) var list: [ParsedItem] = []

        mutating func add(_ item: ParsedItem) {
            var name = ParsedItem()
            (name.id, name.url, name.title) = (item.id, item.url, item.title)
            (name.published, name.updated) = (item.published, item.updated)
            name.extensions = item.extensions.filter(LinkCleaner.namesOrigin)
            if item.title == nil || item.published == nil && item.updated == nil {
                (name.contentHTML, name.summaryHTML) = (item.contentHTML, item.summaryHTML)
            }
            list.append(name)
        }
    }

    /// Passes the feed and articles of a parsed document to `body`, with `url` as their feed.
    static func read(_ feed: ParsedFeed, url: String, links: LinkCleaner, _ body: (Entry) -> Void) {
        body(.feed(Self.draft(of: feed, url: url)))
        let ids = ItemIdentity.ids(of: feed.items)
        body(.document(Self.items(feed, ids, url: url, links)))
        for (index, item) in feed.items.enumerated() {
            body(.article(Self.draft(of: item, id: ids[index], feed: feed, url: url, links: links)))
        }
    }

    private static func address(of feed: ParsedFeed, name: String, root: String?) -> String {
        if let own = [feed.selfURL, feed.link].lazy.compactMap({ absolute($0) }).first { return own }
        if let root, name.hasPrefix(root) { return "import:" + name.dropFirst(root.count) }
        return FileSystem.absolute(name) ?? name
    }

    static func address(ofDocument bytes: [UInt8], name: String, root: String?) -> String? {
        let feed = parse(bytes, base: nil)
        return feed.format == .unknown ? nil : address(of: feed, name: name, root: root)
    }

    // MARK: - Relative addresses

    /// The base for relative addresses: the feed's address given by the caller, if it is an http or https address.
    private var base: String? {
        options.feed.flatMap { ["http", "https"].contains(URLReference.scheme($0)) ? $0 : nil }
    }

    /// Parses a document. Without a base, relative addresses are resolved against the document's own address, otherwise
    /// against its home page.
    private static func parse(_ bytes: [UInt8], base: String?) -> ParsedFeed {
        let feed = FeedParser.parse(bytes, context: FeedParser.Context(base: base))
        guard base == nil, let own = ownBase(of: feed, feed.items) else { return feed }
        return FeedParser.parse(bytes, context: FeedParser.Context(base: own))
    }

    /// The base that a document gives for its relative addresses; nil if it gives no base or has no relative addresses.
    private static func ownBase(of feed: ParsedFeed, _ items: [ParsedItem]) -> String? {
        let links = [feed.selfURL, feed.link].compactMap(\.self)
        guard let own = links.first(where: { ["http", "https"].contains(URLReference.scheme($0)) }) else { return nil }
        let isRelative = (links + items.lazy.compactMap(\.url)).contains { absolute($0) == nil }
        return isRelative ? own : nil
    }

    /// The address itself if it is absolute; nil if it is relative.
    private static func absolute(_ address: String?) -> String? {
        address.flatMap { URLReference.scheme($0) == nil ? nil : $0 }
    }

    private static func items(
        _ feed: ParsedFeed, _ ids: [String], url: String, _ links: LinkCleaner
    ) -> DocumentItems {
        let items = zip(ids, feed.items).map { (id: $0, url: links.clean($1) ?? $1.url) }
        return DocumentItems(feed: url, ids: ids) { ItemIdentity.successors(of: $0, among: items) }
    }

    static func draft(of feed: ParsedFeed, url: String) -> FeedDraft {
        var draft = FeedDraft(url: url)
        draft.title = feed.title.map(plain)
        draft.homeURL = absolute(feed.link)
        draft.description = feed.description.map(plain)
        draft.copyright = feed.copyright.map(plain)
        draft.language = feed.language
        draft.icon = feed.icon ?? feed.image
        return draft
    }

    static func draft(
        of item: ParsedItem, id: String, feed: ParsedFeed, url: String, links: LinkCleaner
    ) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = url
        draft.guid = id
        draft.url = item.url
        if let clean = links.clean(item) { (draft.url, draft.originalURL) = (clean, item.url) }
        // Titles may have markup; only their plain text is stored.
        if let title = item.title {
            draft.title = HTMLText.plainText(title)
            if title.utf8.contains(0x3C) {
                let earlier = HTMLText.unmarkedText(title)
                if earlier != draft.title { draft.hashedTitle = earlier }
            }
        }
        if let html = item.contentHTML ?? item.summaryHTML {
            let bytes = Array(html.utf8)
            draft.html = bytes
            draft.body = HTMLText.plainText(bytes)
            draft.hasImage = ArticleLine.containsImage(bytes)
        }
        draft.hasImage = draft.hasImage || item.image != nil
        draft.hasEnclosure = !item.enclosures.isEmpty
        let names = (item.authors.isEmpty ? feed.authors : item.authors).compactMap { $0.name ?? $0.email }
        draft.author = names.isEmpty ? nil : names.joined(separator: ", ")
        draft.published = (item.published ?? item.updated)?.seconds
        draft.updated = item.updated?.seconds
        draft.language = item.language ?? feed.language
        draft.tags = item.tags
        draft.extra = ArticleExtra(item, feed: feed).json
        draft.isSnapshot = true
        return draft
    }

    private static func plain(_ html: String) -> String { HTMLText.plainText(html) }
}
