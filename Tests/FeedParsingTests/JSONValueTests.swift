import Testing

@testable import FeedParsing

@Suite struct JSONValueTests {
    private func compact(_ text: String) -> String? { JSONValue.parse(Array(text.utf8))?.compact }

    @Test(
        "Valid JSON is read and written back as it was, without blanks",
        arguments: [
            ("{ \"b\" : 1.50 , \"a\" : [ true , false , null ] }", "{\"b\":1.50,\"a\":[true,false,null]}"),
            ("[1e400,-0,12345678901234567890123]", "[1e400,-0,12345678901234567890123]"),
            ("\"\\u00e9\\ud83d\\ude00\\/\\n\"", "\"é😀/\\n\""), ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
            ("\"\\u0000\\u001f\"", "\"\\u0000\\u001f\""), (" 7 ", "7"), ("[]", "[]"), ("{}", "{}"),
        ])
    func valid(_ text: String, _ expected: String) throws {
        #expect(try JSONValue.parseStrictly(Array(text.utf8)).compact == expected)
        #expect(compact(text) == expected)
    }

    @Test(
        "Broken JSON gives what is there, and a strict reading refuses it",
        arguments: [
            ("\u{FEFF}{\"a\":1}", "{\"a\":1}"), ("[1,2,]", "[1,2]"), ("{\"a\":1,}", "{\"a\":1}"), ("[1 2]", "[1,2]"),
            ("[1,,2]", "[1,2]"), ("{'a':'it\\'s'}", "{\"a\":\"it's\"}"), ("{a:1}", "{\"a\":1}"),
            ("[NaN,-Infinity,Infinity,undefined,True]", "[null,null,null,null,true]"),
            ("// note\n{\"a\":/* one */1}", "{\"a\":1}"), ("\"a\u{1}\nb\"", "\"a\\u0001\\nb\""),
            ("\"\\x41\"", "\"\\\\x41\""), ("\"\\ud800x\"", "\"\u{FFFD}x\""), ("{\"a\" 1,\"b\":2}", "{\"b\":2}"),
            ("{\"a\":,\"b\":2}", "{\"b\":2}"), ("[1.2.3,007]", "[\"1.2.3\",\"007\"]"), ("[1}", "[1]"),
            ("{\"a\":[1,2}", "{\"a\":[1,2]}"), ("{\"a\":1]}", "{\"a\":1}"), ("{} {}", "{}"), (",{}", "{}"),
            ("[\"a\":1]", "[\"a\",1]"),
        ])
    func broken(_ text: String, _ expected: String) {
        #expect(compact(text) == expected)
        #expect(throws: JSONSyntaxError.self) { try JSONValue.parseStrictly(Array(text.utf8)) }
    }

    @Test("A text that is cut short keeps what is whole, and drops the string, number or word that is cut")
    func cutShort() {
        #expect(compact("{\"a\":[1,\"x\",{\"b\":tru") == "{\"a\":[1,\"x\",{}]}")
        #expect(compact("{\"a\":\"x\",\"b\":\"half") == "{\"a\":\"x\"}")
        #expect(compact("[12,34") == "[12]")
        #expect(compact("") == nil)
        #expect(compact("  ]") == nil)
    }

    @Test("Of a repeated key the last counts, and numbers that are whole are whole numbers")
    func lookingInside() throws {
        let value = try #require(JSONValue.parse(Array("{\"n\":1,\"n\":5.0,\"big\":1e300,\"s\":\"5\"}".utf8)))
        #expect(value["n"]?.integer == 5)
        #expect(value["big"]?.integer == nil)
        #expect(value["s"]?.integer == nil)
        #expect(value["absent"] == nil)
    }

    @Test("Nesting beyond the limit is left out in linear time", arguments: ["[", "{\"a\":"])
    func nesting(_ opening: String) throws {
        let count = 300_000
        let text = "{\"before\":1,\"deep\":" + String(repeating: opening, count: count) + "}"
        let value = try #require(JSONValue.parse(Array(text.utf8)))
        #expect(value["before"]?.integer == 1)
        let closed = "[" + String(repeating: "[", count: count) + String(repeating: "]", count: count) + ",7]"
        #expect(JSONValue.parse(Array(closed.utf8))?.array?.last?.integer == 7)
    }

    @Test("Any value that is written is read back the same")
    func roundTrip() throws {
        var generator = SplitMix(seed: 3)
        for _ in 0..<500 {
            let value = randomValue(&generator, depth: 0)
            var bytes: [UInt8] = []
            value.write(into: &bytes)
            #expect(try JSONValue.parseStrictly(bytes) == value)
        }
    }

    @Test("Random bytes and damaged JSON never stop the reader, and what it reads is JSON when written")
    func randomBytes() throws {
        var generator = SplitMix(seed: 4)
        let signs = Array("[]{}\",:'\\u0dn1e-+./*tfN \n".utf8)
        for round in 0..<4_000 {
            var bytes = (0..<Int.random(in: 0..<80, using: &generator)).map { _ in
                round % 2 == 0
                    ? UInt8.random(in: 0...255, using: &generator)
                    : signs[Int.random(in: 0..<signs.count, using: &generator)]
            }
            if round % 4 == 3 { bytes = [0x7B, 0x22, 0x61, 0x22, 0x3A] + bytes }
            guard let value = JSONValue.parse(bytes) else { continue }
            var written: [UInt8] = []
            value.write(into: &written)
            #expect(try JSONValue.parseStrictly(written) == value)
        }
    }

    private func randomValue(_ generator: inout SplitMix, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &generator) {
        case 0: .null
        case 1: .bool(.random(using: &generator))
        case 2: .number(["0", "-1", "1.5", "1e308", "123456789012345678901"].randomElement(using: &generator) ?? "0")
        case 3, 4: .string(["", "x", "\u{0}\u{1F}", "\"\\/", "é😀\u{2028}"].randomElement(using: &generator) ?? "")
        case 5:
            .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in randomValue(&generator, depth: depth + 1) })
        default:
            .object(
                (0..<Int.random(in: 0..<4, using: &generator)).map {
                    ("k\($0)", randomValue(&generator, depth: depth + 1))
                }
            )
        }
    }
}
