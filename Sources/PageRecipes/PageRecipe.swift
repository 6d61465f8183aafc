internal import FeedParsing

/// Rules for reading a page that has no feed: they select the items of the page, and the fields of each item.
///
/// In JSON (`docs/page-recipes.md`), a recipe is an object such as `{"item":"div.cell","title":".item_title a"}`.
/// Further members are `link`, `date`, `author`, `content`, `comments`, `next`, `pages`, `signIn`, `twoFactor`,
/// `signInFailed`, `name` and `topic` (`TopicRecipe`).
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
    /// Finds the number of replies in the item. If the number changes, the topic is fetched again.
    public var comments: FieldRule?
    /// The rules for the page of an item; nil if only the list is read.
    public var topic: TopicRecipe?
    /// Finds the name of an item, which must stay the same when the page changes. If nil, the link without its fragment
    /// is used.
    public var id: FieldRule?
    /// The address of the pages, with parameters.
    public var address: RecipeAddress?
    /// The folder for subscriptions, which may contain parameters.
    public var folder: String?
    /// The rules for reading the values of a parameter from the site.
    public var nodes: NodeListRecipe?
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
        /// A number that must be from 1 to a limit.
        case limit(String, Int)
        /// A member that must be a web address, which may contain parameters in braces.
        case address(String)
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
        for name in fields.keys.sorted()
        where !Self.members.contains(name) && !TopicRecipe.members.contains(name)
            && !NodeListRecipe.members.contains(name)
        {
            throw .unknownMember(name)
        }
        guard let item = try selector("item") else { throw .missing("item") }
        guard let title = try rule("title") else { throw .missing("title") }
        self.item = item
        self.title = title
        link = try rule("link")
        date = try rule("date")
        author = try rule("author")
        content = try rule("content")
        comments = try rule("comments")
        id = try rule("id")
        if let text = fields["address"] {
            guard let address = RecipeAddress(text) else { throw .address("address") }
            self.address = address
        }
        folder = fields["folder"]
        if fields.keys.contains(where: { $0.hasPrefix("nodes.") }) { nodes = try NodeListRecipe(fields, of: address) }
        if fields.keys.contains(where: { $0.hasPrefix("topic.") }) { topic = try TopicRecipe(fields) }
        next = try selector("next")
        signIn = try selector("signIn")
        twoFactor = try selector("twoFactor")
        signInFailed = try selector("signInFailed")
        name = fields["name"]
        pages = next == nil && address?.hasPages != true ? 1 : 3
        if let text = fields["pages"] {
            guard let number = Int(text), (1...Self.maxPages).contains(number) else { throw .pages }
            pages = number
        }
    }

    public init(json: [UInt8]) throws(Mistake) { try self.init(Self.fields(json: json)) }

    /// The members of a recipe with their values as text. The name of a nested member is its path, for example
    /// `topic.reply.text`.
    public static func fields(json: [UInt8]) throws(Mistake) -> [String: String] {
        guard json.count <= maxBytes, let members = JSONValue.parse(json)?.members else { throw .notJSON }
        var fields: [String: String] = [:]
        try flatten(members, path: "", into: &fields)
        return fields
    }

    private static func flatten(
        _ members: [(key: String, value: JSONValue)], path: String, into fields: inout [String: String]
    ) throws(Mistake) {
        for (key, value) in members {
            let name = path + key
            switch value {
            case .string(let text): fields[name] = text
            case .number(let text): fields[name] = text
            case .null: continue
            case .object(let inner) where ["topic", "topic.reply", "nodes"].contains(name):
                try flatten(inner, path: name + ".", into: &fields)
            default: throw .notText(name)
            }
        }
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
        add("comments", comments?.text)
        add("next", next?.text)
        if next != nil || address?.hasPages == true { members.append(("pages", .number(String(pages)))) }
        add("signIn", signIn?.text)
        add("twoFactor", twoFactor?.text)
        add("signInFailed", signInFailed?.text)
        add("id", id?.text)
        add("address", address?.text)
        add("folder", folder)
        if let nodes { members.append(("nodes", Self.nested(nodes.fields))) }
        if let topic { members.append(("topic", Self.nested(topic.fields))) }
        return JSONValue.object(members).compact
    }

    /// The recipe with the values of its parameters.
    ///
    /// - Parameter values: a value for each parameter of the address.
    /// - Returns: the recipe, whose address then contains at most the parameter `page`, and the address of its first
    ///   page. Nil if the recipe has no address or a parameter has no value.
    public func setting(_ values: [String: String]) -> (recipe: PageRecipe, address: String)? {
        guard let address, address.parameters.allSatisfy({ values[$0]?.isEmpty == false }),
            let set = RecipeAddress(address.setting(values))
        else { return nil }
        var recipe = self
        recipe.address = set
        // A recipe for a single page needs no address, because the subscription has one.
        if !set.hasPages { recipe.address = nil }
        recipe.nodes = nil
        recipe.folder = nil
        return (recipe, set.address(ofPage: 1))
    }

    /// The folder path of a subscription with these values. Slashes in values are replaced, so they add no levels.
    public func folder(_ values: [String: String]) -> String? {
        guard var path = folder else { return nil }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            path = path.replacing("{\(name)}", with: value.replacing("/", with: "-").replacing("{", with: ""))
        }
        return path
    }

    private static func nested(_ fields: [(name: String, value: String)]) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        var reply: [(key: String, value: JSONValue)] = []
        for (name, value) in fields {
            if name.hasPrefix("reply.") {
                reply.append((String(name.dropFirst(6)), .string(value)))
            } else {
                members.append((name, ["pages", "replies"].contains(name) ? .number(value) : .string(value)))
            }
        }
        if !reply.isEmpty { members.append(("reply", .object(reply))) }
        return .object(members)
    }

    static let members: Set<String> = [
        "address", "comments", "folder", "id", "name", "item", "title", "link", "date", "author", "content", "next",
        "pages", "signIn",
        "twoFactor", "signInFailed",
    ]
}
