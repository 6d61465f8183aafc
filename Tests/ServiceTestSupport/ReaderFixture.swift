internal import Accounts
internal import FeedLibrary
internal import Foundation
package import HTTPServer
internal import System

/// A service with two subscriptions, one in a folder, a saved search, and an app that is signed in.
package final class ReaderFixture: Sendable {
    package let fixture: ServiceFixture
    package let password: String
    package let auth: String
    /// When the articles 4 and 5 were stored, a day after the others.
    package let lateTime: Int64

    package static let form = "application/x-www-form-urlencoded"
    package static let state = "user/-/state/com.google/"

    package init() async throws {
        fixture = try ServiceFixture()
        let list = fixture.folder + "/list.opml"
        let text = """
            <opml version="2.0"><body><outline text="News"><outline text="Local">
            <outline xmlUrl="https://example.org/feed" text="Foxes &amp; owls"/></outline></outline>
            <outline xmlUrl="https://example.org/other" text="Other"/></body></opml>
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: list))
        let library = try Library(path: fixture.databasePath, for: .changing)
        _ = try library.lists.importFiles([list])
        let lines = [
            #"{"feed":"https://example.org/other","id":"a","title":"Heron & <i>crane</i>","html":"<p onclick='x()'>of the <a href='/lake'>lake</a><script>1</script></p>","url":"https://example.org/a","author":"Ann","published":"2024-05-09T00:00:00Z","received":"2024-05-10T00:00:00Z","enclosures":[{"url":"https://example.org/a.mp3","type":"audio/mpeg","length":7}]}"#,
            #"{"feed":"https://example.org/nobody","id":"x","title":"Fox of nobody","text":"one","published":"2024-05-08T00:00:00Z"}"#,
        ]
        let file = fixture.folder + "/more.jsonl"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        lateTime = SystemClock.system.now() + 86_400
        var late = SystemClock.system
        late.now = { [lateTime] in lateTime }
        _ = try Library(path: fixture.databasePath, for: .changing, clock: late).bulk.ingest([file])
        try library.savedSearches.save("foxes", "title:fox", query: library.parse("title:fox"), comment: nil)
        try fixture.accounts.addAccount("anna", password: "a long password")
        password = try fixture.accounts.createAppPassword(for: "anna", label: "phone")
        let answer = try await fixture.ask(
            .post, "/accounts/ClientLogin", body: "Email=anna&Passwd=\(password)", type: Self.form)
        auth = String(answer.lines.last { $0.hasPrefix("Auth=") }?.dropFirst(5) ?? "")
    }

    package func ask(
        _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: String = "", type: String = form
    ) async throws -> ServiceFixture.Answer {
        var headers = headers
        headers.add("Authorization", "GoogleLogin auth=" + auth)
        return try await fixture.ask(method, target, headers: headers, body: body, type: type)
    }

    /// An operation of the API by its path below `/reader/api/0/`.
    package func get(_ path: String) async throws -> ServiceFixture.Answer {
        try await ask(.get, "/reader/api/0/" + path)
    }

    package func post(_ path: String, _ body: String) async throws -> String {
        let answer = try await ask(.post, "/reader/api/0/" + path, body: body)
        return (answer.status == 200 ? "" : "\(answer.status) ") + answer.text
    }

    /// Ids of the articles of a stream, and the continuation.
    package func ids(_ query: String) async throws -> (ids: [String], continuation: String?) {
        let object = try await get("stream/items/ids?" + query).object
        let refs = object["itemRefs"] as? [[String: Any]] ?? []
        return (refs.compactMap { $0["id"] as? String }, object["continuation"] as? String)
    }

    package func items(_ target: String) async throws -> [[String: Any]] {
        try await get(target).object["items"] as? [[String: Any]] ?? []
    }

    /// Unread counts by stream.
    package func unread() async throws -> [String: Int] {
        let counts = try await get("unread-count?output=json").object["unreadcounts"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: counts.compactMap { count in
                guard let id = count["id"] as? String, let number = count["count"] as? Int else { return nil }
                return (id, number)
            })
    }
}

extension ServiceFixture.Answer {
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
