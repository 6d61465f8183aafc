internal import Articles
public import Formats
internal import OPML

extension JSONWriter {
    /// - Parameter place: formats the position of a refused item.
    public mutating func report(_ report: ImportReport, place: (String) -> String = { $0 }) {
        object { writer in
            writer.member("added", report.added)
            writer.member("present", report.present)
            writer.key("outlines")
            writer.array(report.outlines) { writer, outline in
                writer.object { object in
                    object.member("url", MaskedURL.withoutLogin(outline.feed.url))
                    object.member("title", outline.feed.title)
                    object.member("folders", outline.feed.allFolders.first ?? [])
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
                writer.report(articles, place: place)
            }
            if !report.moved.isEmpty {
                writer.key("moved")
                writer.array(report.moved) { writer, moved in
                    writer.object { object in
                        object.member("file", place(moved.place))
                        object.member("reader", moved.reader)
                        object.member("inserted", moved.articles.inserted)
                        object.member("updated", moved.articles.updated)
                        object.member("unchanged", moved.articles.unchanged)
                    }
                }
            }
            writer.key("rejected")
            writer.array(report.refused) { writer, refusal in
                writer.object { object in
                    object.member("where", place(refusal.place))
                    object.member("why", refusal.reason)
                }
            }
        }
    }
}

extension Schema {
    static let importReport = Schema.object([
        .always("added", .integer()),
        .always("present", .integer()),
        .always(
            "outlines",
            .array(
                .object([
                    .always("url", .string), .maybe("title", .string), .always("folders", strings),
                    .always("result", .choice(["added", "present", "refused"])), .maybe("why", .string),
                ]))),
        .maybe("stopped", .boolean),
        .maybe("articles", .named("IngestReport")),
        .always("rejected", rejections),
    ])
}
