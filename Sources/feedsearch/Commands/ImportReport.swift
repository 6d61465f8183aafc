import Formats
import Ingestion
import OPML

/// What became of each outline.
struct ImportReport {
    enum Result {
        case added, present
        /// With the reason.
        case refused(String)
    }

    var outlines: [(feed: OPMLFeed, result: Result)] = []
    /// Files and outlines that were refused, and where they stand.
    var refused: [(place: String, reason: String)] = []
    /// What the feed documents beside them brought; nil where none were looked for.
    var articles: IngestReport?

    /// A signal cut the import short.
    var isStopped = false

    /// Lists, containers and documents that were dealt with: that one is no feed needs no saying.
    var known: Set<String> = []

    /// Files beside the lists that look like feeds and could not be taken.
    var refusedDocuments: [IngestReport.Rejection] {
        (articles?.rejected ?? []).filter { !known.contains($0.place) }
    }

    var added: Int {
        outlines.count { if case .added = $0.result { true } else { false } }
    }

    var present: Int {
        outlines.count { if case .present = $0.result { true } else { false } }
    }

    mutating func refuse(_ outline: OPMLFeed, _ place: String, _ reason: String) {
        outlines.append((outline, .refused(reason)))
        refused.append((outline.title.isEmpty ? place : "\(place) (\(outline.title))", reason))
    }
}

extension JSONWriter {
    mutating func report(_ report: ImportReport) {
        object { writer in
            writer.member("added", report.added)
            writer.member("present", report.present)
            writer.key("outlines")
            writer.array(report.outlines) { writer, outline in
                writer.object { object in
                    object.member("url", outline.feed.url)
                    object.member("title", outline.feed.title)
                    object.member("folders", outline.feed.folders)
                    switch outline.result {
                    case .added: object.member("result", "added")
                    case .present: object.member("result", "present")
                    case .refused(let reason):
                        object.member("result", "refused")
                        object.member("why", reason)
                    }
                }
            }
            if report.isStopped { writer.member("stopped", true) }
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
