internal import Markup

/// What scoring asks of each element, found in three passes over the page.
struct PageOutline {
    /// Never a part of the text: scripts, forms, navigation, what is hidden, and by name what stands beside the text.
    private(set) var isDropped: [Bool]
    private(set) var hints: [NameHints]
    /// Text inside, dropped parts left out.
    private(set) var text: [TextMeasure]
    /// Characters of it inside links.
    private(set) var linked: [Int]
    /// For a block: text whose nearest block it is, that of inline elements in it included.
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
        measure(tree)
        guard strictness == .strict else { return }
        dropByName(tree)
        measure(tree)
    }

    /// The share of links in the text of an element; 0 where it has none.
    func linkShare(_ element: Int) -> Double {
        text[element].length == 0 ? 0 : Double(linked[element]) / Double(text[element].length)
    }

    // MARK: - What is no text

    private static let never: Set<String> = [
        "script", "style", "noscript", "template", "form", "button", "input", "select", "textarea", "option", "iframe",
        "object", "embed", "svg", "canvas", "head", "dialog", "link", "meta", "title", "frame", "frameset", "applet",
        "datalist",
    ]
    private static let beside: Set<String> = ["nav", "aside", "footer", "menu"]
    private static let roles: Set<String> = [
        "navigation", "complementary", "banner", "contentinfo", "search", "menu", "menubar", "dialog", "alertdialog",
        "alert", "toolbar", "tablist",
    ]

    private mutating func dropByElement(_ tree: HTMLTree, _ strictness: Strictness) {
        var index = 0
        while index < tree.elements.count {
            let name = tree.name(index)
            // Old pages, and those of ASP.NET, stand in one form.
            let isNever = Self.never.contains(name) && !(name == "form" && isPage(index, tree))
            if isNever || isHidden(index, tree) || strictness != .none && isBeside(index, name, tree) {
                let end = Int(tree.elements[index].end)
                for inside in index..<end { isDropped[inside] = true }
                index = end
            } else {
                index += 1
            }
        }
    }

    private func isPage(_ element: Int, _ tree: HTMLTree) -> Bool {
        tree.elements[element].content.count * 2 > tree.html.count
    }

    private func isBeside(_ element: Int, _ name: String, _ tree: HTMLTree) -> Bool {
        if Self.beside.contains(name) { return true }
        if let role = tree.attribute("role", of: element), Self.roles.contains(role.lowercased()) { return true }
        return false
    }

    private func isHidden(_ element: Int, _ tree: HTMLTree) -> Bool {
        let range = tree.elements[element].attributes
        if range.isEmpty { return false }
        if let hidden = tree.attribute("hidden", of: element), hidden.lowercased() != "until-found" { return true }
        guard let style = tree.attribute("style", of: element), style.utf8.count < 2_000 else { return false }
        let rules = style.lowercased().filter { !$0.isWhitespace }
        // WeChat writes its article hidden and shows it by script.
        if rules.contains("visibility:hidden") { return tree.attribute("id", of: element) != "js_content" }
        return rules.contains("display:none")
    }

    /// Drops what is named as something beside the text, unless most of the page's text is in it: names like
    /// `has-sidebar` stand on wrappers, too.
    private mutating func dropByName(_ tree: HTMLTree) {
        let all = tree.elements.indices.reduce(0) { tree.elements[$1].parent < 0 ? $0 + text[$1].length : $0 }
        let teasers = Self.teaserLists(tree, self)
        var index = 0
        while index < tree.elements.count {
            if isDropped[index] {
                index = Int(tree.elements[index].end)
                continue
            }
            let names = [tree.attribute("class", of: index), tree.attribute("id", of: index)].compactMap(\.self)
            hints[index] = NameHints(names: names)
            let name = tree.name(index)
            if teasers[index], text[index].length * 2 < all, !["html", "body", "article", "main"].contains(name) {
                let end = Int(tree.elements[index].end)
                for inside in index..<end { isDropped[inside] = true }
                index = end
                continue
            }
            guard hints[index].contains(.beside), !["html", "body", "article", "main"].contains(name),
                tree.attribute("itemprop", of: index) != "articleBody", !hints[index].contains(.body)
            else {
                index += 1
                continue
            }
            let share = all == 0 ? 0 : Double(text[index].length) / Double(all)
            let isWrapper =
                share > (hints[index].contains(.comments) ? 0.8 : hints[index].contains(.content) ? 0.3 : 0.5)
            if isWrapper {
                index += 1
            } else {
                let end = Int(tree.elements[index].end)
                for inside in index..<end { isDropped[inside] = true }
                index = end
            }
        }
    }

    /// Elements with two or more headings, each of which is a link to another page, and no more paragraphs
    /// than these: other articles, with their beginnings.
    private static func teaserLists(_ tree: HTMLTree, _ outline: PageOutline) -> [Bool] {
        var headings = [Int32](repeating: 0, count: tree.elements.count)
        var links = [Int32](repeating: 0, count: tree.elements.count)
        var paragraphs = [Int32](repeating: 0, count: tree.elements.count)
        for index in stride(from: tree.elements.count - 1, through: 0, by: -1) {
            if !outline.isDropped[index], outline.text[index].length > 0, headingNames.contains(tree.name(index)) {
                headings[index] += 1
                if outline.linked[index] * 10 >= outline.text[index].length * 9, !isAnchor(index, tree) {
                    links[index] += 1
                }
            }
            if outline.ownText[index].length - outline.ownLinked[index] > 150 { paragraphs[index] += 1 }
            let parent = Int(tree.elements[index].parent)
            if parent < 0 { continue }
            paragraphs[parent] += paragraphs[index]
            headings[parent] += headings[index]
            links[parent] += links[index]
        }
        // The heading over the list is no link.
        return tree.elements.indices.map {
            links[$0] >= 2 && headings[$0] <= links[$0] + 1 && paragraphs[$0] <= links[$0]
        }
    }

    private static let headingNames: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// Whether the link of a heading leads to the heading itself.
    private static func isAnchor(_ heading: Int, _ tree: HTMLTree) -> Bool {
        let end = Int(tree.elements[heading].end)
        return (heading..<end).contains { tree.attribute("href", of: $0)?.hasPrefix("#") ?? false }
    }

    // MARK: - How much text

    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "img",
        "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike",
        "strong",
        "sub", "sup", "time", "tt", "u", "var", "wbr", "picture", "source",
    ]

    private mutating func measure(_ tree: HTMLTree) {
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
