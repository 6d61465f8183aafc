/// The extension `_feedsearch`: fields of a feed that JSON Feed lacks or represents differently.
///
/// It contains only fields that would otherwise change when the feed is parsed again: markup of titles, dates and tags
/// of the feed, mail addresses of authors who also have a page, and ids that are not unique. An empty text or list
/// means that the feed had no value for the field. Other readers ignore the extension, as JSON Feed requires
/// ("Extensions").
enum JSONFeedOriginal {
    static let name = "_feedsearch"
    /// The member that is set if the item had no content and its summary was written as the content.
    private static let summaryIsContent = "content_is_summary"

    // MARK: - Writing

    /// The extension of a feed; nil if the extension is not needed to restore all fields of the feed.
    ///
    /// - Parameter again: the feed as parsed from the written members, without this extension.
    static func member(of feed: ParsedFeed, readAs again: ParsedFeed) -> JSONFeedWriter.Member? {
        var members: [JSONFeedWriter.Member] = []
        for (key, path) in feedTexts where feed[keyPath: path] != again[keyPath: path] {
            members.append((key, .string(feed[keyPath: path] ?? "")))
        }
        for (key, path) in feedDates where feed[keyPath: path] != again[keyPath: path] {
            members.append((key, .string(feed[keyPath: path]?.rfc3339 ?? "")))
        }
        for (key, path) in feedLists where feed[keyPath: path] != again[keyPath: path] {
            members.append((key, .array(feed[keyPath: path].map { .string($0) })))
        }
        if feed.authors != again.authors { members.append(("authors", authors(feed.authors))) }
        if let minutes = feed.refreshMinutes { members.append(("refresh_minutes", .number(String(minutes)))) }
        for (key, path) in feedNumbers where !feed[keyPath: path].isEmpty {
            members.append((key, .array(feed[keyPath: path].map { .number(String($0)) })))
        }
        return members.isEmpty ? nil : (name, .object(members))
    }

    static func member(of item: ParsedItem, readAs again: ParsedItem) -> JSONFeedWriter.Member? {
        var members: [JSONFeedWriter.Member] = []
        var again = again
        if item.contentHTML == nil, item.summaryHTML != nil, again.contentHTML != nil {
            members.append((summaryIsContent, .bool(true)))
            (again.contentHTML, again.summaryHTML) = (nil, again.contentHTML)
        }
        for (key, path) in itemTexts where item[keyPath: path] != again[keyPath: path] {
            members.append((key, .string(item[keyPath: path] ?? "")))
        }
        for (key, path) in itemDates where item[keyPath: path] != again[keyPath: path] {
            members.append((key, .string(item[keyPath: path]?.rfc3339 ?? "")))
        }
        if item.tags != again.tags { members.append(("tags", .array(item.tags.map { .string($0) }))) }
        if item.authors != again.authors { members.append(("authors", authors(item.authors))) }
        if item.enclosures != again.enclosures { members.append(("enclosures", enclosures(item.enclosures))) }
        return members.isEmpty ? nil : (name, .object(members))
    }

    private static func authors(_ authors: [ParsedAuthor]) -> JSONValue {
        .array(
            authors.map { author in
                let parts = [("name", author.name), ("email", author.email), ("url", author.url)]
                return .object(parts.compactMap { key, text in text.map { (key, .string($0)) } })
            })
    }

    private static func enclosures(_ enclosures: [ParsedEnclosure]) -> JSONValue {
        .array(
            enclosures.map { enclosure in
                var members: [JSONFeedWriter.Member] = [("url", .string(enclosure.url))]
                if let type = enclosure.type { members.append(("type", .string(type))) }
                if let length = enclosure.length { members.append(("length", .number(String(length)))) }
                return .object(members)
            })
    }

    // MARK: - Reading

    /// Restores the fields of a feed from the extension.
    static func apply(_ value: JSONValue?, to feed: inout ParsedFeed) {
        guard let value, value.members != nil else { return }
        for (key, path) in feedTexts { if let text = value[key]?.string { feed[keyPath: path] = text.nonBlank } }
        for (key, path) in feedDates {
            if let text = value[key]?.string { feed[keyPath: path] = DateParser.parse(text) }
        }
        for (key, path) in feedLists { if let list = texts(value[key]) { feed[keyPath: path] = list } }
        if let list = value["authors"]?.array { feed.authors = authors(list) }
        feed.refreshMinutes = value["refresh_minutes"]?.integer.flatMap { $0 > 0 ? Int(clamping: $0) : nil }
        for (key, path) in feedNumbers {
            let numbers = value[key]?.array?.prefix(24).compactMap { $0.integer.map { Int(clamping: $0) } } ?? []
            feed[keyPath: path] = numbers.filter { 0..<24 ~= $0 }
        }
    }

    static func apply(_ value: JSONValue?, to item: inout ParsedItem) {
        guard let value, value.members != nil else { return }
        if value[summaryIsContent]?.bool == true {
            (item.contentHTML, item.summaryHTML) = (nil, item.contentHTML)
        }
        for (key, path) in itemTexts { if let text = value[key]?.string { item[keyPath: path] = text.nonBlank } }
        for (key, path) in itemDates {
            if let text = value[key]?.string { item[keyPath: path] = DateParser.parse(text) }
        }
        if let list = texts(value["tags"]) { item.tags = list }
        if let list = value["authors"]?.array { item.authors = authors(list) }
        guard let list = value["enclosures"]?.array else { return }
        item.enclosures = list.prefix(XMLFeedReader.maxValues).compactMap { entry in
            guard let url = entry["url"]?.string else { return nil }
            return ParsedEnclosure(url: url, type: entry["type"]?.string, length: entry["length"]?.integer)
        }
    }

    private static func texts(_ value: JSONValue?) -> [String]? {
        value?.array.map { $0.prefix(XMLFeedReader.maxValues).compactMap(\.string) }
    }

    private static func authors(_ list: [JSONValue]) -> [ParsedAuthor] {
        list.prefix(XMLFeedReader.maxValues).map {
            ParsedAuthor(name: $0["name"]?.string, email: $0["email"]?.string, url: $0["url"]?.string)
        }
    }

    // MARK: - Fields

    private static var feedTexts: [(String, WritableKeyPath<ParsedFeed, String?>)] {
        [
            ("id", \.id), ("title_html", \.title), ("link", \.link), ("feed_url", \.selfURL),
            ("description_html", \.description), ("language", \.language), ("icon", \.icon), ("image", \.image),
            ("copyright_html", \.copyright), ("generator", \.generator), ("next_url", \.nextURL),
        ]
    }

    private static var feedDates: [(String, WritableKeyPath<ParsedFeed, Timestamp?>)] {
        [("published", \.published), ("updated", \.updated)]
    }

    private static var feedLists: [(String, WritableKeyPath<ParsedFeed, [String]>)] {
        [("hubs", \.hubs), ("tags", \.tags)]
    }

    private static var feedNumbers: [(String, WritableKeyPath<ParsedFeed, [Int]>)] {
        [("skip_hours", \.skipHours), ("skip_days", \.skipDays)]
    }

    private static var itemTexts: [(String, WritableKeyPath<ParsedItem, String?>)] {
        [
            ("id", \.id), ("url", \.url), ("title_html", \.title), ("content_html", \.contentHTML),
            ("summary_html", \.summaryHTML), ("language", \.language), ("image", \.image),
        ]
    }

    private static var itemDates: [(String, WritableKeyPath<ParsedItem, Timestamp?>)] {
        [("published", \.published), ("updated", \.updated)]
    }
}
