internal import FeedParsing
public import Formats
internal import Markup
public import PageRecipes

extension Schema {
    static let recipeRequest = Schema.object([
        .always("recipe", .object([], open: true), "as in docs/page-recipes.md"),
        .maybe("set", .object([], open: true), "values of the address's parameters: a string or an array of strings"),
        .maybe("url", .string, "the page, if the recipe has no address"),
        .maybe("folder", .string, "names from the top, separated by /"),
    ])
}

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

    /// Writes the text and the replies that a recipe finds on the page of a topic.
    public mutating func topic(_ reading: TopicReading) {
        object { object in
            object.member("problem", reading.problem?.rawValue)
            object.member("next", reading.next)
            object.member("author", reading.author)
            object.member("published", reading.published?.rfc3339)
            object.member("html", reading.html.map { HTMLSanitizer.sanitize($0, base: reading.base) })
            object.key("replies")
            object.array(reading.replies) { writer, reply in
                writer.object { object in
                    object.member("id", reply.key)
                    object.member("author", reply.author)
                    object.member("published", reply.published?.rfc3339)
                    object.member("number", reply.number.map { Int($0) })
                    object.member("likes", reply.likes.map { Int($0) })
                    object.member("in_reply_to", reply.inReplyTo)
                    object.member("html", HTMLSanitizer.sanitize(reply.html, base: reading.base))
                }
            }
        }
    }

    /// Writes the values that a site offers for a parameter.
    public mutating func nodes(_ nodes: [RecipeNode], of parameter: String) {
        object { object in
            object.member("parameter", parameter)
            object.key("nodes")
            object.array(nodes) { writer, node in
                writer.object { object in
                    object.member("value", node.value)
                    object.member("title", node.title)
                }
            }
        }
    }
}
