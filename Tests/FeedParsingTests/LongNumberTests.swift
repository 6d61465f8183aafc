import FeedParsing
import Testing

@Suite struct LongNumberTests {
    @Test("A number of more than 64 digits is text, in whatever form it is written")
    func long() {
        let digits = String(repeating: "9", count: 64)
        for text in [digits, "-" + digits, "0." + digits.dropFirst(), "1e5"] {
            #expect(JSONValue.parse(Array("[\(text)]".utf8)) == .array([.number(String(text))]))
        }
        let million = String(repeating: "1", count: 1_000_000)
        for text in [digits + "1", "-" + digits + "1", "0." + digits, "1e" + digits, million] {
            #expect(JSONValue.parse(Array("[\(text)]".utf8)) == .array([.string(text)]))
        }
    }
}
