/// Writes a book in EPUB 3 (<https://www.w3.org/TR/epub-33/>), one file an article, valid by epubcheck.
struct EPUBWriter {
    private struct Chapter {
        var file: String
        var title: String
        /// 0 for a section and for an article outside sections, 1 for an article of a section.
        var depth: Int
    }

    private let document: ArticleDocument
    private var archive = ZIPWriter()
    private let output: ([UInt8]) -> Void
    private var chapters: [Chapter] = []
    private var isInSection = false
    /// Number of articles that the archive has no room for.
    private(set) var left = 0

    init(_ document: ArticleDocument, _ output: @escaping ([UInt8]) -> Void) {
        self.document = document
        self.output = output
        // The first file, so that the type is found at a fixed place: https://www.w3.org/TR/epub-33/#sec-zip-container-mime
        archive.add("mimetype", Array("application/epub+zip".utf8))
        archive.add("META-INF/container.xml", Array(Self.container.utf8))
        archive.add("EPUB/style.css", Array(DocumentMarkup.style.utf8))
        addChapter("title.xhtml", document.title, depth: 0, language: document.language, DocumentMarkup.title(document))
    }

    private static let container = """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
        </container>

        """

    mutating func begin(_ title: String, note: String) {
        isInSection = true
        addChapter(
            "s\(chapters.count).xhtml", title, depth: 0, language: document.language,
            DocumentMarkup.section(title, note))
    }

    mutating func add(_ entry: DocumentEntry) {
        addChapter(
            "a\(chapters.count).xhtml", entry.title, depth: isInSection ? 1 : 0,
            language: entry.language ?? document.language, DocumentMarkup.entry(entry, level: 2))
    }

    private mutating func addChapter(_ file: String, _ title: String, depth: Int, language: String, _ body: String) {
        let text = Self.page(title, language, body)
        let bytes = Array(text.utf8)
        guard archive.hasRoom(for: bytes.count) else {
            left += 1
            return
        }
        archive.add("EPUB/" + file, bytes)
        output(archive.take())
        chapters.append(Chapter(file: file, title: title, depth: depth))
    }

    private static func page(_ title: String, _ language: String, _ body: String) -> String {
        // A title must not be empty.
        let title = title.contains { !$0.isWhitespace } ? title : "…"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="\(language)" xml:lang="\(language)">
            <head><title>\(XHTMLBody.escaped(title))</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
            <body>
            \(body)</body>
            </html>

            """
    }

    mutating func finish() {
        archive.add("EPUB/nav.xhtml", Array(navigation.utf8))
        archive.add("EPUB/package.opf", Array(package.utf8))
        archive.finish()
        output(archive.take())
    }

    private var navigation: String {
        var list = "<ol>\n"
        var isNested = false
        for (index, chapter) in chapters.enumerated() {
            let next = index + 1 < chapters.count ? chapters[index + 1].depth : 0
            let title = chapter.title.contains { !$0.isWhitespace } ? chapter.title : "…"
            list += "<li><a href=\"\(chapter.file)\">\(XHTMLBody.escaped(title))</a>"
            if chapter.depth == 0, next == 1 {
                list += "\n<ol>\n"
                isNested = true
                continue
            }
            list += "</li>\n"
            if isNested, next == 0 {
                list += "</ol></li>\n"
                isNested = false
            }
        }
        let body =
            "<nav epub:type=\"toc\" id=\"toc\"><h1>\(XHTMLBody.escaped(document.contentsTitle))</h1>\n\(list)</ol></nav>\n"
        return Self.page(document.contentsTitle, document.language, body)
    }

    private var package: String {
        var items = "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n"
        items += "<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n"
        var spine = ""
        for (index, chapter) in chapters.enumerated() {
            items += "<item id=\"c\(index)\" href=\"\(chapter.file)\" media-type=\"application/xhtml+xml\"/>\n"
            spine += "<itemref idref=\"c\(index)\"/>\n"
        }
        let title = document.title.contains { !$0.isWhitespace } ? document.title : "…"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="\(document.language)">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">\(XHTMLBody.escaped(document.identifier))</dc:identifier>
            <dc:title>\(XHTMLBody.escaped(title))</dc:title>
            <dc:language>\(document.language)</dc:language>
            <meta property="dcterms:modified">\(document.modified)</meta>
            </metadata>
            <manifest>
            \(items)</manifest>
            <spine>
            \(spine)</spine>
            </package>

            """
    }
}
