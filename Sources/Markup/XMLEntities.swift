/// The entities that a document declares in itself and that stand for plain characters (XML 1.0, 4.2.1).
///
/// Values with markup or other entities in them, parameter entities and those kept elsewhere are left out, and so are values
/// so long that repeating them would make much of little: nothing grows beyond `maxGrowth` times the document, nor is
/// anything read from outside.
struct XMLEntities: Sendable {
    /// Entities beyond these, and longer values than these bytes, are left out.
    private static let maxCount = 256
    private static let maxValue = 4_096
    /// How many times its own size a document of nothing but references may become, and bytes that are granted besides.
    private static let maxGrowth = 8
    private static let allowance = 1 << 20

    private var values: [[UInt8]: [UInt8]] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// The characters that a name stands for.
    func value(of name: ArraySlice<UInt8>) -> [UInt8]? { values[Array(name)] }

    /// Reads `<!ENTITY name "value">` with its `<` at an offset; anything else is passed by. The first of a name counts.
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
        // An ampersand by its number begins a reference once more (XML 1.0, 4.4.8); the five of XML itself are written so.
        guard values[Array(name)] == nil, isPlain(bytes[from..<close]), !value.contains(0x26), !value.contains(0x3C),
            references * value.count <= Self.maxGrowth * bytes.count + Self.allowance
        else { return }
        values[Array(name)] = value
    }

    /// Whether a value has no tag, and no reference but to a character by its number.
    private func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in value {
            if byte == 0x3C || byte == 0x25 || previous == 0x26 && byte != 0x23 { return false }
            previous = byte
        }
        return previous != 0x26
    }
}
