internal import Database

/// Liferea's articles and subscriptions, in the file `liferea.db`.
///
/// The schema is in Liferea's src/db.c (`db_init`, version 10). `feedlist.opml` in the same folder contains the same
/// subscriptions as the database. News bins contain copies of articles, whose feed is `parent_node_id`.
enum LifereaDatabase {
    private static let items = TableShape(
        "items", needed: ["item_id", "node_id"],
        wanted: [
            "title", "read", "marked", "source", "source_id", "description", "date", "comment", "parent_node_id",
        ], ignored: ["parent_item_id", "updated", "popup", "valid_guid", "comment_feed_id"])
    private static let metadata = TableShape("metadata", needed: ["item_id", "nr", "key", "value"])

    static func read(_ database: ForeignDatabase, into sink: inout ArchiveSink) throws {
        let feeds = try LifereaFeeds(database, report: &sink.report)
        try feeds.deliver(to: &sink)
        let item = try ForeignTable.needed(items, in: database, report: &sink.report)
        let columns = item.list(
            [
                "item_id", "node_id", "parent_node_id", "title", "source", "source_id", "description", "date", "read",
                "marked", "comment",
            ], of: "i")
        let rows = try database.rows("SELECT \(columns) FROM items i")
        let details = try details(database, report: &sink.report)
        while try rows.next() {
            if rows.bool(10) == true {
                sink.report.skipped += 1
                continue
            }
            let number = rows.integer(0) ?? 0
            let node = rows.text(1) ?? ""
            let feed = feeds.feed(node) ?? rows.text(2).flatMap(feeds.feed)
            var article = MovedArticle(
                feed: feed?.url ?? ServiceFeed.liferea.address(of: node),
                feedTitle: feed?.title ?? feeds.title(node) ?? (feed == nil ? ServiceFeed.liferea.title : nil),
                guid: rows.text(5) ?? "", url: rows.text(4), title: rows.text(3) ?? "",
                html: rows.text(6).map { Array($0.utf8) }, published: rows.seconds(7), read: rows.bool(8),
                starred: rows.bool(9))
            if let details { try add(details, of: number, to: &article) }
            try sink.article(article, at: .row(table: "items", number))
        }
    }

    /// Authors and categories by article number; nil if each look-up would have to search the whole table.
    private static func details(
        _ database: ForeignDatabase, report: inout ArchiveReport
    ) throws(ReaderArchiveError) -> ForeignRows? {
        guard let table = try ForeignTable(metadata, in: database, report: &report), table.isKeyed(by: "item_id")
        else { return nil }
        return try database.rows(
            "SELECT key, value FROM metadata WHERE item_id = ? AND key IN ('author', 'category') ORDER BY nr LIMIT 64")
    }

    private static func add(
        _ details: ForeignRows, of number: Int64, to article: inout MovedArticle
    ) throws(ReaderArchiveError) {
        details.restart(with: number)
        while try details.next() {
            guard let value = details.text(1) else { continue }
            if details.text(0) == "category" {
                article.categories.append(value)
            } else {
                article.author = article.author.map { "\($0), \(value)" } ?? value
            }
        }
    }
}
