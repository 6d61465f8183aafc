internal import Markup

/// Reads HTML as blocks. Elements without an equivalent keep their text; scripts and styles are left out.
struct BlockReader {
    private enum Item {
        case element(Int)
        case text(Range<Int>)
    }

    private let tree: HTMLTree
    /// The content of each element; that of the document is at index 0, of element `n` at `n + 1`.
    private var content: [[Item]]

    /// - Parameter html: sanitised HTML, UTF-8.
    static func blocks(of html: [UInt8]) -> [ReadableBlock] {
        let reader = BlockReader(html)
        return reader.flow(in: -1)
    }

    private init(_ html: [UInt8]) {
        tree = HTMLTree(html, keepsTexts: true)
        content = Array(repeating: [], count: tree.elements.count + 1)
        var next = 0
        for text in tree.texts {
            while next < tree.elements.count, tree.elements[next].content.lowerBound <= text.range.lowerBound {
                content[Int(tree.elements[next].parent) + 1].append(.element(next))
                next += 1
            }
            content[Int(text.element) + 1].append(.text(text.range))
        }
        while next < tree.elements.count {
            content[Int(tree.elements[next].parent) + 1].append(.element(next))
            next += 1
        }
    }

    // MARK: - Blocks

    private static let inlineNames: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd",
        "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
        "time",
        "tt", "u", "var", "wbr",
    ]
    /// Quotes and lists inside one another beyond this depth become paragraphs: readers refuse deep documents.
    private static let maxDepth = 24
    /// Deeper emphasis is left out.
    private static let maxInlineDepth = 100

    private static let silentNames: Set<String> = ["script", "style", "template", "head", "title", "rp", "rt"]

    private func flow(in parent: Int, depth: Int = 0) -> [ReadableBlock] {
        var blocks: [ReadableBlock] = []
        var open: [ReadableInline] = []
        func close() {
            let inline = Self.trimmed(open)
            if !inline.isEmpty { blocks.append(.paragraph(inline)) }
            open = []
        }
        for item in content[parent + 1] {
            guard case .element(let element) = item else {
                if case .text(let range) = item { open.append(.text(text(range))) }
                continue
            }
            let name = tree.name(element)
            if Self.silentNames.contains(name) { continue }
            if let inline = phrase(element, name, isInLink: false), !hasBlocks(element) {
                open += inline
                continue
            }
            close()
            blocks += self.blocks(of: element, name, depth)
        }
        close()
        return blocks
    }

    private func blocks(of element: Int, _ name: String, _ depth: Int) -> [ReadableBlock] {
        switch name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            let inline = Self.trimmed(inline(in: element, isInLink: false))
            return inline.isEmpty ? [] : [.heading(Int(name.dropFirst()) ?? 6, inline)]
        case "blockquote":
            let inner = flow(in: element, depth: depth + 1)
            return inner.isEmpty ? [] : depth >= Self.maxDepth ? inner : [.quote(inner)]
        case "ul", "ol":
            let items = items(of: element, depth + 1)
            if depth >= Self.maxDepth { return Array(items.joined()) }
            return items.isEmpty ? [] : [.list(isOrdered: name == "ol", items)]
        case "pre":
            let code = inline(in: element, isInLink: false, keepsSpaces: true).map(\.plainText).joined()
            return code.allSatisfy(\.isWhitespace) ? [] : [.code(code)]
        case "hr": return [.rule]
        case "tr":
            let cells = content[element + 1].compactMap { item -> [ReadableInline]? in
                guard case .element(let cell) = item else { return nil }
                let inline = Self.trimmed(inline(in: cell, isInLink: false))
                return inline.isEmpty ? nil : inline
            }
            return cells.isEmpty ? [] : [.paragraph(Array(cells.joined(separator: [.text(" | ")])))]
        default: return flow(in: element, depth: depth)
        }
    }

    private func items(of list: Int, _ depth: Int) -> [[ReadableBlock]] {
        var items: [[ReadableBlock]] = []
        for item in content[list + 1] {
            switch item {
            case .element(let element):
                let name = tree.name(element)
                let blocks = name == "li" ? flow(in: element, depth: depth) : self.blocks(of: element, name, depth)
                if !blocks.isEmpty { items.append(blocks) }
            case .text(let range):
                let inline = Self.trimmed([.text(text(range))])
                if !inline.isEmpty { items.append([.paragraph(inline)]) }
            }
        }
        return items
    }

    /// Whether an inline element contains a block, such as a link around a heading.
    private func hasBlocks(_ element: Int) -> Bool {
        for inner in element + 1..<max(element + 1, Int(tree.elements[element].end)) {
            let name = tree.name(inner)
            if !Self.inlineNames.contains(name), name != "br", name != "img" { return true }
        }
        return false
    }

    // MARK: - Inline content

    private func inline(in element: Int, isInLink: Bool, keepsSpaces: Bool = false) -> [ReadableInline] {
        var parts: [ReadableInline] = []
        for item in content[element + 1] {
            switch item {
            case .text(let range): parts.append(.text(text(range, keepsSpaces: keepsSpaces)))
            case .element(let inner):
                let name = tree.name(inner)
                if Self.silentNames.contains(name) { continue }
                if let phrase = phrase(inner, name, isInLink: isInLink) {
                    parts += phrase
                } else {
                    // A block inside a heading or a cell becomes words of it.
                    parts +=
                        [.text(" ")] + inline(in: inner, isInLink: isInLink, keepsSpaces: keepsSpaces) + [.text(" ")]
                }
            }
        }
        return parts
    }

    /// The inline form of an element; nil for an element that is a block.
    private func phrase(_ element: Int, _ name: String, isInLink: Bool) -> [ReadableInline]? {
        switch name {
        case "br": return [.lineBreak]
        case "img": return picture(element, isInLink: isInLink)
        case "a":
            let address = isInLink ? nil : tree.attribute("href", of: element).flatMap(DocumentLink.address)
            let inner = inline(in: element, isInLink: isInLink || address != nil)
            guard let address, !Self.trimmed(inner).isEmpty else { return inner }
            return [.link(address, inner)]
        case "em", "i", "cite", "dfn", "var": return wrapped(element, isInLink) { .emphasis($0) }
        case "strong", "b": return wrapped(element, isInLink) { .strong($0) }
        case "mark": return wrapped(element, isInLink) { .marked($0) }
        case "code", "kbd", "samp", "tt":
            let text = inline(in: element, isInLink: true).map(\.plainText).joined()
            return text.allSatisfy(\.isWhitespace) ? [.text(text)] : [.code(text)]
        default: return Self.inlineNames.contains(name) ? inline(in: element, isInLink: isInLink) : nil
        }
    }

    private func wrapped(
        _ element: Int, _ isInLink: Bool, _ wrap: ([ReadableInline]) -> ReadableInline
    ) -> [ReadableInline] {
        let inner = inline(in: element, isInLink: isInLink)
        let isDeep = tree.elements[element].depth > Self.maxInlineDepth
        return isDeep || Self.trimmed(inner).isEmpty ? inner : [wrap(inner)]
    }

    /// A picture as a link to it: books contain no pictures from the network.
    private func picture(_ element: Int, isInLink: Bool) -> [ReadableInline] {
        let description = tree.attribute("alt", of: element).map { Self.collapsed($0) } ?? ""
        let text = ReadableInline.text("[" + (description.isEmpty ? "…" : String(description.prefix(300))) + "]")
        guard !isInLink, let address = tree.attribute("src", of: element).flatMap(DocumentLink.address) else {
            return description.isEmpty ? [] : [text]
        }
        return [.link(address, [text])]
    }

    private func text(_ range: Range<Int>, keepsSpaces: Bool = false) -> String {
        var bytes: [UInt8] = []
        HTMLEntities.append(tree.html.span, range, inAttribute: false, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        return keepsSpaces ? text : Self.collapsed(text)
    }

    /// Runs of white space become one space.
    private static func collapsed(_ text: String) -> String {
        var out = ""
        var wasSpace = false
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{C}"
            if !isSpace { out.unicodeScalars.append(scalar) } else if !wasSpace { out += " " }
            wasSpace = isSpace
        }
        return out
    }

    /// Without white space and line breaks at both ends; empty if there is no text.
    static func trimmed(_ inline: [ReadableInline]) -> [ReadableInline] {
        guard inline.contains(where: { !$0.plainText.allSatisfy(\.isWhitespace) }) else { return [] }
        var parts = inline[...]
        while let first = parts.first, first.plainText.allSatisfy(\.isWhitespace) { parts = parts.dropFirst() }
        while let last = parts.last, last.plainText.allSatisfy(\.isWhitespace) { parts = parts.dropLast() }
        var out = Array(parts)
        if case .text(let text)? = out.first { out[0] = .text(String(text.drop { $0.isWhitespace })) }
        if case .text(var text)? = out.last {
            while text.last?.isWhitespace ?? false { text.removeLast() }
            out[out.count - 1] = .text(text)
        }
        return out
    }
}

/// Addresses in documents.
enum DocumentLink {
    /// An http or https address in which all characters are allowed by RFC 3986; nil for other addresses.
    static func address(_ text: String) -> String? {
        let lower = text.prefix(8).lowercased()
        let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
        guard scheme > 0, text.utf8.count <= 4_096 else { return nil }
        let bytes = Array(text.utf8)
        let host = bytes[scheme...].prefix { !"/?#".utf8.contains($0) }
        let isHost =
            !host.isEmpty && host.first != UInt8(ascii: ".") && host.first != UInt8(ascii: ":")
            && host.allSatisfy { isLetterOrDigit($0) || ".-:".utf8.contains($0) }
        guard isHost else { return nil }
        var out = ""
        var wasFragment = false
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count && isHexDigit(bytes[index + 1])
                && isHexDigit(bytes[index + 2])
            let isSecondFragment = byte == UInt8(ascii: "#") && wasFragment
            if byte == UInt8(ascii: "#") { wasFragment = true }
            if isEscape || !isSecondFragment && (isLetterOrDigit(byte) || "-._~:/?#@!$&'()*+,;=".utf8.contains(byte)) {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                out += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return out
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
