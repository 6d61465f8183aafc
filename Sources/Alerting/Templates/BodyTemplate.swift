internal import Formats

/// A template for the body of a message: a subset of Mustache (<https://mustache.github.io/mustache.5.html>).
///
/// The subset has variables `{{name}}` and `{{name.member}}`, sections `{{#name}}…{{/name}}`, inverted sections
/// `{{^name}}…{{/name}}` and comments `{{! … }}`. It has no partials, no other delimiters and no way to insert text
/// without escapes. Every value is escaped for its place in the format, which is known before any value is. So the text
/// of an article adds no member to JSON, no element to XML and no field to a form.
struct BodyTemplate: Sendable {
    static let maxBytes = 64 << 10
    static let maxOutputBytes = 1 << 20
    static let maxDepth = 16
    /// The maximum number of nodes that are visited for one message. Nested sections may repeat without output.
    static let maxSteps = 200_000

    indirect enum Node: Sendable {
        case text([UInt8])
        case value([String], ValueEscaping)
        case section([String], isInverted: Bool, [Node])
    }

    let format: TemplateFormat
    let nodes: [Node]

    /// - Parameter isOfPreset: whether the template may use the values that only presets have.
    /// - Throws: `TemplateError`.
    init(_ text: String, format: TemplateFormat, isOfPreset: Bool = false) throws(TemplateError) {
        guard text.utf8.count <= Self.maxBytes else { throw TemplateError(line: 1, reason: .tooLarge) }
        var parser = TemplateParser(text, format, names: isOfPreset ? TemplateNames.ofPresets : TemplateNames.all)
        self.format = format
        nodes = try parser.parse()
    }

    /// The result for a message.
    ///
    /// - Parameter values: an object.
    /// - Throws: `TemplateError.tooLarge`.
    func render(_ values: MessageValue) throws(TemplateError) -> [UInt8] {
        var out: [UInt8] = []
        var steps = 0
        try Self.write(nodes, [values], to: &out, &steps)
        return out
    }

    /// The result as a text.
    func text(_ values: MessageValue) throws(TemplateError) -> String {
        String(decoding: try render(values), as: UTF8.self)
    }

    // MARK: -

    private static func write(
        _ nodes: [Node], _ context: [MessageValue], to out: inout [UInt8], _ steps: inout Int
    ) throws(TemplateError) {
        for node in nodes {
            steps += 1
            switch node {
            case .text(let bytes): out += bytes
            case .value(let name, let escaping): escaping.append(value(name, context), to: &out)
            case .section(let name, let isInverted, let inner):
                let found = value(name, context)
                if isInverted {
                    if !(found?.isTrue ?? false) { try write(inner, context, to: &out, &steps) }
                } else if case .list(let items)? = found {
                    for item in items {
                        steps += 1
                        try write(inner, context + [item], to: &out, &steps)
                    }
                } else if let found, found.isTrue {
                    try write(inner, context + [found], to: &out, &steps)
                }
            }
            guard out.count <= maxOutputBytes, steps <= maxSteps else {
                throw TemplateError(line: 1, reason: .tooLarge)
            }
        }
    }

    /// The value of a name: the first part is looked up in the innermost object that has it.
    private static func value(_ name: [String], _ context: [MessageValue]) -> MessageValue? {
        guard let first = name.first else { return context.last }
        for object in context.reversed() {
            guard var found = object[first] else { continue }
            for part in name.dropFirst() {
                guard let inner = found[part] else { return nil }
                found = inner
            }
            return found
        }
        return nil
    }
}

extension MessageValue {
    /// A member of an object; nil for other values.
    subscript(name: String) -> MessageValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }

    /// Whether a section with this value is written.
    var isTrue: Bool {
        switch self {
        case .text(let text): !text.isEmpty
        case .number(let number): number != 0
        case .halves(let number): number != 0
        case .bool(let value): value
        case .list(let values): !values.isEmpty
        case .object: true
        }
    }

    /// The value as a text; lists are joined by commas.
    var plainText: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .halves(let number): Self.decimal(halves: number)
        case .bool(let value): value ? "true" : "false"
        case .list(let values): values.map(\.plainText).joined(separator: ", ")
        case .object: ""
        }
    }
}

extension ValueEscaping {
    /// Appends a value; nothing, or `null` as a JSON value, if it is nil.
    func append(_ value: MessageValue?, to out: inout [UInt8]) {
        if self == .jsonValue {
            out += value?.bytes ?? Array("null".utf8)
            return
        }
        guard let value else { return }
        let text = value.plainText
        switch self {
        case .jsonValue: break
        case .jsonString:
            var quoted: [UInt8] = []
            JSONString.append(text, .required, to: &quoted)
            out += quoted.dropFirst().dropLast()
        case .form: Self.appendPercentEncoded(Array(text.utf8), to: &out) { Self.isUnreserved($0) }
        case .path:
            Self.appendPercentEncoded(Array(text.utf8), to: &out) { Self.isUnreserved($0) || $0 == UInt8(ascii: ":") }
        case .markup:
            // XML has no single quotes escaped otherwise, and templates may use them around attributes.
            out += Array(XMLText.escape(text, .xml).replacing("'", with: "&#39;").utf8)
        case .plain: out += Array(PlainText.line(text, limit: PlainText.valueLimit).utf8)
        case .markdown: out += Array(Self.markdown(PlainText.line(text, limit: PlainText.valueLimit)).utf8)
        case .slack: out += Array(XMLText.escape(PlainText.line(text, limit: PlainText.valueLimit), .html).utf8)
        case .linkAddress, .slackAddress:
            var address: [UInt8] = []
            Self.appendPercentEncoded(Array(text.utf8), to: &address) { byte in
                byte > 0x20 && byte < 0x7F && !"()<>|\\\"`{}^[]*~".utf8.contains(byte)
            }
            // Slack reads "&" as the beginning of an escape in addresses, too.
            out += self == .slackAddress ? XMLText.escape(address, .html) : address
        }
    }

    /// Escapes all punctuation that has a meaning in Markdown (<https://spec.commonmark.org/0.31.2/#backslash-escapes>).
    /// The invisible character after `@` keeps chat servers from notifying the users that a title mentions.
    private static func markdown(_ text: String) -> String {
        var out = ""
        for character in text.unicodeScalars {
            if "\\`*_{}[]()#+-.!|~<>&:".unicodeScalars.contains(character) { out += "\\" }
            out.unicodeScalars.append(character)
            if character == "@" { out += "\u{200B}" }
        }
        return out
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func appendPercentEncoded(
        _ bytes: [UInt8], to out: inout [UInt8], isKept: (UInt8) -> Bool
    ) {
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            if isKept(byte) {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}
