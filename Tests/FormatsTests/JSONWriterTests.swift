import Formats
import Testing

@Suite struct JSONWriterTests {
    private func text(
        _ escapes: JSONString.Escapes = .terminal, _ body: (inout JSONWriter) -> Void
    ) -> String {
        var writer = JSONWriter(escapes)
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The rule of escaping, character by character.
    private func escaped(_ text: String, _ escapes: JSONString.Escapes) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            let isEscaped =
                switch scalar.value {
                case 0x22, 0x5C, 0..<0x20, 0x7F: true
                case 0x80..<0xA0, 0x202A...0x202E, 0x2060...0x2069: escapes != .required
                case 0x2028, 0x2029: escapes == .terminal
                case 0x61C, 0x200E, 0x200F: escapes == .invisible
                default: false
                }
            switch scalar {
            case "\"", "\\": out += "\\" + String(scalar)
            case "\n": out += "\\n"
            case "\r" where escapes != .required: out += "\\r"
            case "\t" where escapes != .required: out += "\\t"
            case _ where isEscaped:
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    @Test(
        "A text is escaped wherever in it the characters stand",
        arguments: [JSONString.Escapes.required, .terminal, .invisible])
    func escapes(_ escapes: JSONString.Escapes) {
        let harmless: [Unicode.Scalar] = [
            "a", "Z", "~", " ", "]", "\u{A0}", "\u{2027}", "\u{202F}", "\u{205F}", "\u{206A}", "é", "文", "😀", "ض",
        ]
        let harmful: [Unicode.Scalar] = [
            "\"", "\\", "\n", "\r", "\t", "\0", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{61C}", "\u{200E}",
            "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2069}",
        ]
        for _ in 0..<2_000 {
            var value = ""
            for _ in 0..<Int.random(in: 0...40) {
                let choice = Int.random(in: 0..<4) == 0 ? harmful : harmless
                value.unicodeScalars.append(choice.randomElement() ?? "a")
            }
            let expected = escaped(value, escapes)
            #expect(text(escapes) { $0.string(value) } == expected)
            #expect(text(escapes) { $0.key(value) } == expected + ":")
            #expect(JSONString.quoted(value, escapes) == expected)
        }
    }

    @Test("A text longer than the room that there is makes more")
    func longTexts() {
        for length in [1_021, 1_022, 1_023, 1_024, 5_000, 100_000] {
            let plain = String(repeating: "x", count: length)
            #expect(text { $0.string(plain) } == "\"\(plain)\"")
            #expect(text { $0.string(plain + "\n" + plain) } == "\"\(plain)\\n\(plain)\"")
            #expect(text { $0.array([plain, plain]) { $0.string($1) } } == "[\"\(plain)\",\"\(plain)\"]")
        }
    }

    @Test("A number is written as Swift describes it", arguments: [1.0, 1e2, 1e3, 1e6, 1e7])
    func decimals(_ scale: Double) {
        var values: [Double] = [
            0, -0.0, 1, 10, 0.1, 0.5, 0.0001, 0.000_1001, 0.000_099, 1e-6, 999_999_999.999_999, 1e9, 1e16, -1.5,
        ]
        for _ in 0..<2_000 {
            let value = Double.random(in: 0...1_000)
            values += [value, (value * scale).rounded() / scale, (value * scale).rounded() * scale]
        }
        for value in values { #expect(text { $0.number(value) } == String(value)) }
        #expect(text { $0.number(Double.nan) } == "0")
        #expect(text { $0.number(-Double.infinity) } == "0")
    }

    @Test("Whole numbers have all their digits", arguments: [0, 9, 10, 99, 100, -1, -10, 12_345, .max, .min])
    func integers(_ value: Int) { #expect(text { $0.number(value) } == String(value)) }

    @Test("A writer that is emptied begins anew")
    func reuse() {
        var writer = JSONWriter()
        writer.string("first")
        writer.removeAll()
        writer.object { $0.member("a", 1) }
        writer.endLine()
        #expect(writer.bytes == Array("{\"a\":1}\n".utf8))
    }
}
