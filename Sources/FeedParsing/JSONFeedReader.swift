internal import Markup

/// Reads JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>).
///
/// The feed's own fields are read first, the items then one by one, so that only one is in memory.
struct JSONFeedReader {
    private var reader: JSONReader
    private var feed = ParsedFeed()
    private let base: String?
    private let transportLanguage: String?
    /// Offset of the `items` array, if the document has one.
    private var itemsStart: Int?
    private var failure: String?
    private var isInItems = false

    init(_ utf8: [UInt8], context: FeedParser.Context) {
        reader = JSONReader(utf8)
        base = context.base
        transportLanguage = context.contentLanguage
        readFeed()
    }

    /// The next item, or nil at the end.
    mutating func nextItem() -> ParsedItem? {
        guard failure == nil, let itemsStart else { return nil }
        if !isInItems {
            reader.position = itemsStart + 1
            isInItems = true
        }
        while reader.advanceToElement() {
            let start = reader.position
            guard let value = reader.readValue() else {
                if reader.position == start { reader.position += 1 }
                continue
            }
            guard value.fields != nil else { continue }
            return JSONFeedItem.item(value, base: feed.base, feedAuthors: feed.authors)
        }
        self.itemsStart = nil
        return nil
    }

    func finish() -> ParsedFeed {
        if let failure { return .unknown(failure) }
        var feed = feed
        if let problem = reader.problem {
            feed.isMalformed = true
            feed.warnings.append("malformed JSON repaired: \(problem.rule), at byte \(problem.offset)")
        }
        return feed
    }

    // MARK: - Feed

    private mutating func readFeed() {
        reader.skipSpace()
        guard reader.position < reader.bytes.count, reader.bytes[reader.position] == 0x7B else {
            failure = "This is JSON, but not a JSON Feed."
            return
        }
        reader.position += 1
        var fields: [JSONField] = []
        while let key = reader.readKey() {
            reader.skipSpace()
            if key == "items", reader.position < reader.bytes.count, reader.bytes[reader.position] == 0x5B {
                itemsStart = reader.position
                if !reader.skipValue() { break }
                continue
            }
            let start = reader.position
            guard let value = reader.readValue(depth: 1) else {
                if reader.position == start { reader.position = min(start + 1, reader.bytes.count) }
                continue
            }
            fields.append(JSONField(key: key, value: value))
            if fields.count > 1_000 { break }
        }
        fill(.object(fields))
    }

    private mutating func fill(_ value: JSONValue) {
        let version = value["version"]?.text
        let isNamed = version?.lowercased().contains("jsonfeed.org/version/") ?? false
        guard isNamed || itemsStart != nil && (value["title"] != nil || value["home_page_url"] != nil) else {
            failure = "This is JSON, but not a JSON Feed."
            return
        }
        feed.format = .json
        feed.formatVersion = isNamed ? version.flatMap { $0.split(separator: "/").last.map(String.init) } : nil
        feed.base = base
        feed.title = value["title"]?.scalarText?.nonBlank.map(HTMLEscaping.escape)
        feed.link = address(value["home_page_url"])
        feed.selfURL = address(value["feed_url"])
        feed.id = feed.selfURL
        feed.description = value["description"]?.scalarText?.nonBlank.map(HTMLEscaping.escape)
        feed.language = value["language"]?.text?.nonBlank ?? transportLanguage
        feed.icon = address(value["icon"])
        feed.image = feed.icon
        if feed.icon == nil { feed.icon = address(value["favicon"]) }
        feed.nextURL = address(value["next_url"])
        feed.authors = JSONFeedItem.authors(value, base: base)
        for hub in value["hubs"]?.values ?? [] {
            if let url = address(hub["url"]), feed.hubs.count < XMLFeedReader.maxValues { feed.hubs.append(url) }
        }
        for field in JSONValue.unique(value.fields ?? []) where !Self.known.contains(field.key) {
            feed.extensions.append((field.key, field.value.json))
        }
    }

    private func address(_ value: JSONValue?) -> String? {
        guard let text = value?.text?.nonBlank else { return nil }
        return base == nil ? text : URLReference.resolve(text, base: base)
    }

    private static let known: Set<String> = [
        "version", "title", "home_page_url", "feed_url", "description", "language", "icon", "next_url", "author", "authors",
        "hubs", "items",
    ]
}
