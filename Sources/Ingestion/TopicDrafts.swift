internal import Articles
internal import FeedParsing
internal import Formats
internal import Markup
internal import PageRecipes

/// Turns a page of a topic into drafts of the topic and of its replies.
struct TopicDrafts {
    let topic: Article
    let pending: PendingPage
    let mode: ReplyMode
    let maxReplies: Int
    /// The maximum size in bytes of a topic that contains its replies.
    private static let maxBytes = 8 << 20
    private static let mark = "\n<section data-reply=\""

    /// The drafts of a page. The caller adds the state of the page.
    func update(_ reading: TopicReading) -> TopicUpdate {
        var update = TopicUpdate()
        update.maxReplies = maxReplies
        let text = reading.html.map { HTMLSanitizer.sanitize($0, base: reading.base) }
        switch mode {
        case .each:
            update.text = text.flatMap { draft(html: $0, reading) }
            update.replies = reading.replies.map { reply($0, base: reading.base) }
        case .off: update.text = text.flatMap { draft(html: $0, reading) }
        case .one:
            let (html, isNews) = merged(text, reading)
            update.text = draft(html: html, reading)
            update.hasNewReplies = isNews
        }
        return update
    }

    // MARK: - The topic

    /// A draft of the topic with new HTML; nil if the HTML, the author and the date are the stored ones.
    private func draft(html: String, _ reading: TopicReading) -> ArticleDraft? {
        let author = topic.author ?? reading.author
        let published = topic.published ?? reading.published?.seconds
        if html == topic.html, author == topic.author, published == topic.published { return nil }
        var draft = ArticleDraft()
        draft.feed = topic.feed
        draft.guid = topic.guid
        draft.url = topic.url
        draft.title = topic.title
        draft.author = author
        draft.published = published
        draft.updated = topic.updated
        draft.received = topic.received
        draft.language = topic.language
        draft.tags = topic.tags
        draft.hasEnclosure = topic.extra?.contains("\"enclosures\":") ?? false
        draft.extra = topic.extra
        let bytes = Array(html.utf8)
        draft.html = bytes
        draft.body = HTMLText.plainText(bytes)
        draft.hasImage = ArticleLine.containsImage(bytes) || topic.extra?.contains("\"image\":") ?? false
        draft.feedHash = pending.feedHash
        draft.isSilent = pending.isSilent
        return draft
    }

    /// Merges the text and the replies of a page into the stored HTML. Replies that are not on the page are kept.
    ///
    /// Each reply is a section that begins with `mark`. Sanitised HTML has no attributes with this name, so the text of
    /// a reply cannot contain the mark.
    private func merged(_ text: String?, _ reading: TopicReading) -> (html: String, isNews: Bool) {
        let stored = topic.html ?? XMLText.escape(topic.body)
        let parts = stored.split(separator: Self.mark, omittingEmptySubsequences: false)
        var keys: [String] = []
        var sections: [String: String] = [:]
        for part in parts.dropFirst() {
            let key = String(part.prefix { $0 != "\"" })
            if sections.updateValue(Self.mark + part, forKey: key) == nil { keys.append(key) }
        }
        var added: Set<String> = []
        for reply in reading.replies {
            let key = XMLText.escape(reply.key).replacing("\"", with: "&quot;")
            if sections[key] == nil {
                guard keys.count < maxReplies else { continue }
                keys.append(key)
                added.insert(key)
            }
            sections[key] = Self.section(reply, key, base: reading.base)
        }
        var html = text ?? parts.first.map { String($0) } ?? ""
        // Replies that are left out because of the size are new at each fetch. They are no news.
        var isNews = false
        for key in keys {
            guard let section = sections[key], html.utf8.count + section.utf8.count <= Self.maxBytes else { break }
            html += section
            if added.contains(key) { isNews = true }
        }
        return (html, isNews)
    }

    private static func section(_ reply: ParsedReply, _ key: String, base: String) -> String {
        var facts: [String] = []
        if let author = reply.author { facts.append("<strong>\(XMLText.escape(author))</strong>") }
        if let published = reply.published { facts.append(published.rfc3339) }
        if let number = reply.number { facts.append("#\(number)") }
        let head = facts.isEmpty ? "" : "<p>\(facts.joined(separator: " · "))</p>"
        return mark + key + "\">" + head + HTMLSanitizer.sanitize(reply.html, base: base) + "</section>"
    }

    // MARK: - Replies

    private func reply(_ reply: ParsedReply, base: String) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = topic.feed
        draft.guid = guid(reply.key)
        draft.url = reply.url
        if draft.url == nil, let address = topic.url?.prefix(while: { $0 != "#" }) {
            draft.url = address + (reply.fragment.map { "#" + $0 } ?? "")
        }
        draft.author = reply.author
        draft.published = reply.published?.seconds
        let html = Array(HTMLSanitizer.sanitize(reply.html, base: base).utf8)
        draft.html = html
        draft.body = HTMLText.plainText(html)
        draft.hasImage = ArticleLine.containsImage(html)
        draft.isSilent = pending.isSilent
        draft.reply = ReplyPlace(
            topic: topic.guid, inReplyTo: reply.inReplyTo.map(guid), number: reply.number, likes: reply.likes)
        return draft
    }

    /// The guid of a reply. Different pairs of topic and key have different guids: the key follows the first "#"; a
    /// topic whose guid contains "#" is escaped, with "#" before and after it.
    private func guid(_ key: String) -> String {
        if !topic.guid.utf8.contains(UInt8(ascii: "#")) { return topic.guid + "#" + key }
        var escaped: [UInt8] = []
        for byte in topic.guid.utf8 {
            switch byte {
            case UInt8(ascii: "#"): escaped += Array("%23".utf8)
            case UInt8(ascii: "%"): escaped += Array("%25".utf8)
            default: escaped.append(byte)
            }
        }
        return "#" + String(decoding: escaped, as: UTF8.self) + "#" + key
    }
}

extension TopicReading {
    /// The items of a comments' feed as replies.
    init(_ feed: ParsedFeed) {
        self.init()
        base = feed.base ?? feed.link ?? ""
        let ids = ItemIdentity.ids(of: feed.items)
        let known = Set(ids)
        for (id, item) in zip(ids, feed.items) {
            guard let html = item.contentHTML ?? item.summaryHTML ?? item.title else { continue }
            let author = (item.authors.isEmpty ? feed.authors : item.authors).first
            var reply = ParsedReply(
                key: Self.key(id), author: author?.name ?? author?.email,
                published: item.published ?? item.updated, html: html)
            reply.url = item.url
            reply.inReplyTo = item.extensions.first { $0.name == "thr:in-reply-to" }
                .flatMap { JSONValue.parse(Array($0.json.utf8))?["ref"]?.string }
                .flatMap { known.contains($0) && $0 != id ? Self.key($0) : nil }
            replies.append(reply)
        }
    }

    /// The key of a comment: its id, or a hash of a long id.
    private static func key(_ id: String) -> String {
        if id.utf8.count <= maxCommentKeyBytes { return id }
        return "id-\(Hexadecimal.encode(Array(SHA256.hash(Array(id.utf8)).prefix(12))))"
    }

    private static let maxCommentKeyBytes = 200
}
