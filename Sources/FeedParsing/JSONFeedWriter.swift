internal import Markup

/// Writes feeds of any format as JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).
///
/// The members that JSON Feed requires are always written: a version, a title, an id and content for each item, and a
/// type for each attachment. Titles and summaries are plain text. Extensions whose names do not begin with an
/// underscore are written into `_extensions`; fields that JSON Feed lacks or represents differently are written into
/// `_feedsearch`. The output for a feed is always the same. Parsing the output gives all fields and extensions, except
/// the name of the format and the warnings.
public enum JSONFeedWriter {
    /// The feed as JSON on one line, in UTF-8.
    ///
    /// - Complexity: linear.
    public static func write(_ feed: ParsedFeed) -> [UInt8] {
        var writing = JSONFeedWriting(feed, newest: feed.items.compactMap { $0.updated ?? $0.published }.max())
        for item in feed.items { writing.append(item) }
        writing.end()
        return writing.out
    }

    /// The members of the feed itself without `items`, and the base that a reader uses for addresses in items.
    ///
    /// - Parameter newest: the date of the newest item.
    static func head(_ feed: ParsedFeed, newest: Timestamp?) -> (members: [Member], base: String?) {
        var members: [Member] = [
            ("version", .string("https://jsonfeed.org/version/1.1")),
            (
                "title",
                .string(plainText(feed.title)?.nonBlank ?? feed.link?.nonBlank ?? feed.selfURL?.nonBlank ?? "Untitled")
            ),
        ]
        let extensions = Extensions(feed.extensions, standard: feedExtensions)
        append("home_page_url", address(feed.link), to: &members)
        append("feed_url", address(feed.selfURL), to: &members)
        append("description", plainText(feed.description), to: &members)
        extensions.append("user_comment", to: &members)
        append("next_url", address(feed.nextURL), to: &members)
        append("icon", address(feed.image), to: &members)
        append("favicon", feed.icon == feed.image ? nil : address(feed.icon), to: &members)
        if !extensions.append("authors", to: &members) { append(feed.authors, to: &members) }
        append("language", language(feed.language), to: &members)
        extensions.append("expired", to: &members)
        if !extensions.append("hubs", to: &members), !feed.hubs.isEmpty {
            let hubs = feed.hubs.compactMap(address).map {
                JSONValue.object([("type", .string("WebSub")), ("url", .string($0))])
            }
            members.append(("hubs", .array(hubs)))
        }
        extensions.appendOthers(to: &members)
        var again = read(members)
        again.updated = newest
        if let original = JSONFeedOriginal.member(of: feed, readAs: again) { members.append(original) }
        return (members, again.base)
    }

    /// Parses members of a feed, to find which fields would be lost or changed.
    private static func read(_ members: [Member]) -> ParsedFeed {
        var bytes: [UInt8] = []
        JSONValue.object(members + [("items", .array([]))]).write(into: &bytes)
        return FeedParser.parse(bytes)
    }

    typealias Member = (key: String, value: JSONValue)

    // MARK: - Items

    /// An item as JSON.
    ///
    /// - Parameters:
    ///   - base: the base that a reader uses for addresses in the item.
    ///   - ids: the ids of the previous items: "id is unique for that item in the feed".
    static func item(_ item: ParsedItem, base: String?, ids: inout Set<String>) -> JSONValue {
        let extensions = Extensions(item.extensions, standard: itemExtensions)
        let wanted = item.id?.nonBlank ?? item.url?.nonBlank ?? madeID(item)
        var id = wanted
        var number = 1
        while !ids.insert(id).inserted {
            number += 1
            id = "\(wanted)#\(number)"
        }
        var members: [Member] = [("id", .string(id))]
        append("url", address(item.url), to: &members)
        extensions.append("external_url", to: &members)
        append("title", plainText(item.title), to: &members)
        // An item must have content. If it has no other content, its summary is used.
        let hasText = extensions.append("content_text", to: &members)
        let content = item.contentHTML ?? (hasText ? nil : item.summaryHTML?.nonBlank)
        append("content_html", content, to: &members)
        if content == nil, !hasText { members.append(("content_text", .string(""))) }
        append("summary", plainText(item.summaryHTML), to: &members)
        append("image", address(item.image), to: &members)
        extensions.append("banner_image", to: &members)
        append("date_published", item.published?.rfc3339, to: &members)
        append("date_modified", item.updated?.rfc3339, to: &members)
        if !extensions.append("authors", to: &members) { append(item.authors, to: &members) }
        if !item.tags.isEmpty { members.append(("tags", .array(item.tags.map { .string($0) }))) }
        append("language", language(item.language), to: &members)
        if !extensions.append("attachments", to: &members), !item.enclosures.isEmpty {
            members.append(("attachments", .array(item.enclosures.compactMap(attachment))))
        }
        extensions.appendOthers(to: &members)
        var zones = UnknownZones()
        let again = JSONFeedItem.item(.object(members), base: base, zones: &zones)
        if let original = JSONFeedOriginal.member(of: item, readAs: again) { members.append(original) }
        return .object(members)
    }

    private static func attachment(_ enclosure: ParsedEnclosure) -> JSONValue? {
        guard let url = address(enclosure.url) else { return nil }
        var members: [Member] = [
            ("url", .string(url)),
            ("mime_type", .string(enclosure.type?.nonBlank ?? MediaType.guess(enclosure.url))),
        ]
        if let length = enclosure.length, length >= 0 { members.append(("size_in_bytes", .number(String(length)))) }
        return .object(members)
    }

    /// An id for an item with neither id nor address: a hash of title, date and content.
    private static func madeID(_ item: ParsedItem) -> String {
        // The hash is FNV-1a with 64 bits: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in [item.title, item.published?.rfc3339, item.contentHTML ?? item.summaryHTML] {
            for byte in (text ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        return "urn:fnv1a:" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    // MARK: - Values

    private static func append(_ key: String, _ text: String?, to members: inout [Member]) {
        if let text { members.append((key, .string(text))) }
    }

    private static func append(_ authors: [ParsedAuthor], to members: inout [Member]) {
        let list = authors.compactMap { author -> JSONValue? in
            var parts: [Member] = []
            append("name", author.name, to: &parts)
            append("url", address(author.url ?? author.email.map { "mailto:" + $0 }), to: &parts)
            return parts.isEmpty ? nil : .object(parts)
        }
        if !list.isEmpty { members.append(("authors", .array(list))) }
    }

    /// An address in which blanks and control characters are percent-encoded, as in browsers.
    private static func address(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        if JSONFeedRules.isAddress(text) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            guard byte <= 0x20 || byte == 0x7F else {
                bytes.append(byte)
                continue
            }
            bytes += "%\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A language tag. `en_US` becomes `en-US`, and an invalid tag is left out.
    private static func language(_ text: String?) -> String? {
        guard let text else { return nil }
        let tag = String(text.map { $0 == "_" ? "-" : $0 })
        return JSONFeedRules.isLanguage(tag) ? tag : nil
    }

    /// Converts HTML to plain text. If the HTML contains no tags, only its character references are decoded, so that
    /// escaped text is unchanged.
    static func plainText(_ html: String?) -> String? {
        guard let html else { return nil }
        return html.utf8.contains(0x3C) ? HTMLText.plainText(html).nonBlank : HTMLEntities.decode(html)
    }

    /// The members of JSON Feed that the neutral form stores as raw JSON, each with a check of its type.
    private static let feedExtensions: [String: @Sendable (JSONValue) -> Bool] = [
        "user_comment": { $0.string != nil }, "expired": { $0.bool != nil },
        "authors": JSONFeedRules.areAuthors, "hubs": JSONFeedRules.areHubs,
    ]

    private static let itemExtensions: [String: @Sendable (JSONValue) -> Bool] = [
        "external_url": { $0.string.map(JSONFeedRules.isAddress) == true }, "content_text": { $0.string != nil },
        "banner_image": { $0.string.map(JSONFeedRules.isAddress) == true }, "authors": JSONFeedRules.areAuthors,
        "attachments": JSONFeedRules.areAttachments,
    ]
}

extension JSONFeedWriter {
    /// The extensions of a feed or item, grouped by the place where JSON Feed allows them.
    struct Extensions {
        private var standard: [String: JSONValue] = [:]
        private var underscored: [Member] = []
        private var foreign: [Member] = []

        /// Groups extensions.
        ///
        /// - Parameter rules: the members that JSON Feed defines, each with a check of its type.
        init(_ list: [(name: String, json: String)], standard rules: [String: @Sendable (JSONValue) -> Bool]) {
            var order: [String] = []
            var grouped: [String: [JSONValue]] = [:]
            for entry in list {
                // Invalid JSON is stored as a string.
                let value = (try? JSONValue.parseStrictly(Array(entry.json.utf8))) ?? .string(entry.json)
                if grouped[entry.name] == nil { order.append(entry.name) }
                grouped[entry.name, default: []].append(value)
            }
            for name in order {
                let values = grouped[name] ?? []
                if let rule = rules[name], let last = values.last, rule(last) {
                    standard[name] = last
                    continue
                }
                // Values with equal names become an array, as in the neutral form.
                let value = values.count == 1 ? values[0] : .array(values)
                let isOurs = name == "_extensions" || name == JSONFeedOriginal.name
                if JSONFeedRules.isExtensionName(name), !isOurs {
                    underscored.append((name, value))
                } else {
                    foreign.append((name, value))
                }
            }
        }

        /// Appends a member that JSON Feed defines. Returns false if the feed or item does not have the member.
        @discardableResult
        func append(_ key: String, to members: inout [Member]) -> Bool {
            guard let value = standard[key] else { return false }
            members.append((key, value))
            return true
        }

        func appendOthers(to members: inout [Member]) {
            members += underscored
            if !foreign.isEmpty { members.append(("_extensions", .object(foreign))) }
        }
    }
}
