public import FeedParsing
internal import Formats
internal import Markup

/// One reply on the page of a topic.
public struct ParsedReply: Sendable, Equatable {
    /// A key that is unique in the topic.
    public var key: String
    public var author: String?
    public var published: Timestamp?
    /// The text as unsanitised HTML.
    public var html: String
    public var number: Int64?
    public var likes: Int64?
    /// The key of the reply that this reply answers; nil if it answers the topic.
    public var inReplyTo: String?
    /// The fragment of a link to the reply.
    public var fragment: String?
    /// The address of the reply itself; nil if there is none.
    public var url: String?

    public init(key: String, author: String?, published: Timestamp?, html: String) {
        self.key = key
        self.author = author
        self.published = published
        self.html = html
    }
}

/// The result of reading one page of a topic.
public struct TopicReading: Sendable {
    /// The text of the topic as unsanitised HTML; nil if the page does not contain it, as for later pages.
    public var html: String?
    public var author: String?
    public var published: Timestamp?
    public var replies: [ParsedReply] = []
    /// The address of the next page, which has the same origin.
    public var next: String?
    /// The base of relative addresses.
    public var base = ""
    public var problem: PageReading.Problem?

    public init() {}

    /// The maximum number of elements examined on a page.
    static let maxSteps = 4_000_000
    /// The maximum size of all texts of a page in bytes. Nested replies could otherwise repeat a text many times.
    static let maxTextBytes = 16 << 20
    static let maxTextParts = 50
    static let maxKeyBytes = 200
    static let maxAuthorBytes = 500
    static let maxDepth = 200
}

extension PageRecipe {
    /// Reads a page of a topic with the rules in `topic`.
    ///
    /// - Parameters:
    ///   - address: the page's address after redirects.
    ///   - isFirst: whether this is the first page of the topic, which contains the text.
    /// - Returns: nil if the recipe has no rules for item pages.
    /// - Complexity: linear in the product of the page's size and the number of rules, at most `maxSteps`.
    public func readTopic(
        _ page: [UInt8], address: String, contentType: String? = nil, isFirst: Bool
    ) -> TopicReading? {
        guard let topic else { return nil }
        let tree = HTMLTree(Charset.decode(page, contentType: contentType, kind: .html).utf8)
        var out = TopicReading()
        out.base = Self.base(of: tree, address: address)
        var reader = TopicPageReader(tree: tree, recipe: topic)
        if isFirst { reader.readText(into: &out) }
        reader.readReplies(into: &out)
        if let next = topic.next { out.next = Self.next(next, in: tree, base: out.base, address: address) }
        out.problem = signInProblem(tree)
        if out.problem == nil, isFirst, out.html == nil, out.replies.isEmpty {
            out.problem = emptyProblem(tree, address)
        }
        return out
    }
}

/// Reads the elements of one page.
private struct TopicPageReader {
    let tree: HTMLTree
    let recipe: TopicRecipe
    private var steps = TopicReading.maxSteps
    private var bytes = TopicReading.maxTextBytes
    private var zones = UnknownZones()
    /// The elements of the topic's text. In some forums, the first post looks like a reply and contains them.
    private var textElements: [Int] = []

    init(tree: HTMLTree, recipe: TopicRecipe) {
        self.tree = tree
        self.recipe = recipe
    }

    mutating func readText(into out: inout TopicReading) {
        if let selector = recipe.text {
            var parts: [String] = []
            var end = 0
            for element in SelectorMatcher(selector, in: tree).matches(limit: TopicReading.maxTextParts) {
                // Skip an element inside the previous one, whose text already contains it.
                if element < end { continue }
                end = Int(tree.elements[element].end)
                textElements.append(element)
                if let html = markup(of: element) { parts.append(html) }
            }
            if !parts.isEmpty { out.html = parts.joined(separator: "\n") }
        }
        if tree.elements.isEmpty { return }
        out.author = recipe.author.flatMap { name($0.value(of: 0, in: tree)) }
        out.published = recipe.date.flatMap { rule in
            rule.value(of: 0, in: tree, attributes: ["datetime", "title"]).flatMap { zones.date($0) }
        }
    }

    mutating func readReplies(into out: inout TopicReading) {
        guard let selector = recipe.reply else { return }
        var seen: Set<String> = []
        var thread = ThreadOrder()
        for element in SelectorMatcher(selector, in: tree).matches(limit: recipe.replies + 1) {
            steps -= (Int(tree.elements[element].end) - element) * 8
            guard steps >= 0, bytes > 0, out.replies.count < recipe.replies else { return }
            if textElements.contains(where: { $0 >= element && $0 < Int(tree.elements[element].end) }) { continue }
            guard let (reply, target, depth) = read(element), seen.insert(reply.key).inserted else { continue }
            out.replies.append(thread.placed(reply, answering: target, depth: depth))
        }
    }

    private mutating func read(_ element: Int) -> (ParsedReply, target: String?, depth: Int?)? {
        let author = recipe.replyAuthor.flatMap { name($0.value(of: element, in: tree)) }
        let html: String?
        if let rule = recipe.replyText {
            guard let place = rule.element(of: element, in: tree) else { return nil }
            html = rule.attribute.map { tree.attribute($0, of: place).map { XMLText.escape($0) } } ?? markup(of: place)
        } else {
            html = markup(of: element)
        }
        guard let html, html.contains(where: { !$0.isWhitespace }) else { return nil }
        let id = tree.attribute("id", of: element)?.trimmed
        let own = recipe.replyID?.value(of: element, in: tree)?.trimmed ?? id
        let key: String
        if let own, !own.isEmpty, own.utf8.count <= TopicReading.maxKeyBytes {
            key = own
        } else {
            let content = Array((author ?? "").utf8) + [0x0A] + HTMLText.plainText(Array(html.utf8))
            key = "text-" + SHA256.hash(content).prefix(12).map { hex($0) }.joined()
        }
        func value(_ rule: FieldRule?, _ attributes: [String] = []) -> String? {
            rule?.value(of: element, in: tree, attributes: attributes)?.trimmed
        }
        let date = value(recipe.replyDate, ["datetime", "title"]).flatMap { zones.date($0) }
        var reply = ParsedReply(key: key, author: author, published: date, html: html)
        reply.number = value(recipe.replyNumber).flatMap(PageRecipe.number)
        reply.likes = value(recipe.replyLikes).flatMap(PageRecipe.number)
        reply.fragment = id.flatMap { $0.isEmpty || $0.utf8.count > TopicReading.maxKeyBytes ? nil : $0 }
        let depth = value(recipe.replyDepth).flatMap(PageRecipe.number).map { Int(clamping: $0) }
        return (reply, value(recipe.replyTo, ["href"]), depth)
    }

    private func hex(_ byte: UInt8) -> String { String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }

    private func name(_ text: String?) -> String? {
        guard let name = text?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !name.isEmpty,
            name.utf8.count <= TopicReading.maxAuthorBytes
        else { return nil }
        return name
    }

    private mutating func markup(of element: Int) -> String? {
        let markup = tree.markup(of: element).prefix(min(PageReading.maxContentBytes, bytes))
        bytes -= markup.count
        return markup.isEmpty ? nil : String(decoding: markup, as: UTF8.self)
    }
}

/// Finds the replies that the replies of a page answer.
private struct ThreadOrder {
    private var keys: Set<String> = []
    private var byNumber: [Int64: String] = [:]
    private var byAuthor: [String: String] = [:]
    /// The keys of the last reply and of the replies above it in the thread, by depth.
    private var path: [(depth: Int, key: String)] = []

    /// - Parameters:
    ///   - target: the reference to the answered reply on the page: an id, a number, a link or an author.
    ///   - depth: the depth in the thread.
    /// - Returns: the reply with `inReplyTo`.
    mutating func placed(_ reply: ParsedReply, answering target: String?, depth: Int?) -> ParsedReply {
        var reply = reply
        reply.inReplyTo = target.flatMap(key)
        if let depth {
            while let last = path.last, last.depth >= depth { path.removeLast() }
            if reply.inReplyTo == nil { reply.inReplyTo = path.last?.key }
            if path.count < TopicReading.maxDepth { path.append((depth, reply.key)) }
        }
        if reply.inReplyTo == reply.key { reply.inReplyTo = nil }
        keys.insert(reply.key)
        if let number = reply.number { byNumber[number] = reply.key }
        if let author = reply.author { byAuthor[author] = reply.key }
        return reply
    }

    private func key(_ target: String) -> String? {
        let fragment = target.split(separator: "#", omittingEmptySubsequences: false).dropFirst().last.map(String.init)
        let name = fragment ?? target
        if keys.contains(name) { return name }
        // A link such as /t/title/12/3 ends with the number of the reply.
        let end = name.split(separator: "/").last.map(String.init) ?? name
        if let number = Int64(end), let key = byNumber[number] { return key }
        let author = end.hasPrefix("@") ? String(end.dropFirst()) : end
        if let key = byAuthor[author] { return key }
        // The reply may be on another page.
        guard let fragment, !fragment.isEmpty, fragment.utf8.count <= TopicReading.maxKeyBytes else { return nil }
        return fragment
    }
}
