internal import Markup

/// The properties of a page's elements that scoring needs, collected in three passes over the page.
struct PageOutline {
    /// Elements that are not part of the text: scripts, forms, navigation, hidden parts, and parts excluded by name.
    var isDropped: [Bool]
    /// Hints from names, for elements that are not in `isDroppedByElement`; empty in the lenient pass, which ignores
    /// names.
    var hints: [NameHints]
    /// Elements that are dropped regardless of their names.
    private(set) var isDroppedByElement: [Bool] = []
    /// Lists of teasers of other articles.
    var isTeaserList: [Bool] = []
    /// The amount of text inside each element, without dropped parts.
    private(set) var text: [TextMeasure]
    /// The number of characters inside links in each element.
    private(set) var linked: [Int]
    /// The amount of text whose nearest enclosing block is the element, including text in inline elements.
    private(set) var ownText: [TextMeasure]
    private(set) var ownLinked: [Int]

    init(_ tree: HTMLTree, _ strictness: Strictness) {
        let count = tree.elements.count
        isDropped = Array(repeating: false, count: count)
        hints = Array(repeating: [], count: count)
        text = Array(repeating: TextMeasure(), count: count)
        linked = Array(repeating: 0, count: count)
        ownText = Array(repeating: TextMeasure(), count: count)
        ownLinked = Array(repeating: 0, count: count)
        dropByElement(tree, strictness)
        isDroppedByElement = isDropped
        measure(tree)
        guard strictness == .strict else { return }
        isTeaserList = teaserLists(tree)
        readHints(tree)
        dropByName(tree)
        measure(tree)
    }

    /// The share of links in the text of an element; 0 if it has no text.
    func linkShare(_ element: Int) -> Double {
        text[element].length == 0 ? 0 : Double(linked[element]) / Double(text[element].length)
    }

    // MARK: - Parts that are not text

    private static let never: Set<String> = [
        "script", "style", "noscript", "template", "form", "button", "input", "select", "textarea", "option", "iframe",
        "object", "embed", "svg", "canvas", "head", "dialog", "link", "meta", "title", "frame", "frameset", "applet",
        "datalist",
    ]
    private static let beside: Set<String> = ["nav", "menu"]
    private static let roles: Set<String> = [
        "navigation", "complementary", "banner", "contentinfo", "search", "menu", "menubar", "dialog", "alertdialog",
        "alert", "toolbar", "tablist",
    ]

    private mutating func dropByElement(_ tree: HTMLTree, _ strictness: Strictness) {
        var index = 0
        while index < tree.elements.count {
            let name = tree.name(index)
            // Keep a form that contains the whole page, as on old pages and ASP.NET pages.
            let isNever =
                Self.never.contains(name) && !(name == "form" && isPage(index, tree))
                && !(name == "noscript" && hasOnlyPicture(index, tree))
            if isNever || isHidden(index, tree) || strictness != .none && isBeside(index, name, tree) {
                let end = Int(tree.elements[index].end)
                for inside in index..<end { isDropped[inside] = true }
                index = end
            } else {
                index += 1
            }
        }
    }

    /// Whether an element contains only a picture. A `noscript` element of this kind repeats a picture that a script
    /// would load.
    private func hasOnlyPicture(_ element: Int, _ tree: HTMLTree) -> Bool {
        let end = min(Int(tree.elements[element].end), element + 20)
        return tree.elements[element].content.count < 16_384
            && (element..<end).contains { tree.name($0) == "img" }
            && tree.text(of: element, limit: 16_384).isEmpty
    }

    private func isPage(_ element: Int, _ tree: HTMLTree) -> Bool {
        tree.elements[element].content.count * 2 > tree.html.count
    }

    private func isBeside(_ element: Int, _ name: String, _ tree: HTMLTree) -> Bool {
        let role = tree.attribute("role", of: element)?.lowercased()
        if let role, Self.roles.contains(role) { return true }
        switch name {
        case "footer": return !isQuoted(element, tree)
        case "aside":
            // Notes that belong to the text: <https://www.w3.org/TR/dpub-aria-1.1/>.
            if let role, role.hasPrefix("doc-"), role != "doc-toc" { return false }
            return !NameHints(names: Self.names(of: element, tree)).contains(.note)
        default: return Self.beside.contains(name)
        }
    }

    /// Whether the element is part of a quotation or figure, whose footer names the source.
    private func isQuoted(_ element: Int, _ tree: HTMLTree) -> Bool {
        let parent = Int(tree.elements[element].parent)
        return parent >= 0 && ["blockquote", "figure"].contains(tree.name(parent))
    }

    /// The class and id of an element.
    static func names(of element: Int, _ tree: HTMLTree) -> [String] {
        [tree.attribute("class", of: element), tree.attribute("id", of: element)].compactMap(\.self)
    }

    private func isHidden(_ element: Int, _ tree: HTMLTree) -> Bool {
        let range = tree.elements[element].attributes
        if range.isEmpty { return false }
        if let hidden = tree.attribute("hidden", of: element), hidden.lowercased() != "until-found" {
            // Hidden text in an inactive tab belongs to the article.
            return tree.attribute("role", of: element)?.lowercased() != "tabpanel"
        }
        guard let style = tree.attribute("style", of: element), style.utf8.count < 2_000 else { return false }
        let rules = style.lowercased().filter { !$0.isWhitespace }
        // WeChat's pages mark the article as hidden and show it with a script.
        if rules.contains("visibility:hidden") { return tree.attribute("id", of: element) != "js_content" }
        return rules.contains("display:none")
    }

    // MARK: - Amounts of text

    static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "img",
        "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike",
        "strong",
        "sub", "sup", "time", "tt", "u", "var", "wbr", "picture", "source",
    ]

    mutating func measure(_ tree: HTMLTree) {
        let count = tree.elements.count
        var block = [Int32](repeating: -1, count: count)
        var isLink = [Bool](repeating: false, count: count)
        for index in 0..<count {
            let parent = Int(tree.elements[index].parent)
            let name = tree.name(index)
            let isInline = Self.inline.contains(name) && parent >= 0
            block[index] = isInline ? block[parent] : Int32(index)
            isLink[index] = name == "a" && tree.attribute("href", of: index) != nil || parent >= 0 && isLink[parent]
            (text[index], linked[index]) = (TextMeasure(), 0)
            (ownText[index], ownLinked[index]) = (TextMeasure(), 0)
        }
        for run in tree.texts where run.element >= 0 {
            let element = Int(run.element)
            if isDropped[element] { continue }
            let measure = TextMeasure(tree.html[run.range])
            text[element] += measure
            if isLink[element] { linked[element] += measure.length }
            guard block[element] >= 0 else { continue }
            ownText[Int(block[element])] += measure
            if isLink[element] { ownLinked[Int(block[element])] += measure.length }
        }
        for index in stride(from: count - 1, through: 0, by: -1) {
            let parent = Int(tree.elements[index].parent)
            if parent < 0 { continue }
            text[parent] += text[index]
            linked[parent] += linked[index]
        }
    }
}
