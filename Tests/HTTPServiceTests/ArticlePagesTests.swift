import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Pages of `/v1/articles` while others write.
@Suite(.fewAtOnce) struct ArticlePagesTests {
    private func store(_ ids: [Int], day: Int, _ fixture: ServiceFixture) async throws {
        let lines = ids.map { id in
            #"{"feed":"https://example.org/p","id":"\#(id)","title":"Page \#(id)","published":"2023-03-\#(day)T00:00:00Z"}"#
        }
        let answer = try await fixture.post("/v1/ingest", lines.joined(separator: "\n"), type: "application/x-ndjson")
        #expect(answer.status == 200)
    }

    @Test(
        "Nothing is skipped or repeated while articles come and go, that of the cursor among them",
        arguments: ["", "&q=page"])
    func writerBetweenPages(_ query: String) async throws {
        let fixture = try ServiceFixture()
        // Half of them of one moment: their numbers decide.
        try await store(Array(1...20), day: 10, fixture)
        for id in 21...40 { try await store([id], day: 10 + (id - 20) % 15, fixture) }
        let library = try Library(path: fixture.databasePath, for: .changing)
        let original = Set(4...43)
        var removed: Set<Int> = []
        var seen: [Int] = []
        var after: String?
        var round = 0
        repeat {
            let target = "/v1/articles?limit=3\(query)" + (after.map { "&after=\($0)" } ?? "")
            let answer = try await fixture.get(target)
            #expect(answer.status == 200)
            let page = (answer.object["articles"] as? [[String: Any]] ?? []).compactMap { $0["n"] as? Int }
            seen += page
            after = answer.object["after"] as? String
            // The article that the cursor was made of goes, and one that no page has had yet; a new one comes.
            var going = page.suffix(1)
            going += original.subtracting(seen).subtracting(removed).min().map { [$0] } ?? []
            removed.formUnion(going)
            _ = try library.store.remove(going.map(Int64.init), now: 1_700_000_000)
            round += 1
            try await store([1_000 + round], day: 10 + round % 15, fixture)
        } while after != nil && round < 100
        let listed = seen.filter(original.contains)
        #expect(Set(seen).count == seen.count)
        #expect(original.subtracting(removed).isSubset(of: listed))
        #expect(round < 100)
    }

    @Test(
        "A cursor that is none is refused",
        arguments: ["", "5", "a.b", "1.0", "1.-2", "1.2.3", "99999999999999999999.1"])
    func badCursor(_ cursor: String) async throws {
        let fixture = try ServiceFixture()
        #expect(try await fixture.get("/v1/articles?after=" + cursor).status == 400)
    }
}
