import Formats
import Testing

@Suite struct XMLTextTests {
    /// The rule of escaping, character by character.
    private func escaped(_ text: String, _ form: XMLText.Form) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"" where form != .html: out += "&quot;"
            case "\n" where form == .xmlAttribute: out += "&#10;"
            case "\t" where form == .xmlAttribute: out += "&#9;"
            case "\0"..<" " where form == .xml && scalar != "\n" && scalar != "\t" || form == .xmlAttribute: break
            case "\u{FFFE}" where form == .xml || form == .xmlAttribute: break
            case "\u{FFFF}" where form == .xml || form == .xmlAttribute: break
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    @Test(
        "A text is escaped wherever in it the characters stand",
        arguments: [XMLText.Form.html, .htmlAttribute, .xml, .xmlAttribute])
    func escapes(_ form: XMLText.Form) {
        let scalars: [Unicode.Scalar] = [
            "a", "'", " ", "é", "文", "\u{FFFD}", "\u{FF5E}", "😀", "&", "<", ">", "\"", "\n", "\t", "\r", "\0",
            "\u{1B}", "\u{FFFE}", "\u{FFFF}",
        ]
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12) { text.unicodeScalars.append(scalars.randomElement() ?? "a") }
            #expect(XMLText.escape(text, form) == escaped(text, form))
            #expect(XMLText.escape(Array(text.utf8), form) == Array(escaped(text, form).utf8))
        }
    }
}
