internal import FeedParsing
public import Formats
internal import Markup
public import PageRecipes

extension JSONWriter {
    /// Writes the data that a recipe found on a page.
    public mutating func reading(_ reading: PageReading) {
        object { object in
            object.member("title", reading.feed.title.map { HTMLText.plainText($0) })
            object.member("matched", reading.matched)
            object.member("problem", reading.problem?.rawValue)
            object.member("next", reading.next)
            object.key("items")
            object.array(reading.feed.items) { writer, item in
                writer.object { object in
                    object.member("id", ItemIdentity.id(of: item))
                    object.member("url", item.url)
                    object.member("title", item.title.map { HTMLText.plainText($0) })
                    object.member("published", item.published?.rfc3339)
                    object.member("author", item.authors.first?.name)
                    object.member(
                        "content_html", item.contentHTML.map { HTMLSanitizer.sanitize($0, base: item.base) })
                }
            }
        }
    }
}
