/// The place in the format that the literal text of a template has reached, so that a value is escaped for the place
/// that it is inserted at.
enum TemplatePlace: Equatable {
    case json(JSONPlace)
    case markup(MarkupPlace)
    /// A format in which a value is escaped in the same way at every place.
    case uniform(ValueEscaping)

    init(_ format: TemplateFormat) {
        switch format {
        case .json: self = .json(JSONPlace())
        case .markup: self = .markup(MarkupPlace())
        case .form: self = .uniform(.form)
        case .plain: self = .uniform(.plain)
        case .markdown: self = .uniform(.markdown)
        case .slack: self = .uniform(.slack)
        case .path: self = .uniform(.path)
        }
    }

    mutating func take(_ byte: UInt8) {
        switch self {
        case .json(var place):
            place.take(byte)
            self = .json(place)
        case .markup(var place):
            place.take(byte)
            self = .markup(place)
        case .uniform: break
        }
    }

    /// How to escape a value here; nil where no escape protects the format.
    ///
    /// - Parameter isAddress: whether the value is an address of http or https, or empty.
    func escaping(isAddress: Bool) -> ValueEscaping? {
        switch self {
        case .json(let place): place.escaping
        case .markup(let place): place.isSafe(forAddress: isAddress) ? .markup : nil
        case .uniform(.markdown): isAddress ? .linkAddress : .markdown
        case .uniform(.slack): isAddress ? .slackAddress : .slack
        case .uniform(let escaping): escaping
        }
    }
}

/// A place in JSON: outside or inside a string.
struct JSONPlace: Equatable {
    private var isInString = false
    private var isAfterBackslash = false

    mutating func take(_ byte: UInt8) {
        if isAfterBackslash {
            isAfterBackslash = false
        } else if byte == UInt8(ascii: "\"") {
            isInString.toggle()
        } else if isInString, byte == UInt8(ascii: "\\") {
            isAfterBackslash = true
        }
    }

    var escaping: ValueEscaping? { isAfterBackslash ? nil : isInString ? .jsonString : .jsonValue }
}

/// A place in XML or HTML.
struct MarkupPlace: Equatable {
    private enum Kind: Equatable {
        case text
        /// Between `<` and `>`, outside quotes.
        case tag
        case attribute(quote: UInt8)
        /// A comment, a CDATA section or a processing instruction, which ends with these bytes.
        case section(end: [UInt8])
        /// The text of a script or style element.
        case raw(element: [UInt8])
    }

    /// The parts of a tag outside quotes (<https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>).
    private enum TagPart: Equatable { case element, attributes, afterEquals, unquotedValue }

    private var kind = Kind.text
    private var part = TagPart.element
    /// The bytes since the last `<` of a tag or a section, or of the last word of a tag; at most `maxRecent`.
    private var recent: [UInt8] = []
    /// The name of the element whose tag is open.
    private var element: [UInt8] = []
    /// The name of the attribute whose value is open.
    private var attribute: [UInt8] = []
    /// Whether the value of the attribute is still empty.
    private var isAtStart = false

    private static let maxRecent = 64

    init() {}

    mutating func take(_ byte: UInt8) {
        let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        switch kind {
        case .text:
            if byte == UInt8(ascii: "<") { open() }
        case .tag: takeInTag(lower)
        case .attribute(let quote):
            isAtStart = false
            if byte == quote {
                kind = .tag
                part = .attributes
                recent = []
                attribute = []
            }
        case .section(let end):
            remember(byte)
            if recent.suffix(end.count) == end[...] { self = MarkupPlace() }
        case .raw(let name):
            remember(lower)
            let end = Array("</".utf8) + name
            if recent.suffix(end.count) == end[...] {
                kind = .tag
                part = .attributes
                recent = []
                element = Array("/".utf8)
            }
        }
    }

    private mutating func open() {
        kind = .tag
        part = .element
        recent = []
        element = []
        attribute = []
    }

    private mutating func remember(_ byte: UInt8) {
        if recent.count >= Self.maxRecent { recent.removeFirst() }
        recent.append(byte)
    }

    private mutating func takeInTag(_ byte: UInt8) {
        if byte == UInt8(ascii: ">") { return close() }
        let isSpace = [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte)
        switch part {
        case .element:
            // The slash at the start of an end tag is not a separator.
            if isSpace || byte == UInt8(ascii: "/") && !recent.isEmpty {
                element = recent
                recent = []
                part = .attributes
            } else {
                remember(byte)
                takeSection()
            }
        case .attributes: takeInAttributes(byte, isSpace: isSpace)
        case .afterEquals:
            if isSpace { return }
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
                part = .unquotedValue
                return
            }
            isAtStart = true
            kind = .attribute(quote: byte)
        case .unquotedValue:
            // Only a space ends an unquoted value; quotes and "=" are part of it.
            guard isSpace else { return }
            part = .attributes
            attribute = []
        }
    }

    private mutating func takeInAttributes(_ byte: UInt8, isSpace: Bool) {
        switch byte {
        case _ where isSpace:
            // Keep the name, because spaces may precede "="; a further word replaces it.
            if !recent.isEmpty { attribute = recent }
            recent = []
        case UInt8(ascii: "/"):
            recent = []
            attribute = []
        case UInt8(ascii: "=") where !recent.isEmpty || !attribute.isEmpty:
            if !recent.isEmpty { attribute = recent }
            recent = []
            part = .afterEquals
        default: remember(byte)
        }
    }

    private mutating func close() {
        if part == .element { element = recent }
        let isRaw = element == Array("script".utf8) || element == Array("style".utf8)
        // Reset all state of the tag, so that the same place always compares as equal.
        let name = element
        self = MarkupPlace()
        if isRaw { kind = .raw(element: name) }
    }

    private mutating func takeSection() {
        for (start, end) in [("!--", "-->"), ("![cdata[", "]]>"), ("?", "?>")] where recent == Array(start.utf8) {
            kind = .section(end: Array(end.utf8))
            recent = []
        }
    }

    /// Whether a value that is escaped for XML changes nothing but its own text here.
    func isSafe(forAddress isAddress: Bool) -> Bool {
        switch kind {
        case .text: return true
        case .tag, .section, .raw: return false
        case .attribute:
            let name = String(decoding: attribute, as: UTF8.self)
            if name.isEmpty || name.hasPrefix("on") || name == "style" || name == "srcdoc" { return false }
            // At the start of an address, a text could begin with "javascript:".
            let isLink = ["href", "src", "action", "formaction", "xlink:href", "data", "poster"].contains(name)
            return isAddress || !isLink || !isAtStart
        }
    }
}
