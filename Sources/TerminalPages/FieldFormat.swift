internal import Formats

/// An error in a format given by the user.
package enum FieldFormatError: Error, Equatable {
    /// An unknown placeholder; `known` lists the valid ones.
    case unknown(String, known: [String])
}

/// Text with placeholders: `%t` or `%{title}` for a field, `%n` for a line break, `%x09` for a byte in hexadecimal, and
/// `%%` for a percent sign.
struct FieldFormat<Field: RawRepresentable & CaseIterable & Sendable & Equatable>: Sendable
where Field.RawValue == String {
    private enum Part: Sendable {
        case literal(String)
        case field(Field)
    }

    private var parts: [Part] = []

    init(_ text: String, letter: (Field) -> Character) throws(FieldFormatError) {
        var rest = text[...]
        var literal = ""
        func field(_ name: Substring, _ shown: String) throws(FieldFormatError) -> Field {
            let found = Field.allCases.first { $0.rawValue == name || (name.count == 1 && letter($0) == name.first) }
            guard let found else {
                throw .unknown(shown, known: Field.allCases.map { "%\(letter($0)) \($0.rawValue)" })
            }
            return found
        }
        while let character = rest.popFirst() {
            guard character == "%" else {
                literal.append(character)
                continue
            }
            switch rest.first {
            case nil, "%":
                literal.append("%")
                rest = rest.dropFirst()
                continue
            case "n":
                literal.append("\n")
                rest = rest.dropFirst()
                continue
            case "x":
                if let value = UInt8(rest.dropFirst().prefix(2), radix: 16), rest.count >= 3, value < 0x80 {
                    literal.unicodeScalars.append(Unicode.Scalar(value))
                    rest = rest.dropFirst(3)
                    continue
                }
            default: break
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            if rest.first == "{", let end = rest.firstIndex(of: "}") {
                let name = rest[rest.index(after: rest.startIndex)..<end]
                parts.append(.field(try field(name, "%{\(name)}")))
                rest = rest[rest.index(after: end)...]
            } else {
                parts.append(.field(try field(rest.prefix(1), "%\(rest.prefix(1))")))
                rest = rest.dropFirst()
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    func contains(_ field: Field) -> Bool {
        parts.contains { if case .field(field) = $0 { true } else { false } }
    }

    /// The format with its placeholders replaced. Values are single lines without control characters.
    func text(_ value: (Field) -> String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .field(let field): text += TerminalSafe.line(value(field))
            }
        }
        return text
    }
}
