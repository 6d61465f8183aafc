/// Parses a template and finds out how each value is escaped.
struct TemplateParser {
    private let bytes: [UInt8]
    private let names: Set<String>
    private var at = 0
    private var line = 1
    private var place: TemplatePlace

    init(_ text: String, _ format: TemplateFormat, names: Set<String>) {
        bytes = Array(text.utf8)
        self.names = names
        place = TemplatePlace(format)
    }

    mutating func parse() throws(TemplateError) -> [BodyTemplate.Node] {
        let (nodes, end) = try nodes(depth: 0)
        if let end { throw error(.unexpectedEnd(end)) }
        return nodes
    }

    private func error(_ reason: TemplateError.Reason) -> TemplateError { TemplateError(line: line, reason: reason) }

    /// The nodes up to the end of a section or of the template.
    ///
    /// - Returns: the nodes, and the name in the end tag; nil at the end of the template.
    private mutating func nodes(depth: Int) throws(TemplateError) -> ([BodyTemplate.Node], String?) {
        guard depth <= BodyTemplate.maxDepth else { throw error(.tooLarge) }
        var nodes: [BodyTemplate.Node] = []
        while true {
            let text = takeText()
            if !text.isEmpty { nodes.append(.text(text)) }
            if at == bytes.count { return (nodes, nil) }
            let tag = try takeTag()
            let name = String(tag.dropFirst()).trimmed
            switch tag.first {
            case "!": continue
            case "/": return (nodes, name)
            case "#", "^":
                let path = try path(name)
                let before = place
                let start = line
                let (inner, end) = try self.nodes(depth: depth + 1)
                guard let end else { throw TemplateError(line: start, reason: .unclosedSection(name)) }
                guard end == name else { throw error(.unexpectedEnd(end)) }
                guard place == before else { throw error(.splitSection(name)) }
                nodes.append(.section(path, isInverted: tag.first == "^", inner))
            case "{", "&": throw error(.unescaped(tag.trimmed))
            case ">", "=", "<", "$", nil: throw error(.badTag(tag.trimmed))
            default:
                let path = try path(tag.trimmed)
                let isAddress = path.last.map(TemplateNames.addresses.contains) ?? false
                guard let escaping = place.escaping(isAddress: isAddress) else {
                    throw error(.unsafePlace(tag.trimmed))
                }
                nodes.append(.value(path, escaping))
                // Without this, an attribute would count as empty behind its first value.
                place.take(UInt8(ascii: "x"))
            }
        }
    }

    /// The literal text up to the next tag.
    private mutating func takeText() -> [UInt8] {
        let start = at
        while at < bytes.count {
            if bytes[at] == 0x7B, at + 1 < bytes.count, bytes[at + 1] == 0x7B { break }
            if bytes[at] == 0x0A { line += 1 }
            place.take(bytes[at])
            at += 1
        }
        return Array(bytes[start..<at])
    }

    /// The inside of a tag.
    private mutating func takeTag() throws(TemplateError) -> String {
        let start = at + 2
        var end = start
        while end + 1 < bytes.count, bytes[end] != 0x7D || bytes[end + 1] != 0x7D { end += 1 }
        guard end + 1 < bytes.count else { throw error(.unclosedTag) }
        at = end + 2
        let tag = String(decoding: bytes[start..<end], as: UTF8.self)
        if tag.first != "!", tag.utf8.contains(0x0A) { throw error(.badTag(tag.trimmed)) }
        defer { line += tag.utf8.count { $0 == 0x0A } }
        return tag.trimmed
    }

    /// The parts of a name; empty for `.`, the current value.
    private func path(_ name: String) throws(TemplateError) -> [String] {
        if name == "." { return [] }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isName = parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
        guard isName else { throw error(.badTag(name)) }
        for part in parts where !names.contains(part) { throw error(.unknownName(name)) }
        return parts
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var part = self[...]
        while let first = part.first, first.isWhitespace { part = part.dropFirst() }
        while let last = part.last, last.isWhitespace { part = part.dropLast() }
        return String(part)
    }
}
