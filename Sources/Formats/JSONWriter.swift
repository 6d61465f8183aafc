/// Writes JSON text, in the order of the calls, into a buffer of bytes.
///
/// Strings are escaped without loss.
public struct JSONWriter {
    private var buffer: JSONBuffer
    private var needsComma = false

    /// - Parameter escapes: the characters to escape. The default makes the text safe to print on a terminal.
    public init(_ escapes: JSONString.Escapes = .terminal) { buffer = JSONBuffer(escapes) }

    public var bytes: [UInt8] { buffer.bytes }

    public mutating func removeAll() {
        buffer.removeAll()
        needsComma = false
    }

    // MARK: - Containers

    public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open(0x7B)
        try body(&self)
        close(0x7D)
    }

    public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        open(0x5B)
        try body(&self)
        close(0x5D)
    }

    @inlinable
    public mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) throws -> Void
    ) rethrows {
        try array { writer in for element in elements { try body(&writer, element) } }
    }

    public mutating func key(_ name: String) {
        separate()
        buffer.append(quoted: name.utf8.span, isKey: true)
        needsComma = false
    }

    // MARK: - Values

    public mutating func string(_ text: String) {
        separate()
        buffer.append(quoted: text.utf8.span)
        needsComma = true
    }

    public mutating func number(_ value: Int64) { number(Int(value)) }

    public mutating func number(_ value: Int) {
        separate()
        if value < 0 { buffer.append(0x2D) }
        buffer.append(digitsOf: value.magnitude)
        needsComma = true
    }

    /// Writes a number; infinities and NaN, which JSON does not have, become 0.
    public mutating func number(_ value: Double) {
        // Smaller numbers need an exponent. Up to 15 digits are always the shortest text that parses to the same
        // number.
        if value >= 1e-4, value < 1e9 {
            let millionths = UInt(value * 1e6 + 0.5)
            if Double(millionths) / 1e6 == value { return decimal(millionths: millionths) }
        }
        raw(value.isFinite ? String(value) : "0")
    }

    public mutating func null() { raw("null") }
    public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Appends text that is already JSON.
    public mutating func raw(_ json: String) {
        separate()
        buffer.append(json.utf8.span)
        needsComma = true
    }

    public mutating func raw(_ json: [UInt8]) {
        separate()
        buffer.append(json.span)
        needsComma = true
    }

    // MARK: - Members: a key and its value; an absent value writes nothing

    public mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    public mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    public mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        key(name)
        number(value)
    }

    public mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        key(name)
        bool(value)
    }

    public mutating func member(_ name: String, _ values: [String]) {
        key(name)
        array(values) { $0.string($1) }
    }

    /// Ends a line of JSONL.
    public mutating func endLine() {
        buffer.append(0x0A)
        needsComma = false
    }
}

extension JSONWriter {
    /// Writes a number with at most six decimals like `Double.description`, without creating a string.
    private mutating func decimal(millionths: UInt) {
        let whole = millionths / 1_000_000
        var fraction = millionths % 1_000_000
        var decimals = 6
        while decimals > 1, fraction.isMultiple(of: 10) {
            fraction /= 10
            decimals -= 1
        }
        separate()
        buffer.append(digitsOf: whole)
        buffer.append(0x2E)
        buffer.append(lastDigits: decimals, of: fraction)
        needsComma = true
    }

    private mutating func open(_ byte: UInt8) {
        separate()
        buffer.append(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        buffer.append(byte)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { buffer.append(0x2C) }
    }
}
