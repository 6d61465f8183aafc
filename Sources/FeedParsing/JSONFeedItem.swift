internal import Formats
internal import Markup

/// Parses items of a JSON Feed, and members that occur both in items and in the feed.
enum JSONFeedItem {
    /// Parses an item.
    ///
    /// - Parameters:
    ///   - base: the base of relative addresses.
    ///   - zones: collects unknown time zones of dates.
    static func item(_ value: JSONValue, base: String?, zones: inout UnknownZones) -> ParsedItem {
        var item = ParsedItem()
        item.base = base
        item.id = id(value["id"])
        item.url = address(value["url"], base: base) ?? address(value["external_url"], base: base)
        item.title = value["title"]?.scalarText?.nonBlank.map { XMLText.escape($0) }
        item.contentHTML = value["content_html"]?.string?.nonBlank ?? value["content_text"]?.string?.nonBlank.map(html)
        item.summaryHTML = value["summary"]?.string?.nonBlank.map { XMLText.escape($0) }
        item.published = value["date_published"].flatMap { moment($0, &zones) }
        item.updated = value["date_modified"].flatMap { moment($0, &zones) }
        item.language = value["language"]?.string?.nonBlank
        item.image = address(value["image"], base: base) ?? address(value["banner_image"], base: base)
        item.authors = authors(value, base: base)
        for tag in value["tags"]?.array ?? [] { if let text = tag.scalarText { item.addTag(text) } }
        for attachment in value["attachments"]?.array ?? [] where item.enclosures.count < XMLFeedReader.maxValues {
            guard let url = address(attachment["url"], base: base) else { continue }
            let length = attachment["size_in_bytes"].flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
            item.enclosures.append(
                ParsedEnclosure(
                    url: url, type: attachment["mime_type"]?.string?.nonBlank,
                    length: length.flatMap { $0 >= 0 ? $0 : nil }))
        }
        for member in value.uniqueMembers where isExtension(member.key, value) {
            appendExtension(member, to: &item.extensions)
        }
        JSONFeedOriginal.apply(value[JSONFeedOriginal.name], to: &item)
        return item
    }

    /// The authors in `authors`, or in `author` of version 1.0. A mailto address becomes an e-mail address.
    static func authors(_ value: JSONValue, base: String?) -> [ParsedAuthor] {
        // A single object instead of a list is accepted.
        let many = value["authors"].map { $0.array ?? ($0.members == nil ? [] : [$0]) } ?? []
        let one = value["author"].map { [$0] } ?? []
        var result: [ParsedAuthor] = []
        for author in many.isEmpty ? one : many where result.count < XMLFeedReader.maxValues {
            let name = (author["name"]?.scalarText ?? author.string).map(PersonText.plain)?.nonBlank
            var url = address(author["url"], base: base)
            var email: String?
            if let address = url, URLReference.scheme(address) == "mailto" {
                email = String(address.dropFirst(7))
                url = nil
            }
            if name != nil || url != nil || email != nil {
                result.append(ParsedAuthor(name: name, email: email, url: url))
            }
        }
        return result
    }

    static func address(_ value: JSONValue?, base: String?) -> String? {
        guard let text = value?.string?.nonBlank else { return nil }
        return base == nil ? text : URLReference.resolve(text, base: base)
    }

    /// Stores a member as raw JSON. The members of `_extensions`, which `JSONFeedWriter` adds, are stored one by one.
    static func appendExtension(
        _ member: (key: String, value: JSONValue), to extensions: inout [(name: String, json: String)]
    ) {
        if member.key == "_extensions", case .object = member.value {
            for inner in member.value.uniqueMembers { extensions.append((inner.key, inner.value.compact)) }
        } else {
            extensions.append((member.key, member.value.compact))
        }
    }

    /// Whether any object of a list has members other than the known ones.
    static func hasMore(_ list: JSONValue?, than known: Set<String>) -> Bool {
        list?.array?.contains { $0.members?.contains { !known.contains($0.key) } ?? false } ?? false
    }

    // MARK: - Values

    /// An id of any type as text, since JSON Feed requires that numbers and other types be coerced. Lists and objects
    /// become compact JSON. Nil if the id is missing or empty.
    private static func id(_ value: JSONValue?) -> String? {
        switch value {
        case .array(let values)? where !values.isEmpty: value?.compact
        case .object(let members)? where !members.isEmpty: value?.compact
        default: value?.scalarText?.nonBlank
        }
    }

    private static func moment(_ value: JSONValue, _ zones: inout UnknownZones) -> Timestamp? {
        switch value {
        case .string(let text), .number(let text): zones.date(text)
        default: nil
        }
    }

    /// Converts plain text to HTML with the same line breaks. Intended for short notes.
    private static func html(_ text: String) -> String {
        let escaped = XMLText.escape(text)
        guard escaped.utf8.contains(0x0A) else { return escaped }
        var bytes: [UInt8] = []
        for byte in escaped.utf8 {
            if byte == 0x0A { bytes += "<br>".utf8 }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the neutral form has no field for a member or for a part of it.
    private static func isExtension(_ key: String, _ item: JSONValue) -> Bool {
        switch key {
        case "id", "url", "title", "content_html", "summary", "image", "date_published", "date_modified", "author",
            "tags", "language":
            false
        case JSONFeedOriginal.name: item[key]?.members == nil
        case "external_url": item["url"]?.string?.nonBlank != nil
        case "content_text": item["content_html"]?.string?.nonBlank != nil
        case "banner_image": item["image"]?.string?.nonBlank != nil
        case "authors": hasMore(item[key], than: ["name", "url"])
        case "attachments": hasMore(item[key], than: ["url", "mime_type", "size_in_bytes"])
        default: true
        }
    }
}
