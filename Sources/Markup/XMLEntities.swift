/// The entities that a document declares in its internal subset with plain characters as their values (XML 1.0, 4.2.1).
///
/// Not supported: values with markup or other entities, parameter entities, external entities, and values so long that
/// their references would expand the document to more than `maxGrowth` times its size. Nothing outside the document is
/// read.
struct XMLEntities: Sendable {
    /// The maximum number of entities, and the maximum size of a value in bytes. Other entities are left out.
    private static let maxCount = 256
    private static let maxValue = 4_096
    /// The limits of expansion: all references together may expand a document to `maxGrowth` times its size plus
    /// `allowance` bytes.
    private static let maxGrowth = 8
    private static let allowance = 1 << 20

    private var values: [[UInt8]: [UInt8]] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// The value of an entity; nil if the document does not declare the entity.
    func value(of name: ArraySlice<UInt8>) -> [UInt8]? { values[Array(name)] }

    /// Reads the declaration `<!ENTITY name "value">` whose `<` is at `start`; ignores anything else. If a name is
    /// declared twice, the first declaration is used.
    mutating func declare(_ bytes: [UInt8], at start: Int) {
        guard values.count < Self.maxCount, XMLBytes.has("<!ENTITY", in: bytes, at: start) else { return }
        var index = start + 8
        func skipBlanks() {
            while index < bytes.count, XMLBytes.isSpace(bytes[index]) { index += 1 }
        }
        skipBlanks()
        let nameStart = index
        let nameLimit = min(bytes.count, nameStart + XMLReferences.maxNameLength + 1)
        while index < nameLimit, XMLBytes.continuesName(bytes[index]) { index += 1 }
        let name = bytes[nameStart..<index]
        skipBlanks()
        guard !name.isEmpty, name.count <= XMLReferences.maxNameLength, index < bytes.count else { return }
        let quote = bytes[index]
        guard quote == 0x22 || quote == 0x27 else { return }
        let from = index + 1
        let close = XMLBytes.first(quote, in: bytes, from: from, to: min(bytes.count, from + Self.maxValue))
        guard close < bytes.count, bytes[close] == quote else { return }
        var value: [UInt8] = []
        XMLReferences.append(bytes, from..<close, to: &value, cleaning: true)
        let references = bytes.count / (name.count + 2)
        // A numeric reference to an ampersand would begin another reference (XML 1.0, 4.4.8), as in XML's own five
        // entities.
        guard values[Array(name)] == nil, isPlain(bytes[from..<close]), !value.contains(0x26), !value.contains(0x3C),
            references * value.count <= Self.maxGrowth * bytes.count + Self.allowance
        else { return }
        values[Array(name)] = value
    }

    /// Whether a value contains no tags, and no references except numeric ones.
    private func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in value {
            if byte == 0x3C || byte == 0x25 || previous == 0x26 && byte != 0x23 { return false }
            previous = byte
        }
        return previous != 0x26
    }
}
