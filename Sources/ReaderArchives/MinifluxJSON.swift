internal import FeedParsing

/// Responses of Miniflux's API: articles from `/v1/entries`, subscriptions from `/v1/feeds`.
///
/// Miniflux: internal/model/entry.go and feed.go. The feed's guid is missing: `hash` is only computed from it.
/// Therefore the address is used instead.
enum MinifluxJSON {
    static func readEntries(_ bytes: [UInt8], into sink: inout ArchiveSink) throws {
        var records = JSONRecords(bytes)
        guard let entries = records.members()?.last(where: { $0.key == "entries" }),
            records.enterList(at: entries.range)
        else { throw ReaderArchiveError.otherForm(.minifluxEntriesJSON) }
        try records.readAll(into: &sink) { entry, place, sink throws in
            let status = entry["status"]?.string
            if status == "removed" {
                sink.report.skipped += 1
                return
            }
            let feed = ImportedAddress.ofFeed(entry["feed"]?["feed_url"]?.string)
            let own = entry["feed_id"]?.integer.map { String($0) } ?? ""
            let url = entry["url"]?.string
            try sink.article(
                MovedArticle(
                    feed: feed ?? ServiceFeed.miniflux.address(of: own),
                    feedTitle: entry["feed"]?["title"]?.string ?? (feed == nil ? ServiceFeed.miniflux.title : nil),
                    guid: ImportedAddress.kept(url) ?? entry["hash"]?.string ?? "", url: url,
                    title: entry["title"]?.string ?? "", html: entry["content"]?.string.map { Array($0.utf8) },
                    author: entry["author"]?.string,
                    published: Moment.seconds(entry["published_at"]) ?? Moment.seconds(entry["created_at"]),
                    read: status.map { $0 == "read" }, starred: entry["starred"]?.bool,
                    categories: entry["tags"]?.array?.compactMap(\.string) ?? []),
                at: place)
        }
    }

    static func readFeeds(_ bytes: [UInt8], into sink: inout ArchiveSink) throws {
        var records = JSONRecords(bytes)
        guard records.enterList() else { throw ReaderArchiveError.otherForm(.minifluxFeedsJSON) }
        try records.readAll(into: &sink) { feed, place, sink throws in
            let category = feed["category"]?["title"]?.string
            try sink.subscription(
                feed["feed_url"]?.string, title: feed["title"]?.string, home: feed["site_url"]?.string,
                folders: category.map { [[$0]] } ?? [], at: place)
        }
    }
}
