/// Finds a passage in a text, as it is written or with other spaces, quotation marks and dashes.
///
/// Models read articles as Markdown and change signs when they quote. The range is always that of the text itself.
struct PassageSearch: Sendable {
    /// How a passage must be equal to the text.
    enum Equality: String, CaseIterable, Sendable {
        case exact
        /// White space, quotation marks and dashes may differ, and invisible characters do not count.
        case signs
        /// Like `signs`, and the marks of Markdown do not count.
        case markup
    }

    struct Match: Sendable, Equatable {
        /// The first occurrence, in UTF-8 bytes of the text.
        var utf8Range: Range<Int>
        var occurrences: Int
        var equality: Equality
    }

    private let passage: String

    init(_ passage: String) { self.passage = passage }

    /// The first match by the strictest equality that has one.
    ///
    /// - Complexity: linear in the text, with memory for the passage only.
    func first(in text: String) -> Match? {
        for equality in Equality.allCases {
            if let match = find(equality, in: text) { return match }
        }
        return nil
    }

    /// Searches with the algorithm of Knuth, Morris and Pratt over the folded characters of the text.
    private func find(_ equality: Equality, in text: String) -> Match? {
        var wanted: [UInt32] = []
        var folding = SignFolding(equality)
        let source = equality == .markup ? Self.withoutAddresses(passage) : passage
        for scalar in source.unicodeScalars { folding.fold(scalar) { wanted.append($0) } }
        if equality != .exact {
            while wanted.first == SignFolding.space { wanted.removeFirst() }
            while wanted.last == SignFolding.space { wanted.removeLast() }
        }
        if wanted.isEmpty { return nil }
        let borders = Self.borders(of: wanted)
        /// The offsets of the last characters, as a ring buffer.
        var starts = [Int](repeating: 0, count: wanted.count)
        var match: Match?
        var (offset, read, equal) = (0, 0, 0)
        folding = SignFolding(equality)
        for scalar in text.unicodeScalars {
            let length = UTF8.width(scalar)
            folding.fold(scalar) { unit in
                starts[read % wanted.count] = offset
                read += 1
                while equal > 0, wanted[equal] != unit { equal = borders[equal - 1] }
                if wanted[equal] == unit { equal += 1 }
                guard equal == wanted.count else { return }
                let start = starts[(read - wanted.count) % wanted.count]
                if match == nil {
                    match = Match(utf8Range: start..<offset + length, occurrences: 0, equality: equality)
                }
                match?.occurrences += 1
                equal = borders[equal - 1]
            }
            offset += length
        }
        return match
    }

    /// For each beginning of the pattern, the length of its longest proper beginning that is also its end.
    private static func borders(of pattern: [UInt32]) -> [Int] {
        var borders = [Int](repeating: 0, count: pattern.count)
        var length = 0
        for index in pattern.indices.dropFirst() {
            while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
            if pattern[index] == pattern[length] { length += 1 }
            borders[index] = length
        }
        return borders
    }

    /// Markdown without the addresses of its links: `[text](address)` becomes `[text]`.
    private static func withoutAddresses(_ markdown: String) -> String {
        var text = ""
        var rest = markdown[...]
        while let open = rest.firstRange(of: "](") {
            text += rest[..<open.lowerBound] + "]"
            guard let close = rest[open.upperBound...].firstIndex(of: ")") else {
                return text + rest[open.upperBound...]
            }
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

/// Converts characters to units that are equal for signs that look alike.
private struct SignFolding {
    static let space: UInt32 = 0x20
    private let equality: PassageSearch.Equality
    private var isAfterSpace = false

    init(_ equality: PassageSearch.Equality) { self.equality = equality }

    mutating func fold(_ scalar: Unicode.Scalar, _ body: (UInt32) -> Void) {
        if equality == .exact { return body(scalar.value) }
        if scalar.properties.isWhitespace {
            if !isAfterSpace { body(Self.space) }
            isAfterSpace = true
            return
        }
        switch scalar.value {
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: return
        case 0x2A, 0x5F, 0x60, 0x7E, 0x5C, 0x23, 0x3E, 0x5B, 0x5D, 0x7C:
            // * _ ` ~ \ # > [ ] |
            if equality == .markup { return }
            body(scalar.value)
        case 0x2018...0x201B, 0x2032, 0xB4: body(0x27)
        case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: body(0x22)
        case 0x2010...0x2015, 0x2212: body(0x2D)
        case 0x2026: for _ in 0..<3 { body(0x2E) }
        default: body(scalar.value)
        }
        isAfterSpace = false
    }
}
