import FeedParsing
import Markup

/// `convert --to jsonfeed [FILE]`: any feed as JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).
enum ConvertCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard invocation.settings.value(.to) != nil else {
            throw UsageError.missingOperand(command: "convert", operands: "--to jsonfeed [FILE]")
        }
        let path = try invocation.inputPath()
        let context = FeedParser.Context(base: invocation.settings.value(.base))
        let feed = FeedParser.parse(try invocation.read(path), context: context)
        if feed.format == .unknown { throw invocation.complaint(.notAFeed, [path, feed.error ?? ""]) }
        var writer = JSONWriter()
        writer.jsonFeed(feed)
        writer.endLine()
        invocation.output.write(writer.bytes)
        return .done
    }
}

extension JSONWriter {
    fileprivate mutating func jsonFeed(_ feed: ParsedFeed) {
        object { writer in
            writer.member("version", "https://jsonfeed.org/version/1.1")
            writer.member("title", feed.title.map { HTMLText.plainText($0) } ?? "")
            writer.member("home_page_url", feed.link)
            writer.member("feed_url", feed.selfURL)
            writer.member("description", feed.description.map { HTMLText.plainText($0) })
            writer.member("next_url", feed.nextURL)
            writer.member("icon", feed.image ?? feed.icon)
            writer.member("favicon", feed.icon)
            writer.authors(feed.authors)
            writer.member("language", feed.language)
            if !feed.hubs.isEmpty {
                writer.key("hubs")
                writer.array(feed.hubs) { writer, hub in
                    writer.object { object in
                        object.member("type", "WebSub")
                        object.member("url", hub)
                    }
                }
            }
            writer.key("items")
            writer.array(feed.items) { $0.jsonFeedItem($1) }
        }
    }

    private mutating func jsonFeedItem(_ item: ParsedItem) {
        let content = item.contentHTML ?? item.summaryHTML
        object { writer in
            writer.member("id", item.id ?? item.url ?? "")
            writer.member("url", item.url)
            writer.member("title", item.title.map { HTMLText.plainText($0) })
            // An item has to have content_html or content_text.
            writer.member("content_html", HTMLSanitizer.sanitize(content ?? "", base: item.base))
            if item.contentHTML != nil { writer.member("summary", item.summaryHTML.map { HTMLText.plainText($0) }) }
            writer.member("image", item.image)
            writer.member("date_published", item.published.map { WallClock.rfc3339($0.seconds) })
            writer.member("date_modified", item.updated.map { WallClock.rfc3339($0.seconds) })
            writer.authors(item.authors)
            if !item.tags.isEmpty { writer.member("tags", item.tags) }
            writer.member("language", item.language)
            if !item.enclosures.isEmpty {
                writer.key("attachments")
                writer.array(item.enclosures) { writer, enclosure in
                    writer.object { object in
                        object.member("url", enclosure.url)
                        object.member("mime_type", enclosure.type ?? "application/octet-stream")
                        object.member("size_in_bytes", enclosure.length.flatMap { Int(exactly: $0) })
                    }
                }
            }
        }
    }

    private mutating func authors(_ authors: [ParsedAuthor]) {
        if authors.isEmpty { return }
        key("authors")
        array(authors) { writer, author in
            writer.object { object in
                object.member("name", author.name ?? author.email)
                object.member("url", author.url)
            }
        }
    }
}
