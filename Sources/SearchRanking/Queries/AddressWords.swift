package import Articles
internal import Formats
internal import TextAnalysis

/// The words to search for in addresses, as adjacent whole words.
package struct AddressWords {
    /// The SQL function `address_has(url, packed)`.
    package static let functionName = "address_has"
    package static let separator: UInt8 = 0x1F

    package let terms: [[UInt8]]
    package let match: AddressMatch
    /// The terms, joined by separators, and a final byte that specifies how the terms match.
    package let packed: String
    /// The longest word that consists only of ASCII letters and digits, in lower case. Every matching address contains
    /// it, or contains letters that are not ASCII: as they are, as percent escapes or as `xn--`.
    package let longest: String

    package init(terms: [[UInt8]], _ match: AddressMatch = .adjacent) {
        self.terms = terms
        self.match = match
        let mark =
            switch match {
            case .adjacent: "."
            case .prefix: "*"
            case .whole: "="
            }
        packed = String(decoding: Array(terms.joined(separator: [Self.separator])), as: UTF8.self) + mark
        let plain = terms.filter { $0.allSatisfy { $0 < 0x80 } }
        longest = String(decoding: plain.max { $0.count < $1.count } ?? [], as: UTF8.self)
    }

    package static func terms(of text: String) -> [[UInt8]] { terms(of: Array(text.utf8).span) }

    /// The kind of match that the last byte of `packed` stands for.
    package static func match(packedAs mark: UInt8?) -> AddressMatch {
        switch mark {
        case UInt8(ascii: "*"): .prefix
        case UInt8(ascii: "="): .whole
        default: .adjacent
        }
    }

    /// Whether words match an address. Adjacent words may have a tracking parameter between them.
    package static func isFound(_ wanted: [[UInt8]], _ match: AddressMatch, in address: Span<UInt8>) -> Bool {
        if match == .whole { return terms(of: ComparedAddress.compared(address).span) == wanted }
        if isFound(wanted, isPrefix: match == .prefix, in: terms(of: address)) { return true }
        guard ComparedAddress.hasTracking(address) else { return false }
        return isFound(wanted, isPrefix: match == .prefix, in: terms(of: ComparedAddress.compared(address).span))
    }

    private static func isFound(_ wanted: [[UInt8]], isPrefix: Bool, in terms: [[UInt8]]) -> Bool {
        guard let last = wanted.last, wanted.count <= terms.count else { return false }
        return (0...terms.count - wanted.count).contains { start in
            let end = start + wanted.count - 1
            return terms[start..<end].elementsEqual(wanted.dropLast())
                && (isPrefix ? terms[end].starts(with: last) : terms[end] == last)
        }
    }

    /// Folded words and characters, in order; percent escapes (`%E6`) are decoded (RFC 3986, section 2.1), and so are
    /// host names in ASCII form (`xn--fsqu00a`).
    package static func terms(of text: Span<UInt8>) -> [[UInt8]] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = digit(text[index + 1]),
                let low = digit(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        var terms: [[UInt8]] = []
        Analyzer.shared.analyze(Punycode.decodingLabels(in: bytes).span) { term, kind, _ in
            if kind == .word || kind == .bigram || kind == .single {
                let length = kind == .bigram ? UTF8Decoding.firstLength(term) : term.count
                terms.append((0..<length).map { term[$0] })
            }
            return true
        }
        return terms
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
        default: nil
        }
    }
}
