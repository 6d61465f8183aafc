internal import FeedWriting
internal import Formats

/// Writes a stream as Atom 1.0 with Google Reader's extensions, as newsboat requests it.
struct AtomStream {
    private static let scheme = "http://www.google.com/reader/"
    private static let namespace = "http://www.google.com/schemas/reader/atom/"

    /// - Parameters:
    ///   - name: the name of the stream.
    ///   - newest: the time at which its newest article arrived.
    static func write(
        _ name: String, newest: Int64?, _ continuation: String?, _ items: (_ append: (Item) -> Void) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = XMLWriter()
        try writer.element("feed", [("xmlns", "http://www.w3.org/2005/Atom"), ("xmlns:gr", namespace)]) { writer in
            writer.element("id", "tag:google.com,2005:reader/" + name)
            writer.element("title", "feedsearch")
            writer.element("updated", CivilTime.rfc3339(newest ?? 0))
            writer.element("gr:continuation", continuation)
            try items { item in
                writer.element("entry", [("gr:crawl-timestamp-msec", "\(item.received)000")]) { write(item, &$0) }
                writer.endLine()
            }
        }
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ item: Item, _ writer: inout XMLWriter) {
        writer.element("id", ItemID.long(item.id))
        category(StreamID.statePrefix + "reading-list", "reading-list", &writer)
        // newsboat uses only the label. It keeps its own state if neither category is present.
        category(StreamID.statePrefix + (item.isRead ? "read" : "fresh"), item.isRead ? "read" : "fresh", &writer)
        if item.isStarred { category(StreamID.statePrefix + "starred", "starred", &writer) }
        for label in item.labels { category(StreamID.labelPrefix + label, label, &writer) }
        writer.element("title", item.title)
        writer.element("published", CivilTime.rfc3339(item.published))
        writer.element("updated", CivilTime.rfc3339(item.updated ?? item.published))
        if let url = item.url { writer.empty("link", [("rel", "alternate"), ("href", url)]) }
        for enclosure in item.enclosures {
            writer.empty(
                "link",
                [
                    ("rel", "enclosure"), ("href", enclosure.url), ("type", enclosure.type),
                    ("length", enclosure.length.map { String($0) }),
                ])
        }
        writer.element("content", item.html, [("type", "html")])
        writer.element("author") { $0.element("name", item.author ?? "") }
        writer.element("source", [("gr:stream-id", "feed/\(item.feed)")]) { source in
            source.element("id", "tag:google.com,2005:reader/feed/\(item.feed)")
            source.element("title", item.feedTitle)
        }
    }

    private static func category(_ term: String, _ label: String, _ writer: inout XMLWriter) {
        writer.empty("category", [("term", term), ("scheme", scheme), ("label", label)])
    }
}
