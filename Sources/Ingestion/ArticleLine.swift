internal import Articles
internal import FeedParsing
internal import Markup

/// Reads one line of JSONL, the format in which articles are imported and exported.
enum ArticleLine {
    /// Why a line was rejected.
    struct Refusal: Error {
        var reason: RejectionReason
    }

    /// Fills `draft` from a line.
    ///
    /// - Parameters:
    ///   - range: the line's range in `bytes`.
    ///   - feed: the feed of every article; replaces the feed in the line.
    ///   - zones: collects unknown time zones of dates.
    static func read(
        _ bytes: [UInt8], range: Range<Int>, feed: String?, into draft: inout ArticleDraft, zones: inout UnknownZones
    ) throws(Refusal) {
        do {
            var json = JSONScanner(bytes, range: range)
            try fill(&draft, from: &json, &zones)
        } catch {
            throw Refusal(reason: .notJSON(error.message, at: error.at - range.lowerBound))
        }
        if let feed { draft.feed = feed }
        if draft.guid.isEmpty { throw Refusal(reason: .missing("id")) }
        if draft.feed.isEmpty { throw Refusal(reason: .missing("feed")) }
    }

    /// Whether a text consists of articles in JSONL: its first line must be a JSON object with an id that is not a JSON
    /// Feed.
    static func looksLikeLines(_ head: [UInt8]) -> Bool {
        let start = head.firstIndex { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF } ?? head.endIndex
        guard start < head.endIndex, head[start] == UInt8(ascii: "{") else { return false }
        let end = head[start...].firstIndex(of: 0x0A) ?? head.endIndex
        var json = JSONScanner(head, range: start..<end)
        guard (try? json.expect(UInt8(ascii: "{"))) != nil else { return false }
        var keys: Set<String> = []
        while let key = try? json.string(), (try? json.expect(UInt8(ascii: ":"))) != nil {
            keys.insert(key)
            guard (try? json.skip()) != nil, json.accept(UInt8(ascii: ",")) else { break }
        }
        return keys.contains("id") && !keys.contains("items") && !keys.contains("version")
    }

    private static func fill(
        _ draft: inout ArticleDraft, from json: inout JSONScanner, _ zones: inout UnknownZones
    ) throws(JSONScanner.Failure) {
        var extra: [(String, [UInt8])] = []
        var summary: [UInt8]?
        var hasText = false
        try json.expect(UInt8(ascii: "{"))
        if !json.accept(UInt8(ascii: "}")) {
            repeat {
                let key = try json.string()
                try json.expect(UInt8(ascii: ":"))
                switch key {
                case "feed": draft.feed = try json.text() ?? ""
                case "id": draft.guid = try json.text() ?? ""
                case "url": draft.url = try json.text()
                case "original_url": draft.originalURL = try json.text()
                case "title": draft.title = try json.text() ?? ""
                case "author": draft.author = try json.text()
                case "language": draft.language = try json.text()
                case "published": draft.published = time(try json.text(), &zones)
                case "updated": draft.updated = time(try json.text(), &zones)
                case "received": draft.received = time(try json.text(), &zones)
                case "read": draft.read = try json.boolean()
                case "starred": draft.starred = try json.boolean()
                case "opened": draft.opened = time(try json.text(), &zones)
                case "hidden": draft.hidden = try json.boolean()
                case "html":
                    guard json.peek() == UInt8(ascii: "\"") else {
                        try json.skip()
                        break
                    }
                    var html: [UInt8] = []
                    try json.string(into: &html)
                    draft.html = html
                case "text":
                    guard json.peek() == UInt8(ascii: "\"") else {
                        try json.skip()
                        break
                    }
                    hasText = true
                    draft.body.removeAll(keepingCapacity: true)
                    try json.string(into: &draft.body)
                case "tags": draft.tags = try strings(&json)
                case "reply": draft.reply = try reply(&json)
                case "own_tags": draft.ownTags = try strings(&json)
                case "summary":
                    let raw = try json.raw()
                    summary = raw
                    extra.append((key, raw))
                case "authors", "image", "enclosures", "extensions", "base":
                    let raw = try json.raw()
                    if raw != Array("null".utf8) {
                        extra.append((key, raw))
                        if key == "image" { draft.hasImage = true }
                        if key == "enclosures" { draft.hasEnclosure = raw.count > 2 }
                    }
                default: try json.skip()
                }
            } while json.accept(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"))
        }
        if !json.isAtEnd { throw JSONScanner.Failure(message: "something after the object", at: json.index) }
        finish(&draft, hasText: hasText, summary: summary)
        if !extra.isEmpty { draft.extra = object(extra) }
    }

    /// Sets the text to index: that of the HTML, otherwise the plain text, otherwise the summary.
    private static func finish(_ draft: inout ArticleDraft, hasText: Bool, summary: [UInt8]?) {
        if let html = draft.html {
            draft.body = HTMLText.plainText(html)
            if !draft.hasImage { draft.hasImage = containsImage(html) }
        } else if !hasText, let summary,
            let text = try? { () throws(JSONScanner.Failure) in
                var scanner = JSONScanner(summary)
                return try scanner.string()
            }()
        {
            draft.body = HTMLText.plainText(Array(text.utf8))
        }
    }

    private static func time(_ text: String?, _ zones: inout UnknownZones) -> Int64? {
        text.flatMap { zones.date($0)?.seconds }
    }

    private static func strings(_ json: inout JSONScanner) throws(JSONScanner.Failure) -> [String] {
        guard json.accept(UInt8(ascii: "[")) else { return try json.text().map { [$0] } ?? [] }
        var out: [String] = []
        if json.accept(UInt8(ascii: "]")) { return out }
        repeat { if let text = try json.text() { out.append(text) } } while json.accept(UInt8(ascii: ","))
        try json.expect(UInt8(ascii: "]"))
        return out
    }

    /// Reads the place of a reply; nil without a topic.
    private static func reply(_ json: inout JSONScanner) throws(JSONScanner.Failure) -> ReplyPlace? {
        guard let value = JSONValue.parse(try json.raw()), let topic = value["topic"]?.string, !topic.isEmpty else {
            return nil
        }
        func number(_ name: String) -> Int64? { value[name]?.integer.map { max(0, $0) } }
        return ReplyPlace(
            topic: topic, inReplyTo: value["in_reply_to"]?.string, number: number("number"), likes: number("likes"))
    }

    private static func object(_ members: [(String, [UInt8])]) -> String {
        var out: [UInt8] = [UInt8(ascii: "{")]
        for (index, (key, value)) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out += Array("\"\(key)\":".utf8)
            out += value
        }
        out.append(UInt8(ascii: "}"))
        return String(decoding: out, as: UTF8.self)
    }

    /// Whether the HTML contains `<img`, in upper or lower case.
    static func containsImage(_ html: [UInt8]) -> Bool {
        var index = 0
        let count = html.count - 4
        while index < count {
            if html[index] == UInt8(ascii: "<"), html[index + 1] | 0x20 == UInt8(ascii: "i"),
                html[index + 2] | 0x20 == UInt8(ascii: "m"), html[index + 3] | 0x20 == UInt8(ascii: "g")
            {
                return true
            }
            index &+= 1
        }
        return false
    }
}
