import FeedLibrary
import FeedParsing
import Formats
import Testing

@Suite struct RequestLineTests {
    private func read(_ text: String) throws -> JSONValue { try RequestLine.read(Array(text.utf8)) }

    @Test(
        "Values come back as they were written",
        arguments: ["{}", "[]", #"{"a":[1,-2.5e3,"x",true,false,null]}"#, #""全文\"\\\n""#, "12345678901234567890"])
    func roundTrip(_ text: String) throws {
        var writer = JSONWriter()
        writer.value(try read(text))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test("Escapes are decoded; surrogates that stand alone become U+FFFD")
    func escapes() throws {
        #expect(try read(#""\u5168\ud83d\ude00\/\b""#).string == "全😀/\u{8}")
        #expect(try read(#""\ud83d""#).string == "\u{FFFD}")
        #expect(try read(#""\ud83dA""#).string == "\u{FFFD}A")
        #expect(try read(#""\ude00\ud83d""#).string == "\u{FFFD}\u{FFFD}")
    }

    @Test(
        "What is not JSON is refused with its place",
        arguments: [
            "", "{", "[1,]", "{\"a\" 1}", "\"a", "1 2", "+1", "01", "-01.5", "tru", "\"\\x\"", "nan", ".5", "{a:1}",
        ])
    func mistakes(_ text: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try read(text) }
        #expect((0...text.utf8.count).contains(error?.byteOffset ?? -1))
    }

    @Test("Deep nesting is refused, not crashed on")
    func deep() {
        #expect(throws: JSONSyntaxError.self) { try read(String(repeating: "[", count: 100_000)) }
    }

    @Test("Random bytes never crash the reader")
    func noise() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array(#"{}[]",:\u0123456789abtrufalsn -.eE"#.utf8)
        for _ in 0..<2_000 {
            let bytes = (0..<24).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            if let value = try? RequestLine.read(bytes) {
                var writer = JSONWriter()
                writer.value(value)
                #expect((try? RequestLine.read(writer.bytes)) == value)
            }
        }
    }
}
