import Testing

@testable import AssistantProtocol

@Suite struct ClientMessageTests {
    private func refusal(_ text: String) -> (id: MessageID?, code: MessageError.Code)? {
        do throws(ClientMessage.Refusal) {
            _ = try ClientMessage.read(Array(text.utf8))
            return nil
        } catch {
            return (error.id, error.error.code)
        }
    }

    @Test("Requests, notifications and responses are told apart")
    func kinds() throws {
        let request = try #require(try ClientMessage.read(Array(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#.utf8)))
        #expect(request.id == .text("a") && request.method == "ping")
        let notice = try #require(try ClientMessage.read(Array(#"{"jsonrpc":"2.0","method":"x","params":{}}"#.utf8)))
        #expect(notice.id == nil)
        #expect(try ClientMessage.read(Array(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8)) == nil)
    }

    @Test(
        "A message of another form is refused with the error of JSON-RPC",
        arguments: [
            ("", MessageError.Code.malformed), ("{", .malformed), ("{\"a\":1}x", .malformed), ("[]", .invalidRequest),
            (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, .invalidRequest), ("1", .invalidRequest),
            ("null", .invalidRequest), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1}"#, .invalidRequest), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, .invalidRequest),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, .invalidParameters),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}"#, .invalidParameters),
        ])
    func forms(_ text: String, _ code: MessageError.Code) {
        #expect(refusal(text)?.code == code)
    }

    @Test("The id of a refused request is returned if it could be read")
    func ids() {
        #expect(refusal(#"{"jsonrpc":"2.0","id":4,"method":7}"#)?.id == .number(4))
        #expect(refusal(#"{"jsonrpc":"2.0","id":4,"method":"#)?.id == nil)
    }

    @Test("Deep nesting and long messages are refused")
    func limits() {
        let deep = #"{"jsonrpc":"2.0","id":1,"method":"x","params":"# + String(repeating: "[", count: 100_000)
        #expect(refusal(deep)?.code == .malformed)
        let nested =
            #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"# + String(repeating: "[", count: 400)
            + String(repeating: "]", count: 400) + "}}"
        #expect(refusal(nested)?.code == .malformed)
        let long =
            #"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: ClientMessage.maxBytes) + "\"}"
        #expect(refusal(long)?.code == .invalidRequest)
    }

    @Test("Any bytes give a message or a refusal")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        let parts = [
            "{", "}", "[", "]", "\"jsonrpc\":", "\"2.0\"", ",", "\"id\":", "1", "\"method\":", "\"ping\"", "\\u00",
            "\u{7F}", "\"params\":", "null", "-", "1e999",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }
            _ = refusal(text.joined())
        }
    }
}
