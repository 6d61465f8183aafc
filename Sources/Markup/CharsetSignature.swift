/// Detects the charset from the first bytes of a document.
enum CharsetSignature {
    /// The charset that a byte order mark indicates, and the length of the mark
    /// (<https://encoding.spec.whatwg.org/#bom-sniff>, and also the marks of UTF-32).
    static func byteOrderMark(of bytes: [UInt8]) -> (encoding: String, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return ("utf-8", 3) }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("utf-32le", 4) }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("utf-32be", 4) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ("utf-16be", 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return ("utf-16le", 2) }
        return nil
    }

    /// The most common EBCDIC code page. All EBCDIC code pages encode the characters of an XML declaration in the same
    /// bytes.
    static let ebcdic = "ebcdic-cp-us"

    /// The charset of a document in EBCDIC or with two or four bytes for each character, detected from its first bytes
    /// (XML 1.0, appendix F.1); nil for charsets that extend ASCII.
    static func wideForm(of bytes: [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        let zeros = (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0)
        switch zeros {
        case (true, true, true, false): return "utf-32be"
        case (false, true, true, true): return "utf-32le"
        case (true, false, true, false): return "utf-16be"
        case (false, true, false, true): return "utf-16le"
        // The document begins with "<" and a non-ASCII character.
        case (true, false, false, false) where bytes[1] == 0x3C: return "utf-16be"
        case (false, true, false, false) where bytes[0] == 0x3C: return "utf-16le"
        default: return bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) ? ebcdic : nil
        }
    }

    /// Detects ISO-2022-JP and ISO-2022-KR in a document whose bytes are all ASCII. Their escape sequences (RFC 1468,
    /// RFC 1557) do not occur in other XML or JSON.
    static func escapedForm(of bytes: [UInt8]) -> String? {
        let escape = XMLBytes.first(0x1B, in: bytes, from: 0)
        guard escape + 3 < bytes.count, bytes[escape + 1] == 0x24 else { return nil }
        switch (bytes[escape + 2], bytes[escape + 3]) {
        case (0x40, _), (0x42, _): return "iso-2022-jp"
        case (0x29, 0x43): return "iso-2022-kr"
        default: return nil
        }
    }

    /// Whether ASCII bytes always encode ASCII characters in a charset.
    static func isStateless(_ label: String?) -> Bool {
        guard let label else { return true }
        return !label.hasPrefix("iso-2022") && !label.hasPrefix("utf-7") && !label.hasPrefix("hz")
            && !label.hasPrefix("ebcdic")
    }
}

/// Counts of UTF-8 sequences in a document, collected in one pass.
struct UTF8Survey {
    private(set) var badSequences = 0
    private(set) var goodSequences = 0
    /// The number of valid sequences of three or four bytes.
    private(set) var longSequences = 0
    /// The number of single invalid bytes between ASCII bytes. They are usually symbols and letters in Latin text, and
    /// rarely part of another script.
    private(set) var loneBytes = 0
    /// The number of bytes from 128 up, in valid and invalid sequences.
    private(set) var highBytes = 0

    var isValid: Bool { badSequences == 0 }
    var isASCII: Bool { highBytes == 0 }
    /// Whether the bytes are UTF-8, possibly with a little damage. Text in other charsets rarely contains valid
    /// sequences.
    var looksLikeUTF8: Bool { badSequences == 0 || goodSequences >= 4 &* badSequences }

    init(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe survey($0) }
    }

    private mutating func survey(_ bytes: UnsafeBufferPointer<UInt8>) {
        let count = bytes.count
        var index = 0
        while index < count {
            if unsafe bytes[index] < 0x80 {
                index = unsafe Self.skipASCII(bytes, index)
                continue
            }
            let length = unsafe Self.sequenceLength(bytes, index)
            if length > 0 {
                goodSequences &+= 1
                if length > 2 { longSequences &+= 1 }
                highBytes &+= length
                index &+= length
            } else {
                let start = index
                badSequences &+= 1
                highBytes &+= 1
                index &+= 1
                // The remaining bytes of a broken sequence are counted as part of it.
                while index < count, unsafe bytes[index] & 0xC0 == 0x80 {
                    highBytes &+= 1
                    index &+= 1
                }
                let isLone = unsafe index == start &+ 1 && (start == 0 || bytes[start &- 1] < 0x80)
                if unsafe isLone && (index == count || bytes[index] < 0x80) { loneBytes &+= 1 }
            }
        }
    }

    private static func skipASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var index = start
        let count = bytes.count
        while index &+ 32 <= count {
            let base = unsafe UnsafeRawPointer(bytes.baseAddress! + index)
            let first = unsafe base.loadUnaligned(as: SIMD4<UInt64>.self)
            let high = first & SIMD4(repeating: 0x8080_8080_8080_8080)
            if high != .zero { break }
            index &+= 32
        }
        while index < count, unsafe bytes[index] < 0x80 { index &+= 1 }
        return index
    }

    /// The length of the well-formed sequence at `index`, whose first byte is not ASCII; 0 if the sequence is not
    /// well-formed (Unicode, table 3-7).
    @inline(__always)
    static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        let left = bytes.count &- index
        let lead = unsafe bytes[index]
        if lead >= 0xC2, lead <= 0xDF {
            guard left >= 2 else { return 0 }
            return unsafe bytes[index &+ 1] & 0xC0 == 0x80 ? 2 : 0
        }
        if lead >= 0xE0, lead <= 0xEF {
            guard left >= 3, unsafe bytes[index &+ 2] & 0xC0 == 0x80 else { return 0 }
            let second = unsafe bytes[index &+ 1]
            let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
            return second >= low && second <= high ? 3 : 0
        }
        if lead >= 0xF0, lead <= 0xF4 {
            guard left >= 4 else { return 0 }
            let second = unsafe bytes[index &+ 1]
            let third = unsafe bytes[index &+ 2]
            let fourth = unsafe bytes[index &+ 3]
            guard third & 0xC0 == 0x80, fourth & 0xC0 == 0x80 else { return 0 }
            let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
            return second >= low && second <= high ? 4 : 0
        }
        return 0
    }
}
