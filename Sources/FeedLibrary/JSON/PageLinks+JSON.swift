internal import Articles
public import Formats
public import Markup
internal import SQLiteEngine

extension JSONWriter {
    public mutating func links(_ links: PageLinks) {
        object { writer in
            writer.member("title", links.title.isEmpty ? nil : links.title)
            writer.member("base", links.base)
            writer.member("canonical", links.canonical)
            writer.key("feeds")
            writer.array(links.feeds) { $0.feedLink($1) }
            writer.key("candidates")
            writer.array(links.candidates) { $0.feedLink($1) }
            writer.key("icons")
            writer.array(links.icons) { writer, icon in
                writer.object { object in
                    object.member("href", icon.href)
                    object.member("rel", icon.rel)
                    object.member("type", icon.type.isEmpty ? nil : icon.type)
                    object.member("sizes", icon.sizes.isEmpty ? nil : icon.sizes)
                }
            }
            writer.member("hubs", links.hubs)
        }
    }

    private mutating func feedLink(_ feed: PageLinks.Feed) {
        object { writer in
            writer.member("href", feed.href)
            writer.member("type", feed.type.isEmpty ? nil : feed.type)
            writer.member("title", feed.title.isEmpty ? nil : feed.title)
            writer.member("source", feed.source.rawValue)
        }
    }
}
