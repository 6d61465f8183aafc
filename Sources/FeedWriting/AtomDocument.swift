internal import Formats

/// Writes a feed in Atom 1.0 (RFC 4287).
enum AtomDocument {
    static func write(_ feed: OutgoingFeed) -> [UInt8] {
        var writer = XMLWriter()
        writer.element("feed", [("xmlns", "http://www.w3.org/2005/Atom")]) { writer in
            writer.endLine()
            writer.element("id", feed.id)
            writer.element("title", feed.title)
            writer.element("subtitle", feed.subtitle)
            writer.element("updated", CivilTime.rfc3339(feed.updated))
            // The author of the feed, which Atom requires if an entry has no author.
            writer.element("author") { $0.element("name", "feedsearch") }
            link("alternate", feed.homeURL, &writer)
            link("self", feed.selfURL, &writer)
            for entry in feed.entries {
                writer.endLine()
                writer.element("entry") { write(entry, &$0) }
            }
            writer.endLine()
        }
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ entry: OutgoingFeed.Entry, _ writer: inout XMLWriter) {
        writer.element("id", entry.id)
        writer.element("title", entry.title)
        writer.element("updated", CivilTime.rfc3339(entry.updated))
        writer.element("published", entry.published.map(CivilTime.rfc3339))
        link("alternate", entry.url, &writer)
        if let author = entry.author, !author.isEmpty {
            writer.element("author") { $0.element("name", author) }
        }
        for tag in entry.tags { writer.empty("category", [("term", tag)]) }
        for enclosure in entry.enclosures {
            writer.empty(
                "link",
                [
                    ("rel", "enclosure"), ("href", enclosure.url), ("type", enclosure.type),
                    ("length", enclosure.length.map { String($0) }),
                ])
        }
        switch entry.content {
        case .html(let html): writer.element("content", html, [("type", "html")])
        case .text(let text): writer.element("summary", text)
        }
    }

    private static func link(_ relation: String, _ url: String?, _ writer: inout XMLWriter) {
        if let url { writer.empty("link", [("rel", relation), ("href", url)]) }
    }
}
