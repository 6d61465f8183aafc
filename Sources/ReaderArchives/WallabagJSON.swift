internal import FeedParsing

/// wallabag's JSON export: a list of links with their articles.
///
/// wallabag: src/Entity/Entry.php (group `export_all`), tests/…/fixtures/wallabag-v2.json. Flags are numbers in some
/// versions and booleans in others; tags are words or objects with a `label`.
enum WallabagJSON {
    static func read(_ bytes: [UInt8], into sink: inout ArchiveSink) throws {
        var records = JSONRecords(bytes)
        guard records.enterList() else { throw ReaderArchiveError.otherForm(.wallabagJSON) }
        try records.readAll(into: &sink) { entry, place, sink throws in
            let url = entry["url"]?.string
            let names = entry["published_by"]?.array?.compactMap(\.string) ?? []
            try sink.article(
                MovedArticle(
                    feed: ServiceFeed.wallabag.address, feedTitle: ServiceFeed.wallabag.title,
                    guid: ImportedAddress.kept(url) ?? "", url: url, title: entry["title"]?.string ?? "",
                    html: entry["content"]?.string.map { Array($0.utf8) },
                    author: names.isEmpty ? nil : names.joined(separator: ", "),
                    published: Moment.seconds(entry["published_at"]) ?? Moment.seconds(entry["created_at"]),
                    read: flag(entry["is_archived"]), starred: flag(entry["is_starred"]),
                    tags: entry["tags"]?.array?.compactMap { $0.string ?? $0["label"]?.string } ?? []),
                needsAddress: true, at: place)
        }
    }

    private static func flag(_ value: JSONValue?) -> Bool? { value?.bool ?? value?.integer.map { $0 != 0 } }
}
