/// Reads JSON (RFC 8259) from bytes in one pass, without building a tree. This is the hot path of bulk ingest.
///
/// The scanner is lenient without losing data: lone surrogates become U+FFFD, and control characters in strings are
/// kept.
struct JSONScanner {
    private let bytes: [UInt8]
    private let end: Int
    private(set) var index: Int
    private static let maxDepth = 64

    /// - Parameter range: the part of `bytes` to read; by default, all bytes are read.
    init(_ bytes: [UInt8], range: Range<Int>? = nil) {
        self.bytes = bytes
        index = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    struct Failure: Error, Equatable {
        var message: String
        /// Byte offset in the text.
        var at: Int
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index >= end
        }
    }

    mutating func peek() -> UInt8? {
        skipSpace()
        return index < end ? bytes[index] : nil
    }

    mutating func expect(_ byte: UInt8) throws(Failure) {
        guard peek() == byte else { throw failure("expected \(Character(Unicode.Scalar(byte)))") }
        index += 1
    }

    /// Consumes the next byte if it equals `byte`.
    mutating func accept(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        index += 1
        return true
    }

    /// Reads a string and appends its value to `out`.
    mutating func string(into out: inout [UInt8]) throws(Failure) {
        try expect(UInt8(ascii: "\""))
        var start = index
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                append(start..<index, to: &out)
                index += 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                append(start..<index, to: &out)
                index += 1
                try escape(into: &out)
                start = index
            } else {
                index &+= 1
            }
        }
        throw failure("an unterminated string")
    }

    mutating func string() throws(Failure) -> String {
        var out: [UInt8] = []
        try string(into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Reads a string, or returns a number or boolean as written. Skips null, objects and arrays, and returns nil.
    mutating func text() throws(Failure) -> String? {
        switch peek() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try skip()
            return nil
        default:
            let start = index
            try skip()
            var out: [UInt8] = []
            append(start..<index, to: &out)
            let text = String(decoding: out, as: UTF8.self)
            return text == "null" ? nil : text
        }
    }

    mutating func boolean() throws(Failure) -> Bool? {
        switch try text() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// Skips one value.
    mutating func skip() throws(Failure) { try skip(depth: 0) }

    /// Skips one value and returns its bytes.
    mutating func raw() throws(Failure) -> [UInt8] {
        _ = peek()
        let start = index
        try skip()
        var out: [UInt8] = []
        append(start..<index, to: &out)
        return out
    }

    // MARK: -

    private mutating func skip(depth: Int) throws(Failure) {
        guard depth < Self.maxDepth else { throw failure("nested too deeply") }
        guard let byte = peek() else { throw failure("a value is missing") }
        switch byte {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"):
            index += 1
            if accept(UInt8(ascii: "}")) { return }
            repeat {
                _ = peek()
                try skipString()
                try expect(UInt8(ascii: ":"))
                try skip(depth: depth + 1)
            } while accept(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"))
        case UInt8(ascii: "["):
            index += 1
            if accept(UInt8(ascii: "]")) { return }
            repeat { try skip(depth: depth + 1) } while accept(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"))
        default:
            let start = index
            while index < end, Self.isPlain(bytes[index]) { index += 1 }
            if index == start { throw failure("not JSON") }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private mutating func skipString() throws(Failure) {
        try expect(UInt8(ascii: "\""))
        while index < end {
            let byte = bytes[index]
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw failure("an unterminated string")
    }

    private mutating func escape(into out: inout [UInt8]) throws(Failure) {
        guard index < end else { throw failure("an unterminated string") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
        case UInt8(ascii: "u"):
            var unit = try hexadecimal()
            if (0xD800..<0xDC00).contains(unit), index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u")
            {
                let before = index
                index += 2
                let low = try hexadecimal()
                if (0xDC00..<0xE000).contains(low) {
                    unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                } else {
                    index = before
                }
            }
            let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
            out += UTF8.encode(scalar).map(Array.init) ?? []
        default: throw failure("an unknown escape")
        }
    }

    private mutating func hexadecimal() throws(Failure) -> UInt32 {
        guard index + 4 <= end else { throw failure("a broken \\u escape") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: throw failure("a broken \\u escape")
            }
            index += 1
        }
        return value
    }

    private func append(_ range: Range<Int>, to out: inout [UInt8]) {
        out += bytes[range.clamped(to: 0..<end)]
    }

    private mutating func skipSpace() {
        while index < end {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    private func failure(_ message: String) -> Failure { Failure(message: message, at: min(index, end)) }
}
