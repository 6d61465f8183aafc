internal import Markup

/// Items of a JSON Feed.
enum JSONFeedItem {
    static func item(_ value: JSONValue, base: String?, feedAuthors: [ParsedAuthor]) -> ParsedItem {
        var item = ParsedItem()
        item.base = base
        item.id = value["id"]?.scalarText?.nonBlank
        let external = address(value["external_url"], base)
        item.url = address(value["url"], base) ?? external
        item.title = value["title"]?.scalarText?.nonBlank.map(HTMLEscaping.escape)
        item.contentHTML =
            value["content_html"]?.text?.nonBlank
            ?? value["content_text"]?.text?.nonBlank.map(HTMLEscaping.escape)
        item.summaryHTML = value["summary"]?.text?.nonBlank.map(HTMLEscaping.escape)
        item.published = value["date_published"]?.text.flatMap { DateParser.parse($0) }
        item.updated = value["date_modified"]?.text.flatMap { DateParser.parse($0) }
        item.language = value["language"]?.text?.nonBlank
        item.image = address(value["image"], base) ?? address(value["banner_image"], base)
        item.authors = authors(value, base: base)
        for tag in value["tags"]?.values ?? [] { if let text = tag.scalarText { item.addTag(text) } }
        for attachment in value["attachments"]?.values ?? [] where item.enclosures.count < XMLFeedReader.maxValues {
            guard let url = address(attachment["url"], base) else { continue }
            let type = attachment["mime_type"]?.text?.nonBlank
            let length = attachment["size_in_bytes"]?.integer
            item.enclosures.append(ParsedEnclosure(url: url, type: type, length: length))
        }
        for field in JSONValue.unique(value.fields ?? []) where isExtension(field.key, value) {
            item.extensions.append((field.key, field.value.json))
        }
        return item
    }

    static func authors(_ value: JSONValue, base: String?) -> [ParsedAuthor] {
        let many = value["authors"]?.values ?? []
        let one = value["author"].map { [$0] } ?? []
        var result: [ParsedAuthor] = []
        for author in many.isEmpty ? one : many where result.count < XMLFeedReader.maxValues {
            if let text = author.text?.nonBlank {
                result.append(ParsedAuthor(name: text))
                continue
            }
            let name = author["name"]?.scalarText?.nonBlank
            let url = address(author["url"], base)
            if name != nil || url != nil { result.append(ParsedAuthor(name: name, url: url)) }
        }
        return result
    }

    private static func address(_ value: JSONValue?, _ base: String?) -> String? {
        guard let text = value?.text?.nonBlank else { return nil }
        return base == nil ? text : URLReference.resolve(text, base: base)
    }

    /// Whether the neutral form has no place for a field. An `external_url` has one only where there is no `url`, and text only
    /// where there is no HTML.
    private static func isExtension(_ key: String, _ item: JSONValue) -> Bool {
        switch key {
        case "external_url": return item["url"] != nil
        case "content_text": return item["content_html"] != nil
        case "banner_image": return item["image"] != nil
        default: return !known.contains(key)
        }
    }

    private static let known: Set<String> = [
        "id", "url", "title", "content_html", "summary", "image", "date_published", "date_modified", "author", "authors",
        "tags", "language", "attachments",
    ]
}
