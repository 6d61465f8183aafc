/// A buffer of JSON text, to which strings and numbers are appended.
///
/// An array checks uniqueness and capacity in each `append`; this buffer checks once for each string or number.
struct JSONBuffer {
    /// The storage. The first `count` bytes are used.
    private var room: [UInt8] = Array(repeating: 0, count: 1_024)
    private(set) var count = 0
    private let escapes: JSONString.Escapes

    init(_ escapes: JSONString.Escapes) { self.escapes = escapes }

    var bytes: [UInt8] { Array(room.prefix(count)) }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        room[count] = byte
        count += 1
    }

    /// Appends bytes unchanged.
    mutating func append(_ bytes: Span<UInt8>) {
        makeRoom(for: bytes.count)
        let start = count
        var target = room.mutableSpan
        for index in bytes.indices { target[start + index] = bytes[index] }
        count += bytes.count
    }

    /// Appends a number in decimal digits.
    mutating func append(digitsOf value: UInt) {
        var length = 1
        var rest = value
        while rest >= 10 {
            length += 1
            rest /= 10
        }
        append(lastDigits: length, of: value)
    }

    /// Appends the last `length` digits of a number, with leading zeros.
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

    /// Appends the text as a quoted JSON string.
    ///
    /// - Parameter isKey: whether a colon follows.
    mutating func append(quoted text: Span<UInt8>, isKey: Bool = false) {
        makeRoom(for: text.count + 3)
        let opening = count
        var target = room.mutableSpan
        target[opening] = 0x22
        var index = 0
        var end = opening + 1
        while index < text.count, !JSONString.mayBeEscaped(text[index]) {
            target[end] = text[index]
            index += 1
            end += 1
        }
        if index < text.count {
            // Take the slow path, because the text contains characters to escape.
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

    /// Appends a text run by run. Each run ends at the next character to escape.
    private mutating func append(escaping text: Span<UInt8>) {
        var run = 0
        while let character = JSONString.nextEscaped(in: text, from: run, escapes) {
            append(text.extracting(run..<character.range.lowerBound))
            append(character.escape.span.extracting(..<character.escapeLength))
            run = character.range.upperBound
        }
        append(text.extracting(run...))
    }
}
