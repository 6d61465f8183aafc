/// Collects a JSON Feed's violations of the specification.
struct JSONFeedChecker {
    private let lines: LineTable
    private(set) var violations: [JSONFeedValidator.Violation] = []
    private var ids: Set<String> = []

    init(lines: LineTable) { self.lines = lines }

    mutating func checkFeed(_ root: JSONNode) {
        guard case .object = root.value else { return report(root, "", "a JSON Feed must be an object") }
        checkNames(root, "", Self.feedMembers)
        if let version = required("version", of: root, ""), let text = version.value.string,
            !JSONFeedRules.versions.contains(text)
        {
            report(
                version, "version", "version must be https://jsonfeed.org/version/1 or https://jsonfeed.org/version/1.1"
            )
        }
        checkText(required("title", of: root, ""), "title")
        checkText(root["version"], "version")
        for key in ["description", "user_comment"] { checkText(root[key], key) }
        for key in ["home_page_url", "feed_url", "next_url", "icon", "favicon"] { checkAddress(root[key], key) }
        if let next = root["next_url"], let text = next.value.string, text == root["feed_url"]?.value.string {
            report(next, "next_url", "next_url must not be the same as feed_url")
        }
        if let expired = root["expired"], expired.value.bool == nil {
            report(expired, "expired", "expired must be true or false")
        }
        checkLanguage(root["language"], "language")
        if let author = root["author"] { checkAuthor(author, "author") }
        if let authors = root["authors"] { checkAuthors(authors, "authors") }
        if let hubs = root["hubs"] { checkHubs(hubs, "hubs") }
        guard let items = required("items", of: root, ""), isList(items, "items") else { return }
        for (index, item) in items.elements.enumerated() {
            guard violations.count < JSONFeedValidator.maxViolations else { return }
            checkItem(item, "items[\(index)]")
        }
    }

    private mutating func checkItem(_ item: JSONNode, _ path: String) {
        guard isObject(item, path) else { return }
        checkNames(item, path, Self.itemMembers)
        if let id = required("id", of: item, path) {
            if let text = id.value.string, !text.isEmpty {
                if !ids.insert(text).inserted { report(id, path + ".id", "an id must be used by one item only") }
            } else {
                report(id, path + ".id", "an id must be a string that is not empty")
            }
        }
        if item["content_html"] == nil, item["content_text"] == nil {
            report(item, path, "an item must have content_html or content_text")
        }
        for key in ["title", "content_html", "content_text", "summary"] { checkText(item[key], path + "." + key) }
        for key in ["url", "external_url", "image", "banner_image"] { checkAddress(item[key], path + "." + key) }
        for key in ["date_published", "date_modified"] {
            if let date = item[key], date.value.string.map(JSONFeedRules.isDate) != true {
                report(date, path + "." + key, "\(key) must be an RFC 3339 date")
            }
        }
        checkLanguage(item["language"], path + ".language")
        if let author = item["author"] { checkAuthor(author, path + ".author") }
        if let authors = item["authors"] { checkAuthors(authors, path + ".authors") }
        if let tags = item["tags"], isList(tags, path + ".tags") {
            for (index, tag) in tags.elements.enumerated() { checkText(tag, path + ".tags[\(index)]") }
        }
        if let attachments = item["attachments"] { checkAttachments(attachments, path + ".attachments") }
    }

    // MARK: - Lists

    mutating func checkAuthors(_ authors: JSONNode, _ path: String) {
        guard isList(authors, path) else { return }
        for (index, author) in authors.elements.enumerated() { checkAuthor(author, path + "[\(index)]") }
    }

    private mutating func checkAuthor(_ author: JSONNode, _ path: String) {
        guard isObject(author, path) else { return }
        checkNames(author, path, Set(JSONFeedRules.authorMembers))
        if !JSONFeedRules.authorMembers.contains(where: { author[$0] != nil }) {
            report(author, path, "an author must have a name, a url or an avatar")
        }
        checkText(author["name"], path + ".name")
        for key in ["url", "avatar"] { checkAddress(author[key], path + "." + key) }
    }

    mutating func checkHubs(_ hubs: JSONNode, _ path: String) {
        guard isList(hubs, path) else { return }
        for (index, hub) in hubs.elements.enumerated() {
            let path = path + "[\(index)]"
            guard isObject(hub, path) else { continue }
            checkNames(hub, path, ["type", "url"])
            checkText(required("type", of: hub, path), path + ".type")
            checkAddress(required("url", of: hub, path), path + ".url")
        }
    }

    mutating func checkAttachments(_ attachments: JSONNode, _ path: String) {
        guard isList(attachments, path) else { return }
        for (index, attachment) in attachments.elements.enumerated() {
            let path = path + "[\(index)]"
            guard isObject(attachment, path) else { continue }
            checkNames(attachment, path, ["url", "mime_type", "title", "size_in_bytes", "duration_in_seconds"])
            checkAddress(required("url", of: attachment, path), path + ".url")
            checkText(required("mime_type", of: attachment, path), path + ".mime_type")
            checkText(attachment["title"], path + ".title")
            for key in ["size_in_bytes", "duration_in_seconds"] {
                guard let number = attachment[key] else { continue }
                if case .number(let text) = number.value, text.utf8.first != 0x2D { continue }
                report(number, path + "." + key, "\(key) must be a number that is not negative")
            }
        }
    }

    // MARK: - Values

    private mutating func report(_ node: JSONNode, _ path: String, _ rule: String) {
        guard violations.count < JSONFeedValidator.maxViolations else { return }
        violations.append(
            JSONFeedValidator.Violation(line: lines.line(of: node.byteOffset), path: path, rule: rule))
    }

    private mutating func required(_ key: String, of node: JSONNode, _ path: String) -> JSONNode? {
        if let member = node[key] { return member }
        report(node, path, "\(key) is required")
        return nil
    }

    private mutating func checkText(_ node: JSONNode?, _ path: String) {
        if let node, node.value.string == nil { report(node, path, "this must be a string") }
    }

    private mutating func checkAddress(_ node: JSONNode?, _ path: String) {
        guard let node else { return }
        if node.value.string.map(JSONFeedRules.isAddress) != true {
            report(node, path, "this must be a URL, as a string")
        }
    }

    private mutating func checkLanguage(_ node: JSONNode?, _ path: String) {
        guard let node else { return }
        if node.value.string.map(JSONFeedRules.isLanguage) != true {
            report(node, path, "language must be an RFC 5646 tag, such as en or zh-Hans")
        }
    }

    private mutating func isList(_ node: JSONNode, _ path: String) -> Bool {
        if case .array = node.value { return true }
        report(node, path, "this must be an array")
        return false
    }

    private mutating func isObject(_ node: JSONNode, _ path: String) -> Bool {
        if case .object = node.value { return true }
        report(node, path, "this must be an object")
        return false
    }

    private mutating func checkNames(_ node: JSONNode, _ path: String, _ known: Set<String>) {
        for member in node.members where !known.contains(member.key) && !JSONFeedRules.isExtensionName(member.key) {
            let place = path.isEmpty ? member.key : path + "." + member.key
            report(member.node, place, "a custom member must begin with an underscore and a letter")
        }
    }

    private static let feedMembers: Set<String> = [
        "version", "title", "home_page_url", "feed_url", "description", "user_comment", "next_url", "icon", "favicon",
        "author", "authors", "language", "expired", "hubs", "items",
    ]

    private static let itemMembers: Set<String> = [
        "id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image",
        "date_published", "date_modified", "author", "authors", "tags", "language", "attachments",
    ]
}
