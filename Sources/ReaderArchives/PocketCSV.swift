/// Pocket's last export, `part_000000.csv` and so on: title, url, time_added, tags, status.
///
/// Tags are separated by `|`; the status of a link is `unread` or `archive` (wallabag: src/Import/PocketCsvImport.php).
enum PocketCSV {
    static func read(_ bytes: [UInt8], into sink: inout ArchiveSink) throws {
        guard var table = CSVTable(bytes), table.has("url", "time_added") else {
            throw ReaderArchiveError.otherForm(.pocketCSV)
        }
        try table.readAll(into: &sink) { value, place, sink throws in
            let url = value("url")
            let status = value("status").lowercased()
            try sink.article(
                MovedArticle(
                    feed: ServiceFeed.pocket.address, feedTitle: ServiceFeed.pocket.title,
                    guid: ImportedAddress.kept(url) ?? "", url: url, title: value("title"),
                    published: Moment.seconds(digits: value("time_added")),
                    read: status.isEmpty ? nil : status == "archive",
                    tags: value("tags").split(separator: "|").map { String($0) }),
                needsAddress: true, at: place)
        }
    }
}
