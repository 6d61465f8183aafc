/// Reads JSON, and what is nearly JSON, from UTF-8.
///
/// Trailing commas, control characters within strings, unknown escapes, and a document that ends early are mended;
/// `problem` then says what and where. Nesting beyond `maxDepth` is passed over. Linear in the document.
struct JSONReader {
    static let maxDepth = 128

    let bytes: [UInt8]
    var position = 0
    /// The first thing that JSON forbids, and its offset.
    private(set) var problem: (rule: String, offset: Int)?

    init(_ utf8: [UInt8]) { bytes = utf8 }

    /// Reads the value at the position, or nil where there is none.
    mutating func readValue(depth: Int = 0) -> JSONValue? {
        skipSpace()
        guard position < bytes.count else {
            note("the document ends where a value should be")
            return nil
        }
        switch bytes[position] {
        case 0x22: return .string(readString())
        case 0x7B: return depth < Self.maxDepth ? readObject(depth) : skipDeep()
        case 0x5B: return depth < Self.maxDepth ? readArray(depth) : skipDeep()
        default: return readWord()
        }
    }

    /// Passes over the value at the position; false where there is none.
    mutating func skipValue() -> Bool {
        skipSpace()
        guard position < bytes.count else { return false }
        let byte = bytes[position]
        if byte == 0x22 {
            skipString()
        } else if byte == 0x7B || byte == 0x5B {
            skipNested()
        } else {
            return readWord() != nil
        }
        return true
    }

    /// Reads the name of a field and the colon after it; nil at the end of the object, which is passed.
    mutating func readKey() -> String? {
        while true {
            skipSpace()
            guard position < bytes.count else {
                note("the document ends within an object")
                return nil
            }
            switch bytes[position] {
            case 0x7D:
                position += 1
                return nil
            case 0x2C: position += 1
            case 0x22:
                let key = readString()
                skipSpace()
                if position < bytes.count, bytes[position] == 0x3A {
                    position += 1
                } else {
                    note("a field has no colon")
                }
                return key
            default:
                note("a field must begin with a quote")
                guard skipValue() else {
                    position += 1
                    continue
                }
                skipSpace()
                if position < bytes.count, bytes[position] == 0x3A {
                    position += 1
                    _ = skipValue()
                }
            }
        }
    }

    /// Goes to the next element of an array; false at its end, which is passed.
    mutating func advanceToElement() -> Bool {
        while true {
            skipSpace()
            guard position < bytes.count else {
                note("the document ends within an array")
                return false
            }
            switch bytes[position] {
            case 0x5D:
                position += 1
                return false
            case 0x2C: position += 1
            case 0x7D, 0x3A:
                note("an array has a stray \(bytes[position] == 0x7D ? "}" : ":")")
                position += 1
            default: return true
            }
        }
    }

    mutating func skipSpace() {
        while position < bytes.count, bytes[position] <= 32 { position &+= 1 }
    }

    mutating func note(_ rule: String) {
        if problem == nil { problem = (rule, position) }
    }

    // MARK: - Values

    private mutating func readObject(_ depth: Int) -> JSONValue {
        position += 1
        var fields: [JSONField] = []
        while let key = readKey() {
            let start = position
            guard let value = readValue(depth: depth + 1) else {
                if position == start { position = min(position + 1, bytes.count) }
                continue
            }
            fields.append(JSONField(key: key, value: value))
        }
        return .object(fields)
    }

    private mutating func readArray(_ depth: Int) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        while advanceToElement() {
            let start = position
            if let value = readValue(depth: depth + 1) {
                values.append(value)
            } else if position == start {
                position = min(position + 1, bytes.count)
            }
        }
        return .array(values)
    }

    /// Reads a number, `true`, `false` or `null`; a word of another kind is passed over.
    private mutating func readWord() -> JSONValue? {
        let start = position
        while position < bytes.count, Self.isWord(bytes[position]) { position &+= 1 }
        guard position > start else { return nil }
        let word = bytes[start..<position]
        if word.elementsEqual([0x74, 0x72, 0x75, 0x65]) { return .bool(true) }
        if word.elementsEqual([0x66, 0x61, 0x6C, 0x73, 0x65]) { return .bool(false) }
        if word.elementsEqual([0x6E, 0x75, 0x6C, 0x6C]) { return .null }
        let text = String(decoding: word, as: UTF8.self)
        if Self.isNumber(word) { return .number(text) }
        note("\(text.prefix(20)) is no JSON value")
        return .null
    }

    /// RFC 8259, section 6.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func digits(_ slice: inout ArraySlice<UInt8>) -> Int {
            let count = slice.prefix { $0 &- 0x30 < 10 }.count
            slice = slice.dropFirst(count)
            return count
        }
        if rest.first == 0x2D { rest = rest.dropFirst() }
        let startsWithZero = rest.first == 0x30
        let whole = digits(&rest)
        guard whole > 0, !(startsWithZero && whole > 1) else { return false }
        if rest.first == 0x2E {
            rest = rest.dropFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if let mark = rest.first, mark | 0x20 == 0x65 {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2B || byte == 0x2E || byte == 0x5F
            || byte >= 0x80
    }

    private mutating func skipDeep() -> JSONValue {
        note("values are nested too deep")
        skipNested()
        return .null
    }

    /// Passes over an object or array without recursion.
    private mutating func skipNested() {
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case 0x22:
                skipString()
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            default: break
            }
            position &+= 1
            if depth == 0 { return }
        }
    }
}
