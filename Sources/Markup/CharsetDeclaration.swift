/// Finds the charset that a document declares.
enum CharsetDeclaration {
    /// The number of bytes at the beginning of a document that are searched for a declaration. Browsers read 1,024,
    /// which is too few if the document begins with a long comment.
    private static let window = 4096

    /// The charset in the XML declaration or, for HTML, in a `meta` element; nil if the document declares no charset.
    static func find(in bytes: [UInt8], kind: DocumentKind) -> String? {
        switch kind {
        case .xml: return inXMLDeclaration(bytes)
        case .html: return inMeta(bytes) ?? inXMLDeclaration(bytes)
        case .json, .plain: return nil
        }
    }

    /// The `encoding` in `<?xml … ?>`, even if other characters precede the declaration.
    private static func inXMLDeclaration(_ bytes: [UInt8]) -> String? {
        let head = Array(bytes.prefix(window))
        guard let start = XMLBytes.first("<?xml", in: head, from: 0) else { return nil }
        let end = XMLBytes.first(0x3E, in: head, from: start)
        return value(of: "encoding", in: head, start..<end)
    }

    /// The EBCDIC code page that a document declares; nil if it declares another charset (XML 1.0, appendix F.1).
    static func findEBCDIC(in bytes: [UInt8]) -> String? {
        guard let head = CharsetConverter.utf8(from: Array(bytes.prefix(256)), label: CharsetSignature.ebcdic),
            let label = inXMLDeclaration(head.utf8).flatMap(CharsetLabel.canonical),
            let beginning = CharsetConverter.utf8(from: Array(bytes.prefix(4)), label: label)
        else { return nil }
        return beginning.utf8 == Array("<?xm".utf8) ? label : nil
    }

    /// The charset in `<meta charset=…>` or `<meta http-equiv=content-type content="…; charset=…">`.
    private static func inMeta(_ bytes: [UInt8]) -> String? {
        let head = Array(bytes.prefix(window))
        var index = 0
        while index < head.count {
            index = XMLBytes.first(0x3C, in: head, from: index)
            if XMLBytes.has("<meta", in: head, at: index) {
                let end = XMLBytes.first(0x3E, in: head, from: index)
                if let charset = value(of: "charset", in: head, index..<end) { return charset }
                index = end
            }
            index += 1
        }
        return nil
    }

    /// The value after `name` and an equals sign. It is either quoted or ends before a byte that does not occur in
    /// charset names.
    private static func value(of name: StaticString, in bytes: [UInt8], _ range: Range<Int>) -> String? {
        var index = range.lowerBound
        while index < range.upperBound {
            defer { index += 1 }
            guard XMLBytes.has(name, in: bytes, at: index) else { continue }
            var cursor = index + name.utf8CodeUnitCount
            while cursor < range.upperBound, XMLBytes.isSpace(bytes[cursor]) { cursor += 1 }
            guard cursor < range.upperBound, bytes[cursor] == 0x3D else { continue }
            cursor += 1
            while cursor < range.upperBound,
                XMLBytes.isSpace(bytes[cursor]) || bytes[cursor] == 0x22 || bytes[cursor] == 0x27
            { cursor += 1 }
            let start = cursor
            while cursor < range.upperBound, XMLBytes.continuesName(bytes[cursor]) { cursor += 1 }
            return start == cursor ? nil : String(decoding: bytes[start..<cursor], as: UTF8.self)
        }
        return nil
    }
}
