/// Implements `HTMLSanitizer` in one pass over the input, with a stack of the elements that are open in the output.
struct HTMLSanitizingWriter {
    let base: URLReference.Parts?
    var tokenizer = HTMLTokenizer()
    private var droppedElements = HTMLDroppedElements()
    var output: [UInt8] = []
    /// A buffer for the value of one attribute.
    var value: [UInt8] = []
    private var open: [HTMLTag] = []
    /// The number of times that each element occurs in `open`. Shows without a search that an end tag has no start tag.
    private var openCounts = [UInt16](repeating: 0, count: HTMLTag.allCases.count)

    let keepsMathematics: Bool
    /// The open elements of the current formula, as indices into `MathMarkup.elements`.
    var math: [Int] = []

    var twins = HTMLPictureTwins()

    /// The length of the output when the last line break was written.
    private var breakEnd = -1

    /// The output size in bytes above which addresses are left out. Each relative address repeats the base, which may
    /// be long.
    let maxOutput: Int

    /// Creates a writer.
    ///
    /// - Parameter size: the size of the input in bytes.
    init(size: Int, base: String?, keepsMathematics: Bool = false) {
        self.keepsMathematics = keepsMathematics
        self.base = base.flatMap { base in
            guard base.utf8.count <= HTMLSanitizer.longestBase else { return nil }
            let parts = URLReference.Parts(URLReference.clean(Array(base.utf8)))
            return parts.scheme == nil ? nil : parts
        }
        maxOutput = 16 * size + (1 << 20)
        output.reserveCapacity(size + size / 8 + 64)
    }

    mutating func run(_ html: [UInt8]) {
        var index = 0
        var limit = html.count
        while index < html.count {
            if index >= limit {
                index = max(index, limit + 3)
                limit = html.count
            } else if html[index] == 0x3C {
                let kind = tokenizer.read(html.span, at: index)
                switch kind {
                case .text:
                    output += Self.lessThan
                    index += 1
                    continue
                case .startTag: readStartTag(html)
                case .endTag:
                    if tokenizer.tag == .noscript, twins.noscripts > 0 { twins.noscripts -= 1 }
                    if math.isEmpty || !readMathEndTag(html) { readEndTag(tokenizer.tag) }
                case .strayText:
                    let text = tokenizer.strayText
                    _ = copyText(html, from: text.lowerBound, to: text.upperBound, decodes: false, stopsAtTags: false)
                case .section: limit = tokenizer.sectionEnd
                case .nothing: break
                }
                index = tokenizer.next
            } else {
                index = copyText(html, from: index, to: limit, decodes: true)
            }
        }
    }

    var depth: Int { open.count + math.count }

    func isOpen(_ tag: HTMLTag) -> Bool { openCounts[Int(tag.rawValue)] > 0 }

    consuming func finish() -> [UInt8] {
        closeMath()
        while let tag = open.popLast() { writeEndTag(tag) }
        return output
    }

    static let lessThan = Array("&lt;".utf8)
    static let greaterThan = Array("&gt;".utf8)
    static let ampersand = Array("&amp;".utf8)
    static let quote = Array("&quot;".utf8)
}

// MARK: - Text

extension HTMLSanitizingWriter {
    /// Copies text up to the next `<` and escapes it.
    private mutating func copyText(
        _ html: [UInt8], from start: Int, to end: Int, decodes: Bool, stopsAtTags: Bool = true
    ) -> Int {
        var index = start
        var runStart = start
        while index < end {
            let byte = html[index]
            switch byte {
            case 0x3C:
                output += html[runStart..<index]
                if stopsAtTags { return index }
                output += Self.lessThan
            case 0x3E:
                output += html[runStart..<index]
                output += Self.greaterThan
            case 0x26:
                output += html[runStart..<index]
                if decodes,
                    let (value, next) = HTMLEntities.reference(html.span, at: index, end: end, inAttribute: false)
                {
                    write(value)
                    index = next
                    runStart = index
                    continue
                }
                output += Self.ampersand
            case 0:
                // Browsers omit this character from text.
                output += html[runStart..<index]
            default:
                index += 1
                continue
            }
            index += 1
            runStart = index
        }
        output += html[runStart..<end]
        return end
    }

    private mutating func write(_ value: HTMLEntities.Value) {
        write(value.first)
        if let second = value.second { write(second) }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "<": output += Self.lessThan
        case ">": output += Self.greaterThan
        case "&": output += Self.ampersand
        default: output += scalar.utf8
        }
    }
}

// MARK: - Tags

extension HTMLSanitizingWriter {
    private mutating func readStartTag(_ html: [UInt8]) {
        let source = tokenizer.tag
        if isMath(html), readMathStartTag(html) { return }
        if source == .iframe || source == .embed {
            writePlayer(html)
            return
        }
        if source.traits.contains(.rawText) {
            readRawText(html, of: source)
            return
        }
        if source.traits.contains(.dropped) {
            droppedElements.skip(html.span, &tokenizer)
            return
        }
        let tag = source.standIn
        let traits = tag.traits
        guard traits.contains(.allowed) else { return }
        closeImplied(by: tag, traits)
        if traits.contains(.void) {
            let start = output.count
            let picture = writeStartTag(tag, html)
            if tag == .img { settle(picture, from: start) }
            if tag == .br { breakEnd = output.count }
            return
        }
        guard depth < HTMLSanitizer.deepest else { return }
        writeStartTag(tag, html)
        if source.traits.contains(.void) {
            writeEndTag(tag)
            return
        }
        open.append(tag)
        openCounts[Int(tag.rawValue)] &+= 1
        if source == .noscript { twins.noscripts += 1 }
    }

    /// If a frame or object comes from a known provider, writes a link to its content.
    private mutating func writePlayer(_ html: [UInt8]) {
        // Some pages load their frames late and store the address in a custom attribute until then.
        let names = ["src", "data-src", "data-lazy-src"].map { HTMLNameTable.hash($0.utf8) }
        for attribute in tokenizer.attributes.prefix(HTMLAttributeLists.maxRead) where names.contains(attribute.hash) {
            value.removeAll(keepingCapacity: true)
            HTMLEntities.append(html.span, attribute.value, inAttribute: true, to: &value)
            guard let player = EmbeddedPlayer(String(decoding: value, as: UTF8.self)), output.count < maxOutput else {
                continue
            }
            closeImplied(by: .a, HTMLTag.a.traits)
            output += "<a href=\"".utf8
            value = Array(player.page.utf8)
            writeValue()
            output += "\" class=\"\(HTMLSanitizer.playerClass)\">▶ \(player.provider)</a>".utf8
            return
        }
    }

    /// Drops the content of a script or style; writes the content of a text area as text.
    private mutating func readRawText(_ html: [UInt8], of source: HTMLTag) {
        let tag = source.standIn
        let isShown = !source.traits.contains(.dropped)
        if isShown, tag.traits.contains(.allowed) { writeStartTag(tag, html) }
        let content = tokenizer.readRawText(html.span, of: source)
        guard isShown else { return }
        let (start, end) = (content.lowerBound, content.upperBound)
        _ = copyText(html, from: start, to: end, decodes: source == .textarea, stopsAtTags: false)
        if tag.traits.contains(.allowed) { writeEndTag(tag) }
    }

    @discardableResult
    private mutating func writeStartTag(_ tag: HTMLTag, _ html: [UInt8]) -> HTMLPicture {
        output.append(0x3C)
        output += tag.name
        let picture = writeAttributes(html, of: tag)
        output.append(0x3E)
        return picture
    }

    private mutating func writeEndTag(_ tag: HTMLTag) {
        output.append(0x3C)
        output.append(0x2F)
        output += tag.name
        output.append(0x3E)
    }

    private mutating func readEndTag(_ tag: HTMLTag) {
        if tag == .br {
            // XML writers emit `<br></br>` for a single line break, so an end tag directly after `<br>` is dropped.
            // Browsers treat a lone `</br>` as a line break.
            if output.count != breakEnd { output += Array("<br>".utf8) }
            return
        }
        close(tag.standIn)
    }

    /// Closes an element and the elements inside it, unless an element in between limits the scope of the end tag.
    private mutating func close(_ tag: HTMLTag) {
        guard openCounts[Int(tag.rawValue)] > 0 else { return }
        let reachesOut = tag.traits.contains(.tablePart)
        func bounds(_ other: HTMLTag) -> Bool {
            if tag == .li, other == .ul || other == .ol { return true }
            return reachesOut ? other == .table : other.traits.contains(.scope)
        }
        guard let place = open.lastIndex(where: { $0 == tag || bounds($0) }), open[place] == tag else { return }
        closeAll(from: place)
    }

    private mutating func closeAll(from place: Int) {
        while open.count > place, let tag = open.popLast() {
            openCounts[Int(tag.rawValue)] &-= 1
            writeEndTag(tag)
        }
    }

    /// Closes the elements whose end tags a start tag implies: <https://html.spec.whatwg.org/#parsing-main-inbody>.
    private mutating func closeImplied(by tag: HTMLTag, _ traits: HTMLTagTraits) {
        switch tag {
        case .li: closeNearest([.li], within: [.ul, .ol, .menu, .dir])
        case .dd, .dt: closeNearest([.dd, .dt], within: [.dl])
        case .tr: closeNearest([.tr], within: [.table])
        case .td, .th: closeNearest([.td, .th], within: [.table, .tr])
        case .tbody, .thead, .tfoot: closeNearest([.tbody, .thead, .tfoot], within: [.table])
        case .a: closeNearest([.a], within: [])
        case .rt, .rp, .rb: closeNearest([.rt, .rp, .rb], within: [.ruby])
        default: break
        }
        if traits.contains(.closesParagraph), openCounts[Int(HTMLTag.p.rawValue)] > 0 {
            closeNearest([.p], within: [])
        }
        if traits.contains(.heading), let last = open.last, last.traits.contains(.heading) {
            closeAll(from: open.count - 1)
        }
    }

    /// Closes the innermost open element whose tag is in `kinds`, unless one of `bounds` is open inside it.
    private mutating func closeNearest(_ kinds: [HTMLTag], within bounds: [HTMLTag]) {
        guard kinds.contains(where: { openCounts[Int($0.rawValue)] > 0 }) else { return }
        let inTable = bounds.contains(.table)
        var place = open.count - 1
        while place >= 0 {
            let tag = open[place]
            if kinds.contains(tag) {
                closeAll(from: place)
                return
            }
            if bounds.contains(tag) || !inTable && tag.traits.contains(.scope) { return }
            place -= 1
        }
    }
}
