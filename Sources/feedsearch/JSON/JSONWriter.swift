/// Writes JSON text, in the order of the calls, into a buffer of bytes.
///
/// Strings are escaped without loss so that the output is also harmless on a terminal: besides what RFC 8259 asks for,
/// DEL, C1 controls and bidirectional overrides are written as `\u` escapes.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init() {}

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: - Containers

    mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open(0x7B)
        try body(&self)
        close(0x7D)
    }

    mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open(0x5B)
        try body(&self)
        close(0x5D)
    }

    mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) throws -> Void
    ) rethrows {
        try array { writer in for element in elements { try body(&writer, element) } }
    }

    mutating func key(_ name: StaticString) {
        key(String(describing: name))
    }

    mutating func key(_ name: String) {
        string(name)
        bytes.append(0x3A)
        needsComma = false
    }

    // MARK: - Values

    mutating func string(_ text: String) {
        separate()
        bytes.append(0x22)
        escape(text.utf8)
        bytes.append(0x22)
        needsComma = true
    }

    mutating func number(_ value: some BinaryInteger) { raw(String(value)) }

    /// A number; JSON has none for infinities and NaN, which become 0.
    mutating func number(_ value: Double) { raw(value.isFinite ? String(value) : "0") }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Text that is JSON already.
    mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
        needsComma = true
    }

    mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Members of an object that are JSON already: `"a":1,"b":2`.
    mutating func rawMembers(_ json: [UInt8]) {
        if json.allSatisfy({ $0 <= 0x20 }) { return }
        raw(json)
    }

    // MARK: - Members: a key and its value; an absent value writes nothing

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    mutating func member(_ name: StaticString, _ values: [String]) {
        key(name)
        array(values) { $0.string($1) }
    }

    /// Ends a line of JSON lines.
    mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }
}

extension JSONWriter {
    private mutating func open(_ byte: UInt8) {
        separate()
        bytes.append(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
    }

    private mutating func escape(_ utf8: String.UTF8View) {
        var previous: UInt8 = 0
        var beforePrevious: UInt8 = 0
        for byte in utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0x0A:
                bytes.append(0x5C)
                bytes.append(0x6E)
            case 0x0D:
                bytes.append(0x5C)
                bytes.append(0x72)
            case 0x09:
                bytes.append(0x5C)
                bytes.append(0x74)
            case 0..<0x20, 0x7F: unicodeEscape(UInt32(byte))
            case 0x80..<0xA0 where previous == 0xC2:
                bytes.removeLast()
                unicodeEscape(UInt32(byte))
            case 0xA8...0xAE where previous == 0x80 && beforePrevious == 0xE2:
                bytes.removeLast(2)
                unicodeEscape(0x2000 + UInt32(byte - 0x80))
            case 0xA6...0xA9 where previous == 0x81 && beforePrevious == 0xE2:
                bytes.removeLast(2)
                unicodeEscape(0x2040 + UInt32(byte - 0x80))
            default: bytes.append(byte)
            }
            beforePrevious = previous
            previous = byte
        }
    }

    private mutating func unicodeEscape(_ value: UInt32) {
        bytes.append(contentsOf: [0x5C, 0x75])
        for shift in [12, 8, 4, 0] as [UInt32] {
            let digit = UInt8(truncatingIfNeeded: (value >> shift) & 0xF)
            bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}
