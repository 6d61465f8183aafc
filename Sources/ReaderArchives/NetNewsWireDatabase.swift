internal import Database

/// NetNewsWire's articles, in an account's file `DB.sqlite3`.
///
/// The schema is in NetNewsWire's Modules/ArticlesDatabase (ArticlesDatabase.swift, `tableCreationStatements`). In a
/// local account `feedID` is the feed's address; in a synchronised account it is the service's number. Dates are
/// seconds with a fraction. Versions since 2026 store authors as JSON in the article's row, earlier ones in two tables.
enum NetNewsWireDatabase {
    private static let articles = TableShape(
        "articles", needed: ["articleID", "feedID", "uniqueID"],
        wanted: ["title", "contentHTML", "contentText", "url", "externalURL", "summary", "datePublished"],
        ignored: [
            "imageURL", "bannerImageURL", "dateModified", "searchRowID", "markdown", "authors", "accountInfo",
        ])
    private static let statuses = TableShape(
        "statuses", needed: ["articleID"], wanted: ["read", "starred", "dateArrived"],
        ignored: ["userDeleted", "accountInfo"])
    private static let authors = TableShape(
        "authors", needed: ["authorID", "name"], ignored: ["url", "avatarURL", "emailAddress"])
    private static let lookup = TableShape("authorsLookup", needed: ["authorID", "articleID"])
    private static let maxAuthors = 16

    static func read(_ database: ForeignDatabase, into sink: inout ArchiveSink) throws {
        let article = try ForeignTable.needed(articles, in: database, report: &sink.report)
        guard article.isKey("articleID") else { throw ReaderArchiveError.otherForm(.netNewsWire) }
        var status = try ForeignTable(statuses, in: database, report: &sink.report)
        status.needKey("articleID", of: statuses, report: &sink.report)
        let hasAuthors = try authorsAreJoined(database, report: &sink.report)
        let columns = article.list(
            [
                "articleID", "feedID", "uniqueID", "title", "contentHTML", "contentText", "url", "externalURL",
                "summary", "datePublished", "authors",
            ], of: "a")
        var sql = "SELECT a.rowid, \(columns), \(status.list(["read", "starred", "dateArrived"], of: "s")), "
        sql += hasAuthors ? "u.name" : "NULL"
        sql += " FROM articles a"
        if status != nil { sql += " LEFT JOIN statuses s ON s.articleID = a.articleID" }
        if hasAuthors {
            sql += " LEFT JOIN authorsLookup l ON l.articleID = a.articleID"
            sql += " LEFT JOIN authors u ON u.authorID = l.authorID"
        }
        try read(try database.rows(sql), into: &sink)
    }

    /// Reads the joined rows. Rows for the authors of one article are adjacent.
    private static func read(_ rows: ForeignRows, into sink: inout ArchiveSink) throws {
        var pending: (row: Int64, article: MovedArticle, authors: [String])?
        func deliver(_ sink: inout ArchiveSink) throws {
            guard var found = pending else { return }
            pending = nil
            if !found.authors.isEmpty { found.article.author = found.authors.joined(separator: ", ") }
            try sink.article(found.article, at: .row(table: "articles", found.row))
        }
        while try rows.next() {
            let row = rows.integer(0) ?? 0
            if pending?.row != row {
                try deliver(&sink)
                pending = (row, article(rows), NetNewsWireAuthors.names(inJSON: rows.text(11)))
            }
            if let name = rows.text(15), pending?.authors.count ?? 0 < maxAuthors,
                pending?.authors.contains(name) == false
            {
                pending?.authors.append(name)
            }
        }
        try deliver(&sink)
    }

    private static func article(_ rows: ForeignRows) -> MovedArticle {
        let own = rows.text(2) ?? ""
        // Feedly's ids are addresses with the prefix `feed/`.
        let feed = ImportedAddress.ofFeed(own.hasPrefix("feed/") ? String(own.dropFirst(5)) : own)
        let html = rows.text(5).flatMap { $0.isEmpty ? nil : $0 }
        let text = rows.text(6).flatMap { $0.isEmpty ? nil : $0 }
        return MovedArticle(
            feed: feed ?? ServiceFeed.netNewsWire.address(of: own),
            feedTitle: feed == nil ? ServiceFeed.netNewsWire.title : nil, guid: rows.text(3) ?? "",
            url: ImportedAddress.kept(rows.text(7)) ?? rows.text(8), title: rows.text(4) ?? "",
            html: html.map { Array($0.utf8) },
            text: text ?? (html == nil ? rows.text(9) : nil), published: rows.seconds(10) ?? rows.seconds(14),
            read: rows.bool(12), starred: rows.bool(13))
    }

    /// Whether the file has both tables of authors, with the keys that limit the cost of a join.
    private static func authorsAreJoined(
        _ database: ForeignDatabase, report: inout ArchiveReport
    ) throws(ReaderArchiveError) -> Bool {
        // Versions since 2026 do not have these tables, so they are not reported as missing.
        var unreported = report
        guard let author = try ForeignTable(authors, in: database, report: &unreported),
            try ForeignTable(lookup, in: database, report: &unreported) != nil
        else { return false }
        report.unknownColumns = unreported.unknownColumns
        return author.isKey("authorID")
    }
}
