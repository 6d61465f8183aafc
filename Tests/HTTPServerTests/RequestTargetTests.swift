import Testing

@testable import HTTPServer

@Suite struct RequestTargetTests {
    @Test(
        "A path is split first and decoded then",
        arguments: [
            ("/", []), ("/a/b", ["a", "b"]), ("/a/", ["a", ""]), ("//a", ["", "a"]),
            ("/a%20b/%E4%BD%A0", ["a b", "你"]),
            ("/a%2Fb", ["a/b"]), ("/feed/http:%2F%2Fx.example%2F", ["feed", "http://x.example/"]), ("/a+b", ["a+b"]),
            ("/....", ["...."]), ("/.git", [".git"]), ("/..;/a", ["..;", "a"]), ("/%252e%252e", ["%2e%2e"]),
            ("http://x.example", []), ("HTTPS://x.example:80/a?b", ["a"]), ("http://x.example?q", []),
        ] as [(String, [String])])
    func paths(_ target: String, _ path: [String]) throws {
        #expect(try RequestTarget(target, method: "GET").path == path)
    }

    @Test(
        "Paths that leave their folder, or are no UTF-8, are refused",
        arguments: [
            "/..", "/.", "/a/../b", "/%2e%2e/a", "/%2E./a", "/a/..%2f..%2fetc", "/%2e%2e%2fetc", "/a%2f.", "/%00",
            "/a%0d%0a",
            "/%7f", "/%ff", "/%c0%ae%c0%ae/", "/%", "/%z1", "/%1", "*", "a", "", "file:///etc/passwd", "http://",
            "http:///a",
            "http://a@b/", "ftp://a/",
        ])
    func refused(_ target: String) {
        #expect(throws: HTTPError.self) { try RequestTarget(target, method: "GET") }
    }

    @Test("The target * is for OPTIONS")
    func asterisk() throws { #expect(try RequestTarget("*", method: "OPTIONS").path == []) }

    @Test("A query is decoded as a form; nothing in it is an error")
    func queries() throws {
        let target = try RequestTarget("/?a=b+c&d=%E4%BD%A0&e&=f&&g=h=i&%zz=%&j=%ff&k=%2B%26", method: "GET")
        let pairs = target.query.map { "\($0.name)|\($0.value)" }
        #expect(pairs == ["a|b c", "d|你", "e|", "|f", "g|h=i", "%zz|%", "j|\u{FFFD}", "k|+&"])
    }
}
