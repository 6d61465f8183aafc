internal import FeedParsing

/// Rules for reading a page that has no feed: they select the items of the page, and the fields of each item.
///
/// In JSON (`docs/page-recipes.md`), a recipe is an object such as `{"item":"div.cell","title":".item_title a"}`.
/// Further members are `link`, `date`, `author`, `content`, `next`, `pages`, `signIn`, `twoFactor`, `signInFailed` and
/// `name`.
public struct PageRecipe: Sendable, Equatable {
    public var item: Selector
    public var title: FieldRule
    /// Finds the item's link. If nil, the link of the title is used, otherwise the first link in the item.
    public var link: FieldRule?
    public var date: FieldRule?
    public var author: FieldRule?
    /// Finds the item's content, whose markup becomes the article's content.
    public var content: FieldRule?
    /// Selects the link to the next page.
    public var next: Selector?
    /// The maximum number of pages to read.
    public var pages: Int
    /// A selector that matches only if the page asks the visitor to sign in.
    public var signIn: Selector?
    /// A selector that matches only if the page asks for a second factor, such as a one-time code.
    public var twoFactor: Selector?
    /// A selector that matches only if the site has refused a sign-in, such as a message about an expired session.
    public var signInFailed: Selector?
    /// The name of the recipe and an address that it was written for; shown to users.
    public var name: String?

    public static let maxPages = 20
    static let maxBytes = 32_000

    /// Why a recipe was rejected.
    public enum Mistake: Error, Equatable, Sendable {
        case notJSON
        case missing(String)
        case unknownMember(String)
        case notText(String)
        case pages
        case selector(SelectorSyntaxError)
    }

    /// - Parameter fields: the members of the JSON form, with their values as text.
    public init(_ fields: [String: String]) throws(Mistake) {
        func selector(_ name: String) throws(Mistake) -> Selector? {
            guard let text = fields[name] else { return nil }
            do throws(SelectorSyntaxError) { return try Selector(text) } catch { throw .selector(error) }
        }
        func rule(_ name: String) throws(Mistake) -> FieldRule? {
            guard let text = fields[name] else { return nil }
            do throws(SelectorSyntaxError) { return try FieldRule(text) } catch { throw .selector(error) }
        }
        for name in fields.keys.sorted() where !Self.members.contains(name) { throw .unknownMember(name) }
        guard let item = try selector("item") else { throw .missing("item") }
        guard let title = try rule("title") else { throw .missing("title") }
        self.item = item
        self.title = title
        link = try rule("link")
        date = try rule("date")
        author = try rule("author")
        content = try rule("content")
        next = try selector("next")
        signIn = try selector("signIn")
        twoFactor = try selector("twoFactor")
        signInFailed = try selector("signInFailed")
        name = fields["name"]
        pages = next == nil ? 1 : 3
        if let text = fields["pages"] {
            guard let number = Int(text), (1...Self.maxPages).contains(number) else { throw .pages }
            pages = number
        }
    }

    public init(json: [UInt8]) throws(Mistake) {
        guard json.count <= Self.maxBytes, let members = JSONValue.parse(json)?.members else { throw .notJSON }
        var fields: [String: String] = [:]
        for (key, value) in members {
            switch value {
            case .string(let text): fields[key] = text
            case .number(let text): fields[key] = text
            case .null: continue
            default: throw .notText(key)
            }
        }
        try self.init(fields)
    }

    /// The recipe as JSON, with a fixed order of members.
    public var json: String {
        var members: [(key: String, value: JSONValue)] = []
        func add(_ key: String, _ text: String?) { if let text { members.append((key, .string(text))) } }
        add("name", name)
        add("item", item.text)
        add("title", title.text)
        add("link", link?.text)
        add("date", date?.text)
        add("author", author?.text)
        add("content", content?.text)
        add("next", next?.text)
        if next != nil { members.append(("pages", .number(String(pages)))) }
        add("signIn", signIn?.text)
        add("twoFactor", twoFactor?.text)
        add("signInFailed", signInFailed?.text)
        return JSONValue.object(members).compact
    }

    static let members: Set<String> = [
        "name", "item", "title", "link", "date", "author", "content", "next", "pages", "signIn",
        "twoFactor", "signInFailed",
    ]
}
