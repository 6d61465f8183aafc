/// Decodes the ASCII form of host names in other scripts (RFC 3492): `xn--fsqu00a` is 例子.
public enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let initialCode = 128
    /// The maximum length of a label of a host name (RFC 1035).
    private static let maxLabel = 63
    private static let mark = Array("xn--".utf8)

    /// Replaces each label that begins with `xn--` by its Unicode form. Malformed labels stay as they are.
    public static func decodingLabels(in text: [UInt8]) -> [UInt8] {
        guard var next = firstLabel(in: text, from: 0) else { return text }
        var out: [UInt8] = []
        var copied = 0
        while true {
            var end = next
            while end < text.count, isLabelByte(text[end]) { end += 1 }
            if let decoded = decoded(text[(next + mark.count)..<end]) {
                out += text[copied..<next]
                out += Array(decoded.utf8)
                copied = end
            }
            guard let following = firstLabel(in: text, from: end) else { break }
            next = following
        }
        return out + text[copied...]
    }

    /// - Parameter label: a label without `xn--`.
    /// - Returns: nil if the label is malformed.
    static func decoded(_ label: ArraySlice<UInt8>) -> String? {
        guard !label.isEmpty, label.count <= maxLabel - mark.count else { return nil }
        var scalars: [UInt32] = []
        var rest = label
        if let hyphen = label.lastIndex(of: UInt8(ascii: "-")) {
            scalars = label[..<hyphen].map { UInt32(lowercased($0)) }
            rest = label[(hyphen + 1)...]
        }
        var code = initialCode
        var place = 0
        var bias = initialBias
        while !rest.isEmpty {
            let old = place
            var weight = 1
            var k = base
            while true {
                guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
                // A label has at most 59 digits, but their product overflows.
                let (product, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
                guard !isTooLarge, product <= Int(Int32.max) - place else { return nil }
                place += product
                let threshold = k <= bias ? tMin : min(tMax, k - bias)
                if digit < threshold { break }
                weight *= base - threshold
                guard weight <= Int(Int32.max) else { return nil }
                k += base
            }
            let count = scalars.count + 1
            bias = adapted(place - old, count: count, isFirst: old == 0)
            code += place / count
            place %= count
            guard code <= 0x10_FFFF else { return nil }
            scalars.insert(UInt32(code), at: place)
            place += 1
        }
        if scalars.isEmpty { return nil }
        var out = String.UnicodeScalarView()
        for value in scalars {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            out.append(scalar)
        }
        return String(out)
    }

    private static func adapted(_ difference: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? difference / damp : difference / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        default: nil
        }
    }

    private static func firstLabel(in text: [UInt8], from start: Int) -> Int? {
        guard text.count > mark.count else { return nil }
        var index = start
        while index <= text.count - mark.count {
            let isMark = (0..<mark.count).allSatisfy { lowercased(text[index + $0]) == mark[$0] }
            if isMark, index == 0 || !isLabelByte(text[index - 1]) { return index }
            index += 1
        }
        return nil
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private static func isLabelByte(_ byte: UInt8) -> Bool { digit(byte) != nil || byte == UInt8(ascii: "-") }
}
