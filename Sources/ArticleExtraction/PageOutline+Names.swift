internal import Markup

/// Parts of a page whose class and id suggest that they are not part of the text.
///
/// A heading's id often consists of its words, and parts of highlighted code, cells and items have names of all kinds.
/// Therefore only the names of containers are considered, and inside the text only if the content of the container also
/// suggests that it is not part of the text: <https://github.com/mozilla/readability/issues/807>.
extension PageOutline {
    mutating func readHints(_ tree: HTMLTree) {
        for index in tree.elements.indices where !isDropped[index] {
            let names = Self.names(of: index, tree)
            if !names.isEmpty { hints[index] = NameHints(names: names) }
        }
    }

    /// Drops parts whose names suggest that they are not text, unless they contain most of the page's text: wrappers
    /// also have names such as `has-sidebar`.
    mutating func dropByName(_ tree: HTMLTree) {
        let all = tree.elements.indices.reduce(0) { tree.elements[$1].parent < 0 ? $0 + text[$1].length : $0 }
        var index = 0
        while index < tree.elements.count {
            let isBeside =
                isTeaserList[index] && text[index].length * 2 < all && !Self.roots.contains(tree.name(index))
                || isNamedBeside(index, Self.containers, tree) && !isWrapper(index, of: all)
            if isDropped[index] {
                index = Int(tree.elements[index].end)
            } else if isBeside {
                drop(&index, tree)
            } else {
                index += 1
            }
        }
    }

    /// Restores parts inside the chosen text that were dropped by name, except containers whose content shows that they
    /// are not text.
    ///
    /// - Complexity: linear.
    mutating func keepText(of content: [Int], _ tree: HTMLTree) {
        guard !hints.isEmpty, !isTeaserList.isEmpty else { return }
        let wasDropped = isDropped
        for root in content {
            for inside in root..<Int(tree.elements[root].end) { isDropped[inside] = isDroppedByElement[inside] }
        }
        measure(tree)
        let parts = PartCounts(tree, self)
        for root in content {
            let all = text[root].length
            var index = root + 1
            while index < Int(tree.elements[root].end) {
                if isDropped[index] || Self.verbatim.contains(tree.name(index)) {
                    index = Int(tree.elements[index].end)
                } else if wasDropped[index] && isTeaserList[index]
                    || isNamedBeside(index, Self.innerContainers, tree) && !isWrapper(index, of: all)
                        && !isText(index, parts, tree)
                {
                    drop(&index, tree)
                } else {
                    index += 1
                }
            }
        }
        measure(tree)
    }

    /// Drops an element and advances the index past it.
    private mutating func drop(_ index: inout Int, _ tree: HTMLTree) {
        let end = Int(tree.elements[index].end)
        for inside in index..<end { isDropped[inside] = true }
        index = end
    }

    private static let roots: Set<String> = ["html", "body", "article", "main"]
    /// Elements that can be excluded by their names. Table cells are included because old layouts use them as
    /// containers.
    private static let containers: Set<String> = innerContainers.union([
        "section", "table", "tbody", "tr", "td", "th", "p", "li", "figure", "blockquote",
    ])
    /// Elements whose names are considered inside the text.
    private static let innerContainers: Set<String> = [
        "div", "section", "ul", "ol", "dl", "header", "aside", "center", "fieldset", "details", "address",
    ]
    /// Elements inside which names say nothing about the page's structure, such as code.
    private static let verbatim: Set<String> = ["pre", "code", "samp", "kbd", "math"]

    private func isNamedBeside(_ index: Int, _ containers: Set<String>, _ tree: HTMLTree) -> Bool {
        hints[index].contains(.beside) && !hints[index].contains(.body) && containers.contains(tree.name(index))
            && tree.attribute("itemprop", of: index) != "articleBody"
    }

    private func isWrapper(_ index: Int, of all: Int) -> Bool {
        let share = all == 0 ? 0 : Double(text[index].length) / Double(all)
        return share > (hints[index].contains(.comments) ? 0.8 : hints[index].contains(.content) ? 0.3 : 0.5)
    }

    // MARK: - Inside the text

    /// Whether a container inside the text belongs to the text, although its name suggests otherwise.
    private func isText(_ index: Int, _ parts: PartCounts, _ tree: HTMLTree) -> Bool {
        let part = parts[index]
        // A comments section contains elements that are also named as comments.
        if hints[index].contains(.comments), part.comments > 0 { return false }
        if part.controls > 0, text[index].length < 400 { return false }
        if isHeadedSection(index, tree) { return true }
        switch tree.name(index) {
        case "section":
            // A section's id may consist of the words of its heading, but a class does not, so consider only the class.
            let names = tree.attribute("class", of: index) ?? ""
            return part.prose > 0 || !NameHints(names: [names]).contains(.certain)
        case "ul", "ol", "dl": return linkShare(index) < 0.3 && !hints[index].contains(.certain)
        default: return (part.prose > 0 || part.code > 0) && !hints[index].contains(.certain)
        }
    }

    /// Whether an element's id consists of the words of its first heading, as in sections written by Sphinx and Pandoc.
    private func isHeadedSection(_ index: Int, _ tree: HTMLTree) -> Bool {
        guard let id = tree.attribute("id", of: index), !id.isEmpty, linkShare(index) < 0.5 else { return false }
        let end = min(Int(tree.elements[index].end), index + 8)
        guard let heading = (index..<end).first(where: { Self.headings.contains(tree.name($0)) }) else { return false }
        let words = tree.text(of: heading, limit: 1_000).lowercased()
        let letters: (String) -> String = { String($0.lowercased().filter { $0.isLetter || $0.isNumber }) }
        return !words.isEmpty && letters(words) == letters(id)
    }

    // MARK: - Teasers

    /// Marks lists of teasers of other articles: elements with two or more headings that link to other pages, and at
    /// most as many paragraphs as such headings.
    func teaserLists(_ tree: HTMLTree) -> [Bool] {
        var headingCounts = [Int32](repeating: 0, count: tree.elements.count)
        var links = [Int32](repeating: 0, count: tree.elements.count)
        var paragraphs = [Int32](repeating: 0, count: tree.elements.count)
        for index in stride(from: tree.elements.count - 1, through: 0, by: -1) {
            if !isDropped[index], text[index].length > 0, Self.headings.contains(tree.name(index)) {
                headingCounts[index] += 1
                if linked[index] * 10 >= text[index].length * 9, !Self.isAnchor(index, tree) {
                    links[index] += 1
                }
            }
            if ownText[index].length - ownLinked[index] > 150 { paragraphs[index] += 1 }
            let parent = Int(tree.elements[index].parent)
            if parent < 0 { continue }
            paragraphs[parent] += paragraphs[index]
            headingCounts[parent] += headingCounts[index]
            links[parent] += links[index]
        }
        // Allow one more heading than links, because the list's own heading is not a link.
        return tree.elements.indices.map {
            links[$0] >= 2 && headingCounts[$0] <= links[$0] + 1 && paragraphs[$0] <= links[$0]
        }
    }

    static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

    /// Whether the link in a heading refers to the heading itself.
    private static func isAnchor(_ heading: Int, _ tree: HTMLTree) -> Bool {
        let end = Int(tree.elements[heading].end)
        let id = tree.attribute("id", of: heading) ?? ""
        return (heading..<end).contains { element in
            guard let address = tree.attribute("href", of: element) else { return false }
            return address.hasPrefix("#") || !id.isEmpty && address.hasSuffix("#" + id)
        }
    }
}

/// Counts of the parts inside the elements of a page.
private struct PartCounts {
    struct Part {
        /// Blocks with at least a sentence outside links.
        var prose: Int32 = 0
        /// Containers whose name is that of a comment.
        var comments: Int32 = 0
        /// Buttons and input fields.
        var controls: Int32 = 0
        var code: Int32 = 0
    }

    private var parts: [Part]

    subscript(element: Int) -> Part { parts[element] }

    init(_ tree: HTMLTree, _ outline: PageOutline) {
        parts = Array(repeating: Part(), count: tree.elements.count)
        for index in stride(from: tree.elements.count - 1, through: 0, by: -1) {
            let name = tree.name(index)
            switch name {
            case "form", "button", "input", "textarea", "select": parts[index].controls += 1
            case "pre": parts[index].code += 1
            default: break
            }
            if outline.ownText[index].length - outline.ownLinked[index] >= 80 { parts[index].prose += 1 }
            let parent = Int(tree.elements[index].parent)
            guard parent >= 0 else { continue }
            parts[parent].prose += parts[index].prose
            parts[parent].controls += parts[index].controls
            parts[parent].code += parts[index].code
            parts[parent].comments += parts[index].comments
            if ["div", "li", "article", "ol", "ul", "section"].contains(name), Self.isComment(index, tree, outline) {
                parts[parent].comments += 1
            }
        }
    }

    /// Whether an element is a comment, judged by its class, or by an id that contains a number. An id without a number
    /// may just consist of the words of a heading.
    private static func isComment(_ element: Int, _ tree: HTMLTree, _ outline: PageOutline) -> Bool {
        guard outline.hints[element].contains(.comments) else { return false }
        if let names = tree.attribute("class", of: element), NameHints(names: [names]).contains(.comments) {
            return true
        }
        return tree.attribute("id", of: element)?.contains(where: \.isNumber) ?? false
    }
}
