/// Rules for reading the page of an item, such as a topic of a forum: its text, its replies and its further pages.
///
/// In JSON (`docs/page-recipes.md`), the rules are the member `topic` of a recipe, and those of a reply are the member
/// `reply` of `topic`.
public struct TopicRecipe: Sendable, Equatable {
    /// Selects the elements of the topic's text, on its first page.
    public var text: Selector?
    public var author: FieldRule?
    public var date: FieldRule?
    /// Selects the replies.
    public var reply: Selector?
    /// Finds the id of a reply, which must stay the same when the page changes. If nil, the attribute `id` of the
    /// reply is used, or, without one, a hash of its author and text.
    public var replyID: FieldRule?
    public var replyAuthor: FieldRule?
    public var replyDate: FieldRule?
    /// Finds the text of a reply. If nil, the reply itself is used.
    public var replyText: FieldRule?
    public var replyNumber: FieldRule?
    public var replyLikes: FieldRule?
    /// Finds the reference to the answered reply: its id, its number, a link to it or its author.
    public var replyTo: FieldRule?
    /// Finds the depth of a reply in the thread, as a number.
    public var replyDepth: FieldRule?
    /// Selects the link to the next page.
    public var next: Selector?
    /// The maximum number of pages of a topic.
    public var pages: Int
    /// The maximum number of replies of a topic.
    public var replies: Int

    public static let maxPages = 500
    public static let maxReplies = 10_000
    private static let prefix = "topic."
    private static let replyPrefix = "topic.reply."

    /// - Parameter fields: the members of the recipe, with the path of a nested member as its name, for example
    ///   `topic.reply.text`.
    init(_ fields: [String: String]) throws(PageRecipe.Mistake) {
        func selector(_ name: String) throws(PageRecipe.Mistake) -> Selector? {
            guard let text = fields[name] else { return nil }
            do throws(SelectorSyntaxError) { return try Selector(text) } catch { throw .selector(error) }
        }
        func rule(_ name: String) throws(PageRecipe.Mistake) -> FieldRule? {
            guard let text = fields[name] else { return nil }
            do throws(SelectorSyntaxError) { return try FieldRule(text) } catch { throw .selector(error) }
        }
        func number(_ name: String, _ standard: Int, _ limit: Int) throws(PageRecipe.Mistake) -> Int {
            guard let text = fields[name] else { return standard }
            guard let number = Int(text), (1...limit).contains(number) else { throw .limit(name, limit) }
            return number
        }
        text = try selector("topic.text")
        author = try rule("topic.author")
        date = try rule("topic.date")
        next = try selector("topic.next")
        pages = try number("topic.pages", 20, Self.maxPages)
        replies = try number("topic.replies", Self.maxReplies, Self.maxReplies)
        reply = try selector("topic.reply.item")
        replyID = try rule("topic.reply.id")
        replyAuthor = try rule("topic.reply.author")
        replyDate = try rule("topic.reply.date")
        replyText = try rule("topic.reply.text")
        replyNumber = try rule("topic.reply.number")
        replyLikes = try rule("topic.reply.likes")
        replyTo = try rule("topic.reply.to")
        replyDepth = try rule("topic.reply.depth")
        if reply == nil, fields.keys.contains(where: { $0.hasPrefix(Self.replyPrefix) }) {
            throw .missing("topic.reply.item")
        }
        if text == nil, reply == nil { throw .missing("topic.text") }
    }

    /// The names of the members, as paths.
    static let members: Set<String> = [
        "topic.text", "topic.author", "topic.date", "topic.next", "topic.pages", "topic.replies", "topic.reply.item",
        "topic.reply.id", "topic.reply.author", "topic.reply.date", "topic.reply.text", "topic.reply.number",
        "topic.reply.likes", "topic.reply.to", "topic.reply.depth",
    ]

    /// The members and their values, in the order in which they are written.
    var fields: [(name: String, value: String)] {
        let rules: [(String, String?)] = [
            ("text", text?.text), ("author", author?.text), ("date", date?.text), ("next", next?.text),
            ("pages", String(pages)), ("replies", String(replies)), ("reply.item", reply?.text),
            ("reply.id", replyID?.text), ("reply.author", replyAuthor?.text), ("reply.date", replyDate?.text),
            ("reply.text", replyText?.text), ("reply.number", replyNumber?.text), ("reply.likes", replyLikes?.text),
            ("reply.to", replyTo?.text), ("reply.depth", replyDepth?.text),
        ]
        return rules.compactMap { name, value in value.map { (name, $0) } }
    }
}
