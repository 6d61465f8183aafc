/// The parts of a page in XHTML syntax, which is HTML, too.
enum DocumentMarkup {
    static let style = """
        body { font-family: serif; line-height: 1.5; max-width: 42em; margin: 0 auto; padding: 0 1em; }
        h1, h2, h3, h4, h5, h6 { line-height: 1.25; }
        .byline { color: #666; font-size: .9em; }
        pre { white-space: pre-wrap; }
        mark { background: none; color: inherit; font-weight: bold; }
        """

    static func head(_ title: String, language: String, style: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language)" xmlns="http://www.w3.org/1999/xhtml" xml:lang="\(language)">
        <head><meta charset="utf-8"/><title>\(escaped(title))</title><style>\(style)</style></head>
        <body>

        """
    }

    static let end = "</body>\n</html>\n"

    static func title(_ document: ArticleDocument) -> String {
        "<h1>\(escaped(document.title))</h1>\n"
            + (document.subtitle.isEmpty ? "" : "<p class=\"byline\">\(escaped(document.subtitle))</p>\n")
    }

    static func section(_ title: String, _ note: String) -> String {
        "<h2>\(escaped(title))</h2>\n" + (note.isEmpty ? "" : "<p class=\"byline\">\(escaped(note))</p>\n")
    }

    static func entry(_ entry: DocumentEntry, level: Int) -> String {
        let language = entry.language.map { " lang=\"\($0)\" xml:lang=\"\($0)\"" } ?? ""
        var out = "<article\(language)>\n<h\(level)>\(escaped(entry.title))</h\(level)>\n<p class=\"byline\">"
        out += escaped(entry.byline)
        for link in entry.links { out += " · <a href=\"\(escaped(link.address))\">\(escaped(link.text))</a>" }
        out += "</p>\n"
        XHTMLBody.write(entry.blocks, headingOffset: level, to: &out)
        return out + "</article>\n"
    }

    static func escaped(_ text: String) -> String { XHTMLBody.escaped(text) }
}
