internal import Database
internal import FeedParsing

/// newsboat's articles, in the file `cache.db`.
///
/// The schema is in newsboat's src/cache.cpp (`schemaPatches`). The feeds in it are not passed on as subscriptions,
/// since newsboat keeps unsubscribed feeds; `urls` is the list of subscriptions. newsboat has flags A to Z and a to z
/// instead of stars and labels; they become the tags `flag-A` and so on.
enum NewsboatCache {
    private static let items = TableShape(
        "rss_item", needed: ["id", "guid", "feedurl"],
        wanted: ["title", "author", "url", "pubDate", "content", "unread", "flags", "deleted", "content_mime_type"],
        ignored: [
            "enclosure_url", "enclosure_type", "enclosure_description", "enclosure_description_mime_type", "enqueued",
            "base",
        ])
    private static let feeds = TableShape(
        "rss_feed", needed: ["rssurl"], wanted: ["title"], ignored: ["url", "lastmodified", "is_rtl", "etag"])

    static func read(_ database: ForeignDatabase, into sink: inout ArchiveSink) throws {
        let item = try ForeignTable.needed(items, in: database, report: &sink.report)
        var feed = try ForeignTable(feeds, in: database, report: &sink.report)
        feed.needKey("rssurl", of: feeds, report: &sink.report)
        let columns = item.list(
            [
                "id", "guid", "feedurl", "title", "author", "url", "pubDate", "content", "unread", "flags", "deleted",
                "content_mime_type",
            ], of: "i")
        let join = feed == nil ? "" : "LEFT JOIN rss_feed f ON f.rssurl = i.feedurl"
        let rows = try database.rows("SELECT \(columns), \(feed.list(["title"], of: "f")) FROM rss_item i \(join)")
        while try rows.next() {
            if rows.bool(10) == true {
                sink.report.skipped += 1
                continue
            }
            let own = rows.text(2) ?? ""
            let content = rows.text(7) ?? ""
            // Older versions store no content type; all their content is HTML.
            let isPlain = rows.text(11)?.lowercased().hasPrefix("text/plain") == true
            try sink.article(
                MovedArticle(
                    feed: ImportedAddress.ofFeed(own) ?? ServiceFeed.newsboat.address(of: own),
                    feedTitle: rows.text(12) ?? (ImportedAddress.ofFeed(own) == nil ? ServiceFeed.newsboat.title : nil),
                    guid: identity(rows.text(1) ?? "", url: rows.text(5) ?? ""), url: rows.text(5),
                    title: rows.text(3) ?? "",
                    html: isPlain ? nil : Array(content.utf8), text: isPlain ? content : nil, author: rows.text(4),
                    published: rows.seconds(6), read: rows.bool(8).map { !$0 }, tags: tags(rows.text(9) ?? "")),
                at: .row(table: "rss_item", rows.integer(0) ?? 0))
        }
    }

    /// If the feed has no guid, newsboat creates one from the address and the date text (rss/rssparser.cpp,
    /// `get_guid`). Such a guid does not identify the article in the feed, so the address is used instead.
    private static func identity(_ guid: String, url: String) -> String {
        guard !url.isEmpty, guid.utf8.starts(with: url.utf8) else { return guid }
        let rest = Array(guid.utf8.dropFirst(url.utf8.count))
        return DateParser.parse(rest) == nil ? guid : url
    }

    private static func tags(_ flags: String) -> [String] {
        flags.utf8.filter { ($0 | 0x20) &- 0x61 < 26 }.map { "flag-" + String(Unicode.Scalar($0)) }
    }
}
