/// Parses a selector from left to right. Errors contain the byte offset in the selector.
struct SelectorParser {
    private let text: String
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(SelectorSyntaxError) -> [[Selector.Compound]] {
        guard bytes.count <= Selector.maxBytes else { throw error(.tooLong) }
        var chains: [[Selector.Compound]] = []
        var total = 0
        repeat {
            let chain = try chain()
            total += chain.count
            guard total <= Selector.maxCompounds else { throw error(.tooLong) }
            chains.append(chain)
        } while accept(",")
        guard index == bytes.count else { throw unexpected() }
        return chains
    }

    private mutating func chain() throws(SelectorSyntaxError) -> [Selector.Compound] {
        var out: [Selector.Compound] = []
        skipSpace()
        var combinator = Selector.Combinator.descendant
        while true {
            out.append(try compound(combinator))
            let hasSpace = skipSpace()
            guard let byte = peek, byte != UInt8(ascii: ",") else { return out }
            switch byte {
            case UInt8(ascii: ">"): combinator = .child
            case UInt8(ascii: "+"): combinator = .next
            case UInt8(ascii: "~"): combinator = .later
            default:
                guard hasSpace else { throw unexpected() }
                combinator = .descendant
                continue
            }
            index += 1
            skipSpace()
        }
    }

    private mutating func compound(_ combinator: Selector.Combinator) throws(SelectorSyntaxError) -> Selector.Compound {
        let start = index
        var out = Selector.Compound(combinator: combinator, name: nil, tests: [])
        if accept("*") {
        } else if let name = identifier() {
            out.name = name.lowercased()
        }
        while let test = try test() { out.tests.append(test) }
        guard index > start else { throw index == bytes.count ? error(.empty) : unexpected() }
        return out
    }

    private mutating func test() throws(SelectorSyntaxError) -> Selector.Test? {
        switch peek {
        case UInt8(ascii: "#"):
            index += 1
            guard let id = identifier() else { throw unexpected() }
            return .attribute(.init(name: "id", operation: .equals, value: id, ignoresCase: false))
        case UInt8(ascii: "."):
            index += 1
            guard let name = identifier() else { throw unexpected() }
            return .attribute(.init(name: "class", operation: .includes, value: name, ignoresCase: false))
        case UInt8(ascii: "["):
            index += 1
            return .attribute(try attribute())
        case UInt8(ascii: ":"):
            index += 1
            return try pseudoClass()
        default: return nil
        }
    }

    private mutating func attribute() throws(SelectorSyntaxError) -> Selector.AttributeTest {
        skipSpace()
        guard let name = identifier() else { throw unexpected() }
        var out = Selector.AttributeTest(
            name: name.lowercased(), operation: .present, value: "", ignoresCase: false)
        skipSpace()
        if accept("]") { return out }
        let operators: [(String, Selector.AttributeTest.Operator)] = [
            ("=", .equals), ("~=", .includes), ("|=", .dash), ("^=", .begins), ("$=", .ends), ("*=", .contains),
        ]
        guard let found = operators.first(where: { accept($0.0) }) else { throw unexpected() }
        out.operation = found.1
        skipSpace()
        out.value = try value()
        if skipSpace(), accept("i") || accept("I") { out.ignoresCase = true }
        skipSpace()
        guard accept("]") else { throw index == bytes.count ? error(.unclosed("]")) : unexpected() }
        return out
    }

    private mutating func value() throws(SelectorSyntaxError) -> String {
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            guard let word = identifier(mayBeginWithDigit: true) else { throw unexpected() }
            return word
        }
        index += 1
        var out: [UInt8] = []
        while let byte = peek {
            index += 1
            if byte == quote { return String(decoding: out, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), let next = peek {
                out.append(next)
                index += 1
            } else {
                out.append(byte)
            }
        }
        throw error(.unclosed(String(decoding: [quote], as: UTF8.self)))
    }

    private mutating func pseudoClass() throws(SelectorSyntaxError) -> Selector.Test {
        let start = index
        guard let name = identifier()?.lowercased() else { throw unexpected() }
        switch name {
        case "first-child": return .nthChild(step: 0, offset: 1)
        case "last-child": return .lastChild
        case "empty": return .empty
        case "nth-child":
            try expect("(")
            let test = try nth()
            try expect(")")
            return test
        case "not":
            try expect("(")
            skipSpace()
            let inner = try compound(.descendant)
            skipSpace()
            try expect(")")
            return .not(inner.tests, name: inner.name)
        default:
            index = start
            throw error(.unknownPseudoClass(name))
        }
    }

    /// Parses the argument of `:nth-child`, for example `odd`, `even`, `3`, `2n+1` or `-n + 3`.
    private mutating func nth() throws(SelectorSyntaxError) -> Selector.Test {
        skipSpace()
        if accept("odd") { return closed(.nthChild(step: 2, offset: 1)) }
        if accept("even") { return closed(.nthChild(step: 2, offset: 0)) }
        let isNegative = accept("-")
        if !isNegative { _ = accept("+") }
        let number = integer()
        guard accept("n") || accept("N") else {
            guard let number else { throw unexpected() }
            return closed(.nthChild(step: 0, offset: isNegative ? -number : number))
        }
        let step = (number ?? 1) * (isNegative ? -1 : 1)
        skipSpace()
        let sign = accept("+") ? 1 : accept("-") ? -1 : 0
        guard sign != 0 else { return closed(.nthChild(step: step, offset: 0)) }
        skipSpace()
        guard let offset = integer() else { throw unexpected() }
        return closed(.nthChild(step: step, offset: sign * offset))
    }

    private mutating func closed(_ test: Selector.Test) -> Selector.Test {
        skipSpace()
        return test
    }

    // MARK: - Characters

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func integer() -> Int? {
        var value: Int?
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            value = min((value ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
            index += 1
        }
        return value
    }

    private mutating func identifier(mayBeginWithDigit: Bool = false) -> String? {
        var out: [UInt8] = []
        while let byte = peek {
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            if (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
                || isDigit && (mayBeginWithDigit || !out.isEmpty)
            {
                out.append(byte)
                index += 1
            } else if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                out.append(bytes[index + 1])
                index += 2
            } else {
                break
            }
        }
        return out.isEmpty ? nil : String(decoding: out, as: UTF8.self)
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = index
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
        return index > start
    }

    private mutating func accept(_ sign: String) -> Bool {
        guard bytes[index...].starts(with: sign.utf8) else { return false }
        index += sign.utf8.count
        return true
    }

    private mutating func expect(_ sign: String) throws(SelectorSyntaxError) {
        guard accept(sign) else { throw index == bytes.count ? error(.unclosed(sign)) : unexpected() }
    }

    private func error(_ reason: SelectorSyntaxError.Reason) -> SelectorSyntaxError {
        SelectorSyntaxError(reason: reason, at: index, selector: text)
    }

    private func unexpected() -> SelectorSyntaxError {
        guard index < bytes.count else { return error(.empty) }
        return error(.unexpected(String(String(decoding: bytes[index...], as: UTF8.self).prefix(1))))
    }
}
