/// The quotes and parentheses of a query, found in one pass.
struct QuerySigns {
    /// The offsets of the quotes, in ascending order. Gershayim are not included.
    private var quotes: [Int] = []
    /// Maps the offset of each opening parenthesis that is closed to the offset of its closing parenthesis.
    private(set) var closing: [Int: Int] = [:]

    init(_ scanner: QueryScanner) {
        var open: [Int] = []
        var position = 0
        while let mark = scanner.mark(at: position) {
            switch mark.scalar {
            case "\"": if !scanner.isGershayim(at: position, mark) { quotes.append(position) }
            case "(": open.append(position)
            case ")": if let last = open.popLast() { closing[last] = position }
            default: break
            }
            position += mark.length
        }
    }

    /// The number of quotes at or after an offset.
    func quotes(from position: Int) -> Int {
        var low = 0
        var high = quotes.count
        while low < high {
            let middle = (low + high) / 2
            if quotes[middle] < position { low = middle + 1 } else { high = middle }
        }
        return quotes.count - low
    }
}

extension QueryScanner {
    /// Whether a quote is between two Hebrew letters. It is then a substitute for gershayim (U+05F4), which mark an
    /// abbreviation: `צה"ל`.
    func isGershayim(at position: Int, _ mark: Mark) -> Bool {
        guard mark.isQuote, position >= 2, Self.isHebrew(bytes[position - 2], bytes[position - 1]) else { return false }
        let next = position + mark.length
        return next + 1 < bytes.count && Self.isHebrew(bytes[next], bytes[next + 1])
    }

    /// Whether two bytes encode a letter from U+05D0 to U+05EA.
    private static func isHebrew(_ lead: UInt8, _ trail: UInt8) -> Bool { lead == 0xD7 && 0x90...0xAA ~= trail }

    /// Whether the character before an offset is a letter, a digit, `_` or a closing bracket.
    func followsWord(at position: Int) -> Bool {
        guard position > 0 else { return false }
        var start = position - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        guard let scalar = mark(at: start)?.scalar else { return false }
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", ")", "]", "}": return true
        default: return scalar.value >= 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }
}
