internal import Formats

/// The text of an article as a part of a page: of the sanitiser's output only what a text needs, so that nothing in it can look
/// like a control of the page, be styled like one, or be found by its name.
///
/// Elements are those of the list below, attributes those of their own. Links open outside, without a referrer. Pictures come
/// from the service. An `id` that a note of the article refers to gets a name of the page's own.
struct ArticleMarkup {
    private(set) var bytes: [UInt8] = []
    private var open: [String] = []
    private var names: [String: String] = [:]
    private let pictureAddress: (String) -> String?

    /// - Parameters:
    ///   - html: of `HTMLSanitizer`, whose tags are balanced and whose attributes are quoted.
    ///   - pictureAddress: where the service has the picture of an address; nil where it has none.
    init(_ html: String, pictureAddress: @escaping (String) -> String? = { _ in nil }) {
        self.pictureAddress = pictureAddress
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
            guard let tag = Tag(input, at: &index) else { continue }
            write(tag)
        }
        while let name = open.popLast() { bytes += "</\(name)>".utf8 }
    }

    // MARK: -

    private struct Tag {
        var name = ""
        var isEnd = false
        /// As written, with character references.
        var attributes: [(name: String, value: String)] = []

        /// - Parameter index: of its `<`; behind its `>` after.
        init?(_ input: [UInt8], at index: inout Int) {
            index += 1
            if index < input.count, input[index] == UInt8(ascii: "/") {
                isEnd = true
                index += 1
            }
            func word() -> String {
                let start = index
                while index < input.count, !" =>/\"<".utf8.contains(input[index]) { index += 1 }
                return String(decoding: input[start..<index], as: UTF8.self).lowercased()
            }
            name = word()
            while index < input.count, input[index] != UInt8(ascii: ">") {
                let start = index
                let attribute = word()
                if index < input.count, input[index] == UInt8(ascii: "=") {
                    index += 1
                    guard index < input.count, input[index] == UInt8(ascii: "\"") else { continue }
                    let first = index + 1
                    index = input[first...].firstIndex(of: UInt8(ascii: "\"")) ?? input.count
                    attributes.append((attribute, String(decoding: input[first..<index], as: UTF8.self)))
                    index = min(index + 1, input.count)
                } else if index == start {
                    index += 1
                }
            }
            index = min(index + 1, input.count)
            if name.isEmpty { return nil }
        }

        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    /// What a link within the text leads to.
    private mutating func collectNames(_ input: [UInt8]) {
        var index = 0
        while let start = input[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start
            guard let tag = Tag(input, at: &index), tag.name == "a", let href = tag.value("href"), href.hasPrefix("#"),
                href.count > 1, names.count < 500
            else { continue }
            let name = String(href.dropFirst())
            if names[name] == nil { names[name] = "note-\(names.count + 1)" }
        }
    }

    private mutating func write(_ tag: Tag) {
        if tag.name == "img" { return tag.isEnd ? () : picture(tag) }
        if ["video", "audio", "iframe", "embed", "object"].contains(tag.name) {
            if !tag.isEnd { medium(tag) }
            return
        }
        guard let allowed = Self.elements[tag.name] else { return }
        let name = Self.replaced[tag.name] ?? tag.name
        if tag.isEnd {
            guard let place = open.lastIndex(of: name) else { return }
            while open.count > place, let inner = open.popLast() { bytes += "</\(inner)>".utf8 }
            return
        }
        bytes += "<\(name)".utf8
        if let id = (tag.value("id") ?? tag.value("name")).flatMap({ names[$0] }) { attribute("id", id) }
        for attribute in tag.attributes
        where allowed.contains(attribute.name) || Self.everywhere.contains(attribute.name) {
            self.attribute(attribute.name, attribute.value)
        }
        if name == "a" { link(tag) }
        bytes.append(UInt8(ascii: ">"))
        if !Self.void.contains(name) { open.append(name) }
    }

    /// - Parameter value: quoted already.
    private mutating func attribute(_ name: String, _ value: String) {
        bytes += " \(name)=\"\(value)\"".utf8
    }

    private mutating func link(_ tag: Tag) {
        guard let href = tag.value("href") else { return }
        if href.hasPrefix("#") {
            if let name = names[String(href.dropFirst())] { attribute("href", "#" + name) }
        } else if Self.isOutside(href) {
            attribute("href", href)
            attribute("rel", "noopener noreferrer")
            attribute("target", "_blank")
        }
    }

    /// From the service, its place kept free where its size is known; else its description and where it is. Pictures that only count readers are left out.
    private mutating func picture(_ tag: Tag) {
        guard let source = tag.value("src"), source.hasPrefix("http://") || source.hasPrefix("https://"),
            !Self.isTiny(tag)
        else { return }
        guard let address = pictureAddress(Self.plain(source)) else {
            return reference("🖼", tag.value("alt") ?? "", source)
        }
        bytes += "<img loading=\"lazy\" decoding=\"async\" src=\"\(XMLText.escape(address, .htmlAttribute))\"".utf8
        attribute("alt", tag.value("alt") ?? "")
        for name in ["width", "height"] {
            if let size = tag.value(name).flatMap({ Int($0) }), (1...10_000).contains(size) {
                attribute(name, String(size))
            }
        }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func medium(_ tag: Tag) {
        guard let source = tag.value("src"), source.hasPrefix("http://") || source.hasPrefix("https://") else { return }
        reference("▶", "", source)
    }

    /// A link to what is not loaded by itself; inside another link its description alone.
    private mutating func reference(_ sign: String, _ text: String, _ source: String) {
        let shown = text.isEmpty ? Self.fileName(source) : text
        if open.contains("a") {
            bytes += "<span class=\"medium\">\(sign) \(shown)</span>".utf8
        } else {
            bytes +=
                "<a class=\"medium\" href=\"\(source)\" rel=\"noopener noreferrer\" target=\"_blank\">\(sign) \(shown)</a>"
                .utf8
        }
    }

    /// The value of an attribute of the sanitiser's, which escapes these alone.
    private static func plain(_ value: String) -> String {
        value.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }

    private static func fileName(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map { String($0.prefix(80)) } ?? ""
    }

    private static func isTiny(_ tag: Tag) -> Bool {
        ["width", "height"].contains { name in tag.value(name).flatMap { Int($0) }.map { $0 <= 2 } ?? false }
    }

    private static func isOutside(_ href: String) -> Bool {
        ["http://", "https://", "mailto:"].contains { href.hasPrefix($0) }
    }

    private static let everywhere: Set<String> = ["lang", "dir"]
    private static let void: Set<String> = ["br", "hr", "wbr", "col"]
    /// The article's title is the heading above all of its own.
    private static let replaced = [
        "h1": "h3", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6", "tt": "code", "strike": "s", "center": "div",
        "acronym": "abbr", "big": "span", "font": "span", "article": "div", "section": "div", "main": "div",
        "header": "div", "footer": "div", "aside": "div", "nav": "div", "address": "div", "hgroup": "div",
    ]

    /// With the attributes that each may have.
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
            math mrow mi mo mn ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd
            mstyle mpadded mphantom menclose mmultiscripts
            """
        for name in plain.split(whereSeparator: \.isWhitespace) { elements[String(name)] = [] }
        return elements
    }()
}
