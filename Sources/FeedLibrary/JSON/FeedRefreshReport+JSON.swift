public import Formats
public import Ingestion

extension JSONWriter {
    public mutating func report(_ report: FeedRefreshReport) {
        object { writer in
            writer.member("feeds", report.feeds)
            writer.member("fetched", report.fetched)
            writer.member("unchanged", report.unchanged)
            writer.member("failed", report.failures.count)
            writer.member("inserted", report.inserted)
            writer.member("updated", report.updated)
            if report.removed > 0 { writer.member("removed", report.removed) }
            if report.pages.done > 0 {
                writer.key("pages")
                writer.object { object in
                    object.member("whole", report.pages.whole)
                    object.member("nothing_more", report.pages.nothingMore)
                    object.member("failed", report.pages.failed)
                    if report.pages.topics > 0 || report.pages.replies > 0 {
                        object.member("topics", report.pages.topics)
                        object.member("replies", report.pages.replies)
                    }
                }
            }
            writer.member("offline", report.isOffline)
            writer.member("stopped", report.isCancelled)
            writer.member("seconds", (report.seconds * 1e6).rounded() / 1e6)
            if !report.postponed.isEmpty {
                writer.key("postponed")
                writer.array(report.postponed) { writer, postponed in
                    writer.object { object in
                        object.member("feed", MaskedURL.withoutLogin(postponed.url))
                        object.member("title", postponed.title)
                        object.member("next_fetch", CivilTime.rfc3339(postponed.nextFetch))
                    }
                }
            }
            if !report.moves.isEmpty {
                writer.key("moved")
                writer.array(report.moves) { writer, move in
                    writer.object { object in
                        object.member("feed", MaskedURL.withoutLogin(move.url))
                        object.member("title", move.title)
                        object.member("to", move.place)
                    }
                }
            }
            if !report.waiting.isEmpty {
                writer.key("unconfirmed")
                writer.array(report.waiting) { writer, waiting in
                    writer.object { object in
                        object.member("feed", MaskedURL.withoutLogin(waiting.url))
                        object.member("title", waiting.title)
                        object.member("why", waiting.item)
                    }
                }
            }
            writer.key("failures")
            writer.array(report.failures) { writer, failure in
                writer.object { object in
                    object.member("feed", MaskedURL.withoutLogin(failure.url))
                    object.member("title", failure.title)
                    object.member("kind", failure.kind)
                    object.member("why", failure.text)
                    object.member("failures", failure.failures)
                    if failure.isAlert { object.member("alert", true) }
                    object.member("next_fetch", failure.nextFetch > 0 ? CivilTime.rfc3339(failure.nextFetch) : nil)
                }
            }
        }
    }
}

extension Schema {
    static let refreshReport = Schema.object([
        .always("feeds", .integer(), "number of requested feeds"),
        .always("fetched", .integer()),
        .always("unchanged", .integer()),
        .always("failed", .integer()),
        .always("inserted", .integer()),
        .always("updated", .integer()),
        .maybe("removed", .integer()),
        .maybe(
            "pages",
            .object([
                .always("whole", .integer()), .always("nothing_more", .integer()), .always("failed", .integer()),
                .maybe("topics", .integer(), "topics and comments' feeds that were read"),
                .maybe("replies", .integer(), "new replies that were stored as articles"),
            ]), "pages of articles, fetched for their full text or their replies"),
        .always("offline", .boolean),
        .always("stopped", .boolean),
        .always("seconds", .number),
        .maybe(
            "moved",
            .array(.object([.always("feed", .string), .maybe("title", .string), .always("to", .string)]))),
        .maybe(
            "postponed",
            .array(.object([.always("feed", .string), .maybe("title", .string), .always("next_fetch", .date)])),
            "not requested, because their hosts asked for a pause"),
        .maybe(
            "unconfirmed",
            .array(.object([.always("feed", .string), .maybe("title", .string), .always("why", .string)]))),
        .always(
            "failures",
            .array(
                .object([
                    .always("feed", .string), .maybe("title", .string), .always("kind", .string),
                    .always("why", .string), .always("failures", .integer(), "in a row"), .maybe("alert", .boolean),
                    .maybe("next_fetch", .date),
                ]))),
    ])

    static let refreshRequest = Schema.object([
        .maybe(
            "feeds", .array(.either([.integer(1...Int.max), .string]), count: 1...1_000),
            "numbers, addresses or titles; all feeds if absent")
    ])
}
