/// Reads UTF-8 HTML one tag or comment at a time, like the tokenizer of the HTML standard.
///
/// The tokenizer stores only offsets, so each call must pass the same bytes. Callers process the text between tags
/// themselves, since each treats it differently. For any input, offsets ascend and reading the whole document takes
/// linear time.
/// <https://html.spec.whatwg.org/#tokenization>
package struct HTMLTokenizer {
    package enum Markup: Sendable {
        /// The `<` does not begin markup and is text.
        case text
        case startTag
        case endTag
        /// A comment, declaration or processing instruction, or a tag that is incomplete at the end of the input.
        case nothing
        /// `</` before a character that does not begin a name, as in `</3`. Browsers treat the text up to the next `>`
        /// as a comment. The author probably wrote the text on purpose, so it is kept in `strayText`.
        case strayText
        /// A closed section that begins with `<![CDATA[`. `next` is the offset after the section, and `sectionEnd` is
        /// the offset of its `]]>`. HTML has no such sections, and browsers hide them up to the next `>`, but they
        /// occur in feeds that wrap HTML twice.
        case section
    }

    package struct Attribute: Sendable {
        /// The hash of the lower-cased name; see `HTMLNameTable`.
        package var hash: UInt64
        package var name: Range<Int>
        /// The bytes between the quotes, with references not decoded; empty if the attribute has no value.
        package var value: Range<Int>
    }

    /// The offset of the first byte after the markup read last.
    package private(set) var next = 0
    private(set) var tag = HTMLTag.unknown
    /// The range of the name of the tag read last.
    package private(set) var name = 0..<0
    /// The attributes of the start tag read last, in order, including duplicates.
    package private(set) var attributes: [Attribute] = []
    package private(set) var isSelfClosing = false
    private(set) var strayText = 0..<0
    /// The offset of the first `]]>` after the start of the section read last; the end of the input if there is no
    /// `]]>`.
    private(set) var sectionEnd = -1
    /// Whether a comment without an end was found. Later comments then have no end either.
    private var commentsHaveNoEnd = false
    private var declarationsHaveNoEnd = false
    private let tags = HTMLTag.known

    /// The maximum number of attributes of one tag. Further attributes are skipped: storing them would take ten times
    /// as much memory as the tag itself.
    private static let maxAttributes = 16_384

    package init() {}

    /// Reads the markup that begins with the `<` at `start`.
    package mutating func read(_ html: Span<UInt8>, at start: Int) -> Markup {
        let first = start + 1
        guard first < html.count else { return .text }
        let byte = html[first]
        if Self.isLetter(byte) { return readTag(html, nameAt: first, isEnd: false) }
        switch byte {
        case 0x2F:  // "/"
            guard first + 1 < html.count else { return .text }
            if Self.isLetter(html[first + 1]) { return readTag(html, nameAt: first + 1, isEnd: true) }
            skipBogusComment(html, from: first + 1)
            let end = next > first + 1 && html[next - 1] == 0x3E ? next - 1 : next
            strayText = (first + 1)..<max(end, first + 1)
            return strayText.isEmpty ? .nothing : .strayText
        case 0x21:  // "!"
            if first + 2 < html.count, html[first + 1] == 0x2D, html[first + 2] == 0x2D {
                skipComment(html, from: first + 3)
            } else if beginsSection(html, at: first) {
                return readSection(html, from: first + 8)
            } else if beginsDeclaration(html, after: first) {
                return skipDeclaration(html, from: first + 1)
            } else {
                return .text
            }
            return .nothing
        case 0x3F:  // "?"
            return skipDeclaration(html, from: first)
        default:
            return .text
        }
    }

    /// Skips the content of a raw text element and its end tag.
    ///
    /// - Returns: the range of the content. `next` is then the offset after the end tag, or the end of the input.
    mutating func readRawText(_ html: Span<UInt8>, of tag: HTMLTag) -> Range<Int> {
        let start = next
        let name = tag.name
        var index = start
        let last = html.count - name.count - 2
        while index <= last {
            guard html[index] == 0x3C, html[index + 1] == 0x2F else {
                index += 1
                continue
            }
            var matches = true
            for offset in name.indices where html[index + 2 + offset] | 0x20 != name[offset] {
                matches = false
                break
            }
            let after = index + 2 + name.count
            if matches, after == html.count || Self.endsName(html[after]) {
                _ = readTag(html, nameAt: index + 2, isEnd: true)
                return start..<index
            }
            index += 1
        }
        next = html.count
        return start..<html.count
    }

    /// Sets the offset at which the caller continues to read.
    mutating func rewind(to offset: Int) { next = offset }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether a byte is a tab, line feed, form feed, carriage return or space.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }
}

extension HTMLTokenizer {
    private static func endsName(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x2F || byte == 0x3E }

    private mutating func readTag(_ html: Span<UInt8>, nameAt start: Int, isEnd: Bool) -> Markup {
        let count = html.count
        var index = start
        var hash = HTMLNameTable.seed
        while index < count, !Self.endsName(html[index]) {
            hash = HTMLNameTable.add(html[index], to: hash)
            index += 1
        }
        name = start..<index
        attributes.removeAll(keepingCapacity: true)
        isSelfClosing = false
        while index < count, html[index] != 0x3E { index = readAttribute(html, at: index) }
        guard index < count else {
            next = count
            return .nothing
        }
        next = index + 1
        isSelfClosing = html[index - 1] == 0x2F
        tag = tags.index(ofHash: hash).flatMap { HTMLTag(rawValue: UInt8(truncatingIfNeeded: $0)) } ?? .unknown
        return isEnd ? .endTag : .startTag
    }

    private mutating func record(_ attribute: Attribute) {
        if attributes.count < Self.maxAttributes { attributes.append(attribute) }
    }

    /// Reads one attribute.
    ///
    /// - Returns: the offset of the next attribute, of the tag's `>`, or the end of the input.
    private mutating func readAttribute(_ html: Span<UInt8>, at start: Int) -> Int {
        let count = html.count
        var index = start
        if Self.isSpace(html[index]) || html[index] == 0x2F { return index + 1 }
        let nameStart = index
        var hash = HTMLNameTable.seed
        repeat {
            hash = HTMLNameTable.add(html[index], to: hash)
            index += 1
        } while index < count && html[index] != 0x3D && !Self.endsName(html[index])
        let name = nameStart..<index
        while index < count, Self.isSpace(html[index]) { index += 1 }
        guard index < count, html[index] == 0x3D else {
            record(Attribute(hash: hash, name: name, value: name.upperBound..<name.upperBound))
            return index
        }
        index += 1
        while index < count, Self.isSpace(html[index]) { index += 1 }
        guard index < count else { return count }
        let quote = html[index]
        if quote == 0x22 || quote == 0x27 {
            let valueStart = index + 1
            index = valueStart
            while index < count, html[index] != quote { index += 1 }
            guard index < count else { return count }
            record(Attribute(hash: hash, name: name, value: valueStart..<index))
            return index + 1
        }
        let valueStart = index
        while index < count, html[index] != 0x3E, !Self.isSpace(html[index]) { index += 1 }
        record(Attribute(hash: hash, name: name, value: valueStart..<index))
        return index
    }

    /// Whether `<!` begins a declaration. Unlike in browsers, `<!` is text if the next character is a symbol or digit,
    /// or if the input ends after `<!`.
    private func beginsDeclaration(_ html: Span<UInt8>, after mark: Int) -> Bool {
        guard mark + 1 < html.count else { return false }
        let byte = html[mark + 1]
        return Self.isLetter(byte) || Self.isSpace(byte) || byte == 0x2D || byte == 0x5B || byte == 0x3E
    }

    /// Skips a declaration or processing instruction. Without a `>`, the `<` is text, so that nothing is lost.
    private mutating func skipDeclaration(_ html: Span<UInt8>, from start: Int) -> Markup {
        if declarationsHaveNoEnd { return .text }
        skipBogusComment(html, from: start)
        declarationsHaveNoEnd = next == html.count && html[html.count - 1] != 0x3E
        return declarationsHaveNoEnd ? .text : .nothing
    }

    private func beginsSection(_ html: Span<UInt8>, at start: Int) -> Bool {
        guard start + 8 <= html.count, html[start + 1] == 0x5B else { return false }
        for (offset, byte) in "![CDATA[".utf8.enumerated() where html[start + offset] != byte { return false }
        return true
    }

    private mutating func readSection(_ html: Span<UInt8>, from start: Int) -> Markup {
        if sectionEnd < start {
            var index = start
            while index + 2 < html.count, !(html[index] == 0x5D && html[index + 1] == 0x5D && html[index + 2] == 0x3E) {
                index += 1
            }
            sectionEnd = index + 2 < html.count ? index : html.count
        }
        guard sectionEnd < html.count else { return .text }
        next = start
        return .section
    }

    private mutating func skipBogusComment(_ html: Span<UInt8>, from start: Int) {
        var index = start
        while index < html.count, html[index] != 0x3E { index += 1 }
        next = min(index + 1, html.count)
    }

    /// Skips a comment.
    ///
    /// - Parameter start: the offset after `<!--`.
    private mutating func skipComment(_ html: Span<UInt8>, from start: Int) {
        var index = start
        if !commentsHaveNoEnd {
            while index < html.count {
                if html[index] == 0x3E {
                    let dashes =
                        html[index - 1] == 0x2D && html[index - 2] == 0x2D
                        || html[index - 1] == 0x21 && index - 3 >= start && html[index - 2] == 0x2D
                            && html[index - 3] == 0x2D
                    if dashes {
                        next = index + 1
                        return
                    }
                }
                index += 1
            }
            commentsHaveNoEnd = true
        }
        // Browsers treat the text after `<!--` as part of the comment. Feed readers, like this tokenizer, keep the text
        // after the end of an SGML-style comment, as in `<!-- -- x >`.
        index = start
        while index + 1 < html.count, !(html[index] == 0x2D && html[index + 1] == 0x2D) { index += 1 }
        while index < html.count, html[index] != 0x3E { index += 1 }
        next = min(index + 1, html.count)
    }
}
