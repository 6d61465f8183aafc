import Foundation
import OPML
import TestSupport
import Testing

@Suite struct OPMLReaderTests {
    private func read(_ text: String) -> OPMLDocument { OPMLReader.read(Array(text.utf8)) }

    @Test("Feeds keep their order, folders and doubles")
    func folders() {
        let document = read(
            """
            <?xml version="1.0"?><opml version="2.0"><head><title>My &amp; list</title></head><body>
            <outline text="A"><outline text="B"><outline text="x" xmlUrl="https://x.example/f" htmlUrl="https://x.example/"/>
            </outline><outline title="y" type="rss" xmlURL="http://y.example/f"></outline></outline>
            <outline text="x" xmlUrl="https://x.example/f"/></body></opml>
            """)
        #expect(document.title == "My & list")
        #expect(document.feeds.map(\.url) == ["https://x.example/f", "http://y.example/f", "https://x.example/f"])
        #expect(document.feeds.map(\.folders) == [["A", "B"], ["A"], []])
        #expect(document.feeds.map(\.title) == ["x", "y", "x"])
        #expect(document.feeds[0].htmlURL == "https://x.example/")
        #expect(document.warnings.isEmpty)
    }

    @Test("Categories are folders in a list without folders, and in no other")
    func categoriesAsFolders() {
        let plain = read(
            """
            <opml><body><outline text="A" xmlUrl="https://a.example/" category="News"/>
            <outline text="B" xmlUrl="https://b.example/" category="/Tech/Web,/News"/>
            <outline text="C" xmlUrl="https://c.example/"/></body></opml>
            """)
        #expect(plain.foldered.feeds.map(\.allFolders) == [[["News"]], [["Tech", "Web"], ["News"]], []])
        let mixed = read(
            """
            <opml><body><outline text="A" xmlUrl="https://a.example/" category="News"/>
            <outline text="F"><outline text="B" xmlUrl="https://b.example/" category="Tech"/></outline></body></opml>
            """)
        #expect(mixed.foldered.feeds.map(\.allFolders) == [[], [["F"]]])
    }

    @Test(
        "Broken files give every outline that is whole",
        arguments: [
            "<opml><body><outline text='a & b' xmlUrl='https://e.example/?a=1&b=2'/>",
            "<outline text=\"say \"hi\" to them\" xmlUrl=\"https://e.example/?a=1&amp;b=2\" type=\"rss\"/>",
            "<opml><body><outline text='&nosuch;' xmlUrl=https://e.example/?a=1&b=2></wrong></body>",
            "<x:opml><x:body><x:outline XMLURL='feed:https://e.example/?a=1&#38;b=2'/></x:body></x:opml>",
            "<opml><body><outline xmlUrl='https://e.example/?a=1&amp;b=2'/><outline text='cut off' xmlUr",
            "\u{FEFF}<opml><body/><outline type='rss' url='https://e.example/?a=1&amp;b=2'/></opml>",
        ])
    func broken(_ text: String) { #expect(read(text).feeds.map(\.url) == ["https://e.example/?a=1&b=2"]) }

    @Test("A feed whose address is empty is named; a folder with an empty address is a folder")
    func emptyAddress() {
        let document = read(
            """
            <opml><body><outline text="lost" xmlUrl=""/>
            <outline text="Folder" xmlUrl=""><outline text="x" xmlUrl="https://x.example/f"/></outline>
            <outline text="lost, too" type="rss" xmlUrl=" "></outline><outline text="a note"/></body></opml>
            """)
        #expect(document.feeds.map(\.folders) == [["Folder"]])
        #expect(document.warnings.map(\.reason) == [.unusableAddress(""), .unusableAddress("")])
    }

    @Test("Unusable addresses are named with their line, the others stay")
    func unusable() {
        let document = read(
            """
            <opml><body>
            <outline text="x" xmlUrl="javascript:alert(1)"/>
            <outline text="x" xmlUrl="https://e.example/&#13;&#10;Host: evil"/>
            <outline text="x" xmlUrl="https://e.example/good"/>
            </body></opml>
            """)
        #expect(document.feeds.map(\.url) == ["https://e.example/good"])
        #expect(document.warnings.map(\.line) == [2, 3])
        #expect(document.warnings.first?.reason == .unusableAddress("javascript:alert(1)"))
    }

    @Test("A category is a path")
    func categories() {
        let feed = read("<outline text=x category='/Food/ Japan ,b,//,b' xmlUrl='https://e.example/f'/>").feeds.first
        #expect(feed?.categories == [["Food", "Japan"], ["b"]])
    }

    @Test(
        "What is no OPML is said to be none", arguments: ["", "hello", "{}", "<html><body>x</body></html>", "<rss/>"])
    func notOPML(_ text: String) {
        let document = read(text)
        #expect(!document.isOPML)
        #expect(document.warnings == [OPMLWarning(.notOPML, line: 1)])
    }

    @Test("The file's own entities are never expanded")
    func entities() {
        let document = read(
            "<!DOCTYPE opml [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><opml><body>"
                + "<outline text='&x;' xmlUrl='https://e.example/f'/></body></opml>")
        #expect(document.feeds.map(\.title) == ["&x;"])
    }

    @Test("A hundred thousand nested folders are flattened in linear time")
    func deep() {
        let count = 100_000
        let text =
            String(repeating: "<outline text='f'>", count: count) + "<outline xmlUrl='https://e.example/f'/>"
            + String(repeating: "</outline>", count: count)
        var document = OPMLDocument()
        let time = processorTime { document = read(text) }
        #expect(document.feeds.map(\.folders.count) == [OPMLReader.deepestFolder])
        #expect(document.warnings.map(\.reason) == [.tooDeep])
        #expect(time < .seconds(5))
    }

    @Test("A packed file is unpacked, a damaged one named")
    func packed() throws {
        let text =
            "H4sIAAAAAAACA7PJL8jNsbNJyk+ptLPJLy3JycxLVShJrSixVXJUUqjIzQktyrFVyigpKSi20tdPrUjMLchJ1csvStdPVNK3s9GHaNQHmwIA"
            + "krBX9UwAAAA="
        let bytes = Array(try #require(Data(base64Encoded: text)))
        #expect(OPMLReader.read(bytes).feeds.map(\.url) == ["https://example.org/a"])
        #expect(OPMLReader.read(Array(bytes.prefix(30))).warnings.map(\.reason) == [.unreadable])
        #expect(ArchiveReader.decompressed(bytes, upTo: 10) == nil)
    }

    @Test("The neutral JSON escapes what JSON must escape")
    func json() {
        let feed = OPMLFeed(url: "https://e.example/", title: "a\"b\\c\u{1}", folders: ["中"])
        #expect(
            OPMLDocument(title: "t", feeds: [feed]).neutralJSON()
                == "{\"title\":\"t\",\"feeds\":[{\"url\":\"https://e.example/\",\"title\":\"a\\\"b\\\\c\\u0001\","
                + "\"folders\":[\"中\"]}]}")
    }
}
