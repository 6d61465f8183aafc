/// The elements of a page as a tree of limited size, for CSS selectors.
///
/// The parser does not implement the whole tree construction of the HTML standard, only the rules that matter for lists
/// of links: void elements, omitted end tags, raw text, end tags without a start tag. The tree stores offsets into the
/// page; attribute values are decoded on request.
///
/// - Complexity: linear in the page. At most `maxNodes` elements, `maxDepth` levels (deeper elements become children of
///   the last level) and `maxAttributes` attributes; further elements and attributes are left out.
package struct HTMLTree: Sendable {
    package struct Element: Sendable {
        /// The number of the lower-case name; see `number(ofName:)`.
        package var name: Int32
        package var parent: Int32
        /// The previous element with the same parent; -1 for the first.
        package var previous: Int32
        /// The position among the elements with the same parent, counted from 1.
        package var index: Int32
        package var depth: Int32
        /// The index after the last element inside this one. Elements are in document order, so the elements inside
        /// follow directly.
        package fileprivate(set) var end: Int32
        package fileprivate(set) var isLast = true
        package fileprivate(set) var isEmpty = true
        package fileprivate(set) var attributes: Range<Int32>
        /// The range of the page between the start and end tag of the element.
        package fileprivate(set) var content: Range<Int>
    }

    package struct Attribute: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Text directly inside an element: the range of the page between two tags.
    package struct TextRun: Sendable {
        /// The index of the enclosing element; -1 for text outside all elements.
        package var element: Int32
        package var range: Range<Int>
    }

    package static let maxNodes = 200_000
    package static let maxDepth = 256
    package static let maxAttributes = 1_000_000

    package let html: [UInt8]
    package private(set) var elements: [Element] = []
    private var attributes: [Attribute] = []
    private var names: [String] = []
    private var numbers: [String: Int32] = [:]
    /// The texts in document order; empty unless `keepsTexts` is true.
    package private(set) var texts: [TextRun] = []
    private let keepsTexts: Bool
    /// Whether elements or attributes were left out because of a limit.
    package private(set) var isCut = false

    /// Parses a page.
    ///
    /// - Parameters:
    ///   - html: the page as UTF-8.
    ///   - keepsTexts: whether to record the ranges of text. Text in scripts and similar elements is never recorded.
    package init(_ html: [UInt8], keepsTexts: Bool = false) {
        self.html = html
        self.keepsTexts = keepsTexts
        build()
    }

    package func name(_ element: Int) -> String { names[Int(elements[element].name)] }

    /// The number of a name; nil if no element has this name.
    package func number(ofName name: String) -> Int32? { numbers[name] }

    /// The decoded value of an attribute. Empty if the attribute has no value, nil if the attribute is absent.
    package func attribute(_ name: String, of element: Int) -> String? {
        let wanted = Array(name.utf8)
        for index in elements[element].attributes {
            let attribute = attributes[Int(index)]
            guard attribute.name.count == wanted.count else { continue }
            var isEqual = true
            for offset in wanted.indices {
                let byte = html[attribute.name.lowerBound + offset]
                if (byte &- 0x41 < 26 ? byte | 0x20 : byte) != wanted[offset] {
                    isEqual = false
                    break
                }
            }
            guard isEqual else { continue }
            var bytes: [UInt8] = []
            HTMLEntities.append(html.span, attribute.value, inAttribute: true, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    /// The plain text inside an element, with white space collapsed.
    package func text(of element: Int, limit: Int = 1 << 16) -> String {
        let range = elements[element].content
        let bytes = HTMLText.plainText(Array(html[range.lowerBound..<min(range.upperBound, range.lowerBound + limit)]))
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The markup inside an element, unchanged.
    package func markup(of element: Int) -> ArraySlice<UInt8> { html[elements[element].content] }
}

extension HTMLTree {
    private mutating func build() {
        var tokenizer = HTMLTokenizer()
        var open: [Int32] = []
        /// The number of open elements with each name. Shows without a search that an end tag has no start tag.
        var openCounts: [Int32: Int] = [:]
        /// The last element on each open level.
        var lasts: [Int32] = [-1]
        func close(_ tree: inout HTMLTree, at offset: Int) {
            let index = Int(open.removeLast())
            lasts.removeLast()
            tree.elements[index].end = Int32(tree.elements.count)
            tree.elements[index].content =
                tree.elements[index].content
                .lowerBound..<max(
                    offset, tree.elements[index].content.lowerBound)
            openCounts[tree.elements[index].name, default: 1] -= 1
        }
        var index = 0
        var textStart = 0
        var isRead = true
        func keepText(_ tree: inout HTMLTree, upTo end: Int) {
            guard tree.keepsTexts, end > textStart else { return }
            tree.texts.append(TextRun(element: open.last ?? -1, range: textStart..<end))
        }
        while let start = html[index...].firstIndex(of: 0x3C) {
            if start > index, let last = open.last { elements[Int(last)].isEmpty = false }
            index = start + 1
            let kind = tokenizer.read(html.span, at: start)
            guard kind != .text else { continue }
            keepText(&self, upTo: start)
            index = tokenizer.next
            textStart = index
            if kind == .endTag {
                guard let name = numbers[lowerName(tokenizer.name)], openCounts[name, default: 0] > 0 else { continue }
                while let last = open.last {
                    let isIt = elements[Int(last)].name == name
                    close(&self, at: start)
                    if isIt { break }
                }
                continue
            }
            guard kind == .startTag else { continue }
            let tag = tokenizer.tag
            let word = lowerName(tokenizer.name)
            while let last = open.last, Self.isClosed(names[Int(elements[Int(last)].name)], by: word, tag) {
                close(&self, at: start)
            }
            guard elements.count < Self.maxNodes, attributes.count < Self.maxAttributes else {
                isCut = true
                isRead = false
                break
            }
            let firstAttribute = Int32(attributes.count)
            for attribute in tokenizer.attributes {
                attributes.append(Attribute(name: attribute.name, value: attribute.value))
            }
            let parent = open.last ?? -1
            let previous = lasts[lasts.count - 1]
            let number = Int32(elements.count)
            let name = self.number(naming: word)
            elements.append(
                Element(
                    name: name, parent: parent, previous: previous,
                    index: previous >= 0 ? elements[Int(previous)].index + 1 : 1, depth: Int32(open.count),
                    end: number + 1, attributes: firstAttribute..<Int32(attributes.count), content: index..<index))
            if previous >= 0 { elements[Int(previous)].isLast = false }
            if parent >= 0 { elements[Int(parent)].isEmpty = false }
            lasts[lasts.count - 1] = number
            if tag.traits.contains(.rawText) {
                let content = tokenizer.readRawText(html.span, of: tag)
                elements[Int(number)].content = content
                index = tokenizer.next
                textStart = index
            } else if !tag.traits.contains(.void), open.count < Self.maxDepth {
                open.append(number)
                lasts.append(-1)
                openCounts[name, default: 0] += 1
            } else if open.count >= Self.maxDepth {
                isCut = true
            }
        }
        if isRead { keepText(&self, upTo: html.count) }
        while !open.isEmpty { close(&self, at: html.count) }
    }

    private func lowerName(_ range: Range<Int>) -> String {
        String(decoding: html[range.prefix(64)].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private mutating func number(naming name: String) -> Int32 {
        if let known = numbers[name] { return known }
        let number = Int32(names.count)
        names.append(name)
        numbers[name] = number
        return number
    }

    /// Whether the start of an element closes an open element whose end tag may be omitted.
    private static func isClosed(_ open: String, by next: String, _ tag: HTMLTag) -> Bool {
        switch open {
        case "p": tag.traits.contains(.closesParagraph)
        case "li": next == "li"
        case "dt", "dd": next == "dt" || next == "dd"
        case "option": next == "option" || next == "optgroup"
        case "td", "th": next == "td" || next == "th" || next == "tr" || next == "tbody" || next == "tfoot"
        case "tr": next == "tr" || next == "tbody" || next == "tfoot" || next == "thead"
        case "thead", "tbody", "tfoot": next == "tbody" || next == "tfoot" || next == "thead"
        case "head": next == "body"
        default: false
        }
    }
}
