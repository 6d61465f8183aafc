import Accounts
import Articles
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ReaderProtocols
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Miniflux's API as its clients use it: `Basic` or `X-Auth-Token`, JSON without a Content-Type.
@Suite(.fewAtOnce) struct MinifluxTests {
    private let reader: ReaderFixture
    private var library: Library { get throws { try Library(path: reader.fixture.databasePath, for: .changing) } }

    init() async throws { reader = try await ReaderFixture() }

    private func ask(
        _ method: HTTPMethod, _ path: String, _ body: String = "", headers: HTTPHeaders? = nil
    ) async throws -> ServiceFixture.Answer {
        let basic = "Basic " + Base64.encode(Array("anna:\(reader.password)".utf8))
        return try await reader.fixture.ask(
            method, "/miniflux/v1/" + path, headers: headers ?? ["Authorization": basic], body: body, type: "")
    }

    private func get(_ path: String) async throws -> ServiceFixture.Answer {
        let answer = try await ask(.get, path)
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "application/json", "\(path) \(answer.text)")
        return answer
    }

    private func list(_ path: String) async throws -> [[String: Any]] {
        try JSONSerialization.jsonObject(with: Data(try await get(path).bytes)) as? [[String: Any]] ?? []
    }

    private func entries(_ path: String) async throws -> [[String: Any]] {
        try await get(path).object["entries"] as? [[String: Any]] ?? []
    }

    private func ids(_ path: String) async throws -> [Int] {
        try await entries(path).compactMap { $0["id"] as? Int }
    }

    private func category(_ title: String) async throws -> Int {
        let found = try await list("categories").first { $0["title"] as? String == title }
        return try #require(found?["id"] as? Int, "\(title)")
    }

    private func status(_ method: HTTPMethod, _ path: String, _ body: String = "") async throws -> Int {
        try await ask(method, path, body).status
    }

    private func error(_ answer: ServiceFixture.Answer) -> String {
        answer.headers["Content-Type"] == "application/json" ? answer.object["error_message"] as? String ?? "" : ""
    }

    @Test("Lists of reader apps leave out replies that are read; searches have them")
    func replies() async throws {
        let before = try await ids("entries?order=id")
        let line = #"{"feed":"https://example.org/other","id":"r","text":"heronry","reply":{"topic":"t"}}"#
        let file = reader.fixture.folder + "/reply.jsonl"
        try Data(line.utf8).write(to: URL(filePath: file))
        _ = try library.bulk.ingest([file])
        let reply = Int(try library.store.newestID())
        #expect(try await ids("entries?order=id") == before)
        #expect(try await ids("entries?search=heronry") == [reply])
        #expect(try await !reader.ids("s=feed/2").ids.contains(String(reply)))
        try library.store.change(.read(false), of: [ArticleID(reply)])
        #expect(try await ids("entries?order=id") == before + [reply])
        #expect(try await reader.ids("s=feed/2").ids.contains(String(reply)))
    }

    @Test("An app password signs in as Basic and as a token; all else is refused, and throttled after ten")
    func signIn() async throws {
        #expect(try await ask(.get, "me").object["username"] as? String == "anna")
        let token = try await ask(.get, "me", headers: ["X-Auth-Token": reader.password])
        #expect(token.object["username"] as? String == "anna" && token.object["is_admin"] as? Bool == false)
        let own = "Basic " + Base64.encode(Array("anna:a long password".utf8))
        for headers: HTTPHeaders in [
            [:], ["Authorization": own], ["Authorization": "Basic !"], ["Authorization": "Basic YQ=="],
            ["X-Auth-Token": ""], ["X-Auth-Token": "x"],
        ] {
            let answer = try await ask(.get, "me", headers: headers)
            #expect(answer.status == 401 && !error(answer).isEmpty)
            #expect(answer.headers["WWW-Authenticate"] == "Basic realm=\"feedsearch\"")
        }
        var last = 401
        for _ in 0..<10 { last = try await ask(.get, "me", headers: ["X-Auth-Token": "y"]).status }
        #expect(last == 429)
        #expect(try await status(.get, "me") == 200)
        // It opens nothing but the protocols of reader apps.
        let basic = "Basic " + Base64.encode(Array("anna:\(reader.password)".utf8))
        #expect(try await reader.fixture.ask(.get, "/v1/feeds", headers: ["Authorization": basic]).status == 401)
        try reader.fixture.accounts.revokeAppPassword(of: "anna", label: "phone")
        #expect(try await status(.get, "me") != 200)
    }

    @Test("A page of another site changes nothing with what a browser keeps for Basic")
    func crossSite() async throws {
        let basic = "Basic " + Base64.encode(Array("anna:\(reader.password)".utf8))
        let answer = try await ask(
            .put, "entries", #"{"entry_ids":[1],"status":"read"}"#,
            headers: ["Authorization": basic, "Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"])
        #expect(answer.status == 403 && error(answer).contains("site"))
        #expect(try library.articles.select(["is:read"]).numbers.isEmpty)
    }

    @Test("Categories are folders and saved searches, with counts")
    func categories() async throws {
        let all = try await list("categories?counts=true")
        #expect(all.compactMap { $0["title"] as? String } == ["All", "News/Local", "foxes"])
        #expect(all.compactMap { $0["feed_count"] as? Int } == [1, 1, 0])
        #expect(all.compactMap { $0["total_unread"] as? Int } == [1, 3, 3])
        #expect(try await list("categories").allSatisfy { $0["feed_count"] == nil })
        #expect(Set(all.compactMap { $0["id"] as? Int }).count == 3)
        let (folder, search) = (try await category("News/Local"), try await category("foxes"))
        #expect(try await list("categories/\(folder)/feeds").compactMap { $0["id"] as? Int } == [1])
        #expect(try await list("categories/\(search)/feeds").isEmpty)
        #expect(try await ids("categories/\(folder)/entries?order=id") == [1, 2, 3])
        #expect(
            Set(try await ids("categories/\(search)/entries"))
                == Set(try library.articles.select(["title:fox"]).numbers.map { Int($0) }))
        #expect(try await status(.get, "categories/77/feeds") == 404)
        #expect(try await status(.get, "categories/77/entries") == 400)
    }

    @Test("A category is made, is there without feeds, renamed and removed; feeds stay, saved searches are left alone")
    func changedCategories() async throws {
        let made = try await ask(.post, "categories", #"{"title":"Birds"}"#)
        let id = try #require(made.object["id"] as? Int)
        #expect(made.status == 201 && made.object["title"] as? String == "Birds")
        #expect(try await category("Birds") == id)
        #expect(try await status(.post, "categories", #"{"title":"Birds"}"#) == 400)
        let renamed = try await ask(.put, "categories/\(id)", #"{"title":"Waders"}"#)
        let new = try #require(renamed.object["id"] as? Int)
        #expect(renamed.status == 201 && renamed.object["title"] as? String == "Waders")
        #expect(
            try await list("categories").compactMap { $0["title"] as? String } == [
                "All", "News/Local", "Waders", "foxes",
            ])
        let moved = try await ask(.put, "feeds/2", #"{"category_id":\#(new)}"#)
        #expect(moved.status == 201 && (moved.object["category"] as? [String: Any])?["id"] as? Int == new)
        #expect(try library.store.feeds().first { $0.id == 2 }?.folders == [["Waders"]])
        #expect(try await status(.delete, "categories/\(new)") == 204)
        #expect(try await list("categories").count == 3)
        #expect(try await list("feeds").count == 2)
        let search = try await category("foxes")
        for answer in [
            try await ask(.put, "categories/\(search)", #"{"title":"x"}"#),
            try await ask(.delete, "categories/\(search)"),
            try await ask(.put, "feeds/2", #"{"category_id":\#(search)}"#), try await ask(.delete, "categories/1"),
            try await ask(.post, "categories", #"{"title":" "}"#.replacing(" ", with: "")),
            try await ask(.post, "categories", "[]"), try await ask(.post, "categories", "{"),
        ] { #expect(answer.status == 400 && !error(answer).isEmpty) }
        #expect(try library.store.savedSearches().map(\.name) == ["foxes"])
    }

    @Test("Feeds have all members; settings that clients send back unchanged are taken, others named")
    func feeds() async throws {
        let feed = try #require(try await list("feeds").first { $0["id"] as? Int == 1 })
        #expect(feed["title"] as? String == "Foxes & owls" && feed["feed_url"] as? String == "https://example.org/feed")
        #expect(feed["checked_at"] as? String == "0001-01-01T00:00:00Z" && feed["disabled"] as? Bool == false)
        #expect((feed["category"] as? [String: Any])?["title"] as? String == "News/Local" && feed["icon"] is NSNull)
        let one = try await get("feeds/1")
        #expect(one.object.keys.sorted() == feed.keys.sorted())
        var back = one.object
        back["title"] = "Foxes"
        back["disabled"] = true
        let body = String(decoding: try JSONSerialization.data(withJSONObject: back), as: UTF8.self)
        let edited = try await ask(.put, "feeds/1", body)
        #expect(edited.status == 201 && edited.object["title"] as? String == "Foxes", "\(edited.text)")
        #expect(edited.object["disabled"] as? Bool == true)
        let refused = try await ask(.put, "feeds/1", #"{"crawler":true}"#)
        #expect(refused.status == 400 && error(refused).contains("crawler"))
        #expect(try await status(.put, "feeds/9", "{}") == 404)
        let counters = try await get("feeds/counters").object
        #expect(
            (counters["unreads"] as? [String: Int]) == ["1": 3, "2": 1] && (counters["reads"] as? [String: Int]) == [:])
        #expect(try await status(.delete, "feeds/2") == 204)
        #expect(try await list("feeds").count == 1)
        #expect(try await status(.delete, "feeds/2") == 404)
        #expect(try await status(.get, "feeds/x") == 400)
    }

    @Test("A feed is added once, and from the public internet alone")
    func added() async throws {
        let known = try await ask(.post, "feeds", #"{"feed_url":"https://example.org/feed","category_id":null}"#)
        #expect(known.status == 400 && error(known) == "this feed already exists")
        let local = try await ask(.post, "feeds", #"{"feed_url":"http://127.0.0.1:9/"}"#)
        #expect(local.status == 400 && !error(local).isEmpty)
        #expect(try await status(.post, "feeds", #"{"feed_url":"https://example.org/z","category_id":5}"#) == 400)
        #expect(try await status(.post, "feeds", "{}") == 400)
        #expect(try await status(.post, "discover", "{}") == 400)
        #expect(try await list("feeds").count == 2)
    }

    @Test("Entries are filtered, ordered and paged; total counts all")
    func lists() async throws {
        #expect(try await get("entries").object["total"] as? Int == 4)
        #expect(try await ids("entries?order=id&direction=desc") == [4, 3, 2, 1])
        #expect(try await ids("entries?order=id&limit=2&offset=1") == [2, 3])
        #expect(try await ids("entries?order=id&after_entry_id=1&before_entry_id=4") == [2, 3])
        #expect(try await ids("feeds/2/entries") == [4])
        #expect(try await ids("entries?feed_id=2") == [4])
        #expect(try await ids("entries?search=heron") == [4])
        #expect(try await ids("entries?search=heron+OR+nobody&order=id") == [4, 5])
        #expect(try await ids("entries?published_after=1715212799&published_before=1715212801") == [4])
        #expect(try await ids("entries?after=1715212800") != [4])
        // The arrival of article 4 is of 2024.
        #expect(try await ids("entries?changed_before=1715299201").isEmpty)
        #expect(try await ids("entries?changed_after=\(reader.lateTime - 1)") == [4])
        #expect(try await ids("entries?changed_after=\(reader.lateTime)").isEmpty)
        #expect(try await ids("entries?order=id&changed_before=\(reader.lateTime)") == [1, 2, 3])
        #expect(try await entries("entries?order=changed_at&direction=desc").first?["id"] as? Int == 4)
        #expect(try await ids("entries?feed_id=2&tags=none").isEmpty)
        for order in EntryOrders.all { #expect(try await ids("entries?order=\(order)").sorted() == [1, 2, 3, 4]) }
        let titles = try await entries("entries?order=title&direction=desc").compactMap { $0["title"] as? String }
        #expect(titles == titles.sorted(by: >))
        for wrong in [
            "order=x", "direction=x", "status=removed", "limit=-1", "offset=-1", "feed_id=9", "category_id=9",
            "search=%22",
        ] {
            let answer = try await ask(.get, "entries?" + wrong)
            #expect(answer.status == 400 && !error(answer).isEmpty, "\(wrong)")
        }
    }

    @Test("An entry has all members, its HTML without what could run, and its enclosures")
    func entry() async throws {
        let entry = try await get("entries/4").object
        #expect(entry["title"] as? String == "Heron & <i>crane</i>" && entry["author"] as? String == "Ann")
        #expect(entry["published_at"] as? String == "2024-05-09T00:00:00Z")
        #expect(entry["created_at"] as? String == "2024-05-10T00:00:00Z" && entry["reading_time"] as? Int == 1)
        let content = try #require(entry["content"] as? String)
        #expect(
            content.contains("https://example.org/lake") && !content.contains("script") && !content.contains("onclick"))
        #expect((entry["hash"] as? String)?.count == 64 && entry["status"] as? String == "unread")
        #expect((entry["feed"] as? [String: Any])?["id"] as? Int == 2)
        let enclosure = try #require((entry["enclosures"] as? [[String: Any]])?.first)
        let id = try #require(enclosure["id"] as? Int)
        #expect(enclosure["url"] as? String == "https://example.org/a.mp3" && enclosure["size"] as? Int == 7)
        #expect(try await status(.put, "enclosures/\(id)", #"{"media_progression":31}"#) == 204)
        #expect(try await get("enclosures/\(id)").object["media_progression"] as? Int == 31)
        #expect(
            ((try await get("entries/4").object["enclosures"]) as? [[String: Any]])?.first?["media_progression"] as? Int
                == 31)
        #expect(try await status(.put, "enclosures/\(id)", #"{"media_progression":-1}"#) == 400)
        #expect(try await status(.put, "enclosures/\(id + 1)", #"{"media_progression":1}"#) == 404)
        #expect(try await get("entries/4/fetch-content").object["content"] as? String == content)
        #expect(try await get("feeds/2/entries/4").object["id"] as? Int == 4)
        #expect(try await status(.get, "feeds/1/entries/4") == 404)
        #expect(try await status(.get, "entries/99") == 404)
        #expect(try await status(.get, "entries/x") == 400)
    }

    @Test("State is set for many at once, toggled where the API has only that, and marked read in all scopes")
    func state() async throws {
        for _ in 0..<2 {
            #expect(try await status(.put, "entries", #"{"entry_ids":[1,4],"status":"read"}"#) == 204)
            #expect(try await ids("entries?status=read&order=id") == [1, 4])
            #expect(try await ids("entries?status=read&status=unread").count == 4)
        }
        #expect(try await status(.put, "entries", #"{"entry_ids":[2],"starred":true}"#) == 204)
        #expect(try await ids("entries?starred=true") == [2])
        let listed = try await get("entries/ids?starred=true").object
        #expect(listed["entry_ids"] as? [Int] == [2] && listed["total"] as? Int == 1)
        #expect(try await get("entries/ids?status=unread").object["entry_ids"] as? [Int] == [3, 2])
        #expect(try await status(.put, "entries/2/bookmark") == 204)
        #expect(try await ids("entries?starred=1").isEmpty)
        #expect(try await status(.put, "entries/2/star") == 204)
        #expect(try await ids("entries?starred=1") == [2])
        for wrong in [
            #"{"entry_ids":[],"status":"read"}"#, #"{"entry_ids":[1]}"#, #"{"entry_ids":[1],"status":"removed"}"#,
            #"{"entry_ids":["1"],"status":"read"}"#,
        ] {
            #expect(try await status(.put, "entries", wrong) == 400)
        }
        #expect(try await status(.put, "feeds/2/mark-all-as-read") == 204)
        #expect(try await ids("entries?status=unread&order=id") == [2, 3])
        _ = try await ask(.put, "entries", #"{"entry_ids":[1,2,3,4],"status":"unread"}"#)
        let folder = try await category("News/Local")
        #expect(try await status(.put, "categories/\(folder)/mark-all-as-read") == 204)
        #expect(try await ids("entries?status=unread") == [4])
        #expect(try await status(.put, "users/2/mark-all-as-read") == 403)
        #expect(try await status(.put, "users/1/mark-all-as-read") == 204)
        #expect(try await ids("entries?status=unread").isEmpty)
    }

    @Test("What an app password may not do is refused, and nothing is lost")
    func refused() async throws {
        for (method, path) in [
            (HTTPMethod.get, "users"), (.post, "users"), (.put, "users/1"), (.delete, "users/1"), (.get, "users/anna"),
            (.get, "api-keys"), (.post, "api-keys"), (.delete, "api-keys/1"), (.delete, "flush-history"),
            (.put, "flush-history"), (.put, "entries/1"),
        ] {
            let answer = try await ask(method, path, method == .get ? "" : #"{"title":"x"}"#)
            #expect(answer.status == 403 && !error(answer).isEmpty, "\(method) \(path)")
        }
        #expect(error(try await ask(.post, "entries/1/save")) == "no third-party integration enabled")
        #expect(try await get("entries").object["total"] as? Int == 4)
        #expect(try await get("integrations/status").object["has_integrations"] as? Bool == false)
        #expect(try await get("version").object["version"] as? String != nil)
    }

    @Test("An article is stored for a feed once, by its id or address")
    func imported() async throws {
        let body =
            #"{"url":"https://example.org/old","title":"老文章","content":"<p>from an archive</p>","published_at":1262304000,"starred":true,"tags":["a"]}"#
        let first = try await ask(.post, "feeds/1/entries/import", body)
        let id = try #require(first.object["id"] as? Int)
        #expect(first.status == 201)
        let again = try await ask(.post, "feeds/1/entries/import", body)
        #expect(again.status == 200 && again.object["id"] as? Int == id)
        let entry = try await get("entries/\(id)").object
        #expect(entry["status"] as? String == "read" && entry["starred"] as? Bool == true)
        #expect(entry["published_at"] as? String == "2010-01-01T00:00:00Z" && entry["tags"] as? [String] == ["a"])
        #expect(try await ids("entries?search=archive") == [id])
        // What an article says is not rewritten; its state follows.
        let rewritten = body.replacing("from an archive", with: "from a forger").replacing("true", with: "false")
        #expect(try await status(.post, "feeds/1/entries/import", rewritten) == 200)
        let kept = try await get("entries/\(id)").object
        #expect(kept["content"] as? String == entry["content"] as? String && kept["starred"] as? Bool == false)
        #expect(try await status(.post, "feeds/1/entries/import", #"{"title":"x"}"#) == 400)
        #expect(try await status(.post, "feeds/9/entries/import", body) == 404)
        _ = try library.articles.delete([Int64(id)])
        #expect(try await status(.post, "feeds/1/entries/import", body) == 201)
    }

    @Test("Subscriptions go out and in as OPML; refreshing starts a job")
    func opml() async throws {
        let export = try await ask(.get, "export")
        #expect(export.status == 200 && export.text.contains("https://example.org/feed"))
        let list = #"<opml version="2.0"><body><outline xmlUrl="https://example.org/third"/></body></opml>"#
        let added = try await ask(.post, "import", list)
        #expect(added.status == 201 && added.object["message"] as? String == "Feeds imported successfully")
        #expect(try await self.list("feeds").count == 3)
        #expect(try await status(.post, "import", "nothing") == 400)
        for path in ["feeds/refresh", "feeds/1/refresh", "categories/1/refresh"] {
            #expect(try await status(.put, path) == 204)
        }
        #expect(try await status(.put, "feeds/9/refresh") == 404)
        for _ in 0..<20 {
            _ = reader.fixture.service.home.jobs.all.map { reader.fixture.service.home.jobs.cancel($0.id) }
        }
    }
}

private enum EntryOrders {
    static let all = [
        "id", "status", "changed_at", "published_at", "created_at", "category_title", "category_id", "title", "author",
    ]
}
