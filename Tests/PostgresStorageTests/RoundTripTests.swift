import Articles
import Pipelines
import PostgreSQL
import PostgresSearch
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresStorage

@Suite(.enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct RoundTripTests {
    @Test("366 articles are read in one round trip, and their guids in one")
    func articles() throws {
        let server = try PostgresServer.shared.get()
        let name = try server.newDatabaseName()
        let proxy = try StallingProxy(to: server.port)
        let writer = try PostgresEngine.open(PostgresAddress(server.address(of: name)), access: .write)
        _ = try writer.insert(0..<366) { number in
            var draft = ArticleDraft()
            draft.feed = "https://trips.example/"
            draft.guid = "\(number)"
            draft.title = "one of \(number)"
            draft.body = Array("words \((0..<40).map { "\(number * 97 + $0)" }.joined(separator: " "))".utf8)
            draft.tags = number % 3 == 0 ? ["third"] : []
            return draft
        }
        let address = try PostgresAddress("postgresql://tester@127.0.0.1:\(proxy.port)/\(name)")
        let reader = try PostgresEngine.open(address, access: .read)
        let ids = Array(stride(from: ArticleID(366), to: 0, by: -1))
        let expected = try ids.compactMap { try writer.article($0) }
        // A message that the proxy sees in two parts counts twice on a busy machine: the fewest of some tries.
        var fewest = Int.max
        for _ in 0..<20 where fewest > 2 {
            let before = proxy.roundTrips
            #expect(try reader.articles(ids + [999], withTexts: true) == expected)
            #expect(try reader.guids(of: [999] + ids) == [nil] + expected.map(\.guid))
            fewest = min(fewest, proxy.roundTrips - before)
        }
        #expect(fewest <= 2)
    }

    @Test("A search of what the process knows waits for two answers: the beginning and the hits")
    func search() throws {
        let server = try PostgresServer.shared.get()
        let name = try server.newDatabaseName()
        let proxy = try StallingProxy(to: server.port)
        let writer = try PostgresEngine.open(PostgresAddress(server.address(of: name)), access: .write)
        _ = try writer.insert(0..<40) { number in
            var draft = ArticleDraft()
            draft.feed = "https://trips.example/"
            draft.guid = "\(number)"
            draft.title = "one of \(number)"
            // Different texts: a page shows near-duplicates once.
            draft.body = Array("words \((0..<40).map { "\(number * 97 + $0)" }.joined(separator: " "))".utf8)
            return draft
        }
        let reader = try PostgresEngine.open(
            PostgresAddress("postgresql://tester@127.0.0.1:\(proxy.port)/\(name)"), access: .read)
        var request = SearchRequest(query: try QueryParser.parse("words"), now: 1)
        let neighbour = try PostgresEngine.open(
            PostgresAddress(server.address(of: name)), access: .write, library: LibrarySlot(library: 2))
        var number = 0
        /// The fewest of some searches, before each of which another library of the database changes. On a busy machine the
        /// proxy mostly sees one request come in two parts: it is tried for two minutes.
        func roundTrips(_ fields: SearchRequest.Fields) throws -> Int {
            request.fields = fields
            #expect(try reader.search(request).total == 40)
            var fewest = Int.max
            let end = ContinuousClock.now + .seconds(120)
            while fewest > 3, .now < end {
                number += 1
                try neighbour.setClientState([1], of: "client \(number)")
                let before = proxy.roundTrips
                #expect(try reader.search(request).hits.count == request.limit)
                fewest = min(fewest, proxy.roundTrips - before)
            }
            return fewest
        }
        // The third is COMMIT, for which nobody waits.
        #expect(try roundTrips(.ids) <= 3)
        #expect(try roundTrips(.everything) <= 3)
        _ = try writer.insert(40..<41) { number in
            var draft = ArticleDraft()
            draft.feed = "https://trips.example/"
            draft.guid = "\(number)"
            draft.body = Array("words of another one".utf8)
            return draft
        }
        #expect(try reader.search(request).total == 41)
    }
}
