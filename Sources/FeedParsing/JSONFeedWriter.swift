internal import Markup

/// Writes feeds of any format as JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).
///
/// What JSON Feed wants is always there: a version, a title, an id and a content for each item, a type for each
/// attachment. Titles and summaries are plain text, as it wants them. What it has no place for and the feed's extensions
/// did not name with an underscore goes into `_extensions`; fields that JSON Feed does not have or wants in another form are
/// in `_feedsearch` as they were. The same feed always gives the same bytes; read again, it has every field and extension,
/// but for the format's name and for what is told of mistakes in the document.
public enum JSONFeedWriter {
    /// The feed as one JSON text of one line, UTF-8. Linear.
    public static func write(_ feed: ParsedFeed) -> [UInt8] {
        var writing = JSONFeedWriting(feed, newest: feed.items.compactMap { $0.updated ?? $0.published }.max())
        for item in feed.items { writing.append(item) }
        writing.end()
        return writing.out
    }

    /// The feed's own members, all but `items`, and what a reader resolves the addresses of items against.
    ///
    /// - Parameter newest: the moment of the newest item.
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

    /// The feed that a reader makes of its own members.
    private static func read(_ members: [Member]) -> ParsedFeed {
        var bytes: [UInt8] = []
        JSONValue.object(members + [("items", .array([]))]).write(into: &bytes)
        return FeedParser.parse(bytes)
    }

    typealias Member = (key: String, value: JSONValue)

    // MARK: - Items

    /// - Parameter base: what a reader resolves the item's addresses against.
    /// - Parameter ids: those of the items before; "id is unique for that item in the feed".
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
        // An item needs a content: the description of RSS is one where there is no other.
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
        let again = JSONFeedItem.item(.object(members), base: base)
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

    /// An id for an item that has neither id nor address: the same as long as its title, date and content are.
    private static func madeID(_ item: ParsedItem) -> String {
        // FNV-1a, 64 bits: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
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

    /// An address without blanks and control characters in it; they are percent-encoded, as a browser would.
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

    /// A language tag; `en_US` is written `en-US`, and what is none is left out.
    private static func language(_ text: String?) -> String? {
        guard let text else { return nil }
        let tag = String(text.map { $0 == "_" ? "-" : $0 })
        return JSONFeedRules.isLanguage(tag) ? tag : nil
    }

    /// HTML as plain text. Where it has no tags only its references are replaced, so that text which was escaped comes
    /// out as it was.
    static func plainText(_ html: String?) -> String? {
        guard let html else { return nil }
        return html.utf8.contains(0x3C) ? HTMLText.plainText(html).nonBlank : HTMLEntities.decode(html)
    }

    /// Members that JSON Feed defines and the neutral form keeps raw, each with the type it must have.
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
    /// The extensions of a feed or an item, parted by where JSON Feed lets them stand.
    struct Extensions {
        private var standard: [String: JSONValue] = [:]
        private var underscored: [Member] = []
        private var foreign: [Member] = []

        /// - Parameter rules: what JSON Feed defines, and whether a value is what it wants there.
        init(_ list: [(name: String, json: String)], standard rules: [String: @Sendable (JSONValue) -> Bool]) {
            var order: [String] = []
            var grouped: [String: [JSONValue]] = [:]
            for entry in list {
                // Whatever is not JSON is kept as a text.
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
                // A name that comes more than once is one list, as in the neutral form.
                let value = values.count == 1 ? values[0] : .array(values)
                let isOurs = name == "_extensions" || name == JSONFeedOriginal.name
                if JSONFeedRules.isExtensionName(name), !isOurs {
                    underscored.append((name, value))
                } else {
                    foreign.append((name, value))
                }
            }
        }

        /// Appends a member that JSON Feed defines; false where the feed has none.
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
