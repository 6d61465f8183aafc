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

    @Test("A folder is written once, where its first feed stands")
    func merged() {
        let feeds = [["A"], ["B"], ["A"]].enumerated().map {
            OPMLFeed(url: "https://e.example/\($0.offset)", title: "t", folders: $0.element)
        }
        let read = OPMLReader.read(Array(OPMLWriter.write(OPMLDocument(title: "t", feeds: feeds)).utf8))
        #expect(read.feeds.map(\.url) == ["https://e.example/0", "https://e.example/2", "https://e.example/1"])
    }
}
