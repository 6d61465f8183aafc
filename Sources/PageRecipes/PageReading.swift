public import FeedParsing
internal import Formats
internal import Markup

/// The result of reading one page with a recipe.
public struct PageReading: Sendable {
    /// Why reading a page found no items. Server errors are not included, because there is then no page to read.
    public enum Problem: String, Sendable {
        /// The item selector matches nothing on the page.
        case noItems
        /// No item has a title or a link.
        case noFields
        /// The page asks the visitor to sign in.
        case needsSignIn
        /// The page asks for a second factor, after a password or instead of it.
        case needsTwoFactor
        /// The site has refused the sign-in that was sent, or it has expired.
        case signInFailed
    }

    /// The items, in the form of a feed. Its format is unknown, since the page is not a feed.
    public var feed = ParsedFeed()
    /// The address of the next page, which is on the same origin; nil if there is no next page.
    public var next: String?
    public var problem: Problem?
    /// For each item, the number of replies that the page shows; nil if it shows none.
    public var comments: [Int64?] = []
    /// Number of elements that the item selector matches, counted up to `maxItems`.
    public var matched = 0

    /// The maximum number of items read from a page.
    static let maxItems = 500
    /// The maximum number of elements examined to find the fields of all items. Without this limit, the cost for nested
    /// items could grow with the square of the page's size.
    static let maxSteps = 4_000_000
    static let maxContentBytes = 1 << 20
}

extension PageRecipe {
    /// Reads a page.
    ///
    /// - Parameters:
    ///   - page: the bytes as received.
    ///   - address: the page's address after redirects.
    /// - Complexity: linear in the size of the page times the number of fields, with an upper limit.
    public func read(_ page: [UInt8], address: String, contentType: String? = nil) -> PageReading {
        let tree = HTMLTree(Charset.decode(page, contentType: contentType, kind: .html).utf8)
        var out = PageReading()
        let base = Self.base(of: tree, address: address)
        let title = Self.first("title", in: tree).map { tree.text(of: $0) } ?? ""
        out.feed.title = title.isEmpty ? nil : XMLText.escape(title)
        out.feed.link = address
        out.feed.base = base
        if let language = Self.first("html", in: tree).flatMap({ tree.attribute("lang", of: $0) }), !language.isEmpty {
            out.feed.language = language
        }
        readItems(tree, base: base, address: address, into: &out)
        if let next {
            out.next = Self.next(next, in: tree, base: base, address: address)
        } else if !out.feed.items.isEmpty {
            out.next = self.address?.next(after: address)
        }
        out.feed.warnings += out.feed.unknownZones.warnings
        out.problem = problem(tree, address, out)
        return out
    }

    private func readItems(_ tree: HTMLTree, base: String, address: String, into out: inout PageReading) {
        let items = SelectorMatcher(item, in: tree).matches(limit: PageReading.maxItems)
        out.matched = items.count
        var steps = PageReading.maxSteps
        var seen: Set<String> = []
        for element in items {
            steps -= (Int(tree.elements[element].end) - element) * 6
            guard steps >= 0 else { return }
            guard let item = read(element, tree, base: base, address: address, &out.feed.unknownZones) else { continue }
            guard seen.insert(item.id ?? item.title ?? "").inserted else { continue }
            out.feed.items.append(item)
            out.comments.append(comments?.value(of: element, in: tree).flatMap(Self.number))
        }
    }

    private func read(
        _ element: Int, _ tree: HTMLTree, base: String, address: String, _ zones: inout UnknownZones
    ) -> ParsedItem? {
        var item = ParsedItem()
        let title = self.title.value(of: element, in: tree)?.split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        if let title, !title.isEmpty { item.title = XMLText.escape(title) }
        if let link = link(of: element, tree, base: base), link != address {
            item.url = link
            item.id = link
        }
        if let name = id?.value(of: element, in: tree)?.trimmed, !name.isEmpty, name.utf8.count <= 1_000 {
            item.id = name
        }
        guard item.title != nil || item.url != nil else { return nil }
        if let date, let text = date.value(of: element, in: tree, attributes: ["datetime", "title"]) {
            item.published = zones.date(text)
        }
        if let name = author?.value(of: element, in: tree)?.trimmed, !name.isEmpty {
            item.authors = [ParsedAuthor(name: name)]
        }
        if let content, let place = content.element(of: element, in: tree) {
            if let attribute = content.attribute {
                item.contentHTML = tree.attribute(attribute, of: place).map { XMLText.escape($0) }
            } else {
                let markup = tree.markup(of: place).prefix(PageReading.maxContentBytes)
                item.contentHTML = String(decoding: markup, as: UTF8.self)
            }
        }
        item.base = base
        return item
    }

    /// The item's address without its fragment. In lists of forum topics, the fragment is often the number of the last
    /// reply, so it would change with each reply.
    private func link(of element: Int, _ tree: HTMLTree, base: String) -> String? {
        var found: String?
        if let link {
            found = link.value(of: element, in: tree, attributes: ["href"])
        } else {
            let titleElement = title.element(of: element, in: tree)
            found = titleElement.flatMap { tree.attribute("href", of: $0) } ?? tree.attribute("href", of: element)
            if found == nil {
                let end = Int(tree.elements[element].end)
                found =
                    (element..<end).lazy.filter { tree.name($0) == "a" }.compactMap { tree.attribute("href", of: $0) }
                    .first
            }
        }
        guard let reference = found?.trimmed, !reference.isEmpty else { return nil }
        let address = URLReference.resolve(reference, base: base)
        guard URLReference.isSafeToOpen(address) else { return nil }
        // Keep the fragment if the recipe finds ids: several items may link to one page, such as a member's replies.
        if id != nil { return address }
        let whole = address.prefix { $0 != "#" }
        return String(whole)
    }

    private func problem(_ tree: HTMLTree, _ address: String, _ out: PageReading) -> PageReading.Problem? {
        if let problem = signInProblem(tree) { return problem }
        if !out.feed.items.isEmpty { return nil }
        if out.matched > 0 { return .noFields }
        return emptyProblem(tree, address)
    }

    /// The problem found by the recipe's selectors for sign-in pages.
    func signInProblem(_ tree: HTMLTree) -> PageReading.Problem? {
        func matches(_ selector: Selector?) -> Bool {
            guard let selector else { return false }
            return !SelectorMatcher(selector, in: tree).matches(limit: 1).isEmpty
        }
        // A page that asks for a second factor or reports a failure often has the form for signing in as well.
        if matches(twoFactor) { return .needsTwoFactor }
        if matches(signInFailed) { return .signInFailed }
        return matches(signIn) ? .needsSignIn : nil
    }

    /// The problem of a page on which the recipe finds nothing.
    func emptyProblem(_ tree: HTMLTree, _ address: String) -> PageReading.Problem {
        if let place = SignInPlace(address) { return place.problem }
        if Self.hasInput(tree, "autocomplete", "one-time-code") { return .needsTwoFactor }
        return Self.hasInput(tree, "type", "password") ? .needsSignIn : .noItems
    }

    private static func hasInput(_ tree: HTMLTree, _ attribute: String, _ value: String) -> Bool {
        tree.elements.indices.contains { index in
            tree.name(index) == "input" && tree.attribute(attribute, of: index)?.lowercased() == value
        }
    }

    // MARK: - Parts of a page

    /// The first number in a text, such as 12 in "12 replies"; nil if there is none.
    static func number(_ text: String) -> Int64? {
        let digits = text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && ($0.isNumber || $0 == ",") }
        return Int64(digits.filter { $0 != "," })
    }

    static func first(_ name: String, in tree: HTMLTree) -> Int? {
        guard let number = tree.number(ofName: name) else { return nil }
        return tree.elements.firstIndex { $0.name == number }
    }

    static func base(of tree: HTMLTree, address: String) -> String {
        guard let element = first("base", in: tree), let href = tree.attribute("href", of: element), !href.isEmpty
        else {
            return address
        }
        return URLReference.resolve(href, base: address)
    }

    static func next(_ selector: Selector, in tree: HTMLTree, base: String, address: String) -> String? {
        for element in SelectorMatcher(selector, in: tree).matches(limit: 4) {
            guard let href = tree.attribute("href", of: element)?.trimmed, !href.isEmpty else { continue }
            let next = String(URLReference.resolve(href, base: base).prefix { $0 != "#" })
            if next != address, let origin = origin(of: next), origin == Self.origin(of: address) { return next }
        }
        return nil
    }

    /// The scheme, host and port of an http or https address, in lower case; nil for other addresses.
    static func origin(of address: String) -> String? {
        guard let mark = address.firstRange(of: "://") else { return nil }
        let host = address[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let scheme = address[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https", !host.isEmpty, !host.contains("@") else { return nil }
        return scheme + "://" + host.lowercased()
    }
}

extension String {
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
