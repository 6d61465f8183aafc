internal import Formats
internal import Markup

/// Writes the markup of the main text, leaving out parts inside it that do not belong to the text.
struct ContentWriter {
    struct Written {
        var html = ""
        /// The number of characters; CJK characters count twice.
        var length = 0
        var linked = 0
        var linkShare: Double { length == 0 ? 0 : Double(linked) / Double(length) }
    }

    private let tree: HTMLTree
    private let outline: PageOutline
    private let base: String
    private let title: String
    private var bytes: [UInt8] = []
    private var written = Written()
    private var linkDepth = 0
    /// The index in `tree.texts` of the next text run to write.
    private var nextText = 0
    /// The range from the first to the last element with at least a sentence of text. Outside this range, a line may be
    /// the byline and a heading may be the title.
    private var prose = Int.max..<Int.max
    /// The addresses of the pictures written so far. A `noscript` element may repeat a picture that a script would
    /// load; the repetition is left out.
    private var pictures: Set<String> = []
    private var noscriptPicture = ""
    /// The range of the last written picture, if that picture is a placeholder.
    private var placeholder: Range<Int>?

    /// - Parameter title: a heading with this text before the first sentence is left out; nil keeps all headings.
    init(_ tree: HTMLTree, _ outline: PageOutline, base: String, title: String?) {
        self.tree = tree
        self.outline = outline
        self.base = base
        self.title = Self.folded(title ?? "")
    }

    func write(_ elements: [Int]) -> Written {
        var copy = self
        let sentences = elements.flatMap(sentences(in:))
        if let first = sentences.first, let last = sentences.last { copy.prose = first..<last + 1 }
        for element in elements { copy.writeRoot(element) }
        copy.written.html = String(decoding: copy.bytes, as: UTF8.self)
        return copy.written
    }

    private func sentences(in root: Int) -> [Int] {
        (root..<Int(tree.elements[root].end)).filter {
            !outline.isDropped[$0] && outline.ownText[$0].length - outline.ownLinked[$0] >= 80
        }
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    // MARK: - Traversal

    private mutating func writeRoot(_ element: Int) {
        let start = tree.elements[element].content.lowerBound
        while nextText < tree.texts.count, tree.texts[nextText].range.lowerBound < start { nextText += 1 }
        if Self.names[tree.name(element)] != nil, !["td", "th", "tr", "tbody", "li"].contains(tree.name(element)) {
            write(element)
        } else {
            append("<div>")
            writeChildren(element)
            append("</div>\n")
        }
    }

    private mutating func writeChildren(_ element: Int) {
        let end = Int(tree.elements[element].end)
        var children: [Int] = []
        var child = element + 1
        while child < end {
            if isKept(child) { children.append(child) }
            child = Int(tree.elements[child].end)
        }
        // Drop a heading whose section was left out.
        if children.count > 1 || !isHeadingBlock(element) {
            while let last = children.last, isHeadingBlock(last), !hasText(element, after: last) {
                children.removeLast()
            }
        }
        for child in children {
            writeTexts(of: element, upTo: tree.elements[child].content.lowerBound)
            write(child)
        }
        writeTexts(of: element, upTo: tree.elements[element].content.upperBound)
    }

    private func isHeading(_ element: Int) -> Bool { ["h2", "h3", "h4", "h5", "h6"].contains(tree.name(element)) }

    /// Whether an element is a heading, or a container with only a heading and a link to it.
    private func isHeadingBlock(_ element: Int) -> Bool {
        if isHeading(element) { return true }
        guard tree.name(element) == "div" else { return false }
        let end = min(Int(tree.elements[element].end), element + 4)
        guard let heading = (element..<end).first(where: isHeading) else { return false }
        return outline.text[heading].length * 2 > outline.text[element].length && !hasMedia(element)
    }

    /// Whether `parent` directly contains text after one of its children.
    private func hasText(_ parent: Int, after child: Int) -> Bool {
        var index = nextText
        let (start, end) = (tree.elements[child].content.upperBound, tree.elements[parent].content.upperBound)
        var steps = 0
        while index < tree.texts.count, tree.texts[index].range.lowerBound < end, steps < 1_000 {
            let run = tree.texts[index]
            if Int(run.element) == parent, run.range.lowerBound >= start,
                tree.html[run.range].contains(where: { $0 > 0x20 })
            {
                return true
            }
            index += 1
            steps += 1
        }
        return false
    }

    private mutating func writeTexts(of element: Int, upTo end: Int) {
        while nextText < tree.texts.count, tree.texts[nextText].range.lowerBound < end {
            let run = tree.texts[nextText]
            nextText += 1
            guard Int(run.element) == element else { continue }
            let text = tree.html[run.range]
            let length = TextMeasure(text).length
            written.length += length
            if linkDepth > 0 { written.linked += length }
            for byte in text {
                if byte == 0x3C { append("&lt;") } else { bytes.append(byte) }
            }
        }
    }

    // MARK: - Choosing the parts

    private static let groups: Set<String> = ["div", "section", "ul", "ol", "dl", "table", "header", "p", "span"]
    private static let media: Set<String> = ["img", "video", "audio", "picture", "hr", "br", "math"]

    private func isKept(_ element: Int) -> Bool {
        if outline.isDropped[element] { return false }
        let name = tree.name(element)
        if Self.media.contains(name) { return true }
        let text = outline.text[element]
        if text.length == 0 { return ["td", "th"].contains(name) || hasMedia(element) }
        if !title.isEmpty, element < prose.lowerBound, name == "h1" || name == "h2",
            Self.folded(tree.text(of: element, limit: 4_096)) == title
        {
            return false
        }
        if text.length < 150, isByline(element, name), !hasMedia(element) { return false }
        guard Self.groups.contains(name), text.commas < 10 else { return true }
        let share = outline.linkShare(element)
        if share >= 0.5, Self.lists.contains(name), isUnderHeading(element) { return true }
        switch name {
        case "ul", "ol", "dl": return share < 0.8 || text.length < 40 && share < 1
        case "table": return share < 0.7
        case "p", "span": return share < 0.9 || text.length < 200
        default: return share < (outline.hints[element].contains(.content) ? 0.7 : 0.5) || hasMedia(element)
        }
    }

    private static let lists: Set<String> = ["div", "section", "ul", "ol", "dl"]

    /// Whether a list of links follows a heading that has an anchor, such as “See also” in documentation. The list then
    /// belongs to the text: lists that a page template adds have headings without anchors.
    private func isUnderHeading(_ element: Int) -> Bool {
        let end = min(Int(tree.elements[element].end), element + 6)
        if let first = (element..<end).first(where: isHeading) { return isAnchored(first) }
        var next = element
        for _ in 0..<3 {
            guard outline.hints[next].isDisjoint(with: .beside) else { return false }
            var previous = Int(tree.elements[next].previous)
            while previous >= 0, outline.text[previous].length == 0 { previous = Int(tree.elements[previous].previous) }
            if previous >= 0 { return isHeadingBlock(previous) && isAnchored(previous) }
            next = Int(tree.elements[next].parent)
            guard next >= 0, ["div", "section"].contains(tree.name(next)) else { return false }
        }
        return false
    }

    private func isAnchored(_ heading: Int) -> Bool {
        (heading..<min(Int(tree.elements[heading].end), heading + 8)).contains {
            tree.attribute("id", of: $0) != nil || tree.attribute("name", of: $0) != nil
                || tree.attribute("href", of: $0)?.hasPrefix("#") ?? false
        }
    }

    /// Whether an element is a byline, that is, a line with the author and the date. Any marked line above or below the
    /// text is a byline. Inside the text, only a container outside quotations, figures, lists and tables can be a
    /// byline.
    private func isByline(_ element: Int, _ name: String) -> Bool {
        let hints = outline.hints[element]
        guard !hints.isDisjoint(with: [.byline, .meta]), !Self.parts.contains(name) else { return false }
        // An element with a heading is not a byline: it may be a section of the text that is named after its heading.
        let inside = element..<min(Int(tree.elements[element].end), element + 8)
        if inside.contains(where: isHeading) { return false }
        if Int(tree.elements[element].end) <= prose.lowerBound || element >= prose.upperBound { return true }
        guard hints.contains(.byline), name == "div" || name == "address" else { return false }
        var parent = Int(tree.elements[element].parent)
        while parent >= 0 {
            if Self.parts.contains(tree.name(parent)) { return false }
            parent = Int(tree.elements[parent].parent)
        }
        return true
    }

    private static let parts: Set<String> = [
        "h1", "h2", "h3", "h4", "h5", "h6", "pre", "code", "table", "td", "th", "tr", "li", "dt", "dd", "blockquote",
        "figure", "figcaption", "caption",
    ]

    private func hasMedia(_ element: Int) -> Bool {
        let end = min(Int(tree.elements[element].end), element + 2_000)
        return (element..<end).contains {
            ["img", "video", "audio", "math"].contains(tree.name($0)) && !outline.isDropped[$0]
        }
    }

    // MARK: - Elements

    /// The names of the elements to write, by their names in the page. Tags of other elements are left out, but their
    /// content is kept.
    private static let names: [String: String] = {
        var names: [String: String] = [:]
        let same = """
            p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code em strong b i u s del ins sub sup a figure figcaption table
            thead tbody tfoot tr th td caption div q cite abbr kbd samp var mark small time ruby rt rp rb video audio details
            summary math mi mn mo mrow msup msub mfrac msqrt mtext semantics
            """
        for name in same.split(whereSeparator: \.isWhitespace) { names[String(name)] = String(name) }
        for name in ["section", "article", "main", "center", "address", "header", "body", "form", "hgroup", "search"] {
            names[name] = "div"
        }
        names["strike"] = "s"
        names["tt"] = "code"
        names["listing"] = "pre"
        return names
    }()
    private static let attributes: [String: [String]] = [
        "a": ["title"], "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan", "scope"],
        "ol": ["start", "type", "reversed"],
        "li": ["value"], "time": ["datetime"], "abbr": ["title"],
    ]
    private static let blocks: Set<String> = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "figure",
        "figcaption",
        "table", "tr", "div", "details", "summary",
    ]

    private mutating func write(_ element: Int) {
        let name = tree.name(element)
        switch name {
        case "br", "hr":
            append("<\(name)>")
            return
        case "img", "amp-img":
            writeImage(element)
            return
        default: break
        }
        guard let shown = Self.names[name] else { return writeChildren(element) }
        if shown == "pre" { return writeVerbatim(element) }
        append("<" + shown)
        var isLink = false
        if name == "a", let href = tree.attribute("href", of: element) {
            let address = URLReference.resolve(href, base: base)
            if URLReference.isSafeToOpen(address) {
                append(" href=\"\(XMLText.escape(address, .htmlAttribute))\"")
                isLink = true
            }
        }
        if name == "video" || name == "audio", let source = source(element) {
            append(" src=\"\(XMLText.escape(source, .htmlAttribute))\" controls")
        }
        for attribute in (Self.attributes[name] ?? []) + ["lang", "dir"] {
            if let value = tree.attribute(attribute, of: element), !value.isEmpty, value.utf8.count < 1_000 {
                append(" \(attribute)=\"\(XMLText.escape(value, .htmlAttribute))\"")
            }
        }
        append(">")
        if isLink { linkDepth += 1 }
        writeChildren(element)
        if isLink { linkDepth -= 1 }
        append("</\(shown)>")
        if Self.blocks.contains(shown) { append("\n") }
    }

    /// Writes code with its white space. Elements for syntax colours are left out, and elements for lines become line
    /// breaks.
    private mutating func writeVerbatim(_ element: Int) {
        append("<pre>")
        writeChildren(element)
        append("</pre>\n")
    }

    private mutating func writeImage(_ element: Int) {
        guard !isTiny(element), let address = imageAddress(element) else { return }
        let isInNoscript = isInNoscript(element)
        if isInNoscript, pictures.contains(address) { return }
        if !isInNoscript, address == noscriptPicture { return }
        let isPlaceholder = LazyPicture.isPlaceholder(address)
        if isInNoscript {
            noscriptPicture = address
            // Replace the previous picture if it is only a placeholder for this one.
            if let range = placeholder, bytes[range.upperBound...].allSatisfy({ $0 <= 0x20 }) {
                bytes.removeSubrange(range.lowerBound...)
            }
        }
        let start = bytes.count
        defer { placeholder = isPlaceholder && !isInNoscript ? start..<bytes.count : nil }
        pictures.insert(address)
        append("<img src=\"\(XMLText.escape(address, .htmlAttribute))\"")
        for name in ["alt", "title", "width", "height"] {
            if let value = tree.attribute(name, of: element), !value.isEmpty, value.utf8.count < 2_000 {
                append(" \(name)=\"\(XMLText.escape(value, .htmlAttribute))\"")
            }
        }
        append(">")
    }

    private func isInNoscript(_ element: Int) -> Bool {
        var parent = Int(tree.elements[element].parent)
        for _ in 0..<4 where parent >= 0 {
            if tree.name(parent) == "noscript" { return true }
            parent = Int(tree.elements[parent].parent)
        }
        return false
    }

    private func isTiny(_ element: Int) -> Bool {
        ["width", "height"].contains { name in
            tree.attribute(name, of: element).flatMap { Int($0) }.map { $0 <= 2 } ?? false
        }
    }

    private func imageAddress(_ element: Int) -> String? {
        var candidates = LazyPicture.sources.compactMap { tree.attribute($0, of: element) }
        for name in LazyPicture.sourceSets + ["srcset"] {
            if let set = tree.attribute(name, of: element) { candidates += Self.largest(of: set) }
        }
        let source = tree.attribute("src", of: element) ?? ""
        let isPlaceholder =
            LazyPicture.isPlaceholder(source)
            || !candidates.isEmpty && LazyPicture.isLazy(class: tree.attribute("class", of: element) ?? "")
        if isPlaceholder { candidates.append(source) } else { candidates.insert(source, at: 0) }
        for candidate in candidates {
            let text = candidate.trimmingWhitespace()
            guard !text.isEmpty, !text.hasPrefix("data:") else { continue }
            let address = URLReference.resolve(text, base: base)
            if URLReference.isSafeToOpen(address), !address.hasPrefix("mailto:") { return address }
        }
        return nil
    }

    /// The address of the largest picture in a `srcset`.
    private static func largest(of set: String) -> [String] {
        let entries = set.split(separator: ",").prefix(32).compactMap { entry -> (String, Double)? in
            let parts = entry.split(whereSeparator: \.isWhitespace)
            guard let address = parts.first else { return nil }
            return (String(address), parts.dropFirst().first.flatMap { Double($0.dropLast()) } ?? 1)
        }
        return entries.max { $0.1 < $1.1 }.map { [$0.0] } ?? []
    }

    private func source(_ element: Int) -> String? {
        let end = min(Int(tree.elements[element].end), element + 50)
        for index in element..<end where index == element || tree.name(index) == "source" {
            guard let source = tree.attribute("src", of: index), !source.isEmpty else { continue }
            let address = URLReference.resolve(source, base: base)
            if URLReference.isSafeToOpen(address) { return address }
        }
        return nil
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension String {
    func trimmingWhitespace() -> String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
