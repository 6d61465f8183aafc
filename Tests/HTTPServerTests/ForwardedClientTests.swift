import Formats
import Testing

@testable import HTTPServer

@Suite struct ForwardedClientTests {
    @Test(
        "The client is the last address that is no trusted proxy",
        arguments: [
            (["203.0.113.7"], "203.0.113.7"), (["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
            (["203.0.113.7, 10.0.0.2"], "203.0.113.7"), (["198.51.100.1", "203.0.113.7,10.0.0.2"], "203.0.113.7"),
            (["evil, 203.0.113.7"], "203.0.113.7"), (["203.0.113.7, evil"], "10.0.0.1"), ([], "10.0.0.1"),
            (["203.0.113.7:4711"], "203.0.113.7"), (["[2001:db8::1]:80"], "2001:db8:0:0:0:0:0:1"),
            (["10.0.0.3"], "10.0.0.3"),
        ] as [([String], String)])
    func client(_ fields: [String], _ client: String) throws {
        var headers = HTTPHeaders()
        for field in fields { headers.add("X-Forwarded-For", field) }
        let proxy = HTTPPeer.address(try #require(IPAddress("10.0.0.1")))
        let forwarded = ForwardedClient(
            headers, from: proxy, isSecure: false, proxies: [try #require(AddressBlock("10.0.0.0/8"))])
        #expect(forwarded.peer.description == client)
    }

    @Test("The scheme is the last proxy's")
    func scheme() {
        func isSecure(_ fields: [String]) -> Bool {
            var headers = HTTPHeaders()
            for field in fields { headers.add("X-Forwarded-Proto", field) }
            return ForwardedClient(headers, from: .unix, isSecure: false, proxies: []).isSecure
        }
        #expect(isSecure(["https"]))
        #expect(!isSecure(["https", "http"]))
        #expect(!isSecure(["javascript"]))
    }
}
