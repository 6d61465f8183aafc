/// Remembers which delimiters do not occur in the rest of a document, so that all searches together take linear time.
struct XMLMissingDelimiters {
    private var doubleQuote = false
    private var singleQuote = false
    private var commentEnd = false
    private var instructionEnd = false
    private var cdataEnd = false

    /// The index of the closing quote at or after `start`; nil if there is none.
    mutating func find(_ quote: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
        if quote == 0x22 ? doubleQuote : singleQuote { return nil }
        let hit = XMLBytes.first(quote, in: bytes, from: start)
        guard hit == bytes.count else { return hit }
        if quote == 0x22 { doubleQuote = true } else { singleQuote = true }
        return nil
    }

    mutating func findCommentEnd(in bytes: [UInt8], from start: Int) -> Int? {
        Self.find("-->", &commentEnd, bytes, start)
    }

    mutating func findInstructionEnd(in bytes: [UInt8], from start: Int) -> Int? {
        Self.find("?>", &instructionEnd, bytes, start)
    }

    mutating func findCDATAEnd(in bytes: [UInt8], from start: Int) -> Int? {
        Self.find("]]>", &cdataEnd, bytes, start)
    }

    private static func find(_ text: StaticString, _ isMissing: inout Bool, _ bytes: [UInt8], _ start: Int) -> Int? {
        if isMissing { return nil }
        let hit = XMLBytes.first(text, in: bytes, from: start)
        isMissing = hit == nil
        return hit
    }
}

extension XMLScanner {
    /// The character data of the last text event.
    public var text: String {
        var value: [UInt8] = []
        appendText(to: &value)
        return String(decoding: value, as: UTF8.self)
    }

    /// Appends the character data of the last text event to `buffer`, as UTF-8 with references replaced.
    ///
    /// - Parameter limit: the maximum number of bytes of the document to read; characters are not split.
    public func appendText(to buffer: inout [UInt8], limit: Int = .max) {
        var range = textRange
        if range.count > limit {
            var end = range.lowerBound + limit
            while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            range = range.lowerBound..<end
        }
        if textIsLiteral {
            XMLReferences.appendCharacters(bytes, range, to: &buffer, cleaning: needsCleaning)
        } else {
            XMLReferences.append(bytes, range, to: &buffer, cleaning: needsCleaning, entities: entities)
        }
    }

    /// Whether the last text event was a CDATA section.
    public var textIsCDATA: Bool { textIsLiteral }

    /// Reads character data up to the next possible markup. The byte at `start` is always text.
    mutating func takeText(from start: Int) -> XMLEvent {
        var index = XMLBytes.first(0x3C, in: bytes, from: start + 1)
        while index + 1 < bytes.count {
            let second = bytes[index + 1]
            if XMLBytes.startsName(second) || second == 0x2F || second == 0x21 || second == 0x3F { break }
            isMalformed = true
            index = XMLBytes.first(0x3C, in: bytes, from: index + 1)
        }
        textRange = start..<index
        textIsLiteral = false
        position = index
        return .text
    }

    /// Reads the CDATA section, comment or declaration that begins with `<!` at the current position. Only a CDATA
    /// section produces an event.
    mutating func takeDeclaration() -> XMLEvent? {
        let start = position
        if XMLBytes.has("<![CDATA[", in: bytes, at: start) {
            let from = start + 9
            let close = missing.findCDATAEnd(in: bytes, from: from)
            if close == nil { isMalformed = true }
            textRange = from..<(close ?? bytes.count)
            textIsLiteral = true
            position = close.map { $0 + 3 } ?? bytes.count
            return textRange.isEmpty ? nil : .text
        }
        if XMLBytes.has("<!--", in: bytes, at: start) {
            if let close = missing.findCommentEnd(in: bytes, from: start + 4) {
                position = close + 3
                return nil
            }
            isMalformed = true
        } else if XMLBytes.has("<!DOCTYPE", in: bytes, at: start) {
            skipDocumentType()
            return nil
        }
        position = min(XMLBytes.first(0x3E, in: bytes, from: start + 2) + 1, bytes.count)
        return nil
    }

    mutating func skipInstruction() {
        if let close = missing.findInstructionEnd(in: bytes, from: position + 2) {
            position = close + 2
        } else {
            isMalformed = true
            position = min(XMLBytes.first(0x3E, in: bytes, from: position + 2) + 1, bytes.count)
        }
    }

    /// Skips a document type and its internal subset. Only declarations of entities with short plain values are used;
    /// others could expand a small document enormously, or read files.
    private mutating func skipDocumentType() {
        var index = position + 9
        var isInSubset = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x22 || byte == 0x27 {
                guard let close = missing.find(byte, in: bytes, from: index + 1) else { break }
                index = close + 1
                continue
            }
            if isInSubset, byte == 0x3C, XMLBytes.has("<!--", in: bytes, at: index) {
                guard let close = missing.findCommentEnd(in: bytes, from: index + 4) else { break }
                index = close + 3
                continue
            }
            if isInSubset, byte == 0x3C, depth == 0 { entities.declare(bytes, at: index) }
            if byte == 0x5B { isInSubset = true }
            if byte == 0x5D { isInSubset = false }
            if byte == 0x3E, !isInSubset {
                position = index + 1
                return
            }
            // Outside the internal subset, a `<` means that the document type is not closed.
            if byte == 0x3C, !isInSubset { break }
            index &+= 1
        }
        isMalformed = true
        position = min(XMLBytes.first(0x3E, in: bytes, from: position + 9) + 1, bytes.count)
    }
}
