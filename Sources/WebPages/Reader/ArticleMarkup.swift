internal import Formats
internal import Markup

/// The text of an article for a page. Only the markup that a text needs is kept from the sanitiser's output, so that an
/// article cannot imitate a control of the page, use its styles, or reuse the page's ids.
///
/// Only the elements and attributes listed below are kept. Links open in a new tab, without a referrer. Pictures, audio
/// and video are loaded from the service; external players become links that load nothing before a click. Wide content
/// scrolls in a separate box. Each `id` that a link in the article refers to is replaced by a unique id.
struct ArticleMarkup {
    private(set) var bytes: [UInt8] = []
    private var open: [String] = []
    private var names: [String: String] = [:]
    /// The name of the open `video` or `audio` element that gets its address from its first `source`; nil if there is
    /// none.
    private var medium: String?
    /// The address of the picture that the open `video` shows before playback; nil if there is none.
    private var poster: String?
    private let media: ArticleMedia
    /// The maximum number of signed addresses per article. Further media become links.
    private static let maxSigned = 2_000
    private var signed = 0

    /// - Parameter html: the output of `HTMLSanitizer`, in which tags are balanced and attributes are quoted.
    init(_ html: String, media: ArticleMedia = ArticleMedia()) {
        self.media = media
        let input = Array(html.utf8)
        bytes.reserveCapacity(input.count)
        collectNames(input)
        var index = 0
        while index < input.count {
            guard input[index] == UInt8(ascii: "<") else {
                let end = input[index...].firstIndex(of: UInt8(ascii: "<")) ?? input.count
                bytes += input[index..<end]
                index = end
                continue
            }
            guard let tag = ArticleTag(input, at: &index) else { continue }
            write(tag)
        }
        while let name = open.popLast() { close(name) }
    }

    // MARK: -

    /// Assigns new ids to the targets of links within the text.
    private mutating func collectNames(_ input: [UInt8]) {
        var index = 0
        while let start = input[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start
            guard let tag = ArticleTag(input, at: &index), tag.name == "a", let href = tag.value("href"),
                href.hasPrefix("#"),
                href.count > 1, names.count < 500
            else { continue }
            let name = String(href.dropFirst())
            if names[name] == nil { names[name] = "note-\(names.count + 1)" }
        }
    }

    private mutating func write(_ tag: ArticleTag) {
        if MathMarkup.isElement(tag.name) { return formula(tag) }
        // Inside a formula, only MathML elements are allowed.
        if open.contains("math") { return }
        switch tag.name {
        case "img": return tag.isEnd ? () : picture(tag)
        case "video", "audio":
            medium = tag.isEnd ? nil : tag.name
            poster = tag.isEnd || tag.name == "audio" ? nil : tag.address("poster")
            return tag.isEnd ? () : player(tag, tag.name)
        case "source": return medium.map { player(tag, $0) } ?? ()
        default: break
        }
        guard let allowed = Self.elements[tag.name] else { return }
        let name = Self.replaced[tag.name] ?? tag.name
        if tag.isEnd {
            guard let place = open.lastIndex(of: name) else { return }
            while open.count > place, let inner = open.popLast() { close(inner) }
            return
        }
        if name == "table", !open.contains("table") { bytes += "<div class=\"wide\" tabindex=\"0\">".utf8 }
        if name == "pre", !open.contains("pre") { bytes += "<div class=\"code\">".utf8 }
        bytes += "<\(name)".utf8
        if let id = (tag.value("id") ?? tag.value("name")).flatMap({ names[$0] }) { attribute("id", id) }
        for attribute in tag.attributes
        where allowed.contains(attribute.name) || Self.everywhere.contains(attribute.name) {
            self.attribute(attribute.name, attribute.value)
        }
        if name == "a" { link(tag) }
        // Make scrollable boxes reachable by keyboard.
        if name == "pre" { attribute("tabindex", "0") }
        bytes.append(UInt8(ascii: ">"))
        if !Self.void.contains(name) { open.append(name) }
    }

    private mutating func close(_ name: String) {
        bytes += "</\(name)>".utf8
        if name == "table" || name == "pre", !open.contains(name) { bytes += "</div>".utf8 }
    }

    /// - Parameter value: the attribute's value, already escaped.
    private mutating func attribute(_ name: String, _ value: String) {
        bytes += " \(name)=\"\(value)\"".utf8
    }

    /// Writes the start of a formula or an element in it. MathML elements are only allowed inside a formula.
    private mutating func formula(_ tag: ArticleTag) {
        guard open.contains("math") != (tag.name == "math" && !tag.isEnd) else { return }
        if tag.isEnd {
            guard let place = open.lastIndex(of: tag.name), place >= open.firstIndex(of: "math") ?? 0 else { return }
            while open.count > place, let inner = open.popLast() { close(inner) }
            return
        }
        bytes += "<\(tag.name)".utf8
        for (name, value) in tag.attributes where MathMarkup.allows(name, value) { attribute(name, value) }
        bytes.append(UInt8(ascii: ">"))
        open.append(tag.name)
    }

    private mutating func link(_ tag: ArticleTag) {
        guard let href = tag.value("href") else { return }
        if href.hasPrefix("#") {
            if let name = names[String(href.dropFirst())] { attribute("href", "#" + name) }
            return
        }
        guard Self.isOutside(href) else { return }
        if tag.value("class") == HTMLSanitizer.playerClass,
            let player = tag.text("href").flatMap({ EmbeddedPlayer($0) })
        {
            attribute("class", player.isAudio ? "player audio" : "player")
            attribute("data-frame", XMLText.escape(player.frame, .htmlAttribute))
        }
        attribute("href", href)
        attribute("rel", "noopener noreferrer")
        attribute("target", "_blank")
    }

    /// Writes a picture served by the service, with its size if known, or a link if the service cannot provide the
    /// picture. Tracking pixels are left out, and images of emoji are replaced by their characters.
    private mutating func picture(_ tag: ArticleTag) {
        guard let source = tag.source, !Self.isTiny(tag) else { return }
        let text = tag.value("alt") ?? ""
        if Self.isSign(text) {
            bytes += text.utf8
            return
        }
        guard signed < Self.maxSigned, let picture = media.picture(source) else {
            return reference("🖼", text, source)
        }
        signed += 1
        let address = XMLText.escape(picture.address, .htmlAttribute)
        let opensLarge = isLarge(tag) && !media.openPicture.isEmpty
        if opensLarge {
            bytes += "<a class=\"large\" href=\"\(address)\" target=\"_blank\"".utf8
            if text.isEmpty { attribute("aria-label", XMLText.escape(media.openPicture, .htmlAttribute)) }
            bytes.append(UInt8(ascii: ">"))
        }
        defer { if opensLarge { bytes += "</a>".utf8 } }
        bytes +=
            "<img loading=\"lazy\" decoding=\"async\" src=\"\(address)\"".utf8
        attribute("alt", text)
        let sizes = ["width", "height"].map { name in tag.number(name).flatMap { (1...10_000).contains($0) ? $0 : nil }
        }
        if let width = sizes[0] ?? picture.width, let height = sizes[1] ?? picture.height {
            // If the article gives only one dimension, the picture would be distorted, so use both from the picture if
            // they are known.
            let isWhole = sizes[0] != nil && sizes[1] != nil
            attribute("width", String(isWhole ? width : picture.width ?? width))
            attribute("height", String(isWhole ? height : picture.height ?? height))
        } else {
            attribute("class", "unsized")
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an audio or video player, which loads nothing before playback. The service serves the file.
    private mutating func player(_ tag: ArticleTag, _ kind: String) {
        guard let source = tag.source else { return }
        medium = nil
        guard signed < Self.maxSigned, !open.contains("a"), let address = media.medium(source) else {
            return reference("▶", "", source)
        }
        signed += 1
        bytes += "<\(kind) controls preload=\"none\"".utf8
        if let poster = poster.flatMap({ media.picture($0) }), signed < Self.maxSigned {
            signed += 1
            attribute("poster", XMLText.escape(poster.address, .htmlAttribute))
        }
        bytes += " src=\"\(XMLText.escape(address, .htmlAttribute))\"></\(kind)>".utf8
    }

    /// Writes a link to a medium that is not loaded automatically. Inside another link, writes only the medium's
    /// description.
    ///
    /// - Parameter text: the description, already escaped.
    private mutating func reference(_ sign: String, _ text: String, _ source: String) {
        let shown = text.isEmpty ? XMLText.escape(Self.fileName(source), .htmlAttribute) : text
        if open.contains("a") {
            bytes += "<span class=\"medium\">\(sign) \(shown)</span>".utf8
        } else {
            let address = XMLText.escape(source, .htmlAttribute)
            bytes +=
                "<a class=\"medium\" href=\"\(address)\" rel=\"noopener noreferrer\" target=\"_blank\">\(sign) \(shown)</a>"
                .utf8
        }
    }

    private static func fileName(_ address: String) -> String {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let name = path.split(separator: UInt8(ascii: "/")).last else { return "" }
        return String(String(decoding: name, as: UTF8.self).prefix(80))
    }

    /// Whether a picture gets a link that opens it in full size. It does not if it is an icon or within another link.
    private func isLarge(_ tag: ArticleTag) -> Bool {
        !open.contains { $0 == "a" || $0 == "summary" }
            && !["width", "height"].contains { name in tag.number(name).map { $0 < Self.minLargeSize } ?? false }
    }

    /// The size in pixels below which a picture counts as an icon.
    private static let minLargeSize = 100

    private static func isTiny(_ tag: ArticleTag) -> Bool {
        ["width", "height"].contains { name in tag.number(name).map { $0 <= 2 } ?? false }
    }

    /// Whether a picture's alternative text is an emoji, which can be shown with a font.
    private static func isSign(_ text: String) -> Bool {
        (1...2).contains(text.count)
            && text.unicodeScalars.allSatisfy {
                $0.properties.isEmoji && !$0.isASCII || $0.properties.isVariationSelector || $0.properties.isJoinControl
            }
    }

    private static func isOutside(_ href: String) -> Bool {
        ["http://", "https://", "mailto:"].contains { href.hasPrefix($0) }
    }

    private static let everywhere: Set<String> = ["lang", "dir"]
    private static let void: Set<String> = ["br", "hr", "wbr", "col"]
    /// Elements that are replaced by others. `h1` is left to the article's title.
    private static let replaced = [
        "h1": "h2", "tt": "code", "strike": "s", "center": "div",
        "acronym": "abbr", "big": "span", "font": "span", "article": "div", "section": "div", "main": "div",
        "header": "div", "footer": "div", "aside": "div", "nav": "div", "address": "div", "hgroup": "div",
    ]

    /// The allowed elements, each with its allowed attributes.
    private static let elements: [String: Set<String>] = {
        var elements: [String: Set<String>] = [
            "ol": ["start", "reversed", "type"], "li": ["value"], "time": ["datetime"], "td": ["colspan", "rowspan"],
            "th": ["colspan", "rowspan", "scope"], "col": ["span"], "colgroup": ["span"], "abbr": ["title"],
            "acronym": ["title"], "dfn": ["title"], "details": ["open"],
        ]
        let plain = """
            a p div span br hr wbr h1 h2 h3 h4 h5 h6 ul dl dt dd blockquote pre code kbd samp var q cite em strong b i u s del
            ins mark small sub sup figure figcaption table caption thead tbody tfoot tr ruby rt rp rb rtc bdi bdo summary tt
            strike center big font article section main header footer aside nav address hgroup
            """
        for name in plain.split(whereSeparator: \.isWhitespace) { elements[String(name)] = [] }
        return elements
    }()
}
