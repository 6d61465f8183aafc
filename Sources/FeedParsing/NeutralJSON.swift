internal import Markup

extension ParsedFeed {
    /// Converts extensions to one JSON object; nil if the list is empty. Extensions with equal names become an array.
    package static func extensionsJSON(_ extensions: [(name: String, json: String)]) -> String? {
        extensions.isEmpty ? nil : ExtensionTree.object(extensions.map { ($0.name, $0.json) })
    }

    /// The feed as neutral JSON on one line.
    ///
    /// - Parameter sanitize: whether HTML fields are sanitised and their addresses made absolute.
    /// - Complexity: linear.
    public func neutralJSON(sanitize: Bool = true) -> String {
        var writer = NeutralJSONWriter(sanitizes: sanitize)
        writer.write(self)
        return String(decoding: writer.out, as: UTF8.self)
    }
}

extension FeedParser {
    /// Parses a document and writes its neutral JSON on one line, without a line feed. `items` is written first, since
    /// fields of the feed may follow the items in the document.
    ///
    /// - Parameter write: receives the next part of the JSON in UTF-8; called about once per item.
    /// - Returns: the feed without its items.
    /// - Complexity: linear; needs memory for the document and one item.
    @discardableResult
    public static func writeNeutralJSON(
        _ bytes: [UInt8], context: Context = Context(), sanitize: Bool = true, to write: ([UInt8]) throws -> Void
    ) rethrows -> ParsedFeed {
        var writer = NeutralJSONWriter(sanitizes: sanitize)
        writer.beginItems()
        let feed = try parse(bytes, context: context) { item in
            writer.write(item)
            if writer.out.count > 1 << 16 {
                try write(writer.out)
                writer.out.removeAll(keepingCapacity: true)
            }
        }
        writer.endItems()
        writer.writeFields(feed)
        writer.end()
        try write(writer.out)
        return feed
    }
}

/// Writes the neutral JSON of feeds, field by field.
struct NeutralJSONWriter {
    var out: [UInt8] = []
    let sanitizes: Bool
    private var needsComma = false

    init(sanitizes: Bool) { self.sanitizes = sanitizes }

    mutating func write(_ feed: ParsedFeed) {
        beginItems()
        for item in feed.items { write(item) }
        endItems()
        writeFields(feed)
        end()
    }

    mutating func beginItems() {
        open(0x7B)
        key("items")
        open(0x5B)
    }

    mutating func endItems() { close(0x5D) }

    mutating func end() { close(0x7D) }

    mutating func writeFields(_ feed: ParsedFeed) {
        field("format", feed.format.rawValue)
        field("format_version", feed.formatVersion)
        if feed.isMalformed { raw("malformed", "true") }
        field("error", feed.error)
        field("id", feed.id)
        html("title", feed.title, base: feed.base)
        field("link", feed.link)
        field("feed_url", feed.selfURL)
        html("description", feed.description, base: feed.base)
        field("language", feed.language)
        field("icon", feed.icon)
        field("image", feed.image)
        people(feed.authors)
        field("published", feed.published?.rfc3339)
        field("updated", feed.updated?.rfc3339)
        html("copyright", feed.copyright, base: feed.base)
        field("generator", feed.generator)
        field("next_url", feed.nextURL)
        list("hubs", feed.hubs)
        list("tags", feed.tags)
        extensions(feed.extensions)
        list("warnings", feed.warnings)
    }

    mutating func write(_ item: ParsedItem) {
        open(0x7B)
        field("id", item.id)
        field("url", item.url)
        html("title", item.title, base: item.base)
        people(item.authors)
        field("published", item.published?.rfc3339)
        field("updated", item.updated?.rfc3339)
        html("content_html", item.contentHTML, base: item.base)
        html("summary_html", item.summaryHTML, base: item.base)
        field("language", item.language)
        field("image", item.image)
        list("tags", item.tags)
        if !item.enclosures.isEmpty {
            key("enclosures")
            open(0x5B)
            for enclosure in item.enclosures {
                open(0x7B)
                field("url", enclosure.url.isEmpty ? nil : enclosure.url)
                field("type", enclosure.type)
                if let length = enclosure.length { raw("length", String(length)) }
                close(0x7D)
            }
            close(0x5D)
        }
        extensions(item.extensions)
        close(0x7D)
    }

    // MARK: - Parts

    private mutating func open(_ bracket: UInt8) {
        comma()
        out.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        out.append(bracket)
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { out.append(0x2C) }
        needsComma = true
    }

    private mutating func key(_ name: String) {
        comma()
        JSONText.append(name, to: &out)
        out.append(0x3A)
        needsComma = false
    }

    private mutating func field(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        JSONText.append(value, to: &out)
        needsComma = true
    }

    private mutating func raw(_ name: String, _ json: String) {
        key(name)
        out.append(contentsOf: json.utf8)
        needsComma = true
    }

    private mutating func html(_ name: String, _ value: String?, base: String?) {
        guard let value else { return }
        field(name, sanitizes ? HTMLSanitizer.sanitize(value, base: base) : value)
    }

    private mutating func list(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        key(name)
        open(0x5B)
        for value in values {
            comma()
            JSONText.append(value, to: &out)
        }
        close(0x5D)
    }

    private mutating func people(_ authors: [ParsedAuthor]) {
        guard let first = authors.first else { return }
        field("author", first.name ?? first.email ?? first.url)
        key("authors")
        open(0x5B)
        for author in authors {
            open(0x7B)
            field("name", author.name)
            field("email", author.email)
            field("url", author.url)
            close(0x7D)
        }
        close(0x5D)
    }

    private mutating func extensions(_ values: [(name: String, json: String)]) {
        if let object = ParsedFeed.extensionsJSON(values) { raw("extensions", object) }
    }
}
