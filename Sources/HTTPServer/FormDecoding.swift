/// Decodes `application/x-www-form-urlencoded` as in <https://url.spec.whatwg.org/#urlencoded-parsing>. Decoding never
/// fails.
public enum FormDecoding {
    /// Parses the names and values in a query string or a form. Invalid UTF-8 becomes U+FFFD, and a `%` that is not
    /// followed by two hexadecimal digits is kept.
    public static func items(_ text: some Sequence<UInt8>) -> [HTTPQueryItem] {
        var items: [HTTPQueryItem] = []
        for pair in Array(text).split(separator: UInt8(ascii: "&")) {
            let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let value = mark < pair.endIndex ? pair[(mark + 1)...] : []
            items.append(HTTPQueryItem(name: decoded(pair[..<mark]), value: decoded(value)))
        }
        return items
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "%"), index + 2 < text.endIndex,
                let high = HTTPGrammar.hexadecimal(text[index + 1]),
                let low = HTTPGrammar.hexadecimal(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes percent-encoded text; nil if a `%` is not followed by two hexadecimal digits.
    static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(HTTPGrammar.hexadecimal),
                let low = iterator.next().flatMap(HTTPGrammar.hexadecimal)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
