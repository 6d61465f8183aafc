import FeedFetching
import Formats
import Testing

@Suite struct WebAddressTests {
    @Test("An address is read in one way only")
    func canonical() throws {
        let address = try WebAddress("HTTP://Example.ORG.:80/a b?q=ü#part")
        #expect(address.text == "http://example.org/a%20b?q=%C3%BC")
        #expect(address.origin.description == "http://example.org")
        #expect(try WebAddress("https://bücher.example/").host == "xn--bcher-kva.example")
        #expect(try WebAddress("http://[2001:DB8::1]:8080/x").origin.description == "http://[2001:db8::1]:8080")
        #expect(try WebAddress("http://example.org").text == "http://example.org/")
    }

    @Test("References are resolved as RFC 3986 says")
    func references() throws {
        let base = try WebAddress("https://example.org/a/b?c")
        for (reference, result) in [
            ("d", "https://example.org/a/d"), ("/d", "https://example.org/d"), ("?e", "https://example.org/a/b?e"),
            ("../f", "https://example.org/f"), ("//other.example/g", "https://other.example/g"),
            ("http://other.example/h?x=http://y/", "http://other.example/h?x=http://y/"),
            ("i:j/k l", "refused"), ("javascript:alert(1)", "refused"), ("http://u@h.example/", "refused"),
            ("http:///h.example/", "refused"), ("///h.example/", "refused"),
        ] {
            let text = (try? WebAddress(reference, relativeTo: base))?.text ?? "refused"
            #expect(text == result, "\(reference)")
        }
    }

    @Test("Random bytes never crash the reader, and what it takes it takes again")
    func randomBytes() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "http://", "https://", "a", ".", ":", "/", "@", "[", "]", "%", "?", "#", "1", "0x", "ü", "\\", " ",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let address = try? WebAddress(text) else { continue }
            #expect((try? WebAddress(address.text)) == address, "\(text)")
        }
    }

    @Test("IPv6 addresses are read in all their forms and no others")
    func version6() {
        #expect(IPAddress("::1")?.bytes.last == 1)
        #expect(IPAddress("1:2:3:4:5:6:7:8")?.bytes.count == 16)
        #expect(IPAddress("::ffff:1.2.3.4")?.bytes.suffix(4) == [1, 2, 3, 4])
        #expect(IPAddress("1::")?.bytes.first == 0)
        for text in ["1:2", ":::", "1::2::3", "12345::", "::1.2.3", "1:2:3:4:5:6:7:8:9", "::+1", ":1", "1:", "::1%lo"] {
            #expect(IPAddress(text) == nil, "\(text)")
        }
        for text in ["1.2.3", "01.2.3.4", "1.2.3.256", "1.2.3.4.", "0x1.2.3.4", ""] { #expect(IPAddress(text) == nil) }
    }

    @Test("Exceptions open what they name and nothing else")
    func allowList() throws {
        let policy = try AddressPolicy(allowing: ["192.168.1.0/24", "nas.lan", "127.0.0.1:8080"])
        for (url, isAllowed) in [
            ("http://192.168.1.7/", true), ("http://192.168.2.7/", false), ("http://nas.lan:8443/", true),
            ("http://other.lan/", false), ("http://127.0.0.1:8080/", true), ("http://127.0.0.1:8081/", false),
            ("http://nas.lan:25/", false),
        ] {
            #expect((policy.refusal(of: try WebAddress(url)) == nil) == isAllowed, "\(url)")
        }
        #expect(throws: AddressRefusal.self) { try AddressPolicy(allowing: ["10.0.0.0/33"]) }
    }

    @Test("A typed origin opens a private network, never the cloud's metadata or a mail port")
    func typedOrigin() throws {
        let policy = AddressPolicy()
        for (url, isAllowed) in [
            ("http://192.168.1.7:1200/", true), ("http://rss.lan/", true), ("http://localhost:1200/", true),
            ("http://169.254.169.254/", false), ("http://192.168.1.7:25/", false), ("http://[fd00::7]/", true),
        ] {
            let address = try WebAddress(url)
            #expect((policy.refusal(of: address, trusted: address.origin) == nil) == isAllowed, "\(url)")
        }
    }
}
