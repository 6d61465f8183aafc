import Testing

@testable import FeedParsing

private func item(guid: String? = nil, url: String? = nil, title: String? = nil, text: String? = nil) -> ParsedItem {
    var item = ParsedItem()
    item.id = guid
    item.url = url
    item.title = title
    item.summaryHTML = text
    return item
}

@Suite struct ItemIdentityTests {
    @Test("An item keeps its id when only its text changes")
    func edited() {
        #expect(
            ItemIdentity.id(of: item(url: "http://a/1", text: "x"))
                == ItemIdentity.id(of: item(url: "http://a/1", text: "y")))
        #expect(ItemIdentity.id(of: item(title: "t", text: "x")) == ItemIdentity.id(of: item(title: "t", text: "y")))
    }

    @Test("A guid goes before the link, the link before title and date")
    func order() {
        #expect(ItemIdentity.id(of: item(guid: "g", url: "http://a/1")) == "g")
        #expect(ItemIdentity.id(of: item(url: "http://a/1", title: "t")) == "https://a/1")
        #expect(ItemIdentity.id(of: item(title: "t")) != ItemIdentity.id(of: item(title: "u")))
    }

    @Test("Web comics without text, each with its own link, stay apart")
    func comics() {
        let ids = ItemIdentity.ids(of: (1...50).map { item(url: "http://c/\($0)", text: "<img>") })
        #expect(Set(ids).count == 50)
    }

    @Test("Changelog entries that all link to one page stay apart")
    func changelog() {
        let ids = ItemIdentity.ids(of: (1...50).map { item(url: "http://a/changes", title: "v\($0)", text: "Fixes.") })
        #expect(Set(ids).count == 50)
    }

    @Test("Status reports of one title on one page stay apart by date or text")
    func statusPage() {
        var dated = (1...9).map { item(url: "http://a/status", title: "Update", text: "All is well, \($0).") }
        #expect(Set(ItemIdentity.ids(of: dated)).count == 9)
        for index in dated.indices { dated[index].published = Timestamp(seconds: Int64(index) * 60) }
        #expect(Set(ItemIdentity.ids(of: dated)).count == 9)
        for index in dated.indices { dated[index].id = "https://a/" }
        #expect(Set(ItemIdentity.ids(of: dated)).count == 9)
    }

    @Test("A guid that a whole feed shares identifies nothing")
    func sharedGUID() {
        let ids = ItemIdentity.ids(
            of: (1...9).map { item(guid: "http://a/", url: "http://a/\($0)", title: "same", text: "b") })
        #expect(Set(ids).count == 9)
    }

    @Test("An item that comes twice in one document is one")
    func twice() {
        let ids = ItemIdentity.ids(of: [item(guid: "g", url: "u", title: "t"), item(guid: "g", url: "u", title: "t")])
        #expect(ids == ["g", "g"])
    }

    @Test(
        "Spellings of one page are equal",
        arguments: [
            "http://example.org/a", "https://www.example.org/a", "https://EXAMPLE.org:443/a/",
            "http://example.org/a#top",
            "https://example.org/a?utm_source=rss&utm_medium=feed", "https://example.org/a?fbclid=1",
        ])
    func canonical(_ url: String) { #expect(ItemIdentity.canonicalURL(url) == "https://example.org/a") }

    @Test("Pages that differ in their parameters or routes are not equal")
    func distinct() {
        let urls = [
            "https://a/p?id=1", "https://a/p?id=2", "https://a/p", "https://a/#!/1", "https://a/#!/2", "https://a/P",
        ]
        #expect(Set(urls.map(ItemIdentity.canonicalURL)).count == urls.count)
    }

    @Test("A feed that renumbers its guids hands on its articles")
    func renumbered() {
        let stored = [(id: "https://b/x#0", url: Optional("https://b/x")), (id: "https://b/y#0", url: "https://b/y")]
        let items = [
            (id: "https://b/x#3", url: Optional("https://b/x?at_medium=RSS")),
            (id: "https://b/y#0", url: "https://b/y"),
        ]
        #expect(ItemIdentity.successors(of: stored, among: items) == ["https://b/x#3": "https://b/x#0"])
    }

    @Test("A feed that moves to another host, or to https, hands on its articles")
    func moved() {
        let stored = [(id: "http://old/2024/05/a-long-title", url: Optional("http://old/2024/05/a-long-title"))]
        let items = [(id: "https://new/2024/05/a-long-title", url: Optional("https://new/2024/05/a-long-title"))]
        #expect(ItemIdentity.successors(of: stored, among: items).count == 1)
    }

    @Test("Nothing is handed on while the old guid is there, nor over a link that several share")
    func notInherited() {
        let stored = [(id: "1", url: Optional("https://a/p")), (id: "2", url: "https://a/q")]
        #expect(
            ItemIdentity.successors(of: stored, among: [(id: "1", url: "https://a/p"), (id: "3", url: "https://a/p")])
                .isEmpty)
        let shared = [(id: "3", url: Optional("https://a/q")), (id: "4", url: "https://a/q")]
        #expect(ItemIdentity.successors(of: stored, among: shared).isEmpty)
    }
}
