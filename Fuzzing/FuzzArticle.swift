// For any bytes, the HTML of an article in a page has only elements and attributes that text needs, correctly nested,
// loads nothing from other sites, and has only ids and classes that `ArticleMarkup` sets. This holds both for output of
// the sanitiser and for bytes that it has not processed.
import Markup

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let html = Array(UnsafeBufferPointer(start: start, count: count))
    var media = ArticleMedia()
    media.picture = { url in url.utf8.count % 3 == 0 ? nil : .init(address: "/image/1", width: 640, height: 480) }
    media.medium = { url in url.utf8.count % 3 == 0 ? nil : "/medium/1" }
    let safe = HTMLSanitizer.sanitize(html, base: "https://example.org/a", keepsMathematics: true)
    check(ArticleMarkup(String(decoding: safe, as: UTF8.self), media: media).bytes)
    check(ArticleMarkup(String(decoding: html, as: UTF8.self), media: media).bytes)
    return 0
}

private func check(_ bytes: [UInt8]) {
    var open: [String] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
        index = start + 1
        let isEnd = take("/", bytes, &index)
        let name = word(bytes, &index)
        precondition(isEnd || elements.contains(name) || MathMarkup.isElement(name), "an element that no text needs")
        if isEnd {
            precondition(open.popLast() == name, "an element closed where it was not opened")
        } else {
            while take(" ", bytes, &index) {
                let attribute = word(bytes, &index)
                var value = ""
                if take("=", bytes, &index) {
                    precondition(take("\"", bytes, &index), "a value without quotes")
                    guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) else {
                        preconditionFailure("a value without an end")
                    }
                    value = String(decoding: bytes[index..<end], as: UTF8.self)
                    index = end + 1
                }
                check(attribute, value, of: name)
            }
            if !void.contains(name) { open.append(name) }
        }
        precondition(take(">", bytes, &index), "a tag without an end")
    }
    precondition(open.isEmpty, "an element that is not closed")
}

private func check(_ attribute: String, _ value: String, of name: String) {
    if MathMarkup.isElement(name) {
        return precondition(MathMarkup.allows(attribute, value), "an attribute of a formula")
    }
    switch attribute {
    case "id": precondition(value.hasPrefix("note-") && Int(value.dropFirst(5)) != nil, "a name of its own")
    case "class": precondition(classes.contains(value), "a class of its own")
    case "href":
        precondition(
            ["http://", "https://", "mailto:", "#note-"].contains { value.hasPrefix($0) }, "where a link leads")
    case "src": precondition(["/image/1", "/medium/1"].contains(value), "something is loaded from elsewhere")
    case "data-frame": precondition(value.hasPrefix("https://"), "a frame of no provider")
    default: precondition(attributes.contains(attribute), "an attribute that no text needs")
    }
}

private func take(_ character: Unicode.Scalar, _ bytes: [UInt8], _ index: inout Int) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
}

/// Reads a word of letters, digits and hyphens.
private func word(_ bytes: [UInt8], _ index: inout Int) -> String {
    let word = bytes[index...].prefix { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D }
    precondition(!word.isEmpty, "a tag without a name")
    index = word.endIndex
    return String(decoding: word, as: UTF8.self)
}

private let void: Set<String> = ["br", "hr", "wbr", "col", "img"]
private let classes: Set<String> = ["wide", "player", "player audio", "medium", "unsized"]
private let attributes: Set<String> = [
    "lang", "dir", "start", "reversed", "type", "value", "datetime", "colspan", "rowspan", "scope", "span", "title",
    "open",
    "tabindex", "rel", "target", "loading", "decoding", "alt", "width", "height", "controls", "preload",
]
private let elements: Set<String> = [
    "a", "p", "div", "span", "br", "hr", "wbr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd",
    "blockquote", "pre",
    "code", "kbd", "samp", "var", "q", "cite", "em", "strong", "b", "i", "u", "s", "del", "ins", "mark", "small", "sub",
    "sup",
    "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "col", "colgroup", "ruby",
    "rt",
    "rp", "rb", "rtc", "bdi", "bdo", "summary", "details", "time", "abbr", "dfn", "img", "audio", "video",
]
