public import Formats
public import Ingestion

extension JSONWriter {
    /// - Parameters:
    ///   - place: formats the position of a rejected article.
    ///   - withIDs: whether to list the inserted and updated articles.
    public mutating func report(
        _ report: IngestReport, withIDs: Bool = false, place: (String) -> String = { $0 }
    ) {
        object { writer in
            writer.member("seen", report.seen)
            writer.member("inserted", report.inserted)
            writer.member("updated", report.updated)
            writer.member("unchanged", report.unchanged)
            writer.key("rejected")
            writer.array(report.rejected) { writer, rejection in
                writer.object { object in
                    object.member("where", place(rejection.place))
                    object.member("why", rejection.reason)
                }
            }
            if withIDs {
                writer.key("ids")
                writer.object { $0.stored(report.stored, withFiles: true) }
            }
            if report.rejectedCount > report.rejected.count { writer.member("rejected_count", report.rejectedCount) }
            if !report.unknownZones.isEmpty { writer.member("unknown_zones", report.unknownZones) }
            if report.isCancelled { writer.member("stopped", true) }
            writer.member("seconds", (report.seconds * 1e6).rounded() / 1e6)
            writer.member("articles_per_second", (report.articlesPerSecond * 10).rounded() / 10)
            writer.member("bytes", report.bytes)
        }
    }

    /// Writes a line of acknowledgement: the number of committed articles and, if ids are requested, the articles that
    /// the commit has inserted or updated.
    ///
    /// - Parameter stored: nil if ids are not requested.
    public mutating func commit(_ committed: Int, _ stored: [IngestReport.StoredArticle]?, withFiles: Bool) {
        object { writer in
            writer.member("committed", committed)
            if let stored { writer.stored(stored, withFiles: withFiles) }
        }
        endLine()
    }

    private mutating func stored(_ articles: [IngestReport.StoredArticle], withFiles: Bool) {
        for (name, isNew) in [("inserted", true), ("updated", false)] {
            key(name)
            array(articles.filter { $0.isNew == isNew }) { writer, article in
                writer.object { object in
                    if withFiles { object.member("file", article.file) }
                    object.member(article.isLine ? "line" : "item", article.number)
                    object.member("n", Int(article.id))
                }
            }
        }
    }
}

extension Schema {
    private static let storedArticles = Schema.array(
        .object([
            .maybe("file", .string), .maybe("line", .integer()), .maybe("item", .integer(), "in a feed document"),
            .always("n", .integer()),
        ]))

    static let ingestReport = Schema.object([
        .always("seen", .integer(), "the sum of the next four numbers"),
        .always("inserted", .integer()),
        .always("updated", .integer()),
        .always("unchanged", .integer()),
        .always("rejected", rejections),
        .maybe(
            "ids", .object([.always("inserted", storedArticles), .always("updated", storedArticles)]),
            "the numbers of articles by line, if requested"),
        .maybe("rejected_count", .integer(), "present if there are more than are listed"),
        .maybe("unknown_zones", strings, "unknown time zones; their dates are read as UTC"),
        .maybe("stopped", .boolean),
        .always("seconds", .number),
        .always("articles_per_second", .number),
        .always("bytes", .integer()),
    ])
}
