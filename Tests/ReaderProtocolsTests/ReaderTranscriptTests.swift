import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// What reader apps ask in one sync, call by call, and answers read as strictly as they read them: members that an app
/// insists on are not optional here.
@Suite(.fewAtOnce) struct ReaderTranscriptTests {
    private let reader: ReaderFixture
    private static let icon: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    init() async throws {
        reader = try await ReaderFixture()
        let icon = FeedIcon(url: "https://example.org/i.png", type: "image/png", bytes: Self.icon)
        try Library(path: reader.fixture.databasePath, for: .changing).store.setIcons(
            [(1, icon, 2_000_000_000)], now: 1)
    }

    private struct Subscriptions: Decodable {
        struct Subscription: Decodable {
            struct Category: Decodable { let id, label: String }
            let id, title: String
            let categories: [Category]
            let url, htmlUrl, iconUrl: String
        }
        let subscriptions: [Subscription]
    }

    private struct Tags: Decodable {
        struct Tag: Decodable {
            let id: String
            let type: String?
        }
        let tags: [Tag]
    }

    private struct References: Decodable {
        struct Reference: Decodable { let id: String }
        let itemRefs: [Reference]
        let continuation: String?
    }

    private struct Entries: Decodable {
        struct Entry: Decodable {
            struct Origin: Decodable { let streamId, title: String }
            struct Summary: Decodable { let content: String }
            struct Link: Decodable { let href: String }
            let id, title, crawlTimeMsec, timestampUsec: String
            let published: Double
            let author: String?
            let categories: [String]
            let origin: Origin
            let summary: Summary
            let alternate: [Link]
        }
        let id: String
        let updated: Int
        let items: [Entry]
    }

    private struct Unread: Decodable {
        struct Count: Decodable {
            let id: String
            let count: Int
            let newestItemTimestampUsec: String
        }
        let max: Int
        let unreadcounts: [Count]
    }

    private func read<Value: Decodable>(
        _ method: HTTPMethod, _ path: String, _ body: String = "", as type: Value.Type
    ) async throws -> Value {
        let answer = try await reader.ask(method, path, body: body)
        #expect(
            answer.status == 200 && answer.headers["Content-Type"]?.hasPrefix("application/json") == true, "\(path)")
        return try JSONDecoder().decode(type, from: Data(answer.bytes))
    }

    /// All ids of a stream, as NetNewsWire gathers them: until there is no continuation, however often that is.
    private func ids(_ path: String) async throws -> [String] {
        var (ids, continuation): ([String], String?) = ([], nil)
        for _ in 0..<100 {
            let page = try await read(.get, path + (continuation.map { "&c=" + $0 } ?? ""), as: References.self)
            ids += page.itemRefs.map(\.id)
            continuation = page.continuation
            if continuation == nil { return ids }
        }
        Issue.record("endless pages")
        return ids
    }

    private var library: Library { get throws { try Library(path: reader.fixture.databasePath, for: .changing) } }

    @Test("NetNewsWire: subscriptions and tags by conditional requests, ids of unread and starred, contents, edits")
    func netNewsWire() async throws {
        let login = try await reader.fixture.ask(
            .post, "/accounts/ClientLogin", body: "Email=anna&Passwd=\(reader.password)", type: ReaderFixture.form)
        let lines = login.text.split(separator: "\n").map { $0.split(separator: "=") }
        #expect(lines.allSatisfy { $0.count == 2 } && lines.contains { $0[0] == "Auth" && $0[1] == reader.auth })
        let token = try await reader.get("token").text.trimmingCharacters(in: .newlines)
        #expect(!token.isEmpty && !token.contains("="))

        let base = "/reader/api/0/"
        let tags = try await read(.get, base + "tag/list?output=json", as: Tags.self)
        #expect(tags.tags.contains { $0.id == "user/-/label/News/Local" && $0.type == "folder" })
        let list = base + "subscription/list?output=json"
        let subscriptions = try await read(.get, list, as: Subscriptions.self).subscriptions
        #expect(subscriptions.map(\.id) == ["feed/1", "feed/2"])
        #expect(subscriptions[0].categories.map(\.label) == ["News/Local"])
        // The server makes entity tags of the bytes: the same subscriptions give the same.
        #expect(try await reader.ask(.get, list).bytes == reader.ask(.get, list).bytes)

        let unread = try await ids(
            base
                + "stream/items/ids?n=2&output=json&s=user/-/state/com.google/reading-list&xt=user/-/state/com.google/read"
        )
        #expect(Set(unread) == ["1", "2", "3", "4"])
        #expect(try await ids(base + "stream/items/ids?n=1000&output=json&s=user/-/state/com.google/starred").isEmpty)
        let items = unread.compactMap { Int64($0) }.map { id in
            "i=tag:google.com,2005:reader/item/" + String(repeating: "0", count: 15) + String(id, radix: 16)
        }
        let body = "T=\(token)&output=json&" + items.joined(separator: "&")
        let contents = try await read(.post, base + "stream/items/contents", body, as: Entries.self)
        let numbers = contents.items.compactMap { Int64($0.id.split(separator: "/").last ?? "", radix: 16) }
        #expect(Set(numbers) == [1, 2, 3, 4] && contents.items.allSatisfy { $0.origin.streamId.hasPrefix("feed/") })

        let read = "T=\(token)&\(items[0])&a=user/-/state/com.google/read"
        #expect(try await reader.post("edit-tag", read) == "OK")
        #expect(try await reader.post("edit-tag", "T=\(token)&\(items[1])&a=user/-/state/com.google/starred") == "OK")
        #expect(
            try library.articles.select(["is:read"]).numbers.count == 1
                && library.articles.select(["is:starred"]).numbers.count == 1)
        #expect(try await reader.post("rename-tag", "T=\(token)&s=user/-/label/News&dest=user/-/label/Press") == "OK")
        #expect(try library.store.feeds().first?.folders == [["Press", "Local"]])
        let ended = try await reader.post("subscription/edit", "T=\(token)&s=feed/2&ac=unsubscribe")
        #expect(try ended == "OK" && library.store.feeds().count == 1)
    }

    @Test("Reeder: tags, subscriptions, ids, then items by their 16 digits; edits with T=x")
    func reeder() async throws {
        let base = "/api/greader.php/reader/api/0/"
        _ = try await read(.get, base + "tag/list?output=json", as: Tags.self)
        _ = try await read(.get, base + "subscription/list?output=json", as: Subscriptions.self)
        let unread = try await ids(
            base + "stream/items/ids?s=user/-/state/com.google/reading-list&xt=user/-/state/com.google/read&n=1000")
        #expect(unread.count == 4)
        let items = unread.map { id in
            let digits = String(Int64(id) ?? 0, radix: 16)
            return "i=" + String(repeating: "0", count: 16 - digits.count) + digits
        }
        let contents = try await read(
            .post, base + "stream/items/contents?output=json", items.joined(separator: "&"), as: Entries.self)
        #expect(contents.items.count == 4)
        #expect(contents.items.allSatisfy { Int64($0.crawlTimeMsec) != nil && Int64($0.timestampUsec) != nil })
        let edit = try await reader.ask(
            .post, base + "edit-tag", body: "T=x&\(items[0])&a=user/-/state/com.google/read")
        #expect(edit.text == "OK")
        #expect(try library.articles.select(["is:read"]).numbers.count == 1)
    }

    @Test("NewsFlash: user, counts, every member of a feed as text, icons without a credential, items of a stream")
    func newsFlash() async throws {
        struct User: Decodable { let userId, userName, userProfileId, userEmail: String }
        struct QuickFeed: Decodable {
            let numResults: Int
            let query: String
        }
        let base = "/reader/api/0/"
        #expect(try await read(.get, base + "user-info?output=json", as: User.self).userName == "anna")
        let unread = try await read(.get, base + "unread-count?output=json", as: Unread.self)
        #expect(unread.max == 4 && unread.unreadcounts.contains { $0.id == "user/-/label/foxes" && $0.count == 3 })
        let feeds = try await read(.get, base + "subscription/list?output=json", as: Subscriptions.self).subscriptions
        let address = try #require(feeds.first.flatMap { URL(string: $0.iconUrl) })
        let icon = try await reader.fixture.ask(.get, address.path)
        #expect(icon.status == 200 && icon.bytes == Self.icon && icon.headers["Content-Type"] == "image/png")
        #expect(icon.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        for wrong in [
            "/icons/1-" + String(repeating: "0", count: 32), "/icons/1", "/icons/x",
            "/icons/2-" + address.path.suffix(32),
        ] {
            #expect(try await reader.fixture.ask(.get, wrong).status == 404, "\(wrong)")
        }
        #expect(feeds.last?.iconUrl.isEmpty == true)
        let stream = try await read(
            .get, base + "stream/contents/feed/1?output=json&n=50&xt=user/-/state/com.google/read", as: Entries.self)
        #expect(stream.items.count == 3)
        #expect(try await reader.get("stream/items/count?s=feed/1").text == "3")
        let quick = try await read(
            .post, base + "subscription/quickadd", "quickadd=http://127.0.0.1:9/", as: QuickFeed.self)
        #expect(quick.numResults == 0 && !quick.query.isEmpty)
        #expect(try await reader.get("subscribed?s=feed/1").text == "true")
        #expect(try await reader.post("mark-all-as-read", "s=feed/1&ts=1999999999000000") == "OK")
        #expect(try library.articles.select(["is:unread"]).numbers.count == 2)
    }

    @Test("Liferea: ids, then items by POST with the token in the form and nowhere else")
    func liferea() async throws {
        let path = "/reader/api/0/stream/items/contents"
        let ids = "output=json&mediaRss=true&i=1&i=4&T="
        let answer = try await reader.fixture.ask(.post, path, body: ids + reader.auth, type: ReaderFixture.form)
        let entries = try JSONDecoder().decode(Entries.self, from: Data(answer.bytes))
        #expect(answer.status == 200 && entries.items.count == 2)
        for wrong in ["", "x", reader.auth + "0", reader.password] {
            let refused = try await reader.fixture.ask(.post, path, body: ids + wrong, type: ReaderFixture.form)
            #expect(refused.status == 401 && refused.headers["Content-Type"]?.hasPrefix("text/plain") == true)
        }
        #expect(try await reader.fixture.ask(.get, path + "?" + ids + reader.auth).status == 401)
        let edit = try await reader.fixture.ask(
            .post, "/reader/api/0/edit-tag", body: "i=1&a=user/-/state/com.google/read&T=" + reader.auth,
            type: ReaderFixture.form)
        #expect(try edit.status == 401 && library.articles.select(["is:read"]).numbers.isEmpty)
    }

    @Test("FeedMe: an empty T, contents without a stream's name, items by POST")
    func feedMe() async throws {
        let base = "/api/greader.php/reader/api/0/"
        let all = try await read(.get, base + "stream/contents?output=json&n=20", as: Entries.self)
        #expect(all.items.count == 4)
        let ids = all.items.map { "i=" + $0.id }
        let again = try await read(
            .post, base + "stream/items/contents", "T=&output=json&" + ids.joined(separator: "&"), as: Entries.self)
        #expect(Set(again.items.map(\.id)) == Set(all.items.map(\.id)))
        let edit = try await reader.ask(
            .post, base + "edit-tag", body: "T=&" + ids.joined(separator: "&") + "&a=user/-/state/com.google/read")
        #expect(edit.text == "OK")
        let rest = try await read(
            .get, base + "stream/contents/user/-/state/com.google/reading-list?xt=user/-/state/com.google/read",
            as: Entries.self)
        #expect(rest.items.isEmpty)
    }
}
