internal import FeedParsing
internal import Formats

/// Instapaper's export: URL, Title, Selection, Folder; later also Timestamp, and since 2025 Tags, a JSON list of words
/// (wallabag: src/Import/InstapaperImport.php).
///
/// The folders `Unread`, `Archive` and `Starred` are states; other folders were created by the owner and become tags.
/// If a link is starred or in a folder of the owner, the export does not tell whether it was read.
enum InstapaperCSV {
    static func read(_ bytes: [UInt8], into sink: inout ArchiveSink) throws {
        guard var table = CSVTable(bytes), table.has("url", "folder") else {
            throw ReaderArchiveError.otherForm(.instapaperCSV)
        }
        try table.readAll(into: &sink) { value, place, sink throws in
            let url = value("url")
            var article = MovedArticle(
                feed: ServiceFeed.instapaper.address, feedTitle: ServiceFeed.instapaper.title,
                guid: ImportedAddress.kept(url) ?? "", url: url, title: CSVLine.unguarded(value("title")),
                text: CSVLine.unguarded(value("selection")),
                published: Moment.seconds(digits: value("timestamp")), tags: tags(value("tags")))
            switch value("folder") {
            case "": break
            case "Unread": article.read = false
            case "Archive": article.read = true
            case "Starred": article.starred = true
            case let folder: article.tags.append(folder)
            }
            try sink.article(article, needsAddress: true, at: place)
        }
    }

    private static func tags(_ text: String) -> [String] {
        guard text.utf8.first == UInt8(ascii: "[") else { return text.split(separator: ",").map { String($0) } }
        return JSONValue.parse(Array(text.utf8))?.array?.compactMap(\.string) ?? []
    }
}
