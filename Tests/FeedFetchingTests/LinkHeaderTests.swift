import Testing

@testable import FeedFetching

@Suite struct LinkHeaderTests {
    @Test("Links are found by their relations, in one field or several, quoted or not")
    func links() {
        let links = LinkHeader.read([
            #"<https://hub.example/>; rel="hub", <https://example.org/feed>; title="a, b; c"; rel=self"#,
            #"</next>; REL = "next Prev"; rel=hub , <x>;rel="\"quoted\"""#,
        ])
        #expect(links.map(\.target) == ["https://hub.example/", "https://example.org/feed", "/next", "x"])
        #expect(links.map(\.relations) == [["hub"], ["self"], ["next", "prev"], ["\"quoted\""]])
        #expect(LinkHeader.target("hub", of: links) == "https://hub.example/")
        #expect(LinkHeader.target("prev", of: links) == "/next" && LinkHeader.target("license", of: links) == nil)
    }

    @Test(
        "What is malformed ends its field, and nothing is read for ever",
        arguments: [
            "", ",", "<", "x", "<a", "<a>;", "<a>; rel", "<a>; rel=", "<a>; rel=\"hub", "<a>;;;rel=hub", "<a> x <b>",
        ])
    func malformed(field: String) {
        #expect(LinkHeader.read([field]).allSatisfy { $0.target == "a" })
        #expect(LinkHeader.read([String(repeating: "<a>,", count: 10_000)]).count == 64)
    }
}
