import Accounts
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Fever's API as apps use it: a form with the key, and in the address what is wanted.
@Suite(.fewAtOnce) struct FeverTests {
    private let reader: ReaderFixture
    private let key: String

    init() async throws {
        reader = try await ReaderFixture()
        let password = try reader.fixture.accounts.createAppPassword(for: "anna", label: "old app", forFever: true)
        key = Self.md5("anna:" + password)
    }

    static func md5(_ text: String) -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/md5sum")
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try? process.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        try? input.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: data.prefix(32), as: UTF8.self)
    }

    private func ask(_ wanted: String, _ body: String = "", key: String? = nil) async throws -> [String: Any] {
        let form = "api_key=\(key ?? self.key)" + (body.isEmpty ? "" : "&" + body)
        let answer = try await reader.fixture.ask(
            .post, "/fever/?api&" + wanted, body: form, type: ReaderFixture.form)
        #expect(answer.status == 200 && answer.headers["Content-Type"]?.hasPrefix("application/json") == true)
        #expect(answer.object["api_version"] as? Int == 3)
        return answer.object
    }

    private func ids(_ object: [String: Any], _ name: String) -> [Int] {
        (object[name] as? String ?? "none").split(separator: ",").compactMap { Int($0) }
    }

    private func items(_ wanted: String) async throws -> [Int] {
        let items = try await ask("items" + wanted)["items"] as? [[String: Any]] ?? []
        return items.compactMap { $0["id"] as? Int }
    }

    @Test("The key of an app password for Fever signs in; any other gets auth 0, and is throttled after ten")
    func signIn() async throws {
        #expect(try await ask("")["auth"] as? Int == 1)
        #expect(try await ask("", key: key.uppercased())["auth"] as? Int == 1)
        for wrong in [
            "", "x", String(key.dropLast()), Self.md5("anna:a long password"), Self.md5("anna:" + reader.password),
        ] {
            let object = try await ask("groups&items", key: wrong)
            #expect(object["auth"] as? Int == 0 && object.count == 2)
        }
        let without = try await reader.fixture.ask(.get, "/fever?api&groups")
        #expect(without.status == 200 && without.text == #"{"api_version":3,"auth":0}"#)
        var last = 200
        for _ in 0..<12 {
            last = try await reader.fixture.ask(.post, "/fever/?api", body: "api_key=y", type: ReaderFixture.form)
                .status
        }
        #expect(last == 429)
        #expect(try await ask("")["auth"] as? Int == 1)
        try reader.fixture.accounts.revokeAppPassword(of: "anna", label: "old app")
        let revoked = try await reader.fixture.ask(
            .post, "/fever/?api", body: "api_key=" + key, type: ReaderFixture.form)
        #expect(revoked.status == 429 || revoked.object["auth"] as? Int == 0)
    }

    @Test("Groups, feeds and icons")
    func subscriptions() async throws {
        let object = try await ask("groups&feeds&favicons&links")
        let groups = try #require(object["groups"] as? [[String: Any]])
        #expect(groups.compactMap { $0["title"] as? String } == ["News", "News/Local"])
        let members = try #require(object["feeds_groups"] as? [[String: Any]])
        #expect(members.compactMap { $0["feed_ids"] as? String } == ["1", "1"])
        #expect(members.compactMap { $0["group_id"] as? Int } == groups.compactMap { $0["id"] as? Int })
        let feeds = try #require(object["feeds"] as? [[String: Any]])
        #expect(feeds.compactMap { $0["title"] as? String }.sorted() == ["Foxes & owls", "Other"])
        #expect(feeds.allSatisfy { ($0["last_updated_on_time"] as? Int ?? 0) > 0 && $0["is_spark"] as? Int == 0 })
        #expect((object["favicons"] as? [Any])?.isEmpty == true && (object["links"] as? [Any])?.isEmpty == true)
        #expect((object["last_refreshed_on_time"] as? Int ?? 0) > 0)
    }

    @Test("Items come after an id, before one, or by their ids; fifty a page, of subscriptions alone")
    func pages() async throws {
        #expect(try await items("&since_id=0") == [1, 2, 3, 4])
        #expect(try await items("&since_id=2") == [3, 4])
        #expect(try await items("&max_id=3") == [2, 1])
        #expect(try await items("&max_id=0") == [4, 3, 2, 1])
        #expect(try await items("&with_ids=4,1,99,x") == [1, 4])
        #expect(try await items("") == [1, 2, 3, 4])
        for odd in ["&since_id=9223372036854775807", "&max_id=-5", "&since_id=x", "&with_ids="] {
            _ = try await items(odd)
        }
        let item = try #require((try await ask("items&with_ids=4")["items"] as? [[String: Any]])?.first)
        #expect(item["title"] as? String == "Heron & <i>crane</i>" && item["author"] as? String == "Ann")
        let html = try #require(item["html"] as? String)
        #expect(html.contains("https://example.org/lake") && !html.contains("script") && !html.contains("onclick"))
        #expect(item["is_saved"] as? Int == 0 && item["is_read"] as? Int == 0)
        #expect(item["created_on_time"] as? Int == 1_715_212_800)
        let lines = (10..<400).map {
            #"{"feed":"https://example.org/other","id":"m\#($0)","title":"Wren","text":"x","published":"2020-01-01T00:00:00Z"}"#
        }
        let file = reader.fixture.folder + "/many.jsonl"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
        _ = try Library(path: reader.fixture.databasePath, for: .changing).bulk.ingest([file])
        var (seen, last): ([Int], Int) = ([], 0)
        while true {
            let page = try await items("&since_id=\(last)")
            guard let end = page.last else { break }
            #expect(page.count <= 50)
            (seen, last) = (seen + page, end)
        }
        #expect(seen.count == 394 && seen == seen.sorted())
    }

    @Test("Marks say what is to be so: repeating one changes nothing more")
    func marks() async throws {
        for _ in 0..<2 {
            #expect(ids(try await ask("", "mark=item&as=saved&id=2"), "saved_item_ids") == [2])
            #expect(ids(try await ask("", "mark=item&as=read&id=1"), "unread_item_ids") == [2, 3, 4])
        }
        for _ in 0..<2 {
            #expect(ids(try await ask("", "mark=item&as=unsaved&id=2"), "saved_item_ids") == [])
            #expect(ids(try await ask("", "mark=item&as=unread&id=1"), "unread_item_ids") == [1, 2, 3, 4])
        }
        // The article of the other feed was stored a day after the others.
        let group = try #require((try await ask("groups")["groups"] as? [[String: Any]])?.first?["id"] as? Int)
        // Before anything was stored, the dates of arrival that articles bring are compared.
        #expect(ids(try await ask("", "mark=group&as=read&id=0&before=1715299199"), "unread_item_ids") == [1, 2, 3, 4])
        #expect(ids(try await ask("", "mark=group&as=read&id=0&before=1715299200"), "unread_item_ids") == [1, 2, 3])
        #expect(ids(try await ask("", "mark=item&as=unread&id=4"), "unread_item_ids") == [1, 2, 3, 4])
        let time = reader.lateTime
        #expect(
            ids(try await ask("", "mark=group&as=read&id=\(group)&before=\(time - 90_000)"), "unread_item_ids")
                == [1, 2, 3, 4])
        #expect(ids(try await ask("", "mark=group&as=read&id=-1"), "unread_item_ids") == [1, 2, 3, 4])
        #expect(ids(try await ask("", "mark=group&as=read&id=\(group)"), "unread_item_ids") == [4])
        #expect(ids(try await ask("", "mark=group&as=read&id=0&before=\(time - 1)"), "unread_item_ids") == [4])
        #expect(ids(try await ask("", "mark=group&as=read&id=0&before=\(time)"), "unread_item_ids") == [])
        #expect(ids(try await ask("", "mark=item&as=unread&id=4"), "unread_item_ids") == [4])
        #expect(ids(try await ask("", "mark=feed&as=read&id=2"), "unread_item_ids") == [])
        #expect(ids(try await ask("", "mark=item&as=read&id=99"), "unread_item_ids") == [])
        for wrong in [
            "mark=item&as=toggled&id=1", "mark=feed&as=saved&id=1", "mark=item&as=read", "mark=x&as=read&id=1",
        ] {
            let answer = try await reader.fixture.ask(
                .post, "/fever/?api", body: "api_key=\(key)&\(wrong)", type: ReaderFixture.form)
            #expect(answer.status == 400)
        }
        #expect(
            try Library(path: reader.fixture.databasePath, for: .reading).articles.select(["is:read"]).numbers.count
                == 4)
    }
}
