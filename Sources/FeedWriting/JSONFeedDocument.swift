internal import Formats

/// Writes a feed in JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).
enum JSONFeedDocument {
    static func write(_ feed: OutgoingFeed) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            object.member("version", "https://jsonfeed.org/version/1.1")
            object.member("title", feed.title)
            object.member("home_page_url", feed.homeURL)
            object.member("feed_url", feed.selfURL)
            object.member("description", feed.subtitle)
            object.key("items")
            object.array(feed.entries) { write($1, &$0) }
        }
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ entry: OutgoingFeed.Entry, _ writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", entry.id)
            object.member("url", entry.url)
            object.member("title", entry.title)
            switch entry.content {
            case .html(let html): object.member("content_html", html)
            case .text(let text): object.member("content_text", text)
            }
            object.member("date_published", entry.published.map(CivilTime.rfc3339))
            object.member("date_modified", CivilTime.rfc3339(entry.updated))
            if let author = entry.author, !author.isEmpty {
                object.key("authors")
                object.array([author]) { $0.person($1) }
            }
            if !entry.tags.isEmpty { object.member("tags", entry.tags) }
            if !entry.enclosures.isEmpty {
                object.key("attachments")
                object.array(entry.enclosures) { writer, enclosure in
                    writer.object { object in
                        object.member("url", enclosure.url)
                        object.member("mime_type", enclosure.type ?? "application/octet-stream")
                        object.member("size_in_bytes", enclosure.length.map { Int($0) })
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func person(_ name: String) { object { $0.member("name", name) } }
}
