internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Markup
internal import Messages

/// One HTML page. Text is escaped when it is added, and characters that reorder text are removed, since names and
/// titles of feeds are not trusted. Addresses within the service are relative, so that they also work behind a proxy
/// that serves the service below a path.
struct HTMLPage {
    let language: Language
    /// The path from the page to the service's root: `../` for each folder in the page's path, otherwise empty. It is
    /// absolute if the page is shown at an address other than its own.
    let root: String
    private var body: [UInt8] = []
    /// The refused form while it is being written again; otherwise nil.
    var entry: RefusedForm?
    /// Whether the page has the message about the refused form.
    var hasShownMistake = false
    /// The names of the columns of the table whose rows are being written; empty outside of such a table.
    var columns: [String] = []
    /// The index of the next cell of the row.
    private var column = 0

    /// - Parameter depth: the number of slashes in the page's path, not counting a leading slash.
    init(_ language: Language, depth: Int = 0) {
        self.init(language, root: String(repeating: "../", count: depth))
    }

    /// - Parameter root: the path of the service's root, which ends with a slash unless it is empty.
    init(_ language: Language, root: String) {
        self.language = language
        self.root = root
    }

    /// Returns a message in the language of the page.
    func say(_ message: Message, _ arguments: String...) -> String { message.text(language, arguments) }

    /// The language of the page's own texts.
    var languageTag: String { language == .english ? "en" : "zh-Hans" }

    // MARK: - Content

    /// - Parameter attributes: an attribute with a nil value is left out; one with an empty value has only a name.
    mutating func element(
        _ name: String, _ attributes: [(String, String?)] = [], _ content: (inout HTMLPage) throws -> Void
    ) rethrows {
        empty(name, attributes)
        try content(&self)
        body += "</\(name)>".utf8
    }

    mutating func element(_ name: String, _ text: String, _ attributes: [(String, String?)] = []) {
        element(name, attributes) { $0.text(text) }
    }

    /// Adds a void element, such as `input`.
    mutating func empty(_ name: String, _ attributes: [(String, String?)] = []) {
        body += "<\(name)".utf8
        for case (let name, let value?) in attributes + (columns.isEmpty ? [] : tableAttributes(name)) {
            body += " \(name)".utf8
            if value.isEmpty { continue }
            body += "=\"".utf8
            let value = Self.shownAttributes.contains(name) ? BidiControls.removed(from: value) : value
            XMLText.append(Array(value.utf8), .htmlAttribute, to: &body)
            body.append(UInt8(ascii: "\""))
        }
        body.append(UInt8(ascii: ">"))
    }

    /// In a narrow window the style sheet lays rows out as blocks, in which each cell shows the name of its column.
    /// The roles keep them a table for screen readers.
    private mutating func tableAttributes(_ name: String) -> [(String, String?)] {
        switch name {
        case "tr":
            column = 0
            return [("role", "row")]
        case "td", "th":
            defer { column += 1 }
            let label = columns.indices.contains(column) ? columns[column] : nil
            return [("role", name == "th" ? "rowheader" : "cell"), ("data-label", label)]
        default: return []
        }
    }

    /// The attributes whose values are shown to people. Other values, such as the path of a folder, must remain
    /// unchanged.
    private static let shownAttributes: Set = ["title", "aria-label", "placeholder", "alt"]

    mutating func text(_ text: String) {
        XMLText.append(Array(BidiControls.removed(from: text).utf8), to: &body)
    }

    /// Adds the content of another page, which has the same language and root.
    mutating func add(_ page: HTMLPage) { body += page.body }

    /// Adds the text of an article. Only `ArticleMarkup` can create markup that is added without escaping.
    mutating func add(_ markup: ArticleMarkup) { body += markup.bytes }

    /// Adds text with highlighted ranges.
    ///
    /// - Parameter ranges: the ranges to highlight, ascending, in UTF-8 bytes of `text`. Ranges that are out of bounds
    ///   or overlap are ignored.
    mutating func text(_ text: String, marked ranges: [Range<Int>]) {
        let bytes = Array(text.utf8)
        var place = 0
        for range in ranges where range.lowerBound >= place && range.upperBound <= bytes.count {
            self.text(String(decoding: bytes[place..<range.lowerBound], as: UTF8.self))
            body += "<mark>".utf8
            self.text(String(decoding: bytes[range], as: UTF8.self))
            body += "</mark>".utf8
            place = range.upperBound
        }
        self.text(String(decoding: bytes[place...], as: UTF8.self))
    }

    // MARK: - Answer

    /// The contents of a page's `head`, and the attributes of its `body`.
    struct Frame {
        var title: String
        /// The number of unread articles, shown on the page's icon.
        var unread = 0
        /// Links in the page's `head`, each with a relation, a media type and an address.
        var links: [(relation: String, type: String, address: String)] = []
        /// The CSRF token for requests of scripts; nil for a page without a script.
        var csrf: String?
        var look = Look()
        /// The script module that is loaded if the page has a CSRF token.
        var script = "reader.js"
        /// The names of further style sheets.
        var styles: [String] = []
        /// The number of seconds after which a browser without scripts reloads the page.
        var refreshSeconds: Int?
        /// Attributes of `body`.
        var attributes: [(String, String?)] = []

        init(_ title: String) { self.title = title }
    }

    func response(status: HTTPStatus = 200, _ frame: Frame) -> HTTPResponse {
        var head = HTMLPage(language)
        head.body += "<!DOCTYPE html>\n".utf8
        head.empty(
            "html",
            [
                ("lang", languageTag), ("data-theme", frame.look.theme),
                ("data-size", frame.look.size.map { String($0) }), ("data-font", frame.look.font),
                ("data-width", frame.look.width), ("data-rows", frame.look.isCompact ? "compact" : nil),
            ])
        head.element("head") { head in
            head.empty("meta", [("charset", "utf-8")])
            head.empty("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
            head.empty("meta", [("name", "color-scheme"), ("content", "light dark")])
            if let csrf = frame.csrf { head.empty("meta", [("name", "csrf"), ("content", csrf)]) }
            head.element("title", frame.title)
            for style in ["reader.css"] + frame.styles {
                head.empty("link", [("rel", "stylesheet"), ("href", root + ReaderAssets.address(style))])
            }
            // The user's own style sheet is last, so that it takes precedence.
            if frame.csrf != nil { head.empty("link", [("rel", "stylesheet"), ("href", root + "own.css")]) }
            if let seconds = frame.refreshSeconds {
                head.element("noscript") {
                    $0.empty("meta", [("http-equiv", "refresh"), ("content", String(seconds))])
                }
            }
            head.empty(
                "link",
                [("rel", "icon"), ("href", root + CountIcon.address(frame.unread)), ("type", "image/svg+xml")])
            head.empty("link", [("rel", "apple-touch-icon"), ("href", root + ReaderAssets.address("icon-192.png"))])
            head.empty("link", [("rel", "manifest"), ("href", root + ReaderAssets.address("manifest.webmanifest"))])
            for link in frame.links {
                head.empty(
                    "link",
                    [
                        ("rel", link.relation), ("type", link.type), ("title", "feedsearch"),
                        ("href", root + link.address),
                    ])
            }
            if frame.csrf != nil {
                let script = root + ReaderAssets.address(frame.script)
                head.element("script", [("type", "module"), ("src", script)]) { _ in }
                // The modules are only listed here, so that offline.js can store them. `modulepreload` would load them
                // before the first paint.
                for module in ReaderAssets.modules(of: frame.script) {
                    head.empty("link", [("rel", "offline"), ("href", root + ReaderAssets.address(module))])
                }
            }
        }
        head.empty("body", frame.attributes)
        let bytes = head.body + body + Array("</body></html>\n".utf8)
        var response = HTTPResponse(
            status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: .bytes(bytes))
        response.headers.add("Content-Security-Policy", frame.csrf == nil ? Self.strictPolicy : Self.policy)
        response.headers.add("Vary", "Accept-Language, Cookie")
        return response
    }

    private static let strictPolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// The Content-Security-Policy. Scripts must be the service's own modules. Other origins are only allowed for
    /// players that the user starts.
    private static let policy =
        strictPolicy
        + "; script-src 'self'; connect-src 'self'; worker-src 'self'; media-src 'self'; frame-src "
        + EmbeddedPlayer.frameOrigins.joined(separator: " ")
        + "; require-trusted-types-for 'script'; trusted-types feedsearch"
}

/// The user's choices for the appearance of pages.
struct Look: Sendable, Equatable {
    static let cookie = "feedsearch-look"
    static let themes = ["light", "dark", "sepia"]
    static let sizes = 14...24
    static let fonts = ["serif", "sans"]
    static let widths = ["narrow", "wide"]

    /// One of `themes`; nil to use the system's theme.
    var theme: String?
    /// The font size of article text in pixels; nil for the default of 18.
    var size: Int?
    /// One of `fonts`; nil for the first of them.
    var font: String?
    /// One of `widths`; nil for a medium width.
    var width: String?
    /// Whether list rows are a single line, without a snippet.
    var isCompact = false
    /// Whether a script marks articles as read when the user has scrolled past them.
    var readsOnScroll = false
    /// The order of subscriptions.
    var order = SubscriptionOrder.hand

    init() {}

    /// Parses the value that `cookieValue` returns.
    init(cookieValue text: String) {
        for pair in text.split(separator: ".") {
            let value = String(pair.dropFirst(2))
            if pair.hasPrefix("t-"), Self.themes.contains(value) { theme = value }
            if pair.hasPrefix("f-"), Self.fonts.contains(value) { font = value }
            if pair.hasPrefix("w-"), Self.widths.contains(value) { width = value }
            if pair == "d-compact" { isCompact = true }
            if pair == "r-scroll" { readsOnScroll = true }
            if pair.hasPrefix("o-"), let known = SubscriptionOrder(rawValue: value) { order = known }
            if pair.hasPrefix("s-"), let number = Int(value), Self.sizes.contains(number) { size = number }
        }
    }

    var cookieValue: String {
        [
            theme.map { "t-" + $0 }, size.map { "s-\($0)" }, font.map { "f-" + $0 }, width.map { "w-" + $0 },
            isCompact ? "d-compact" : nil, readsOnScroll ? "r-scroll" : nil,
            order == .hand ? nil : "o-" + order.rawValue,
        ].compactMap(\.self).joined(separator: ".")
    }
}
