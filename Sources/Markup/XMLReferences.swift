/// Replaces character references and HTML's named references in text.
enum XMLReferences {
    /// The maximum length of a name to look up. HTML's longest name has 31 letters.
    static let maxNameLength = 32

    /// Appends `bytes[range]` to `buffer` and replaces references. An undefined reference is unchanged.
    static func append(
        _ bytes: [UInt8], _ range: Range<Int>, to buffer: inout [UInt8], cleaning: Bool,
        entities: XMLEntities = XMLEntities()
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let ampersand = min(firstAmpersand(bytes, index, range.upperBound), range.upperBound)
            appendCharacters(bytes, index..<ampersand, to: &buffer, cleaning: cleaning)
            guard ampersand < range.upperBound else { return }
            index = appendReference(bytes, ampersand, range.upperBound, to: &buffer, entities)
        }
    }

    /// Appends `bytes[range]`. If `cleaning`, control characters are removed, line breaks become `\n`, and
    /// U+0080...U+009F are read as Windows-1252, which has quotation marks there (XML 1.0, 2.2, note).
    static func appendCharacters(_ bytes: [UInt8], _ range: Range<Int>, to buffer: inout [UInt8], cleaning: Bool) {
        guard cleaning else {
            XMLBytes.append(bytes, range, to: &buffer)
            return
        }
        var runStart = range.lowerBound
        var index = runStart
        while index < range.upperBound {
            let byte = bytes[index]
            if byte >= 32 || byte == 10 || byte == 9 {
                index &+= 1
                guard byte == 0xC2, index < range.upperBound, XMLBytes.isStrayControl(bytes[index]) else { continue }
                buffer.append(contentsOf: bytes[runStart..<(index - 1)])
                appendScalar(UInt32(bytes[index]), to: &buffer)
                index &+= 1
                runStart = index
                continue
            }
            buffer.append(contentsOf: bytes[runStart..<index])
            if byte == 13, index + 1 >= bytes.count || bytes[index + 1] != 10 { buffer.append(10) }
            index &+= 1
            runStart = index
        }
        buffer.append(contentsOf: bytes[runStart..<index])
    }

    /// Replaces the reference at `start` and returns the offset after it.
    private static func appendReference(
        _ bytes: [UInt8], _ start: Int, _ end: Int, to buffer: inout [UInt8], _ entities: XMLEntities
    ) -> Int {
        var index = start + 1
        if index < end, bytes[index] == 0x23 {
            if let (scalar, after) = number(bytes, index + 1, end) {
                appendScalar(scalar, to: &buffer)
                return after
            }
        } else {
            if !entities.isEmpty, let after = appendDeclared(bytes, start, end, to: &buffer, entities) { return after }
            while index < end, index - start <= maxNameLength, isNameByte(bytes[index]) { index &+= 1 }
            if index < end, bytes[index] == 0x3B, index > start + 1 {
                if appendNamed(bytes[(start + 1)..<index], to: &buffer) { return index + 1 }
            }
        }
        buffer.append(0x26)
        return start + 1
    }

    /// Replaces the reference at `start` if the document declares its entity.
    private static func appendDeclared(
        _ bytes: [UInt8], _ start: Int, _ end: Int, to buffer: inout [UInt8], _ entities: XMLEntities
    ) -> Int? {
        var index = start + 1
        while index < end, index - start <= maxNameLength, XMLBytes.continuesName(bytes[index]) { index &+= 1 }
        guard index < end, bytes[index] == 0x3B, let value = entities.value(of: bytes[(start + 1)..<index]) else {
            return nil
        }
        buffer.append(contentsOf: value)
        return index + 1
    }

    /// The value of a decimal or hexadecimal reference whose digits begin at `start`, and the offset after it.
    private static func number(_ bytes: [UInt8], _ start: Int, _ end: Int) -> (UInt32, Int)? {
        var index = start
        let isHexadecimal = index < end && (bytes[index] | 0x20) == 0x78
        if isHexadecimal { index &+= 1 }
        let first = index
        var value: UInt32 = 0
        while index < end {
            let byte = bytes[index]
            let digit: UInt32
            if byte &- 0x30 < 10 {
                digit = UInt32(byte &- 0x30)
            } else if isHexadecimal, (byte | 0x20) &- 0x61 < 6 {
                digit = UInt32((byte | 0x20) &- 0x61 &+ 10)
            } else {
                break
            }
            value = min(value &* (isHexadecimal ? 16 : 10) &+ digit, 0x110000)
            index &+= 1
        }
        guard index > first else { return nil }
        if index < end, bytes[index] == 0x3B { index &+= 1 }
        return (value, index)
    }

    /// Appends the scalar with the given number. 128...159 are read as Windows-1252, as in HTML. Control characters are
    /// left out, and a number that is not a scalar becomes U+FFFD.
    static func appendScalar(_ number: UInt32, to buffer: inout [UInt8]) {
        if number < 32, number != 9, number != 10, number != 13 { return }
        var value = number
        if value >= 0x80, value <= 0x9F { value = UInt32(windows1252[Int(value) - 0x80]) }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encode("\u{FFFD}")!)
    }

    private static func appendNamed(_ name: ArraySlice<UInt8>, to buffer: inout [UInt8]) -> Bool {
        switch name.count {
        case 2 where name.elementsEqual([0x6C, 0x74]): buffer.append(0x3C)
        case 2 where name.elementsEqual([0x67, 0x74]): buffer.append(0x3E)
        case 3 where name.elementsEqual([0x61, 0x6D, 0x70]): buffer.append(0x26)
        case 4 where name.elementsEqual([0x71, 0x75, 0x6F, 0x74]): buffer.append(0x22)
        case 4 where name.elementsEqual([0x61, 0x70, 0x6F, 0x73]): buffer.append(0x27)
        // The angle brackets of HTML 4, which the DTDs of RSS 0.91 and XHTML use. The angle brackets of HTML 5 are
        // different characters.
        case 4 where name.elementsEqual([0x6C, 0x61, 0x6E, 0x67]): buffer.append(contentsOf: "\u{2329}".utf8)
        case 4 where name.elementsEqual([0x72, 0x61, 0x6E, 0x67]): buffer.append(contentsOf: "\u{232A}".utf8)
        default:
            guard let text = HTMLEntities.text(named: String(decoding: name, as: UTF8.self)) else { return false }
            buffer.append(contentsOf: text.utf8)
        }
        return true
    }

    private static func firstAmpersand(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        XMLBytes.first(0x26, in: bytes, from: start, to: end)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    /// The characters of Windows-1252 from 0x80 up. Its five undefined bytes map to control characters.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
