internal import Formats
internal import Markup

/// Lays out the blocks of an article as lines for a terminal.
package struct DocumentLayout {
    /// The names of media, of which only name and address are shown.
    package struct Labels: Sendable {
        var image: String
        var audio: String
        var video: String

        package init(image: String, audio: String, video: String) {
            self.image = image
            self.audio = audio
            self.video = video
        }
    }

    let style: TerminalStyle
    let width: Int
    let labels: Labels

    /// - Parameter width: the width of a line in columns. Code and addresses may be longer.
    package init(style: TerminalStyle, width: Int, labels: Labels) {
        self.style = style
        self.width = max(20, width)
        self.labels = labels
    }

    /// The lines of sanitised HTML, followed by the numbered addresses of its links.
    ///
    /// - Parameter page: the article's own address.
    package func lines(sanitized html: String, page: String?) -> [String] {
        let document = TextDocument(sanitized: html, page: page)
        var lines: [String] = []
        for block in document.blocks { append(block, document, to: &lines) }
        if !document.addresses.isEmpty { lines.append("") }
        for (index, address) in document.addresses.enumerated() {
            let shown = TerminalSafe.line(address)
            let link = shown == address ? style.link(style.underline(shown), to: shown) : shown
            lines.append(style.dim("[\(index + 1)]") + " " + link)
        }
        return lines
    }

    private func append(_ block: TextBlock, _ document: TextDocument, to lines: inout [String]) {
        let prefix = Prefix(block, width: width - 20, style: style)
        if block.isApart { lines.append(prefix.outer) }
        let room = width - prefix.width
        let runs = RunLayout(style: style, labels: labels, addresses: document.addresses)
        let text: [String] =
            switch block.content {
            case .paragraph(let content): runs.lines(content, width: room)
            case .heading(let level, let content): heading(level, content, runs, room)
            case .preformatted(let code): Self.code(code).map { "    " + $0 }
            case .table(let rows, let hasHead):
                TableLayout(runs: runs, style: style, width: room).lines(rows, hasHead: hasHead)
            case .rule: [style.dim(String(repeating: "─", count: min(room, 40)))]
            }
        for (index, line) in text.enumerated() { lines.append((index == 0 ? prefix.first : prefix.rest) + line) }
    }

    /// A heading in bold, or preceded by `#` signs if styles are off.
    private func heading(_ level: Int, _ content: [TextRun], _ runs: RunLayout, _ room: Int) -> [String] {
        if style.isOn {
            return runs.lines(content, width: room, extra: level <= 2 ? [.strong, .marked] : .strong)
        }
        let sign = String(repeating: "#", count: level) + " "
        let lines = runs.lines(content, width: room - sign.count)
        return lines.enumerated().map { $0.offset == 0 ? sign + $0.element : $0.element }
    }

    /// Lines of code without wrapping. A tab becomes spaces up to the next multiple of eight columns.
    private static func code(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if !line.utf8.contains(0x09) { return TerminalSafe.line(String(line)) }
            var result = ""
            var column = 0
            for character in line {
                if character == "\t" {
                    let count = 8 - column % 8
                    result += String(repeating: " ", count: count)
                    column += count
                } else {
                    result.append(character)
                    column += DisplayWidth.of(character)
                }
            }
            return TerminalSafe.line(result)
        }
    }
}

/// The prefixes of the lines of a block: quote bars, bullets, numbers, and indentation.
private struct Prefix {
    /// The prefixes of the first line, of the other lines, and of the empty line above the block.
    var first = ""
    var rest = ""
    var outer = ""
    var width = 0

    init(_ block: TextBlock, width limit: Int, style: TerminalStyle) {
        var bullets = 0
        for (depth, container) in block.containers.enumerated() {
            let isNew = depth >= block.shared
            let (sign, space): (String, String)
            switch container {
            case .quote: (sign, space) = ("│ ", "│ ")
            case .item(let number?):
                let text = "\(number). "
                (sign, space) = (text, String(repeating: " ", count: text.count))
            case .item(nil):
                (sign, space) = (Self.bullets[bullets % Self.bullets.count] + " ", "  ")
                bullets += 1
            case .indent: (sign, space) = ("    ", "    ")
            }
            // Limit the indentation of deep nesting.
            if width + space.count > limit { break }
            width += space.count
            first += container == .quote ? style.dim(sign) : isNew ? sign : space
            rest += container == .quote ? style.dim(space) : space
            if !isNew { outer += container == .quote ? style.dim("│ ") : space }
        }
        while outer.hasSuffix(" ") { outer.removeLast() }
    }

    private static let bullets = ["•", "◦", "▪"]
}
