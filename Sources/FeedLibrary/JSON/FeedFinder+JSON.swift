public import Formats

extension JSONWriter {
    public mutating func found(_ feeds: [FeedFinder.Found]) {
        object { writer in
            writer.key("feeds")
            writer.array(feeds) { writer, feed in
                writer.object { object in
                    object.member("href", feed.url)
                    object.member("title", feed.title.isEmpty ? nil : feed.title)
                    object.member("source", feed.source)
                    object.member("items", feed.items)
                    object.key("newest")
                    object.array(feed.newest) { writer, item in
                        writer.object { object in
                            object.member("title", item.title)
                            object.member("url", item.url)
                            object.member("published", item.published.map { CivilTime.rfc3339($0) })
                        }
                    }
                }
            }
        }
    }
}

extension Schema {
    static let foundFeeds = Schema.object([
        .always(
            "feeds",
            .array(
                .object([
                    .always("href", .string),
                    .maybe("title", .string),
                    .always("source", .string, "how it was found"),
                    .always("items", .integer(), "the number of its current articles"),
                    .always(
                        "newest",
                        .array(
                            .object([
                                .maybe("title", .string), .maybe("url", .string), .maybe("published", .date),
                            ])), "at most five"),
                ])))
    ])
}
