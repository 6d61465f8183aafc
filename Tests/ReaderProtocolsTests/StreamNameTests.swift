import Testing

@testable import ReaderProtocols

/// Names of articles and streams, and paths, as apps write them.
@Suite struct StreamNameTests {
    @Test(
        "An article is named in each form that apps use",
        arguments: [
            "tag:google.com,2005:reader/item/00000000000002f2", "tag:google.com,2005:reader/item/2f2",
            "00000000000002f2", "00000000000002F2", "754",
        ])
    func items(name: String) { #expect(ItemID.read(name) == 754) }

    @Test(
        "What names no article is refused",
        arguments: [
            "", "0", "-1", "abc", "2f2", "+5", "99999999999999999999", "ffffffffffffffff", "+000000000000001",
            "tag:google.com,2005:reader/item/", "tag:google.com,2005:reader/item/-1",
            "tag:google.com,2005:reader/item/00000000000000001",
        ])
    func noItems(name: String) { #expect(ItemID.read(name) == nil) }

    @Test("The long form has 16 digits, and is read again", arguments: [1, 754, 4_294_967_295, Int64.max])
    func long(id: Int64) {
        #expect(ItemID.long(id).utf8.count == 48)
        #expect(ItemID.read(ItemID.long(id)) == id)
    }

    @Test("Streams are named for any user, feeds by number or address")
    func streams() {
        #expect(StreamID("user/-/state/com.google/reading-list") == .readingList)
        #expect(StreamID("user/anna/state/com.google/starred") == .starred)
        #expect(StreamID("user/-/state/com.google/kept-unread") == .unread)
        #expect(StreamID("user/-/state/com.google/broadcast") == .nothing)
        #expect(StreamID("user/-/label/A/B c") == .label("A/B c"))
        #expect(StreamID("feed/17") == .feed(17))
        #expect(StreamID("feed/http://example.org/?a=1") == .address("http://example.org/?a=1"))
        #expect(StreamID("splice/feed/1|user/-/state/com.google/read") == .splice([.feed(1), .read]))
        for wrong in ["", "feed/", "user/-/label/", "user/-/x/y", "other", "splice/", "splice/feed/1|x"] {
            #expect(StreamID(wrong) == nil, "\(wrong)")
        }
    }

    @Test("A path is the same under api/greader.php and with doubled slashes; other paths stay")
    func paths() {
        let ids = ["reader", "api", "0", "stream", "items", "ids"]
        #expect(GoogleReader.path(ids) == ids)
        #expect(GoogleReader.path(["api", "greader.php"] + ids) == ids)
        #expect(GoogleReader.path(["", "api", "greader.php", ""] + ids + [""]) == ids)
        #expect(GoogleReader.path(["", "reader", "", "api", "0"]) == ["reader", "api", "0"])
        let stream = ["reader", "atom", "feed", "http:", "", "example.org", ""]
        #expect(GoogleReader.path(["api", "greader.php"] + stream) == stream)
        for other in [["v1", ""], ["", "v1"], ["api", "greader.php"], []] { #expect(GoogleReader.path(other) == other) }
    }
}
