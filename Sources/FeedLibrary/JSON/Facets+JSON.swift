public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    public mutating func facets(_ facets: Facets) {
        object { writer in
            writer.member("total", facets.total)
            let lists: [(String, [Facets.Count])] = [
                ("feeds", facets.feeds), ("folders", facets.folders), ("months", facets.months),
                ("languages", facets.languages),
            ]
            for (name, counts) in lists {
                writer.key(name)
                writer.array(counts) { writer, count in
                    writer.object { object in
                        let isFeed = name == "feeds"
                        object.member("value", isFeed ? MaskedURL.withoutLogin(count.value) : count.value)
                        object.member("title", isFeed ? count.title.map(MaskedURL.withoutLogin) : count.title)
                        object.member("articles", count.articles)
                    }
                }
            }
        }
    }
}

extension Schema {
    static let facets = Schema.object([
        .always("total", .integer()),
        .always("feeds", facetCounts),
        .always("folders", facetCounts),
        .always("months", facetCounts, "YYYY-MM"),
        .always("languages", facetCounts),
    ])

    private static let facetCounts = Schema.array(
        .object([
            .always("value", .string),
            .maybe("title", .string),
            .always("articles", .integer()),
        ]))
}
