internal import Formats
internal import Markup

/// The text of one element, collected while the element is read.
struct TextCapture {
    /// The interpretation of character data.
    enum Mode {
        /// Plain text.
        case plain
        /// HTML that was escaped once, to be written as text.
        case html
        /// XHTML, in which child elements are markup and text is not parsed as HTML.
        case xml
        /// Text that may be either plain or HTML, such as a title in RSS.
        case guess
        case base64
    }

    /// The maximum size of a text in bytes. Text beyond this size is left out.
    static let maxBytes = 16 << 20

    var element: FeedElement
    var depth: Int
    var mode: Mode
    var base: String?
    var language: String?
    /// The type of a content element, such as `text/html`, in lower case.
    var type: String?
    /// The value of an attribute that is used if the element is empty.
    var fallback: String?
    /// The value of an attribute that depends on the element: `isPermaLink` of a guid, the label of a category, `rel`
    /// of a link, `src` of content, or the name of an extension.
    var attribute: String?
    /// The name of the extension in which the element or its attributes are stored if there is no field for them.
    var key: String?
    /// The authors of an `atom:source`.
    var source: SourceAuthors?
    /// The members of an extension that were created from its attributes.
    var members: [(key: String, json: String)] = []
    /// The child elements of an extension; nil if no child element was found yet.
    var inner: ExtensionTree?
    var bytes: [UInt8] = []
    /// Whether child elements were found and written into `bytes`.
    var hasMarkup = false
    /// Whether a single `div` around the text is only a wrapper (RFC 4287, 3.1.1.3). False in Atom 0.3.
    var unwraps = false
    /// Whether the document declares child elements as markup, so that character data is plain text.
    var isInline = false
    /// Whether line breaks are kept if the text is plain.
    var keepsLines = false
    /// The number of open child elements.
    private var markupDepth = 0
    /// The open child elements that declare a base, with the offsets of their tags in `bytes`.
    private var bases: [(depth: Int, base: String, start: Int)] = []
    private static let maxBases = 8
    /// HTML elements that have no end tag.
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    init(_ element: FeedElement, depth: Int, mode: Mode, base: String?, language: String? = nil) {
        self.element = element
        self.depth = depth
        self.mode = mode
        self.base = base
        self.language = language
    }

    mutating func addText(from scanner: XMLScanner) {
        guard bytes.count < Self.maxBytes else { return }
        if inner?.isWithin == true {
            var text: [UInt8] = []
            scanner.appendText(to: &text, limit: Self.maxBytes)
            source?.add(text)
            inner?.add(text)
            return
        }
        guard mode == .xml else {
            scanner.appendText(to: &bytes, limit: Self.maxBytes)
            return
        }
        var text: [UInt8] = []
        scanner.appendText(to: &text, limit: Self.maxBytes)
        XMLText.append(text, to: &bytes)
    }

    /// Whether an element has a namespace other than that of HTML. The tags of such an element are left out, but its
    /// text is kept.
    private static func isForeign(_ name: XMLName) -> Bool {
        !name.prefix.isEmpty && !name.namespace.isEmpty && name.namespace != "http://www.w3.org/1999/xhtml"
    }

    /// The parts of a comma-separated text.
    var list: [String] {
        bytes.split(separator: 0x2C, maxSplits: XMLFeedReader.maxValues).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the start tag of a child element to the text.
    mutating func addStart(_ name: XMLName, _ attributes: [(name: XMLName, value: String)]) {
        guard bytes.count < Self.maxBytes else { return }
        if !hasMarkup {
            hasMarkup = true
            // The text before the first tag was plain text, so it must be escaped.
            if mode == .plain || mode == .guess || mode == .html && isInline {
                bytes = XMLText.escape(bytes)
                mode = .xml
            }
        }
        markupDepth += 1
        if bases.count < Self.maxBases, let own = attributes.first(where: { $0.name.qualified == "xml:base" }) {
            let base = URLReference.resolve(PersonText.trim(own.value), base: bases.last?.base ?? base)
            bases.append((markupDepth, base, bytes.count))
        }
        guard !Self.isForeign(name) else { return }
        bytes.append(0x3C)
        bytes.append(contentsOf: name.local.utf8)
        for (name, value) in attributes {
            bytes.append(0x20)
            bytes.append(contentsOf: (name.prefix.isEmpty ? name.local : name.qualified).utf8)
            bytes.append(contentsOf: [0x3D, 0x22])
            XMLText.append(Array(value.utf8), .htmlAttribute, to: &bytes)
            bytes.append(0x22)
        }
        if Self.void.contains(name.local) { bytes.append(contentsOf: [0x20, 0x2F]) }
        bytes.append(0x3E)
    }

    mutating func addEnd(_ name: XMLName) {
        if bytes.count < Self.maxBytes, !Self.isForeign(name), !Self.void.contains(name.local) {
            bytes.append(contentsOf: [0x3C, 0x2F])
            bytes.append(contentsOf: name.local.utf8)
            bytes.append(0x3E)
        }
        if let own = bases.last, own.depth == markupDepth {
            bases.removeLast()
            let html = Array(bytes[own.start...])
            bytes.removeSubrange(own.start...)
            bytes += HTMLSanitizer.sanitize(html, base: own.base, keepsMathematics: true)
        }
        markupDepth -= 1
    }

    /// The text without surrounding white space; nil if it is blank.
    var text: String? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 32 { start += 1 }
        while end > start, bytes[end - 1] <= 32 { end -= 1 }
        return start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
    }

    /// Whether a line consists of several words and is therefore not Base64.
    private func isProse(_ text: String) -> Bool {
        text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
            line.split(separator: 0x20).count > 1
        }
    }

    /// The name of a category: its term, otherwise its text, otherwise its label.
    var category: String? { fallback?.nonBlank ?? text ?? attribute?.nonBlank }

    /// The text of a title as HTML. A title such as `<title> explained` would be empty as HTML and is therefore
    /// escaped.
    func title() -> String? {
        guard let html = html() else { return nil }
        guard mode == .html, html.utf8.contains(0x3C), !html.contains("</"),
            HTMLSanitizer.sanitize(html, base: nil).nonBlank == nil
        else { return html }
        return XMLText.escape(html)
    }

    /// The text as HTML, in which plain text is escaped; nil if the text is blank.
    func html() -> String? {
        guard let text else { return nil }
        switch mode {
        case .plain: return escaped(text)
        case .html:
            if unwraps, hasMarkup { return EscapedMarkup.unwrapped(text) }
            return EscapedMarkup.spelledOut(EscapedMarkup.seenThrough(text))
        case .guess: return HTMLGuess.looksLikeHTML(text) ? text : escaped(text)
        case .xml: return unwraps ? EscapedMarkup.unwrapped(text) : text
        case .base64:
            if let picture = EmbeddedPicture.html(type: type, base64: text) { return picture }
            // Plain words that are not Base64 are kept as text.
            guard !isProse(text), let decoded = Base64.decode(text.utf8, skipsSpaces: true) else {
                return XMLText.escape(text)
            }
            guard let inner = String(validating: decoded, as: UTF8.self) else {
                // Binary data is not shown as content. A title or summary that decodes to binary data was not Base64.
                return element == .content ? nil : XMLText.escape(text)
            }
            if type == "text/plain" { return escaped(inner) }
            return type?.contains("html") == true || HTMLGuess.looksLikeHTML(inner)
                ? inner : XMLText.escape(inner)
        }
    }

    private func escaped(_ text: String) -> String {
        let html = XMLText.escape(text)
        guard keepsLines else { return html }
        return html.split(separator: /\r\n|\r|\n/, omittingEmptySubsequences: false).joined(separator: "<br>\n")
    }
}
