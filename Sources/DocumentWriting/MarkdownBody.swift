/// Writes blocks as Markdown (<https://spec.commonmark.org/0.31.2/>).
enum MarkdownBody {
    static func text(_ blocks: [ReadableBlock], headingOffset: Int) -> String {
        blocks.map { text($0, headingOffset) }.joined(separator: "\n\n")
    }

    private static func text(_ block: ReadableBlock, _ offset: Int) -> String {
        switch block {
        case .paragraph(let inline): return paragraph(inline)
        case .heading(let level, let inline):
            return String(repeating: "#", count: min(6, max(1, level) + offset)) + " " + line(inline)
        case .quote(let inner): return indented(text(inner, headingOffset: offset), first: "> ", rest: "> ")
        case .list(let isOrdered, let items):
            return items.enumerated().map { index, item in
                let mark = isOrdered ? "\(index + 1). " : "- "
                return indented(
                    text(item, headingOffset: offset), first: mark, rest: String(repeating: " ", count: mark.utf8.count)
                )
            }.joined(separator: "\n")
        case .code(let text):
            // The fence must be longer than any run of backticks inside.
            let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
            return fence + "\n" + (text.hasSuffix("\n") ? text : text + "\n") + fence
        case .rule: return "---"
        }
    }

    /// The lines of a text, each with a prefix; empty lines without trailing spaces.
    private static func indented(_ text: String, first: String, rest: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { index, line in
            let prefix = index == 0 ? first : rest
            return line.isEmpty ? trimmedEnd(prefix) : prefix + line
        }.joined(separator: "\n")
    }

    private static func trimmedEnd(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    /// A paragraph. Text at the start of a line is escaped if it would begin a list, a heading or a rule.
    static func paragraph(_ inline: [ReadableInline]) -> String {
        self.inline(inline).split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let first = line.first else { return "" }
            if "#+-=~|".contains(first) { return "\\" + line }
            let digits = line.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty, let mark = line.dropFirst(digits.count).first, mark == "." || mark == ")" {
                return digits + "\\" + line.dropFirst(digits.count)
            }
            return String(line)
        }.joined(separator: "\n")
    }

    /// Inline content on one line, for headings and links.
    static func line(_ inline: [ReadableInline]) -> String {
        self.inline(inline).replacing("\\\n", with: " ").replacing("\n", with: " ")
    }

    static func inline(_ parts: [ReadableInline]) -> String {
        var out = ""
        for part in parts {
            switch part {
            case .text(let text): out += escaped(text)
            case .emphasis(let inner): out += wrapped(inner, "*")
            case .strong(let inner), .marked(let inner): out += wrapped(inner, "**")
            case .code(let text): out += code(text)
            case .link(let address, let inner): out += "[" + line(inner) + "](<" + address + ">)"
            case .lineBreak: out += "\\\n"
            }
        }
        return out
    }

    /// Spaces next to the marks would keep them from being marks, so they are moved outside.
    private static func wrapped(_ inner: [ReadableInline], _ mark: String) -> String {
        let text = line(inner)
        let start = text.prefix { $0 == " " }
        var middle = text.dropFirst(start.count)
        var end = ""
        while middle.last == " " {
            middle.removeLast()
            end += " "
        }
        return middle.isEmpty ? text : start + mark + middle + mark + end
    }

    private static func code(_ text: String) -> String {
        let text = text.replacing("\n", with: " ")
        let fence = String(repeating: "`", count: longestRun(in: text) + 1)
        let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + space + text + space + fence
    }

    private static func longestRun(in text: String) -> Int {
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// Text without a meaning in Markdown or HTML.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            if "\\`*_[]<>&".unicodeScalars.contains(scalar) { out += "\\" }
            out.unicodeScalars.append(scalar)
        }
        return out
    }
}
