extension XMLScanner.RawAttribute {
    /// Whether this attribute is `xmlns` or `xmlns:prefix`.
    func isDeclaration(in bytes: [UInt8]) -> Bool {
        guard name.count >= 5, XMLBytes.has("xmlns", in: bytes, at: name.lowerBound) else { return false }
        return name.count == 5 || bytes[name.lowerBound + 5] == 0x3A
    }
}

extension XMLScanner {
    /// The number of attributes of the element just started, including namespace declarations.
    public var attributeCount: Int { rawAttributes.count }

    /// The attributes of the element just started, in document order, without namespace declarations.
    public var attributes: [(name: XMLName, value: String)] {
        mutating get {
            var result: [(name: XMLName, value: String)] = []
            for attribute in rawAttributes where !attribute.isDeclaration(in: bytes) {
                result.append((names.resolve(attribute.nameID, isAttribute: true), text(of: attribute)))
            }
            return result
        }
    }

    /// The value of an attribute of the element just started; nil if it is absent. The name includes the prefix, and
    /// ASCII case is ignored.
    public func attribute(_ name: StaticString) -> String? {
        for attribute in rawAttributes
        where attribute.name.count == name.utf8CodeUnitCount
            && XMLBytes.has(name, in: bytes, at: attribute.name.lowerBound)
        {
            return text(of: attribute)
        }
        return nil
    }

    /// The value of the attribute with this local name in this namespace; nil if it is absent.
    public mutating func attribute(_ local: String, namespace: String) -> String? {
        for attribute in rawAttributes where !attribute.isDeclaration(in: bytes) {
            let name = names.resolve(attribute.nameID, isAttribute: true)
            if name.local == local, name.namespace == namespace { return text(of: attribute) }
        }
        return nil
    }

    /// The namespace declarations of the element just started, in document order.
    public var declaredNamespaces: [(prefix: String, uri: String)] {
        rawAttributes.filter { $0.isDeclaration(in: bytes) }.map {
            (String(decoding: bytes[$0.name].dropFirst(6), as: UTF8.self), text(of: $0))
        }
    }

    func text(of attribute: RawAttribute) -> String {
        // The value is dropped: addresses and types are never this long, and attributes do not contain the text of a
        // document.
        guard attribute.value.count <= Self.maxAttributeBytes else { return "" }
        var value: [UInt8] = []
        XMLReferences.append(bytes, attribute.value, to: &value, cleaning: needsCleaning, entities: entities)
        for index in value.indices where value[index] == 10 || value[index] == 9 { value[index] = 32 }
        return String(decoding: value, as: UTF8.self)
    }

    /// Reads attributes up to the end of the tag. Quotes or values may be missing, and a tag that lacks its `>` ends at
    /// the next `<`.
    mutating func takeAttributes(from start: Int) -> (end: Int, isEmpty: Bool, isWhole: Bool) {
        var index = start
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            if XMLBytes.isSpace(byte) {
                index &+= 1
            } else if byte == 0x3E {
                return (index + 1, false, true)
            } else if byte == 0x2F {
                if index + 1 < count, bytes[index + 1] == 0x3E { return (index + 2, true, true) }
                index &+= 1
            } else if byte == 0x3C {
                isMalformed = true
                return (index, false, true)
            } else {
                guard let end = takeAttribute(at: index) else { return (count, false, false) }
                index = end
            }
        }
        return (count, false, false)
    }

    /// Reads one attribute and returns the offset after it; nil if the document ends inside it.
    private mutating func takeAttribute(at start: Int) -> Int? {
        let count = bytes.count
        var index = start
        while index < count {
            let byte = bytes[index]
            // A quote instead of a name is skipped, so that it does not become part of a name.
            if byte == 0x3D || byte == 0x3E || byte == 0x2F || byte == 0x3C || XMLBytes.isSpace(byte) { break }
            index &+= 1
        }
        let name = start..<index
        while index < count, XMLBytes.isSpace(bytes[index]) { index &+= 1 }
        guard index < count else { return nil }
        guard bytes[index] == 0x3D else {
            isMalformed = true
            if !name.isEmpty { addAttribute(name, index..<index) }
            return index
        }
        index &+= 1
        while index < count, XMLBytes.isSpace(bytes[index]) { index &+= 1 }
        guard index < count else { return nil }
        let quote = bytes[index]
        if quote == 0x22 || quote == 0x27 {
            if let close = missing.find(quote, in: bytes, from: index + 1) {
                addAttribute(name, (index + 1)..<close)
                return close + 1
            }
            index &+= 1
        }
        isMalformed = true
        let value = index
        while index < count, bytes[index] != 0x3E, !XMLBytes.isSpace(bytes[index]) { index &+= 1 }
        // In `<br class=x/>`, the slash belongs to the tag and not to the value.
        if index < count, bytes[index] == 0x3E, index > value, bytes[index - 1] == 0x2F { index &-= 1 }
        addAttribute(name, value..<index)
        return index
    }

    private mutating func addAttribute(_ name: Range<Int>, _ value: Range<Int>) {
        guard !name.isEmpty, rawAttributes.count < Self.maxAttributes else { return }
        rawAttributes.append(RawAttribute(nameID: names.intern(bytes, name), name: name, value: value))
    }
}
