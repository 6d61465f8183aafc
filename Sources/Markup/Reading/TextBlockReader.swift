/// Converts sanitised HTML to blocks in one pass over the tags, with a stack of the open elements.
struct TextBlockReader {
    private enum Frame {
        case list(next: Int?)
        case container
        case style(before: TextRun.Style)
        case link(before: Int?)
        case superscript, quotation
        case other
    }

    private let html: [UInt8]
    private let page: String?
    private var document = TextDocument()
    private var numbers: [String: Int] = [:]
    private var frames: [(tag: HTMLTag, frame: Frame)] = []

    private var containers: [TextBlock.Container] = []
    /// The number of current containers that already contain a block.
    private var shared = 0
    private var isApart = false
    private var heading: Int?
    private var preformatted = 0
    private var runs: [TextRun] = []
    private var style: TextRun.Style = []
    private var link: Int?
    /// Whether white space was read after the last character.
    private var needsSpace = false
    private var raised: HTMLTag?
    private var tables = TableStack()

    init(_ html: [UInt8], page: String?) {
        self.html = html
        self.page = page.map { String($0.prefix { $0 != "#" }) }
    }

    mutating func read() -> TextDocument {
        tables.mark(html)
        var tokenizer = HTMLTokenizer()
        var index = 0
        while index < html.count {
            let start = html[index...].firstIndex(of: 0x3C) ?? html.count
            text(index..<start)
            guard start < html.count else { break }
            switch tokenizer.read(html.span, at: start) {
            case .text:
                text(start..<(start + 1))
                index = start + 1
                continue
            case .startTag: open(tokenizer)
            case .endTag: close(tokenizer.tag)
            case .nothing, .strayText, .section: break
            }
            index = tokenizer.next
        }
        endBlock()
        return document
    }

    // MARK: Text

    private mutating func text(_ range: Range<Int>) {
        if range.isEmpty || tables.isBetweenCells { return }
        var bytes: [UInt8] = []
        HTMLEntities.append(html.span, range, inAttribute: false, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        if preformatted > 0 { return append(text) }
        var word = ""
        for character in text {
            if character == " " || character.isNewline || character == "\t" {
                append(word)
                word = ""
                needsSpace = true
            } else {
                word.append(character)
            }
        }
        append(word)
    }

    private mutating func append(_ text: String) {
        if text.isEmpty { return }
        let text = raised.map { RaisedDigits.of(text, $0) } ?? text
        let needsSpace = needsSpace && runs.last?.text.hasSuffix("\n") == false
        self.needsSpace = false
        let run = TextRun(text: text, style: style, link: link)
        guard let last = runs.last else { return runs.append(run) }
        let isSame = last.style == style && last.link == link && last.media == nil
        if isSame {
            runs[runs.count - 1].text += needsSpace ? " " + text : text
        } else {
            // A space between two texts with different styles has neither style.
            if needsSpace, last.style.isEmpty, last.link == nil, last.media == nil {
                runs[runs.count - 1].text += " "
            } else if needsSpace {
                runs.append(TextRun(text: " "))
            }
            runs.append(run)
        }
    }

    private mutating func lineEnd() {
        needsSpace = false
        if preformatted > 0 { return append("\n") }
        if runs.isEmpty { return }
        runs.append(TextRun(text: "\n"))
    }

    // MARK: Elements

    private mutating func open(_ tokenizer: HTMLTokenizer) {
        let tag = tokenizer.tag
        if tables.isRead { return openInTable(tag, tokenizer) }
        if !tag.traits.isDisjoint(with: [.block, .cell]) { endBlock() }
        var frame = Frame.other
        switch tag {
        case .br: lineEnd()
        case .hr:
            isApart = true
            write(.rule)
            isApart = true
        case .table:
            if tables.begin() { isApart = true }
        case .p, .figure, .address, .dl, .details: isApart = true
        case .h1, .h2, .h3, .h4, .h5, .h6:
            isApart = true
            heading = Int(tag.rawValue - HTMLTag.h1.rawValue) + 1
        case .blockquote:
            isApart = true
            frame = enter(.quote)
        case .ul, .menu, .dir:
            isApart = isApart || !isInItem
            frame = .list(next: nil)
        case .ol:
            isApart = isApart || !isInItem
            frame = .list(next: attribute("start", tokenizer).flatMap { Int($0) } ?? 1)
        case .li: frame = enter(.item(nextNumber(tokenizer)))
        case .dd: frame = enter(.indent)
        case .pre, .listing:
            if preformatted == 0 { isApart = true }
            preformatted += 1
        default: frame = openInline(tag, tokenizer)
        }
        if !tag.traits.contains(.void) { frames.append((tag, frame)) }
    }

    private mutating func openInline(_ tag: HTMLTag, _ tokenizer: HTMLTokenizer) -> Frame {
        let before = style
        switch tag {
        case .b, .strong, .dt, .summary, .th: style.insert(.strong)
        case .i, .em, .cite, .dfn, .var: style.insert(.emphasis)
        case .code, .kbd, .samp, .tt: if preformatted == 0 { style.insert(.code) }
        case .s, .strike, .del: style.insert(.deleted)
        case .mark: style.insert(.marked)
        case .figcaption, .caption: style.insert(.caption)
        case .q:
            append("“")
            return .quotation
        case .rt:
            needsSpace = false
            append("(")
            return .superscript
        case .sup, .sub: raised = tag
        case .a:
            let outer = link
            link = if let address = attribute("href", tokenizer) { number(of: address) } else { nil }
            return .link(before: outer)
        case .img: media(.image, attribute("src", tokenizer), attribute("alt", tokenizer), tokenizer)
        case .audio: media(.audio, attribute("src", tokenizer), attribute("title", tokenizer), tokenizer)
        case .video: media(.video, attribute("src", tokenizer), attribute("title", tokenizer), tokenizer)
        case .source: source(tokenizer)
        default: return .other
        }
        return .style(before: before)
    }

    private mutating func close(_ tag: HTMLTag) {
        guard let place = frames.lastIndex(where: { $0.tag == tag }) else { return }
        // The output of the sanitiser is balanced. In other input, an unclosed element ends with its parent.
        while frames.count > place { leave(frames.removeLast()) }
    }

    private mutating func leave(_ element: (tag: HTMLTag, frame: Frame)) {
        if tables.isRead {
            closeInTable(element.tag)
        } else if !element.tag.traits.isDisjoint(with: [.block, .cell]) {
            endBlock()
        }
        switch element.frame {
        case .container:
            if containers.popLast() == .quote { isApart = true }
            shared = min(shared, containers.count)
        case .list: isApart = !isInItem
        case .style(let before): style = before
        case .link(let before): link = before
        case .superscript: append(")")
        case .quotation:
            needsSpace = false
            append("”")
        case .other: break
        }
        switch element.tag {
        case .h1, .h2, .h3, .h4, .h5, .h6:
            heading = nil
            isApart = true
        case .pre, .listing:
            preformatted -= 1
            isApart = true
        case .p, .figure, .dl, .details: isApart = !isInItem || isApart
        case .li: isApart = false
        case .sup, .sub: raised = nil
        default: break
        }
    }

    private var isInItem: Bool {
        if case .item = containers.last { true } else { false }
    }

    private mutating func enter(_ container: TextBlock.Container) -> Frame {
        // Deeper nesting would leave no room on a line.
        if containers.count >= 12 { return .other }
        containers.append(container)
        return .container
    }

    private mutating func nextNumber(_ tokenizer: HTMLTokenizer) -> Int? {
        let place = frames.lastIndex { if case .list = $0.frame { true } else { false } }
        guard let place, case .list(let next?) = frames[place].frame else { return nil }
        let number = attribute("value", tokenizer).flatMap { Int($0) } ?? next
        frames[place].frame = .list(next: number == .max ? number : number + 1)
        return number
    }

    // MARK: Addresses and media

    private func attribute(_ name: String, _ tokenizer: HTMLTokenizer) -> String? {
        guard let found = tokenizer.attributes.first(where: { html[$0.name].elementsEqual(name.utf8) }) else {
            return nil
        }
        var bytes: [UInt8] = []
        HTMLEntities.append(html.span, found.value, inAttribute: true, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func number(of address: String) -> Int? {
        if address.isEmpty || address.hasPrefix("#") { return nil }
        if let page, address.contains("#"), address.prefix(while: { $0 != "#" }) == page { return nil }
        if let known = numbers[address] { return known }
        document.addresses.append(address)
        numbers[address] = document.addresses.count - 1
        return document.addresses.count - 1
    }

    private mutating func media(
        _ kind: TextRun.Media, _ address: String?, _ description: String?, _ tokenizer: HTMLTokenizer
    ) {
        // One-pixel pictures are tracking pixels.
        let sizes = ["width", "height"].compactMap { attribute($0, tokenizer).flatMap { Int($0) } }
        if kind == .image, sizes.contains(where: { $0 <= 1 }) { return }
        let words = (description ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if needsSpace, !runs.isEmpty { runs.append(TextRun(text: " ")) }
        needsSpace = false
        let place: Int? = if let address { number(of: address) } else { nil }
        runs.append(TextRun(text: words, style: style, link: place, media: kind))
    }

    /// Uses the address of a `source` element if the player has no address of its own.
    private mutating func source(_ tokenizer: HTMLTokenizer) {
        guard let last = runs.indices.last, runs[last].media != nil, runs[last].link == nil,
            let address = attribute("src", tokenizer)
        else { return }
        runs[last].link = number(of: address)
    }

    // MARK: Tables

    private mutating func openInTable(_ tag: HTMLTag, _ tokenizer: HTMLTokenizer) {
        var frame = Frame.other
        switch tag {
        case .tr: tables.beginRow()
        case .td, .th:
            tables.beginCell(isHead: tag == .th)
            runs = []
            needsSpace = false
            frame = openInline(tag, tokenizer)
        case .br: lineEnd()
        case .caption: frame = openInline(tag, tokenizer)
        default:
            if tag.traits.contains(.block) { lineEnd() } else { frame = openInline(tag, tokenizer) }
        }
        if !tag.traits.contains(.void) { frames.append((tag, frame)) }
    }

    private mutating func closeInTable(_ tag: HTMLTag) {
        switch tag {
        case .td, .th: tables.endCell(takeRuns())
        case .caption:
            let caption = takeRuns()
            if !caption.isEmpty { tables.caption = caption }
        case .table:
            let table = tables.end()
            runs = []
            if let caption = table.caption {
                write(.paragraph(caption))
                isApart = false
            }
            if !table.rows.isEmpty { write(.table(table.rows, hasHead: table.hasHead)) }
            isApart = true
        default: if tag.traits.contains(.block) { lineEnd() }
        }
    }

    // MARK: Blocks

    private mutating func takeRuns() -> [TextRun] {
        needsSpace = false
        while let last = runs.last, last.media == nil, last.text.allSatisfy(\.isWhitespace) { runs.removeLast() }
        if let last = runs.last, last.media == nil {
            while runs[runs.count - 1].text.last?.isWhitespace == true { runs[runs.count - 1].text.removeLast() }
        }
        defer { runs = [] }
        return runs
    }

    private mutating func endBlock() {
        if preformatted > 0, !runs.isEmpty {
            let text = runs.map(\.text).joined()
            runs = []
            needsSpace = false
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
            while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
            while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
            if !lines.isEmpty { write(.preformatted(lines.joined(separator: "\n"))) }
            return
        }
        let runs = takeRuns()
        if runs.isEmpty { return }
        write(heading.map { .heading($0, runs) } ?? .paragraph(runs))
    }

    private mutating func write(_ content: TextBlock.Content) {
        document.blocks.append(
            TextBlock(
                content: content, containers: containers, shared: shared,
                isApart: isApart && !document.blocks.isEmpty))
        shared = containers.count
        isApart = false
    }
}
