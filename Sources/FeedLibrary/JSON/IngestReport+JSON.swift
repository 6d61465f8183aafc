public import Formats
public import Ingestion

extension JSONWriter {
    /// - Parameter place: formats the position of a rejected article.
    public mutating func report(_ report: IngestReport, place: (String) -> String = { $0 }) {
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
            if report.rejectedCount > report.rejected.count { writer.member("rejected_count", report.rejectedCount) }
            if !report.unknownZones.isEmpty { writer.member("unknown_zones", report.unknownZones) }
            if report.isCancelled { writer.member("stopped", true) }
            writer.member("seconds", (report.seconds * 1e6).rounded() / 1e6)
            writer.member("articles_per_second", (report.articlesPerSecond * 10).rounded() / 10)
            writer.member("bytes", report.bytes)
        }
    }
}

extension Schema {
    static let ingestReport = Schema.object([
        .always("seen", .integer(), "the sum of the next four numbers"),
        .always("inserted", .integer()),
        .always("updated", .integer()),
        .always("unchanged", .integer()),
        .always("rejected", rejections),
        .maybe("rejected_count", .integer(), "present if there are more than are listed"),
        .maybe("unknown_zones", strings, "unknown time zones; their dates are read as UTC"),
        .maybe("stopped", .boolean),
        .always("seconds", .number),
        .always("articles_per_second", .number),
        .always("bytes", .integer()),
    ])
}
