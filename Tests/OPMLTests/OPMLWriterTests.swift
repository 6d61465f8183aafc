import OPML
import Testing

@Suite struct OPMLWriterTests {
    @Test("What is written reads back the same")
    func roundTrip() {
        let document = OPMLDocument(
            title: "<My> & \"list\" 中文",
            feeds: [
                OPMLFeed(url: "https://a.example/?x=1&y=2", title: "\"><img src=x>", htmlURL: "https://a.example/"),
                OPMLFeed(
                    url: "http://b.example/f", title: "b", folders: ["a/b/../c", "<script>"],
                    categories: [["Food", "Japan"], ["x"]],
                    attributes: [OPMLAttribute(name: "description", value: "one 'two'")]),
                OPMLFeed(url: "http://b.example/f", title: "", folders: ["a/b/../c", "<script>"]),
                OPMLFeed(url: "http://c.example/f", title: "c", folders: ["a/b/../c"]),
            ])
        #expect(OPMLReader.read(Array(OPMLWriter.write(document).utf8)) == document)
    }

    @Test(
        "What is read of attributes and names with characters that XML forbids reads back the same",
        arguments: ["\u{8}", "\u{FFFF}", " \u{FFFE} ", "a\u{FFFF}b", "\u{1}a/\u{8}/b,\u{FFFF}"])
    func forbidden(_ value: String) {
        let text = """
            <opml><body><outline text="\(value)"><outline text="\(value)" xmlUrl="https://e.example/" htmlUrl="http://\(value)"
            category="\(value)" other="\(value)"/></outline></body></opml>
            """
        let document = OPMLReader.read(Array(text.utf8))
        #expect(document.feeds.count == 1)
        #expect(OPMLReader.read(Array(OPMLWriter.write(document).utf8)) == document)
    }

    @Test("A folder is written once, where its first feed stands")
    func merged() {
        let feeds = [["A"], ["B"], ["A"]].enumerated().map {
            OPMLFeed(url: "https://e.example/\($0.offset)", title: "t", folders: $0.element)
        }
        let read = OPMLReader.read(Array(OPMLWriter.write(OPMLDocument(title: "t", feeds: feeds)).utf8))
        #expect(read.feeds.map(\.url) == ["https://e.example/0", "https://e.example/2", "https://e.example/1"])
    }
}
