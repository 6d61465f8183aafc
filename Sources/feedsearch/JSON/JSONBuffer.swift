/// JSON's strings and numbers as bytes, one behind the other: what `JSONWriter` puts its marks between.
///
/// An array asks at each `append` whether it is shared and has room. Here a string or a number asks once.
struct JSONBuffer {
    /// Bytes in use, then room.
    private var room: [UInt8] = Array(repeating: 0, count: 1_024)
    private(set) var count = 0

    var bytes: [UInt8] { Array(room.prefix(count)) }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        room[count] = byte
        count += 1
    }

    /// Bytes as they are.
    mutating func append(_ bytes: Span<UInt8>) {
        makeRoom(for: bytes.count)
        let start = count
        var target = room.mutableSpan
        for index in bytes.indices { target[start + index] = bytes[index] }
        count += bytes.count
    }

    /// A number in decimal digits.
    mutating func append(digitsOf value: UInt) {
        var length = 1
        var rest = value
        while rest >= 10 {
            length += 1
            rest /= 10
        }
        append(lastDigits: length, of: value)
    }

    /// So many digits of a number, the highest first.
    mutating func append(lastDigits length: Int, of value: UInt) {
        makeRoom(for: length)
        let start = count
        var target = room.mutableSpan
        var rest = value
        for place in (start..<start + length).reversed() {
            target[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    /// A text in quotes, with what its reader might take for something else escaped.
    ///
    /// - Parameter isKey: a colon follows.
    mutating func append(quoted text: Span<UInt8>, isKey: Bool = false) {
        makeRoom(for: text.count + 3)
        let opening = count
        var target = room.mutableSpan
        target[opening] = 0x22
        var index = 0
        var end = opening + 1
        while index < text.count, !Self.mayBeEscaped(text[index]) {
            target[end] = text[index]
            index += 1
            end += 1
        }
        if index < text.count {
            // Few texts come here.
            count = end
            append(escaping: text.extracting(index...))
            append(0x22)
            if isKey { append(0x3A) }
            return
        }
        target[end] = 0x22
        target[end + 1] = 0x3A
        count = end + (isKey ? 2 : 1)
    }
}

extension JSONBuffer {
    private mutating func makeRoom(for more: Int) {
        guard count + more > room.count else { return }
        room.append(contentsOf: repeatElement(0, count: max(more, room.count)))
    }

    // MARK: - Escapes

    /// Appends a text in runs, each up to the next character that is escaped.
    private mutating func append(escaping text: Span<UInt8>) {
        var run = 0
        var index = 0
        while index < text.count {
            guard Self.mayBeEscaped(text[index]), let character = Self.escapedCharacter(in: text, at: index) else {
                index += 1
                continue
            }
            append(text.extracting(run..<index))
            append(escaped: character.value)
            index += character.length
            run = index
        }
        append(text.extracting(run...))
    }

    /// Whether a byte is escaped, or begins a character that may be.
    private static func mayBeEscaped(_ byte: UInt8) -> Bool {
        // Small letters first: they are most of it.
        if 0x5D..<0x7F ~= byte { return false }
        return byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    /// The character that begins at an index, where it is escaped. A string's UTF-8 is always whole.
    private static func escapedCharacter(in text: Span<UInt8>, at index: Int) -> (value: UInt32, length: Int)? {
        let byte = text[index]
        switch byte {
        case 0..<0x20, 0x22, 0x5C, 0x7F: return (UInt32(byte), 1)
        case 0xC2:
            let value = UInt32(text[index + 1])
            return value < 0xA0 ? (value, 2) : nil
        case 0xE2:
            let value = 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
            return 0x2028...0x202E ~= value || 0x2066...0x2069 ~= value ? (value, 3) : nil
        default: return nil
        }
    }

    private mutating func append(escaped value: UInt32) {
        append(0x5C)
        switch value {
        case 0x22, 0x5C: append(UInt8(value))
        case 0x0A: append(0x6E)
        case 0x0D: append(0x72)
        case 0x09: append(0x74)
        default:
            append(0x75)
            for shift in [12, 8, 4, 0] as [UInt32] {
                let digit = UInt8(truncatingIfNeeded: (value >> shift) & 0xF)
                append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
    }
}
