import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// What apps change by Google Reader's API, seen again by the library.
@Suite(.fewAtOnce) struct ReaderChangeTests {
    private let reader: ReaderFixture

    init() async throws { reader = try await ReaderFixture() }

    private func library() throws -> Library { try Library(path: reader.fixture.databasePath, for: .reading) }

    private func matches(_ query: String) throws -> [Int64] { try library().articles.select([query]).numbers.sorted() }

    private let read = "user/-/state/com.google/read"
    private let unread = "user/-/state/com.google/kept-unread"

    @Test("newsboat's three kinds of edits; unknown states and unknown articles are passed over; the body is OK")
    func state() async throws {
        let item = "i=tag:google.com,2005:reader/item/0000000000000002"
        #expect(try await reader.post("edit-tag", "\(item)&a=\(read)&r=\(unread)&ac=edit&T=x") == "OK")
        #expect(try matches("is:read") == [2])
        let back = "\(item)&r=\(read)&a=\(unread)&a=user/-/state/com.google/tracking-kept-unread&ac=edit&T="
        #expect(try await reader.post("edit-tag", back) == "OK")
        #expect(try matches("is:read") == [])
        for _ in 0..<2 {
            #expect(try await reader.post("edit-tag", "i=2&i=99&a=user/-/state/com.google/starred") == "OK")
        }
        #expect(try matches("is:starred") == [2])
        #expect(try await reader.post("edit-tag", "i=2&r=user/-/state/com.google/starred") == "OK")
        #expect(try await reader.post("edit-tag", "i=2&a=user/-/state/com.google/broadcast") == "OK")
        #expect(try matches("is:starred") == [] && matches("is:read") == [])
        #expect(try await reader.post("edit-tag", "a=\(read)").hasPrefix("400"))
        #expect(try await reader.post("edit-tag", "i=1&a=x").hasPrefix("400"))
        #expect(try await reader.ask(.get, "/reader/api/0/edit-tag?i=1&a=\(read)").status == 405)
    }

    @Test(
        "All of a feed, a folder, a search or everything is marked read; with ts what was stored until then"
    )
    func markAll() async throws {
        let all = "user/-/state/com.google/reading-list"
        // Before anything was stored, the dates of arrival that articles bring are compared.
        #expect(try await reader.post("mark-all-as-read", "s=\(all)&ts=1715299199000000") == "OK")
        #expect(try matches("is:read") == [])
        #expect(try await reader.post("mark-all-as-read", "s=\(all)&ts=1715299200000000") == "OK")
        #expect(try matches("is:read") == [4])
        #expect(try await reader.post("edit-tag", "i=4&r=\(read)") == "OK")
        #expect(try await reader.post("mark-all-as-read", "s=\(all)&ts=\(reader.lateTime - 1)") == "OK")
        #expect(try matches("is:read") == [1, 2, 3])
        #expect(try await reader.post("edit-tag", "i=1&i=2&i=3&r=\(read)") == "OK")
        let seen = try #require(await reader.get("stream/contents?n=1").object["items"] as? [[String: Any]])
        let newest = try #require(seen.first?["timestampUsec"] as? String)
        #expect(newest == "\(reader.lateTime)000000")
        #expect(try await reader.post("mark-all-as-read", "s=\(all)&ts=\(newest)") == "OK")
        #expect(try matches("is:read") == [1, 2, 3, 4])
        #expect(try await reader.post("edit-tag", "i=1&i=2&i=3&r=\(read)") == "OK")
        #expect(try await reader.post("mark-all-as-read", "s=user/-/label/foxes&T=x") == "OK")
        #expect(try matches("is:read") == [1, 2, 4, 5])
        #expect(try await reader.post("mark-all-as-read", "s=feed/1") == "OK")
        #expect(try matches("is:read") == [1, 2, 3, 4, 5])
        let everything = (1...5).map { "i=\($0)" }.joined(separator: "&")
        #expect(try await reader.post("edit-tag", everything + "&r=\(read)") == "OK")
        #expect(try await reader.post("mark-all-as-read", "s=\(all)") == "OK")
        #expect(try matches("is:read") == [1, 2, 3, 4])
        #expect(try await reader.post("mark-all-as-read", "").hasPrefix("400"))
    }

    @Test("Feeds, folders, searches and tags are counted, and follow what is read")
    func unreadCounts() async throws {
        #expect(try await reader.post("edit-tag", "i=1&i=5&a=user/-/label/later") == "OK")
        var counts = try await reader.unread()
        #expect(counts[ReaderFixture.state + "reading-list"] == 4)
        #expect(counts["feed/1"] == 3 && counts["feed/2"] == 1)
        #expect(counts["user/-/label/News"] == 3 && counts["user/-/label/News/Local"] == 3)
        #expect(counts["user/-/label/foxes"] == 3 && counts["user/-/label/later"] == 2)
        #expect(try await reader.get("unread-count").object["max"] as? Int == 4)
        _ = try await reader.post("edit-tag", "i=1&a=\(read)")
        counts = try await reader.unread()
        #expect(counts["feed/1"] == 2 && counts["user/-/label/foxes"] == 2 && counts["user/-/label/later"] == 1)
    }

    @Test("A saved search that names what is gone counts nothing, and does not spoil the others' counts")
    func brokenSearch() async throws {
        let library = try Library(path: reader.fixture.databasePath, for: .changing)
        try library.store.save(search: "gone", query: "folder:Gone fox", now: 1)
        let counts = try await reader.unread()
        #expect(counts["user/-/label/gone"] == 0 && counts["user/-/label/foxes"] == 3)
        #expect(try await reader.get("tag/list").status == 200)
        let ids = try await reader.get("stream/items/ids?s=user/-/label/gone")
        #expect(ids.status == 400 && ids.text.split(separator: "\n").count == 1)
    }

    @Test("Tags of the reader's own map both ways, and are renamed and removed")
    func tags() async throws {
        _ = try await reader.post("edit-tag", "i=1&i=2&a=user/-/label/read later")
        #expect(try matches("tag:\"read later\"") == [1, 2])
        let item = try await reader.items("stream/contents/user/-/label/read%20later?n=1").first
        #expect((item?["categories"] as? [String])?.contains("user/-/label/read later") == true)
        #expect(try await reader.post("rename-tag", "s=user/-/label/read later&dest=user/-/label/soon") == "OK")
        #expect(try matches("tag:soon") == [1, 2])
        #expect(try await reader.post("edit-tag", "i=1&r=user/-/label/soon") == "OK")
        #expect(try await reader.ids("s=user/-/label/soon").ids == ["2"])
        #expect(try await reader.post("disable-tag", "s=user/-/label/soon") == "OK")
        #expect(try await reader.ids("s=user/-/label/soon").ids == [])
        #expect(try await reader.post("disable-tag", "s=user/-/label/soon").hasPrefix("404"))
    }

    @Test("Labels have types; a search or tag with a folder's name gets another one")
    func labels() async throws {
        _ = try await reader.post("edit-tag", "i=4&a=user/-/label/News")
        func types() async throws -> [String: String] {
            let tags = try await reader.get("tag/list?output=json").object["tags"] as? [[String: Any]] ?? []
            #expect(tags.first?["id"] as? String == ReaderFixture.state + "starred")
            return Dictionary(
                uniqueKeysWithValues: tags.dropFirst().compactMap { tag in
                    (tag["id"] as? String).map { ($0, tag["type"] as? String ?? "") }
                })
        }
        #expect(
            try await types() == [
                "user/-/label/News": "folder", "user/-/label/News/Local": "folder", "user/-/label/foxes": "tag",
                "user/-/label/News (tag)": "tag",
            ])
        #expect(try await reader.ids("s=user/-/label/News").ids == ["3", "2", "1"])
        #expect(try await reader.ids("s=user/-/label/News (tag)".replacing(" ", with: "%20")).ids == ["4"])
        #expect(try await reader.post("edit-tag", "i=4&r=user/-/label/News (tag)") == "OK")
        #expect(try await types()["user/-/label/News (tag)"] == nil)
        // An app changes reading state and subscriptions, not saved searches.
        #expect(try await reader.post("disable-tag", "s=user/-/label/foxes").hasPrefix("400"))
        #expect(try await reader.post("rename-tag", "s=user/-/label/foxes&dest=user/-/label/x").hasPrefix("400"))
    }

    @Test("Subscriptions are listed with every member that apps insist on")
    func list() async throws {
        let answer = try await reader.get("subscription/list?output=json")
        let feeds = try #require(answer.object["subscriptions"] as? [[String: Any]])
        #expect(feeds.map { $0["id"] as? String } == ["feed/1", "feed/2"])
        for feed in feeds {
            for name in ["id", "title", "url", "htmlUrl", "iconUrl", "sortid", "firstitemmsec"] {
                #expect(feed[name] is String, "\(name)")
            }
        }
        #expect(feeds[0]["title"] as? String == "Foxes & owls")
        let category = (feeds[0]["categories"] as? [[String: String]])?.first
        #expect(category == ["id": "user/-/label/News/Local", "label": "News/Local", "type": "folder"])
        #expect((feeds[1]["categories"] as? [Any])?.isEmpty == true)
        #expect(try await reader.get("subscribed?s=feed/1").text == "true")
        #expect(try await reader.get("subscribed?s=feed/3").text == "false")
    }

    @Test("Titles and folders are edited, folders renamed and removed, subscriptions ended; articles stay")
    func edits() async throws {
        func folders(_ index: Int) throws -> [[String]] { try library().store.feeds()[index].folders }
        let edit = "ac=edit&s=feed/2&t=Renamed&a=user/-/label/News/Local&a=user/-/label/New"
        #expect(try await reader.post("subscription/edit", edit) == "OK")
        #expect(try library().store.feeds()[1].displayTitle == "Renamed")
        #expect(try folders(1) == [["News", "Local"], ["New"]])
        #expect(try await reader.post("subscription/edit", "ac=edit&s=feed/2&r=user/-/label/New") == "OK")
        #expect(try folders(1) == [["News", "Local"]])
        #expect(try await reader.post("rename-tag", "s=user/-/label/News&dest=user/-/label/Press") == "OK")
        #expect(try folders(0) == [["Press", "Local"]])
        #expect(try await reader.post("disable-tag", "s=user/-/label/Press/Local") == "OK")
        #expect(try folders(0) == [] && folders(1) == [])
        #expect(try await reader.post("subscription/edit", "ac=edit&s=feed/2&a=user/-/label/foxes").hasPrefix("400"))
        #expect(try await reader.post("subscription/edit", "ac=edit&s=feed/77&t=x").hasPrefix("404"))
        #expect(try await reader.post("subscription/edit", "ac=other&s=feed/1").hasPrefix("400"))
        for _ in 0..<2 { #expect(try await reader.post("subscription/edit", "ac=unsubscribe&s=feed/1") == "OK") }
        #expect(try library().store.feeds().map(\.url) == ["https://example.org/other"])
        #expect(try matches("title:fox") == [1, 2, 5])
    }

    @Test("What an app subscribes to is on the public internet, and the answer says why not")
    func privateAddresses() async throws {
        let quick = try await reader.ask(
            .post, "/reader/api/0/subscription/quickadd", body: "quickadd=http://127.0.0.1:9/feed")
        #expect(quick.status == 200 && quick.object["numResults"] as? Int == 0 && quick.object["error"] is String)
        let edit = try await reader.post("subscription/edit", "ac=subscribe&s=feed/http://127.0.0.1:9/feed")
        #expect(edit.hasPrefix("400"))
        #expect(try library().store.feeds().count == 2)
    }

    @Test("Subscriptions go out and come in as OPML")
    func lists() async throws {
        let answer = try await reader.get("subscription/export")
        #expect(answer.text.contains("https://example.org/other"))
        let text = answer.text.replacing("https://example.org/other", with: "https://example.org/third")
        let imported = try await reader.ask(
            .post, "/reader/api/0/subscription/import", body: text, type: "text/xml")
        #expect(imported.text == "OK")
        #expect(try library().store.feeds().count == 3)
        let broken = try await reader.ask(.post, "/reader/api/0/subscription/import", body: "x", type: "text/xml")
        #expect(broken.status == 400)
    }
}
