import Ingestion
import OPML

/// What became of each outline.
struct ImportReport {
    var outlines: [(feed: OPMLFeed, isNew: Bool)] = []
    var refused: [(place: String, reason: String)] = []
    /// What the feed documents beside them brought; nil where none were looked for.
    var articles: IngestReport?
}

extension JSONWriter {
    mutating func report(_ report: ImportReport) {
        object { writer in
            let added = report.outlines.count { $0.isNew }
            writer.member("added", added)
            writer.member("present", report.outlines.count - added)
            writer.key("outlines")
            writer.array(report.outlines) { writer, outline in
                writer.object { object in
                    object.member("url", outline.feed.url)
                    object.member("title", outline.feed.title)
                    object.member("folders", outline.feed.folders)
                    object.member("result", outline.isNew ? "added" : "present")
                }
            }
            if let articles = report.articles {
                writer.key("articles")
                writer.report(articles)
            }
            writer.key("rejected")
            writer.array(report.refused) { writer, refusal in
                writer.object { object in
                    object.member("where", refusal.place)
                    object.member("why", refusal.reason)
                }
            }
        }
    }
}
