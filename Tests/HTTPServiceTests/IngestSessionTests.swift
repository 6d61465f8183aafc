import Articles
import FeedLibrary
import Foundation
import HTTPServer
import Ingestion
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Loads in several parts, and how many wait.
@Suite(.fewAtOnce) struct IngestSessionTests {
    private func lines(_ numbers: ClosedRange<Int>) -> String {
        numbers.map { #"{"feed":"https://example.org/s","id":"\#($0)","title":"Heron \#($0)"}"# + "\n\n" }.joined()
    }

    private func load(
        _ fixture: ServiceFixture, _ query: String, _ body: String
    ) async throws -> ServiceFixture.Answer {
        try await fixture.post("/v1/ingest?" + query, body, type: "application/x-ndjson")
    }

    private func committed(_ fixture: ServiceFixture) async throws -> Int? {
        try await fixture.get("/v1/ingest/load-1").object["committed"] as? Int
    }

    @Test("A session counts over its parts; repeating a part with its offset stores nothing twice")
    func parts() async throws {
        let fixture = try ServiceFixture()
        #expect(try await committed(fixture) == 0)
        let first = try await load(fixture, "session=load-1&batch_size=2", lines(1...5) + "no JSON\n")
        #expect(first.lines.dropLast().last == #"{"committed":6}"#)
        #expect(try await committed(fixture) == 6)
        let again = try await load(fixture, "session=load-1&offset=0", lines(1...5) + "no JSON\n")
        #expect(again.lines.count == 2 && again.lines[0] == #"{"committed":6}"#)
        #expect(try #require(again.lines.last).contains(#""inserted":0"#))
        // The first two of it are the last two of the part before.
        let overlapping = try await load(fixture, "session=load-1&offset=4", lines(5...5) + "no JSON\n" + lines(6...7))
        #expect(try #require(overlapping.lines.last).contains(#""seen":2,"inserted":2"#))
        #expect(try await committed(fixture) == 8)
        _ = try await load(fixture, "session=load-1", lines(8...8))
        #expect(try await committed(fixture) == 9)
        #expect(try await fixture.get("/v1/search?q=heron").object["total"] as? Int == 8)
        // Another session, and loads without one, count for themselves.
        #expect(try await load(fixture, "batch_size=9", lines(1...1)).lines.first == #"{"committed":1}"#)
        #expect(try await fixture.get("/v1/ingest/load-2").object["committed"] as? Int == 0)
    }

    @Test("With ids=1, each committed line has the numbers of its articles; update limits what may change")
    func ids() async throws {
        // The fixture has three articles.
        let fixture = try ServiceFixture()
        let first = try await load(fixture, "ids=1", lines(1...1) + "no JSON\n" + lines(2...2))
        #expect(
            first.lines.first
                == #"{"committed":3,"inserted":[{"line":1,"n":4},{"line":4,"n":5}],"updated":[]}"#)
        let changed = #"{"feed":"https://example.org/s","id":"2","title":"Otter","text":"new"}"# + "\n"
        let second = try await load(fixture, "ids=true&update=text", changed)
        #expect(second.lines.first == #"{"committed":1,"inserted":[],"updated":[{"line":1,"n":5}]}"#)
        let article = try await fixture.get("/v1/articles/5").object
        #expect(article["title"] as? String == "Heron 2" && article["text"] as? String == "new")
        let third = try await load(fixture, "update=none", changed)
        #expect(third.lines.first == #"{"committed":1}"# && third.lines.last?.contains(#""unchanged":1"#) == true)
        let session = try await load(fixture, "session=load-3&ids=1&batch_size=1", lines(1...3))
        #expect(session.lines.contains { $0.contains(#""inserted":[{"line":5,"n":6}]"#) }, "\(session.lines)")
        let wrong = try await load(fixture, "update=size", changed)
        #expect(wrong.status == 400 && (wrong.object["detail"] as? String)?.contains("title|text|dates") == true)
    }

    @Test("A part that would leave a gap is refused before anything is stored; so are names that are none")
    func mistakes() async throws {
        let fixture = try ServiceFixture()
        let gap = try await load(fixture, "session=load-1&offset=3", lines(4...5))
        #expect(gap.status == 409 && gap.object["type"] as? String == "urn:feedsearch:problem:sessionGap")
        #expect(try await committed(fixture) == 0)
        let long = String(repeating: "a", count: 65)
        for name in ["", "a%2Fb", "a%20b", "%E5%85%A8", long, "a:b"] {
            #expect(try await load(fixture, "session=" + name, lines(1...1)).status == 400, "\(name)")
            if !name.isEmpty { #expect(try await fixture.get("/v1/ingest/" + name).status == 400, "\(name)") }
        }
        for query in ["offset=1", "session=a&offset=-1", "session=a&offset=x", "session=a&offset=99999999999999999999"]
        {
            #expect(try await load(fixture, query, lines(1...1)).status == 400, "\(query)")
        }
        #expect(try await fixture.get("/v1/search?q=heron").object["total"] as? Int == 0)
    }

    @Test("The counter is that of the articles that are stored, whatever is cut off")
    func counter() async throws {
        let fixture = try ServiceFixture()
        let session = try #require(IngestSession("load-1"))
        let library = try Library(path: fixture.databasePath, for: .changing)
        let path = fixture.folder + "/lines.jsonl"
        try Data(lines(1...50).utf8).write(to: URL(filePath: path))
        struct Stop: Error {}
        var options = IngestOptions(now: 1)
        options.batchSize = 10
        let cancellation = IngestCancellation()
        _ = try library.bulk.ingest(path, options, in: session, offset: 0, cancellation: cancellation) {
            if $0 == 20 { cancellation.cancel() }
        }
        let stored = try library.bulk.committedArticles(of: session)
        #expect(try await committed(fixture) == stored && stored < 50)
        #expect(try await fixture.get("/v1/search?q=heron&count=true").object["total"] as? Int == stored)
        _ = try library.bulk.ingest(path, options, in: session, offset: 0) { _ in }
        #expect(try await committed(fixture) == 50)
        #expect(try await fixture.get("/v1/search?q=heron&count=true").object["total"] as? Int == 50)
    }

    @Test("Of sessions those that were not used for longest are forgotten, by number and by age; no other importer is")
    func forgotten() async throws {
        let fixture = try ServiceFixture()
        let store = try Library(path: fixture.databasePath, for: .changing).store
        let now = SystemClock.system.now()
        let most = IngestSession.maxCount
        func set(_ state: String, _ client: String) throws { try store.setClientState(Array(state.utf8), of: client) }
        func sessions() throws -> Set<String> { Set(try store.clientStates(prefix: "ingest:").map(\.client)) }
        try set("x", "importer")
        try set("x", "ingest")
        try set("3 \(now - IngestSession.maxAge - 60)", "ingest:aged")
        for number in 0..<most { try set("5 \(now - Int64(number))", "ingest:s\(number)") }
        // A part of a session that is known forgets none, and makes it the newest.
        _ = try await load(fixture, "session=s\(most - 1)&offset=5", lines(6...6))
        #expect(try sessions().count == most + 1)
        _ = try await load(fixture, "session=load-1", lines(1...1))
        let left = try sessions()
        #expect(left.count == most && left.isSuperset(of: ["ingest:load-1", "ingest:s\(most - 1)", "ingest:s0"]))
        #expect(left.isDisjoint(with: ["ingest:aged", "ingest:s\(most - 2)"]))
        #expect(try store.clientState(of: "importer") != nil && store.clientState(of: "ingest") != nil)
        // A client that goes on is told, and loses nothing.
        #expect(try await fixture.get("/v1/ingest/aged").object["committed"] as? Int == 0)
        #expect(try await load(fixture, "session=aged&offset=3", lines(4...4)).status == 409)
    }

    @Test("A change of state does not wait for the end of a load, and the load goes on behind it")
    func turns() async throws {
        let fixture = try ServiceFixture()
        let count = 12_000
        let whole = Task { try await load(fixture, "session=load-1&batch_size=50", lines(1...count)) }
        // The load must not end while this test waits for its turn among others.
        try await fixture.beside {
            while try await self.committed(fixture) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            for number in 1...3 {
                let body = #"{"articles":[\#(number)],"starred":true}"#
                #expect(try await fixture.post("/v1/state", body).object["changed"] as? Int == 1)
                #expect(try #require(try await self.committed(fixture)) < count)
            }
        }
        let answer = try await whole.value
        let committed = answer.lines.dropLast().compactMap { Int($0.dropFirst(13).dropLast()) }
        #expect(answer.status == 200 && committed == committed.sorted() && committed.last == count)
        #expect(try await self.committed(fixture) == count)
        #expect(try await fixture.get("/v1/search?q=heron&count=true&limit=1").object["total"] as? Int == count)
    }

    @Test("Beyond the bodies that may wait for the writer, one is asked to come again")
    func backpressure() async throws {
        let fixture = try ServiceFixture()
        let places = try (0..<8).map { _ in try fixture.service.loads.enter() }
        let refused = try await load(fixture, "", lines(1...1))
        #expect(refused.status == 429 && refused.headers["Retry-After"] == "1")
        places[0].leave()
        for _ in 0..<20 { #expect(try await load(fixture, "", lines(1...1)).status == 200) }
    }
}
