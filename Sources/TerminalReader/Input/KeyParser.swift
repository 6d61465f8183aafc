/// Parses the terminal's input into keys. The result does not depend on how the input is split into reads.
///
/// Sequences: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
struct KeyParser {
    private var bytes: [UInt8] = []
    /// The bytes of an unfinished paste.
    private var pasted: [UInt8]?

    /// The maximum size of a paste in bytes. Further bytes are dropped.
    static let maxPasteBytes = 1 << 16
    /// The maximum length of an escape sequence in bytes. No terminal sends a longer one.
    private static let maxSequenceBytes = 64

    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// Whether the input ends with an incomplete escape sequence. If no further input arrives within
    /// `waitMilliseconds`, the escape byte is the Esc key.
    var isWaiting: Bool { pasted == nil && bytes.first == Self.escape }

    /// The time to wait for the rest of an escape sequence, which usually arrives in one read. After ESC and `[` the
    /// wait is longer: a slow line may have split the sequence, and few users press `[` right after Esc.
    var waitMilliseconds: Int32 { bytes.count == 1 ? 60 : 1_000 }

    /// Appends input and returns the keys that are complete.
    mutating func keys(from input: some Sequence<UInt8>) -> [Key] {
        bytes += input
        var keys: [Key] = []
        while let key = next() { keys.append(key) }
        return keys
    }

    /// Ends the wait for the rest of a sequence. The escape byte becomes the Esc key, and the bytes after it become
    /// separate keys.
    mutating func flush() -> [Key] {
        guard isWaiting else { return [] }
        bytes.removeFirst()
        return [.escape] + keys(from: [])
    }

    private mutating func next() -> Key? {
        if pasted != nil { return paste() }
        guard let first = bytes.first else { return nil }
        if first == Self.escape { return sequence() }
        if first < 0x80 {
            bytes.removeFirst()
            return Self.key(ascii: first)
        }
        return character()
    }

    private static func key(ascii byte: UInt8) -> Key {
        switch byte {
        case 0x0D, 0x0A: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x00..<0x20: .unknown
        default: .character(Character(Unicode.Scalar(byte)))
        }
    }

    /// Parses a non-ASCII character. Invalid UTF-8 becomes an unknown key.
    private mutating func character() -> Key? {
        let count =
            switch bytes[0] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        if count > 1, bytes.count < count, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return nil }
        guard count > 1, bytes.count >= count, let text = String(validating: bytes[..<count], as: UTF8.self),
            let character = text.first
        else {
            bytes.removeFirst()
            return .unknown
        }
        bytes.removeFirst(count)
        return .character(character)
    }

    // MARK: - Sequences

    private mutating func sequence() -> Key? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            defer { bytes.removeFirst(3) }
            return Self.key(final: bytes[2], parameters: [])
        default:
            // No key is bound to Alt. Esc followed quickly by another key looks the same, so treat the bytes as two
            // keys.
            bytes.removeFirst()
            return .escape
        }
    }

    private mutating func controlSequence() -> Key? {
        guard let final = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            if bytes.count > Self.maxSequenceBytes { bytes.removeAll() }
            return nil
        }
        let body = String(decoding: bytes[2..<final], as: UTF8.self)
        let last = bytes[final]
        bytes.removeFirst(final + 1)
        if body.hasPrefix("?"), body.hasSuffix("$"), last == UInt8(ascii: "y") {
            let report = body.dropFirst().dropLast().split(separator: ";")
            guard report.first == "2026" else { return .unknown }
            return .synchronizedOutput(report.last == "1" || report.last == "2")
        }
        if body == "200", last == UInt8(ascii: "~") {
            pasted = []
            return paste()
        }
        return Self.key(final: last, parameters: body.split(separator: ";").map { Int($0) ?? 0 })
    }

    private static func key(final: UInt8, parameters: [Int]) -> Key {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "~"):
            switch parameters.first {
            case 1, 7: .home
            case 3: .delete
            case 4, 8: .end
            case 5: .pageUp
            case 6: .pageDown
            default: .unknown
            }
        default: .unknown
        }
    }

    private mutating func paste() -> Key? {
        guard var text = pasted else { return nil }
        text += bytes
        bytes = []
        guard let end = text.firstRange(of: Self.pasteEnd) else {
            // Keep the last bytes: they may be the beginning of the sequence that ends the paste.
            pasted = text.count > Self.maxPasteBytes ? text.prefix(Self.maxPasteBytes) + text.suffix(8) : text
            return nil
        }
        pasted = nil
        bytes = Array(text[end.upperBound...])
        return .paste(String(decoding: text[..<end.lowerBound].prefix(Self.maxPasteBytes), as: UTF8.self))
    }
}
