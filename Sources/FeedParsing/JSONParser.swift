internal import Markup

/// Parses JSON and continues after errors. Records the errors, up to a limit.
///
/// The parser is recursive, to a depth of at most `JSONValue.maxDepth`.
/// - Complexity: linear: each step consumes a byte, or ends a value that consumed one.
struct JSONParser {
    let bytes: [UInt8]
    var index = 0
    /// The deviations from JSON in the order in which they were found, at most `maxDepartures`.
    private(set) var departures: [JSONSyntaxError] = []
    /// The offset of each value in document order; a value's offset precedes those of its members. Empty unless
    /// `recordsOffsets` is set.
    private(set) var offsets: [Int] = []
    /// Whether the text ended inside an array or object.
    private(set) var isCutShort = false
    private let recordsOffsets: Bool
    private var depth = 0

    static let maxDepartures = 100

    init(_ bytes: [UInt8], recordsOffsets: Bool = false) {
        self.bytes = bytes
        self.recordsOffsets = recordsOffsets
    }

    /// Parses the first value of the text. Text after the value is recorded as an error.
    mutating func parseDocument() -> JSONValue? {
        skipByteOrderMark()
        let value = parseFirst()
        finish()
        return value
    }

    mutating func skipByteOrderMark() {
        guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        note(.byteOrderMark)
        index = 3
    }

    mutating func finish() {
        skipBlanks()
        if index < bytes.count { note(.trailingBytes) }
    }

    private mutating func parseFirst() -> JSONValue? {
        while true {
            skipBlanks()
            guard index < bytes.count else {
                note(.noValue)
                return nil
            }
            if let value = parseValue() { return value }
            // A separator or closing bracket precedes the first value.
            if index < bytes.count, isPunctuation(bytes[index]) { skipUnexpected() }
        }
    }

    /// A parser of the same bytes at another offset, outside all arrays and objects, with the errors recorded so far.
    func restarted(at offset: Int) -> JSONParser {
        var parser = self
        parser.index = offset
        parser.depth = 0
        parser.isCutShort = false
        return parser
    }

    // MARK: - Values

    /// Parses the value at the current index; nil if there is no value. Separators and closing brackets are not
    /// consumed, but other bytes are.
    mutating func parseValue() -> JSONValue? {
        skipBlanks()
        guard let byte = current else { return nil }
        let mark = offsets.count
        if recordsOffsets { offsets.append(index) }
        let value = parseValue(startingWith: byte)
        if value == nil, recordsOffsets { offsets.removeSubrange(mark...) }
        return value
    }

    private mutating func parseValue(startingWith byte: UInt8) -> JSONValue? {
        switch byte {
        case 0x7B, 0x5B: return parseContainer(isObject: byte == 0x7B)
        case 0x22, 0x27: return parseString().map { .string($0) }
        case 0x30...0x39, 0x2D, 0x2B, 0x2E: return parseNumber()
        case _ where isPunctuation(byte): return nil
        case _ where isWordByte(byte): return parseWord()
        default:
            note(.unexpectedByte)
            index += 1
            return nil
        }
    }

    private mutating func parseContainer(isObject: Bool) -> JSONValue {
        guard depth < JSONValue.maxDepth else {
            note(.tooDeep)
            skipContainer()
            return .null
        }
        var values: [JSONValue] = []
        var members: [(key: String, value: JSONValue)] = []
        if isObject {
            // Reserve space: most objects have more than two members, and growing the array takes as long as parsing a
            // member.
            members.reserveCapacity(8)
            forEachMember { parser, key in
                if let value = parser.parseMemberValue() { members.append((key, value)) }
            }
            return .object(members)
        }
        var cursor = enterArray()
        while let value = nextElement(&cursor) { values.append(value) }
        return .array(values)
    }

    /// The position in an array, between its elements.
    struct ArrayCursor {
        fileprivate var needsComma = false
        fileprivate var sawComma = false
    }

    /// Consumes the `[` at the current index.
    mutating func enterArray() -> ArrayCursor {
        open()
        return ArrayCursor()
    }

    /// Returns the next element; nil at the end of the array, whose closing bracket is consumed.
    mutating func nextElement(_ cursor: inout ArrayCursor) -> JSONValue? {
        while let byte = nextByte() {
            if byte == 0x2C {
                if !cursor.needsComma { note(cursor.sawComma ? .missingValue : .surplusComma) }
                index += 1
                cursor.needsComma = false
                cursor.sawComma = true
            } else if byte == 0x5D || byte == 0x7D {
                if cursor.sawComma, !cursor.needsComma { note(.surplusComma) }
                if close(with: byte, expected: 0x5D) { break }
            } else {
                if cursor.needsComma { note(.missingComma) }
                if let value = parseValue() {
                    cursor.needsComma = true
                    return value
                }
                if current == 0x3A { skipUnexpected() }
            }
        }
        depth -= 1
        return nil
    }

    /// Parses an object from `{` to its end. `body` is called after each key and colon, and must parse the value.
    mutating func forEachMember(_ body: (inout JSONParser, String) -> Void) {
        open()
        defer { depth -= 1 }
        var needsComma = false
        var sawComma = false
        while let byte = nextByte() {
            if byte == 0x2C {
                if !needsComma { note(sawComma ? .missingValue : .surplusComma) }
                index += 1
                (needsComma, sawComma) = (false, true)
            } else if byte == 0x7D || byte == 0x5D {
                if sawComma, !needsComma { note(.surplusComma) }
                if close(with: byte, expected: 0x7D) { return }
            } else if let key = parseKey(byte) {
                if needsComma { note(.missingComma) }
                needsComma = true
                guard nextByte() == 0x3A else {
                    note(.missingColon)
                    continue
                }
                index += 1
                body(&self, key)
            }
        }
    }

    /// Parses the value after a colon. If the value is missing, records an error and returns nil.
    mutating func parseMemberValue() -> JSONValue? {
        skipBlanks()
        if let byte = current, isPunctuation(byte) {
            note(.missingValue)
            return nil
        }
        return parseValue()
    }

    /// Enters an array or object. Each `{` or `[` begins a level, and each `]` or `}` ends one.
    private mutating func open() {
        depth += 1
        index += 1
    }

    /// Whether the array or object ends at the current byte. A mismatched bracket also ends the array or object, but is
    /// not consumed. At the outermost level, a mismatched bracket is skipped.
    private mutating func close(with byte: UInt8, expected: UInt8) -> Bool {
        if byte == expected {
            index += 1
            return true
        }
        note(.mismatchedBracket)
        if depth > 1 { return true }
        index += 1
        return false
    }

    private mutating func parseKey(_ byte: UInt8) -> String? {
        if byte == 0x22 || byte == 0x27 { return parseString() }
        guard isWordByte(byte) || byte &- 0x30 < 10 else {
            skipUnexpected()
            return nil
        }
        note(.bareKey)
        let start = index
        while let byte = current, isWordByte(byte) || byte &- 0x30 < 10 || byte == 0x2D { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    mutating func skipUnexpected() {
        note(.unexpectedByte)
        index += 1
    }

    /// Skips an array or object by counting brackets.
    ///
    /// - Complexity: linear, without recursion.
    mutating func skipContainer() {
        var level = 0
        var previous: UInt8 = 0
        while let byte = current {
            switch byte {
            case 0x22: skipString(quote: byte)
            // An apostrophe begins a string only at the start of a value or key.
            case 0x27 where previous == 0x5B || previous == 0x7B || previous == 0x2C || previous == 0x3A:
                skipString(quote: byte)
            case 0x7B, 0x5B:
                level += 1
                index += 1
            case 0x7D, 0x5D:
                level -= 1
                index += 1
            default: index += 1
            }
            if byte > 0x20 { previous = byte }
            if level == 0 { return }
        }
        note(.cutShort)
        isCutShort = true
    }

    private mutating func skipString(quote: UInt8) {
        index += 1
        while true {
            index = StringDelimiters.first(quote: quote, in: bytes, from: index)
            guard let byte = current else { break }
            index += byte == 0x5C ? 2 : 1
            if byte == quote { break }
        }
        index = min(index, bytes.count)
    }

    // MARK: - Bytes

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Returns the next byte that is not blank. At the end of the text, records an error and returns nil.
    private mutating func nextByte() -> UInt8? {
        skipBlanks()
        if index >= bytes.count {
            note(.cutShort)
            isCutShort = true
        }
        return current
    }

    mutating func note(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) {
        guard departures.count < Self.maxDepartures else { return }
        departures.append(JSONSyntaxError(byteOffset: offset ?? index, reason: reason))
    }

    private func isPunctuation(_ byte: UInt8) -> Bool {
        byte == 0x2C || byte == 0x3A || byte == 0x5D || byte == 0x7D
    }

    func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == 0x5F || byte == 0x24 || byte >= 0x80
    }

    mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            case 0x2F: guard skipComment() else { return }
            default: return
            }
        }
    }

    /// Skips a comment, `// …` or `/* … */`.
    private mutating func skipComment() -> Bool {
        guard index + 1 < bytes.count, bytes[index + 1] == 0x2F || bytes[index + 1] == 0x2A else { return false }
        note(.comment)
        let isLine = bytes[index + 1] == 0x2F
        index += 2
        while index < bytes.count {
            if isLine, bytes[index] == 0x0A { break }
            if !isLine, bytes[index] == 0x2A, index + 1 < bytes.count, bytes[index + 1] == 0x2F {
                index += 2
                break
            }
            index += 1
        }
        return true
    }
}
