internal import Formats

/// Writes a feed in RSS 2.0 (<https://www.rssboard.org/rss-specification>), with the elements that its profile
/// recommends.
enum RSSDocument {
    static func write(_ feed: OutgoingFeed) -> [UInt8] {
        var writer = XMLWriter()
        let namespaces: [(name: String, value: String?)] = [
            ("version", "2.0"), ("xmlns:atom", "http://www.w3.org/2005/Atom"),
            ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
        ]
        writer.element("rss", namespaces) { writer in
            writer.element("channel") { writer in
                writer.endLine()
                writer.element("title", feed.title)
                // RSS requires `link`. If the feed has no home page, its id, a URN, is used.
                writer.element("link", feed.homeURL ?? feed.id)
                writer.element("description", feed.subtitle)
                writer.element("lastBuildDate", CivilTime.rfc5322(feed.updated))
                if let url = feed.selfURL {
                    writer.empty(
                        "atom:link", [("rel", "self"), ("type", "application/rss+xml"), ("href", url)])
                }
                for entry in feed.entries {
                    writer.endLine()
                    writer.element("item") { write(entry, &$0) }
                }
                writer.endLine()
            }
        }
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ entry: OutgoingFeed.Entry, _ writer: inout XMLWriter) {
        writer.element("title", entry.title)
        writer.element("link", entry.url)
        writer.element("guid", entry.id, [("isPermaLink", "false")])
        writer.element("pubDate", CivilTime.rfc5322(entry.published ?? entry.updated))
        if let author = entry.author, !author.isEmpty { writer.element("dc:creator", author) }
        for tag in entry.tags { writer.element("category", tag) }
        // RSS allows one enclosure for each item and requires its three attributes.
        if let enclosure = entry.enclosures.first {
            writer.empty(
                "enclosure",
                [
                    ("url", enclosure.url), ("length", String(enclosure.length ?? 0)),
                    ("type", enclosure.type ?? "application/octet-stream"),
                ])
        }
        switch entry.content {
        case .html(let html): writer.element("description", html)
        // Readers of RSS interpret the description as HTML, so plain text is escaped.
        case .text(let text): writer.element("description", XMLText.escape(text))
        }
    }
}
