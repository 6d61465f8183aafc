/// Writes text as Markdown (CommonMark, with the tables and the strikethrough of GitHub's dialect).
///
/// Punctuation that Markdown would read as markup is escaped, so that the text of a document cannot become a heading, a
/// link or HTML.
package enum MarkdownText {
    /// The maximum length of a link's address in bytes. Longer addresses, most of which embed a picture, are left out.
    static let maxAddressBytes = 2_000

    /// Plain text as Markdown. Lines are kept.
    ///
    /// - Complexity: linear.
    package static func plain(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var writer = InlineWriter()
            writer.write([TextRun(text: line.trimmed)], addresses: [])
            return writer.finish()
        }.joined(separator: "\n")
    }

    /// Plain text as Markdown on one line.
    package static func line(_ text: String) -> String {
        plain(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    /// A link with plain text; only the text if the address cannot be written.
    package static func link(_ text: String, to address: String) -> String {
        var writer = InlineWriter()
        writer.write([TextRun(text: text, link: 0).onOneLine], addresses: [address])
        return writer.finish()
    }
}

extension TextDocument {
    /// The document as Markdown, without a line feed at the end.
    ///
    /// - Parameter headingOffset: the level of the heading above the document, 0 without one.
    /// - Complexity: linear.
    package func markdown(headingOffset: Int = 0) -> String {
        var writer = MarkdownWriter(addresses: addresses, headingOffset: headingOffset)
        for block in blocks { writer.write(block) }
        return writer.text
    }
}

/// Writes the blocks of a document.
private struct MarkdownWriter {
    let addresses: [String]
    let headingOffset: Int
    private(set) var text = ""
    private var previous: TextBlock?

    init(addresses: [String], headingOffset: Int) {
        self.addresses = addresses
        self.headingOffset = headingOffset
    }

    mutating func write(_ block: TextBlock) {
        if let previous {
            text += "\n"
            if needsEmptyLine(before: block, after: previous) {
                text += Self.prefix(block.containers.prefix(block.shared), from: block.shared).trimmedAtEnd + "\n"
            }
        }
        let first = Self.prefix(block.containers[...], from: block.shared)
        let next = Self.prefix(block.containers[...], from: block.containers.count)
        for (number, line) in lines(of: block.content).enumerated() {
            if number > 0 { text += "\n" }
            text += ((number == 0 ? first : next) + line).trimmedAtEnd
        }
        previous = block
    }

    /// Whether Markdown would join the blocks without an empty line between them. Items of a list and a list inside an
    /// item need none.
    private func needsEmptyLine(before block: TextBlock, after previous: TextBlock) -> Bool {
        if block.isApart { return true }
        guard block.shared < block.containers.count, case .item(let number) = block.containers[block.shared],
            case .paragraph = previous.content
        else { return true }
        if block.shared < previous.containers.count, case .item(let before) = previous.containers[block.shared] {
            return (before == nil) != (number == nil)
        }
        // A numbered list interrupts a paragraph only if it begins with 1.
        guard let outer = block.containers[..<block.shared].last, case .item = outer else { return true }
        return !(number == nil || number == 1)
    }

    /// The beginning of a line inside these containers. Containers from the index `begin` on begin on this line.
    private static func prefix(_ containers: ArraySlice<TextBlock.Container>, from begin: Int) -> String {
        var prefix = ""
        for (index, container) in containers.enumerated() {
            switch container {
            case .quote: prefix += "> "
            case .item(let number):
                // CommonMark reads at most nine digits.
                let marker = number.map { (0...999_999_999).contains($0) ? "\($0). " : "1. " } ?? "- "
                prefix += index >= begin ? marker : String(repeating: " ", count: marker.utf8.count)
            case .indent: break
            }
        }
        return prefix
    }

    private func lines(of content: TextBlock.Content) -> [String] {
        switch content {
        case .paragraph(let runs): return inline(runs).lines
        case .heading(let level, let runs):
            let title = inline(runs.map(\.onOneLine)).replacing(" #", with: " \\#")
            return [String(repeating: "#", count: min(max(level, 1) + headingOffset, 6)) + " " + title]
        case .preformatted(let code):
            let fence = String(repeating: "`", count: max(3, code.longestRun(of: "`") + 1))
            return [fence] + code.lines + [fence]
        case .table(let rows, let hasHead): return table(rows, hasHead: hasHead)
        case .rule: return ["---"]
        }
    }

    private func table(_ rows: [[[TextRun]]], hasHead: Bool) -> [String] {
        let width = rows.map(\.count).max() ?? 0
        func line(_ cells: [String]) -> String {
            "| " + (cells + Array(repeating: "", count: width - cells.count)).joined(separator: " | ") + " |"
        }
        let written = rows.map { row in
            line(row.map { cell in inline(cell.map(\.onOneLine), isCell: true) })
        }
        let rule = line(Array(repeating: "---", count: width))
        if hasHead, let head = written.first { return [head, rule] + written.dropFirst() }
        return [line([]), rule] + written
    }

    private func inline(_ runs: [TextRun], isCell: Bool = false) -> String {
        var writer = InlineWriter(isCell: isCell)
        writer.write(runs, addresses: addresses)
        return writer.finish()
    }
}

/// Writes runs of text on one or more lines.
private struct InlineWriter {
    private static let marks: [(style: TextRun.Style, mark: String)] = [
        (.strong, "**"), (.emphasis, "*"), (.deleted, "~~"),
    ]

    /// Whether the text is a cell of a table, in which a vertical bar ends the cell.
    var isCell = false
    private var text = ""
    /// The styles that are open, as indices of `marks`, outermost first.
    private var open: [Int] = []
    /// White space after the last character. It is written after the marks that end there, since a mark beside white
    /// space is text.
    private var space = ""
    private var link: Int?
    private var linkStart: String.Index?

    init(isCell: Bool = false) { self.isCell = isCell }

    mutating func write(_ runs: [TextRun], addresses: [String]) {
        for run in runs {
            if run.media != nil {
                endLink(addresses)
                close(downTo: 0)
                write(media: run, addresses)
                continue
            }
            let core = run.text.trimmed
            let start = run.text.prefix { $0.isWhitespace }
            if core.isEmpty {
                space += start
                continue
            }
            if run.link != link { endLink(addresses) }
            let styles = Self.marks.indices.filter { run.style.contains(Self.marks[$0].style) }
            var shared = 0
            while shared < min(open.count, styles.count), open[shared] == styles[shared] { shared += 1 }
            close(downTo: shared)
            space += start
            takeSpace()
            if link == nil, let target = run.link {
                // Styles are inside of links.
                close(downTo: 0)
                shared = 0
                (link, linkStart) = (target, text.endIndex)
                text += "["
            }
            for style in styles[shared...] {
                text += Self.marks[style].mark
                open.append(style)
            }
            if run.style.contains(.code) { write(code: core) } else { write(escaped: core) }
            space = String(run.text.reversed().prefix { $0.isWhitespace }.reversed())
        }
        endLink(addresses)
        close(downTo: 0)
    }

    func finish() -> String { text }

    // MARK: -

    private mutating func close(downTo count: Int) {
        while open.count > count { text += Self.marks[open.removeLast()].mark }
    }

    private mutating func takeSpace() {
        if space.contains("\n") {
            if !text.isEmpty { text += isCell ? "<br>" : "\\\n" }
        } else if !space.isEmpty, !text.isEmpty {
            text += " "
        }
        space = ""
    }

    private mutating func endLink(_ addresses: [String]) {
        guard let number = link, let start = linkStart else { return }
        close(downTo: 0)
        (link, linkStart) = (nil, nil)
        let address = addresses.indices.contains(number) ? Self.address(addresses[number]) : nil
        if let address {
            text += "](" + address + ")"
        } else {
            text.remove(at: start)
        }
    }

    private mutating func write(media run: TextRun, _ addresses: [String]) {
        takeSpace()
        let place = run.link.flatMap { addresses.indices.contains($0) ? Self.address(addresses[$0]) : nil }
        let kind =
            switch run.media {
            case .audio: "Audio"
            case .video: "Video"
            case .image, nil: "Image"
            }
        let words = run.text.trimmed
        guard let place else {
            write(escaped: words.isEmpty ? kind : kind + ": " + words)
            return
        }
        text += run.media == .image ? "![" : "["
        write(escaped: run.media == .image ? words : words.isEmpty ? kind : kind + ": " + words)
        text += "](" + place + ")"
    }

    private mutating func write(code: String) {
        let line = code.replacing("\n", with: " ")
        let fence = String(repeating: "`", count: line.longestRun(of: "`") + 1)
        let pad = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
        text += fence + pad + (isCell ? line.replacing("|", with: "\\|") : line) + pad + fence
    }

    private mutating func write(escaped words: String) {
        let scalars = Array(words.unicodeScalars)
        var out = String.UnicodeScalarView()
        var isLineStart = text.isEmpty || text.hasSuffix("\n")
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\n" {
                out.append(contentsOf: (isCell ? "<br>" : "\\\n").unicodeScalars)
                isLineStart = true
                continue
            }
            if Self.isMarkup(scalars, index, isLineStart) || (isCell && scalar == "|") { out.append("\\") }
            // The digits of `1.` keep the line's start.
            if !(isLineStart && ("0"..."9").contains(scalar)) { isLineStart = false }
            out.append(scalar)
        }
        text += String(out)
    }

    /// Whether Markdown would read a character as markup.
    private static func isMarkup(_ text: [Unicode.Scalar], _ index: Int, _ isLineStart: Bool) -> Bool {
        let next = index + 1 < text.count ? text[index + 1] : " "
        switch text[index] {
        case "\\", "`", "*", "[", "]", "<", "~": return true
        case "_":
            let before = index > 0 ? text[index - 1] : " "
            return !(before.properties.isAlphabetic && next.properties.isAlphabetic)
        case "&":
            return text[(index + 1)...].prefix(32).prefix { $0 != ";" && $0.isASCII && $0 != " " }.count
                < text[(index + 1)...].prefix(32).count && isReference(text[(index + 1)...].prefix(33))
        case "#", ">", "=", "-", "+": return isLineStart && (index == 0 || text[index - 1] == "\n")
        case ".", ")":
            return isLineStart && index > 0 && ("0"..."9").contains(text[index - 1]) && next == " "
        default: return false
        }
    }

    /// Whether a text after `&` is a character reference, such as `amp;` or `#39;`.
    private static func isReference(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let end = text.firstIndex(of: ";"), end > text.startIndex else { return false }
        return text[..<end].allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "#" || ("0"..."9") ~= $0) }
    }

    /// An address between the parentheses of a link; nil if it is embedded data or too long.
    private static func address(_ address: String) -> String? {
        guard address.utf8.count <= MarkdownText.maxAddressBytes, !address.lowercased().hasPrefix("data:") else {
            return nil
        }
        var out: [UInt8] = []
        for byte in address.utf8 {
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"):
                out.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] { out.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

extension TextRun {
    /// The run with spaces for its line breaks.
    fileprivate var onOneLine: TextRun {
        guard text.contains("\n") else { return self }
        var run = self
        run.text = text.replacing("\n", with: " ")
        return run
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
    }

    fileprivate var trimmedAtEnd: String {
        String(self[..<(lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex)])
    }

    fileprivate var lines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The length of the longest run of a character.
    fileprivate func longestRun(of character: Character) -> Int {
        var (longest, current) = (0, 0)
        for next in self {
            current = next == character ? current + 1 : 0
            longest = Swift.max(longest, current)
        }
        return longest
    }
}
