/// Implements `HTMLText`: copies text, and converts markup to white space.
struct HTMLTextExtractor {
    /// The white space before the next character. A later case overrides an earlier one.
    enum Gap: UInt8, Comparable {
        case none
        case space
        case tab
        case line
        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    var output: [UInt8]
    var count = 0
    var gap = Gap.none
    var ruby = Ruby()
    var superscript = Superscript()
    /// Whether ruby annotations and superscripts are marked in the output. If not, they are treated like other text.
    private let marksAnnotations: Bool
    private var preformattedDepth = 0
    /// The end of the current CDATA section, or of the input.
    private var limit = 0
    private var tokenizer = HTMLTokenizer()
    private var droppedElements = HTMLDroppedElements()
    private let classes = Self.byteClasses

    /// Creates an extractor.
    ///
    /// - Parameter capacity: the size of the input in bytes. The output is at most 20 % longer: a reference has at
    ///   least 5/6 as many bytes as its text, and each line feed comes from a tag of at least three bytes.
    init(capacity: Int, marksAnnotations: Bool = true) {
        self.marksAnnotations = marksAnnotations
        output = [UInt8](repeating: 0, count: capacity + capacity / 4 + 16)
    }

    mutating func run(_ html: Span<UInt8>) {
        var index = 0
        limit = html.count
        while index < html.count {
            if index < limit {
                index = step(html, at: index)
            } else {
                index = max(index, limit + 3)
                limit = html.count
            }
        }
    }

    consuming func finish() -> [UInt8] {
        endRuby()
        var end = count
        while end > 0, output[end - 1] == 0x20 || output[end - 1] == 0x0A || output[end - 1] == 0x09 { end -= 1 }
        output.removeLast(output.count - end)
        return output
    }
}

extension HTMLTextExtractor {
    // The classes of bytes: 0 is copied, 1 is white space, 2 is "<", 3 is "&", 4 is a control character.
    private static let byteClasses: [UInt8] = (0..<256).map { byte in
        switch UInt8(byte) {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D: 1
        case 0x3C: 2
        case 0x26: 3
        case 0..<0x20, 0x7F: 4
        default: 0
        }
    }

    /// Processes one run of characters, one white-space character, one reference, or the markup at `start`.
    private mutating func step(_ html: Span<UInt8>, at start: Int) -> Int {
        switch classes[Int(html[start])] {
        case 0: return copyRun(html, from: start)
        case 1:
            appendBlank(html[start])
            return start + 1
        case 2: return readMarkup(html, at: start)
        case 3:
            guard
                let (value, next) = HTMLEntities.reference(html, at: start, end: html.count, inAttribute: false)
            else {
                append(0x26)
                return start + 1
            }
            append(value)
            return next
        default: return start + 1
        }
    }

    /// Copies words, and single spaces between them.
    private mutating func copyRun(_ html: Span<UInt8>, from start: Int) -> Int {
        flushGap()
        var index = start
        let end = limit
        // In rare cases, readings and superscripts in the output are longer than their markup.
        reserve(end - start)
        var target = count
        let classes = classes
        var room = output.mutableSpan
        while index < end {
            let byte = html[index]
            if classes[Int(byte)] != 0 {
                guard byte == 0x20, index + 1 < end, classes[Int(html[index + 1])] == 0 else { break }
            }
            room[target] = byte
            target += 1
            index += 1
        }
        count = target
        return index
    }

    private mutating func flushGap() {
        if gap != .none {
            if count > 0 { put(gap == .line ? 0x0A : gap == .tab ? 0x09 : 0x20) }
            gap = .none
        }
    }

    @inline(__always)
    private mutating func reserve(_ bytes: Int) {
        let missing = count + bytes - output.count
        if missing > 0 { output.append(contentsOf: repeatElement(0, count: missing + output.count / 4)) }
    }

    mutating func put(_ byte: UInt8) {
        if count == output.count { output.append(contentsOf: repeatElement(0, count: count / 4 + 16)) }
        output[count] = byte
        count += 1
    }

    private mutating func append(_ byte: UInt8) {
        flushGap()
        put(byte)
    }

    private mutating func append(_ value: HTMLEntities.Value) {
        for scalar in [value.first, value.second].compactMap({ $0 }) {
            switch scalar.value {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
                appendBlank(UInt8(truncatingIfNeeded: scalar.value))
            case 0..<0x20, 0x7F: break
            default:
                flushGap()
                for byte in scalar.utf8 { put(byte) }
            }
        }
    }

    private mutating func appendBlank(_ byte: UInt8) {
        if preformattedDepth > 0 { appendPreformatted(byte) } else if gap == .none { gap = .space }
    }

    private mutating func appendPreformatted(_ byte: UInt8) {
        if byte == 0x0D || count == 0 { return }
        flushGap()
        put(byte == 0x0C ? 0x20 : byte)
    }
}

// MARK: - Markup

extension HTMLTextExtractor {
    private mutating func readMarkup(_ html: Span<UInt8>, at start: Int) -> Int {
        switch tokenizer.read(html, at: start) {
        case .text:
            append(0x3C)
            return start + 1
        case .startTag: open(html)
        case .endTag: close(tokenizer.tag)
        case .strayText: appendRawText(html, tokenizer.strayText, isPreformatted: false, decodes: false)
        case .section: limit = tokenizer.sectionEnd
        case .nothing: break
        }
        return tokenizer.next
    }

    private mutating func open(_ html: Span<UInt8>) {
        let tag = tokenizer.tag
        let traits = tag.traits
        if traits.contains(.rawText) {
            if traits.contains(.block) { breakLine() }
            let content = tokenizer.readRawText(html, of: tag)
            if !traits.contains(.dropped) {
                appendRawText(html, content, isPreformatted: true, decodes: tag == .textarea)
            }
            if traits.contains(.block) { breakLine() }
            return
        }
        if traits.contains(.dropped) {
            droppedElements.skip(html, &tokenizer)
            return
        }
        if !traits.contains(.void), !tokenizer.attributes.isEmpty, isHidden(html) {
            skipContent(html, of: tag)
            if traits.contains(.block) { breakLine() }
            return
        }
        if traits.contains(.block) {
            breakLine()
        } else if traits.contains(.cell) {
            if gap < .tab { gap = .tab }
        }
        if traits.contains(.preformatted) { preformattedDepth += 1 }
        if marksAnnotations {
            switch tag {
            case .ruby, .rb, .rt, .rtc, .rp: openRuby(tag)
            case .sup: openSuperscript()
            default: break
            }
        }
        if tag == .img || tag == .image { appendAlternative(html) }
    }

    private mutating func close(_ tag: HTMLTag) {
        let traits = tag.traits
        if marksAnnotations {
            switch tag {
            case .ruby, .rb, .rt, .rtc, .rp: closeRuby(tag)
            case .sup: closeSuperscript()
            default: break
            }
        }
        if traits.contains(.preformatted), preformattedDepth > 0 { preformattedDepth -= 1 }
        if traits.contains(.block) {
            breakLine()
        } else if traits.contains(.cell) {
            if gap < .tab { gap = .tab }
        }
    }

    private mutating func breakLine() {
        if ruby.isUsed { endRuby() }
        superscript.start = nil
        gap = .line
    }

    private mutating func appendRawText(
        _ html: Span<UInt8>, _ range: Range<Int>, isPreformatted: Bool, decodes: Bool
    ) {
        let depth = preformattedDepth
        if isPreformatted { preformattedDepth += 1 }
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = html[index]
            if byte == 0x26, decodes,
                let (value, next) = HTMLEntities.reference(html, at: index, end: range.upperBound, inAttribute: false)
            {
                append(value)
                index = next
                continue
            }
            switch classes[Int(byte)] {
            case 1: appendBlank(byte)
            case 4: break
            default: append(byte)
            }
            index += 1
        }
        preformattedDepth = depth
    }

    private mutating func appendAlternative(_ html: Span<UInt8>) {
        guard let alt = tokenizer.attributes.first(where: { $0.hash == Self.altHash }), !alt.value.isEmpty
        else { return }
        var text: [UInt8] = []
        HTMLEntities.append(html, alt.value, inAttribute: true, to: &text)
        if gap == .none { gap = .space }
        for byte in text {
            switch classes[Int(byte)] {
            case 1: if gap == .none { gap = .space }
            case 4: break
            default: append(byte)
            }
        }
        if gap == .none { gap = .space }
    }

    private static let altHash = HTMLNameTable.hash("alt".utf8)
    private static let hiddenHash = HTMLNameTable.hash("hidden".utf8)
    private static let styleHash = HTMLNameTable.hash("style".utf8)

    /// Whether the start tag read last hides the content of its element, by the attribute `hidden` or the style
    /// `display: none`.
    private func isHidden(_ html: Span<UInt8>) -> Bool {
        for attribute in tokenizer.attributes {
            if attribute.hash == Self.hiddenHash { return true }
            if attribute.hash == Self.styleHash, hidesByStyle(html, attribute.value) { return true }
        }
        return false
    }

    private func hidesByStyle(_ html: Span<UInt8>, _ value: Range<Int>) -> Bool {
        let wanted = Array("display:none".utf8)
        var matched = 0
        for index in value where !HTMLTokenizer.isSpace(html[index]) {
            let byte = html[index]
            let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
            if lower == wanted[matched] {
                matched += 1
                if matched == wanted.count { return true }
            } else {
                matched = lower == wanted[0] ? 1 : 0
            }
        }
        return false
    }

    /// Skips to the end of the hidden element whose start tag was read last.
    ///
    /// The end tag of an enclosing element also ends the hidden element, so that a missing end tag does not hide the
    /// rest of the document. At most 64 elements inside the hidden element are tracked; beyond that, end tags are
    /// matched by name only.
    private mutating func skipContent(_ html: Span<UInt8>, of element: HTMLTag) {
        var open = [element]
        var index = tokenizer.next
        while index < html.count {
            guard html[index] == 0x3C else {
                index += 1
                continue
            }
            let kind = tokenizer.read(html, at: index)
            let tag = tokenizer.tag
            switch kind {
            case .text:
                index += 1
                continue
            case .section: tokenizer.rewind(to: tokenizer.sectionEnd + 3)
            case .nothing, .strayText: break
            case .startTag:
                if tag.traits.contains(.rawText) {
                    _ = tokenizer.readRawText(html, of: tag)
                } else if element == .p, open.count == 1, tag.traits.contains(.closesParagraph) {
                    tokenizer.rewind(to: index)
                    return
                } else if !tag.traits.contains(.void), !tokenizer.isSelfClosing, tag != .unknown, open.count < 64 {
                    open.append(tag)
                }
            case .endTag:
                if let place = open.lastIndex(of: tag) {
                    open.removeSubrange(place...)
                    if open.isEmpty { return }
                } else if tag.traits.contains(.block) {
                    tokenizer.rewind(to: index)
                    return
                }
            }
            index = tokenizer.next
        }
        tokenizer.rewind(to: html.count)
    }
}
