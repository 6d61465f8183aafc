internal import Formats

/// Writes blocks as XHTML that is valid HTML 5, too (<https://html.spec.whatwg.org/#the-xhtml-syntax>).
enum XHTMLBody {
    /// - Parameter headingOffset: added to the levels of headings, so that they are below the title of the article.
    static func write(_ blocks: [ReadableBlock], headingOffset: Int, to out: inout String) {
        for block in blocks { write(block, headingOffset, to: &out) }
    }

    private static func write(_ block: ReadableBlock, _ offset: Int, to out: inout String) {
        switch block {
        case .paragraph(let inline):
            out += "<p>"
            write(inline, to: &out)
            out += "</p>\n"
        case .heading(let level, let inline):
            let name = "h\(min(6, max(1, level) + offset))"
            out += "<\(name)>"
            write(inline, to: &out)
            out += "</\(name)>\n"
        case .quote(let inner):
            out += "<blockquote>\n"
            write(inner, headingOffset: offset, to: &out)
            out += "</blockquote>\n"
        case .list(let isOrdered, let items):
            let name = isOrdered ? "ol" : "ul"
            out += "<\(name)>\n"
            for item in items {
                out += "<li>"
                // A single paragraph in an item needs no element of its own.
                if case .paragraph(let inline)? = item.first, item.count == 1 {
                    write(inline, to: &out)
                } else {
                    write(item, headingOffset: offset, to: &out)
                }
                out += "</li>\n"
            }
            out += "</\(name)>\n"
        case .code(let text): out += "<pre>\(escaped(text))</pre>\n"
        case .rule: out += "<hr/>\n"
        }
    }

    static func write(_ inline: [ReadableInline], to out: inout String) {
        for part in inline {
            switch part {
            case .text(let text): out += escaped(text)
            case .emphasis(let inner): element("em", inner, to: &out)
            case .strong(let inner): element("strong", inner, to: &out)
            case .marked(let inner): element("mark", inner, to: &out)
            case .code(let text): out += "<code>\(escaped(text))</code>"
            case .link(let address, let inner):
                out += "<a href=\"\(escaped(address))\">"
                write(inner, to: &out)
                out += "</a>"
            case .lineBreak: out += "<br/>"
            }
        }
    }

    private static func element(_ name: String, _ inner: [ReadableInline], to out: inout String) {
        out += "<\(name)>"
        write(inner, to: &out)
        out += "</\(name)>"
    }

    /// For text and attribute values.
    static func escaped(_ text: String) -> String { XMLText.escape(text, .xml) }
}
