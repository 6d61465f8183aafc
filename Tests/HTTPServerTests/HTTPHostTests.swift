import HTTPServer
import Testing

@Suite struct HTTPHostTests {
    @Test(
        "A host is a name in lower case or an address, with or without a port",
        arguments: [
            ("Example.ORG", "example.org", nil), ("localhost:8480", "localhost", 8480),
            ("127.0.0.1:", "127.0.0.1", nil),
            ("[::1]:80", "[::1]", 80), ("[2001:DB8::1]", "[2001:db8::1]", nil),
        ] as [(String, String, Int?)])
    func valid(_ text: String, _ name: String, _ port: Int?) throws {
        let host = try #require(HTTPHost(text))
        #expect(host.name == name)
        #expect(host.port == port)
    }

    @Test(
        "What is no host is refused",
        arguments: [
            "", ":80", "a b", "127.0.0.1:80@evil.example", "a:b", "a:99999", "a:1:2", "[", "[]", "[::1", "[::1]x",
            "a/b", "ü",
        ])
    func invalid(_ text: String) { #expect(HTTPHost(text) == nil) }
}
