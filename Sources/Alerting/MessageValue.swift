internal import Formats

/// A JSON value (RFC 8259), written on one line.
indirect enum MessageValue {
    case text(String)
    case number(Int64)
    /// A number of halves, written as a decimal number.
    case halves(Int)
    case bool(Bool)
    case list([MessageValue])
    /// The members in order. Members with a nil value are left out.
    case object([(String, MessageValue?)])

    static func text(_ text: String?) -> MessageValue? { text.map { MessageValue.text($0) } }

    static func decimal(halves: Int) -> String { halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5" }

    var bytes: [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .text(let text): JSONString.append(text, .required, to: &out)
        case .number(let number): out += Array(String(number).utf8)
        case .halves(let number): out += Array(Self.decimal(halves: number).utf8)
        case .bool(let value): out += Array((value ? "true" : "false").utf8)
        case .list(let values):
            out.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                value.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            var isFirst = true
            for case (let key, let value?) in members {
                if !isFirst { out.append(UInt8(ascii: ",")) }
                isFirst = false
                JSONString.append(key, .required, to: &out)
                out.append(UInt8(ascii: ":"))
                value.write(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }
}
