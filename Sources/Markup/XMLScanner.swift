/// Reads XML of any quality, one event at a time. Never fails.
///
/// A well-formed document produces the events that XML 1.0 prescribes, with two exceptions: only declared entities with
/// short plain values are expanded (`XMLEntities`), and nothing outside the document is read. In other documents,
/// undeclared prefixes and HTML's named references work, a `<` or `&` that begins no markup or reference is text, an
/// end tag without a start tag is dropped, and elements still open at the end are closed. Input must be valid UTF-8, as
/// `Charset.decode` returns it.
///
/// - Complexity: linear in the document. Uses memory for the document, one entry for each open element, and one entry
///   for each distinct name.
public struct XMLScanner {
    /// The maximum depth of elements. Deeper elements lose their tags, but their text is kept.
    public static let maxDepth = 512
    /// The maximum number of attributes of an element. Further attributes are left out.
    public static let maxAttributes = 256

    /// The maximum size of an attribute in bytes. A longer value is read as empty.
    public static let maxAttributeBytes = 1 << 20

    struct Frame {
        var nameID: Int
        var name: XMLName
        var bindingCount: Int
    }

    struct RawAttribute {
        var nameID: Int
        var name: Range<Int>
        var value: Range<Int>
    }

    let bytes: [UInt8]
    /// Whether text may contain control characters or carriage returns. Otherwise text is copied without checks.
    let needsCleaning: Bool
    var position = 0
    var names = XMLNameTable()
    var rawAttributes: [RawAttribute] = []
    private var frames: [Frame] = []
    private var bindings: [(prefixID: Int, previous: Int)] = []
    /// The number of open elements for each folded name. It shows without a search whether an end tag closes an
    /// element.
    private var openCounts: [Int] = []
    private var hiddenDepth = 0
    private var pendingEnds = 0
    var textRange = 0..<0
    var textIsLiteral = false
    var entities = XMLEntities()
    /// The delimiters that do not occur after the current position and need not be searched for again.
    var missing = XMLMissingDelimiters()

    /// Whether the input is not well-formed XML, so that the scanner had to correct it.
    public internal(set) var isMalformed = false

    public init(_ utf8: [UInt8]) {
        bytes = utf8
        needsCleaning = XMLBytes.needsCleaning(utf8)
    }

    public init(_ document: DecodedDocument) { self.init(document.utf8) }

    /// The byte offset directly after the last event.
    public var offset: Int { position }

    /// The number of open elements, including the one just started.
    public var depth: Int { frames.count }

    /// The line of a byte offset, counted from 1.
    ///
    /// - Complexity: linear in the offset.
    public func line(at offset: Int) -> Int {
        var line = 1
        for byte in bytes[..<min(max(offset, 0), bytes.count)] where byte == 10 { line += 1 }
        return line
    }

    /// Returns the next event; nil after the last end tag.
    public mutating func next() -> XMLEvent? {
        if pendingEnds > 0 {
            pendingEnds -= 1
            return .end(popFrame())
        }
        while position < bytes.count {
            if bytes[position] != 0x3C {
                return takeText(from: position)
            }
            let start = position
            let second = start + 1 < bytes.count ? bytes[start + 1] : 0
            if XMLBytes.startsName(second) {
                if let event = takeStart() { return event }
                if position == start { return takeText(from: start) }
            } else if second == 0x2F {
                if let event = takeEnd() { return event }
                if position == start { return takeText(from: start) }
            } else if second == 0x21 {
                if let event = takeDeclaration() { return event }
            } else if second == 0x3F {
                skipInstruction()
            } else {
                isMalformed = true
                return takeText(from: start)
            }
        }
        guard !frames.isEmpty else { return nil }
        isMalformed = true
        pendingEnds = frames.count - 1
        return .end(popFrame())
    }

    /// Skips the rest of the element just started, including its end.
    public mutating func skipElement() {
        let target = depth - 1
        while depth > target, let event = next() {
            if case .end = event, depth <= target { return }
        }
    }
}

// MARK: - Tags

extension XMLScanner {
    /// Reads the start tag at `position`. Returns nil if the `<` is text (`position` is then unchanged) or the element
    /// is hidden (`position` then advances).
    private mutating func takeStart() -> XMLEvent? {
        let nameStart = position + 1
        var index = nameStart
        while index < bytes.count, XMLBytes.continuesName(bytes[index]) { index &+= 1 }
        guard index < bytes.count else {
            // The tag is incomplete, because the document ends inside it.
            isMalformed = true
            position = bytes.count
            return nil
        }
        let after = bytes[index]
        let closesAtOnce = after == 0x2F && index + 1 < bytes.count && bytes[index + 1] == 0x3E
        guard after == 0x3E || XMLBytes.isSpace(after) || closesAtOnce || after == 0x3C else {
            isMalformed = true
            return nil
        }
        let nameRange = nameStart..<index
        rawAttributes.removeAll(keepingCapacity: true)
        let tag = takeAttributes(from: index)
        guard tag.isWhole else {
            isMalformed = true
            position = bytes.count
            return nil
        }
        position = tag.end
        guard frames.count < Self.maxDepth else {
            if !tag.isEmpty { hiddenDepth += 1 }
            isMalformed = true
            return nil
        }
        let nameID = names.intern(bytes, nameRange)
        let bindingCount = bindings.count
        for attribute in rawAttributes where attribute.isDeclaration(in: bytes) { declare(attribute) }
        let name = names.resolve(nameID, isAttribute: false)
        frames.append(Frame(nameID: nameID, name: name, bindingCount: bindingCount))
        let folded = names.foldedID(nameID)
        if folded >= openCounts.count {
            openCounts.append(contentsOf: repeatElement(0, count: folded + 1 - openCounts.count))
        }
        openCounts[folded] += 1
        if tag.isEmpty { pendingEnds = 1 }
        return .start(name)
    }

    private mutating func declare(_ attribute: RawAttribute) {
        let name = bytes[attribute.name]
        let prefix = name.count > 6 ? String(decoding: name.dropFirst(6), as: UTF8.self) : ""
        let uri = text(of: attribute)
        guard prefix != "xml" else { return }
        bindings.append(names.bind(prefix: prefix, uri: uri))
    }

    /// Reads the end tag at `position`. Returns nil if the tag closes no element.
    private mutating func takeEnd() -> XMLEvent? {
        var index = position + 2
        while index < bytes.count, XMLBytes.isSpace(bytes[index]) { index &+= 1 }
        let nameStart = index
        while index < bytes.count, XMLBytes.continuesName(bytes[index]) { index &+= 1 }
        let nameRange = nameStart..<index
        while index < bytes.count, bytes[index] != 0x3E, bytes[index] != 0x3C { index &+= 1 }
        if index < bytes.count, bytes[index] == 0x3E { index &+= 1 }
        position = index
        if hiddenDepth > 0 {
            hiddenDepth -= 1
            return nil
        }
        guard !nameRange.isEmpty else {
            isMalformed = true
            return nil
        }
        let nameID = names.intern(bytes, nameRange)
        if let top = frames.last, top.nameID == nameID { return .end(popFrame()) }
        isMalformed = true
        let folded = names.foldedID(nameID)
        guard folded < openCounts.count, openCounts[folded] > 0 else { return nil }
        var extra = 0
        while names.foldedID(frames[frames.count - 1 - extra].nameID) != folded { extra += 1 }
        pendingEnds = extra
        return .end(popFrame())
    }

    private mutating func popFrame() -> XMLName {
        let frame = frames.removeLast()
        openCounts[names.foldedID(frame.nameID)] -= 1
        while bindings.count > frame.bindingCount { names.unbind(bindings.removeLast()) }
        return frame.name
    }
}
