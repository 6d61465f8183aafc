import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Streams of Google Reader's API: ids, articles, pages, conditions.
@Suite(.fewAtOnce) struct ReaderStreamTests {
    private let reader: ReaderFixture
    private let readingList = "s=" + ReaderFixture.state + "reading-list"

    init() async throws { reader = try await ReaderFixture() }

    @Test("The reading list has the articles of subscriptions, the newest first; ids are decimal")
    func readingList() async throws {
        #expect(try await reader.ids(readingList + "&output=json").ids == ["4", "3", "2", "1"])
        #expect(try await reader.ids("").ids == ["4", "3", "2", "1"])
        #expect(try await reader.ids(readingList + "&r=o").ids == ["1", "2", "3", "4"])
        #expect(try await reader.ids("s=feed/1").ids == ["3", "2", "1"])
        #expect(try await reader.ids("s=feed/https://example.org/other").ids == ["4"])
        #expect(try await reader.ids("s=splice/feed/2|user/-/label/foxes").ids == ["4", "5", "2", "1"])
        #expect(try await reader.ids("s=feed/2&s=feed/1&n=2").ids == ["4", "3"])
        #expect(try await reader.ids("s=feed/99").ids == [])
    }

    @Test("Folders are streams with what is below them, saved searches find what a search does")
    func labels() async throws {
        #expect(try await reader.ids("s=user/-/label/News").ids == ["3", "2", "1"])
        #expect(try await reader.ids("s=user/-/label/News/Local").ids == ["3", "2", "1"])
        #expect(try await reader.ids("s=user/-/label/foxes").ids == ["5", "2", "1"])
        #expect(try await reader.ids("s=user/-/label/nothing").ids == [])
        #expect(try await reader.ids(readingList + "&xt=user/-/label/foxes").ids == ["4", "3"])
        #expect(try await reader.ids(readingList + "&it=user/-/label/foxes").ids == ["2", "1"])
    }

    @Test("Pages neither skip nor repeat, and none is empty", arguments: ["", "&r=o"])
    func pages(order: String) async throws {
        let all = try await reader.ids(readingList + order).ids
        for size in 1...5 {
            var seen: [String] = []
            var continuation: String?
            repeat {
                let page = try await reader.ids(
                    readingList + order + "&n=\(size)" + (continuation.map { "&c=\($0)" } ?? ""))
                #expect(!page.ids.isEmpty && page.ids.count <= size)
                seen += page.ids
                continuation = page.continuation
                // What was on a page before is read meanwhile: the place stays.
                _ = try await reader.post("edit-tag", "i=\(page.ids[0])&a=user/-/state/com.google/read")
            } while continuation != nil
            #expect(seen == all)
        }
        let none = try await reader.ids(readingList + "&n=0")
        #expect(none.ids.isEmpty && none.continuation == nil)
        #expect(try await reader.get("stream/items/ids?c=x").status == 400)
        #expect(try await reader.get("stream/items/ids?n=x").status == 400)
    }

    @Test("ot and nt compare the time of storing, whatever the arrival, in seconds and finer")
    func times() async throws {
        let arrival = 1_715_299_200  // of article 4, stored a day after the others
        #expect(try await reader.ids(readingList + "&nt=\(arrival)").ids == [])
        let time = reader.lateTime
        #expect(try await reader.ids(readingList + "&nt=\(time)").ids == ["4", "3", "2", "1"])
        #expect(try await reader.ids(readingList + "&nt=\(time - 1)").ids == ["3", "2", "1"])
        #expect(try await reader.ids(readingList + "&nt=\(time - 1)000000").ids == ["3", "2", "1"])
        #expect(try await reader.ids(readingList + "&ot=\(time + 100)").ids == ["4"])
        #expect(try await reader.ids(readingList + "&ot=\(time + 1_000)").ids == [])
    }

    @Test("Unread and starred articles are streams, and conditions")
    func states() async throws {
        _ = try await reader.post("edit-tag", "i=2&i=3&a=user/-/state/com.google/read")
        _ = try await reader.post("edit-tag", "i=3&i=5&a=user/-/state/com.google/starred")
        #expect(try await reader.ids(readingList + "&xt=user/-/state/com.google/read").ids == ["4", "1"])
        #expect(try await reader.ids(readingList + "&it=user/-/state/com.google/read").ids == ["3", "2"])
        #expect(try await reader.ids("s=user/-/state/com.google/kept-unread").ids == ["4", "1"])
        // What is starred is starred, subscribed to or not.
        #expect(try await reader.ids("s=user/anna/state/com.google/starred").ids == ["5", "3"])
        #expect(try await reader.ids("s=user/-/state/com.google/broadcast").ids == [])
        #expect(try await reader.get("stream/items/count?s=user/-/state/com.google/starred").text == "2")
    }

    @Test("An article has what apps insist on, and HTML that is safe to show")
    func contents() async throws {
        let answer = try await reader.get("stream/contents/feed%2F2?n=1")
        #expect(answer.object["id"] as? String == "feed/2" && answer.object["updated"] is Int)
        let item = try #require((answer.object["items"] as? [[String: Any]])?.first)
        #expect(item["id"] as? String == "tag:google.com,2005:reader/item/0000000000000004")
        #expect(item["title"] as? String == "Heron & <i>crane</i>")
        #expect(item["author"] as? String == "Ann" && item["published"] as? Int == 1_715_212_800)
        #expect(item["crawlTimeMsec"] as? String == "\(reader.lateTime)000")
        #expect(item["timestampUsec"] as? String == "\(reader.lateTime)000000")
        #expect((item["alternate"] as? [[String: Any]])?.first?["href"] as? String == "https://example.org/a")
        #expect((item["enclosure"] as? [[String: Any]])?.first?["length"] as? Int == 7)
        let origin = item["origin"] as? [String: Any]
        #expect(origin?["streamId"] as? String == "feed/2" && origin?["title"] as? String == "Other")
        let html = (item["summary"] as? [String: Any])?["content"] as? String ?? ""
        #expect(html.contains("https://example.org/lake") && !html.contains("script") && !html.contains("onclick"))
        #expect(item["categories"] as? [String] == [ReaderFixture.state + "reading-list"])
        let first = try await reader.items("stream/contents/feed/1?r=o&n=1").first
        #expect((first?["categories"] as? [String])?.contains("user/-/label/News/Local") == true)
    }

    @Test("Articles are had by ids of each form; those that are gone are left out")
    func byID() async throws {
        let body = "i=tag:google.com,2005:reader/item/0000000000000004&i=2&i=0000000000000001&i=77&T="
        let answer = try await reader.ask(.post, "/reader/api/0/stream/items/contents?output=json", body: body)
        let ids = (answer.object["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
        #expect(ids.compactMap { $0.last } == ["4", "2", "1"])
        #expect(try await reader.post("stream/items/contents", "i=x").hasPrefix("400"))
        #expect(try await reader.post("stream/items/contents", "T=x").hasPrefix("400"))
        let many = (1...1_001).map { "i=\($0)" }.joined(separator: "&")
        #expect(try await reader.post("stream/items/contents", many).hasPrefix("400"))
    }

    @Test("The entity tag changes when an article is read, and a list that did not change is not sent again")
    func entityTags() async throws {
        for target in ["/reader/atom/feed%2F1?n=9", "/reader/api/0/stream/contents/feed/1", "/reader/api/0/tag/list"] {
            let first = try await reader.ask(.get, target)
            let same = try await reader.ask(.get, target)
            _ = try await reader.post("edit-tag", "i=1&a=user/-/state/com.google/read")
            let read = try await reader.ask(.get, target)
            _ = try await reader.post("edit-tag", "i=1&r=user/-/state/com.google/read")
            // The server makes the tag of the bytes.
            #expect(first.bytes == same.bytes && first.bytes != read.bytes, "\(target)")
        }
    }

    @Test("A stream is Atom with the labels that newsboat reads")
    func atom() async throws {
        _ = try await reader.post("edit-tag", "i=1&a=user/-/state/com.google/read&i=1")
        let text = try await reader.ask(.get, "/reader/atom/feed%2F1?n=2&r=o").text
        #expect(text.contains("<gr:continuation>"))
        let label = #"scheme="http://www.google.com/reader/" label="#
        #expect(text.contains(#"<category term="user/-/state/com.google/read" "# + label + #""read"/>"#))
        #expect(text.contains(#"<category term="user/-/state/com.google/fresh" "# + label + #""fresh"/>"#))
        let other = try await reader.ask(.get, "/reader/atom/feed/https://example.org/other")
        #expect(other.text.contains("<id>tag:google.com,2005:reader/item/0000000000000004</id>"))
        #expect(other.text.contains("&lt;a href=&quot;https://example.org/lake&quot;"))
        #expect(
            other.text.contains(
                #"<link rel="enclosure" href="https://example.org/a.mp3" type="audio/mpeg" length="7"/>"#))
        #expect(XMLParser(data: Data(other.bytes)).parse())
    }
}
