public import Articles
public import Formats
internal import SQLiteStorage

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
                        object.member("value", count.value)
                        object.member("title", count.title)
                        object.member("articles", count.articles)
                    }
                }
            }
        }
    }
}
