import Articles
import Database
import LibraryStorage
import Pipelines
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct RoundTripTests {
    private let proxy: StallingProxy
    private let direct: PostgresAddress
    private let counted: PostgresAddress

    init() throws {
        let server = try PostgresServer.shared.get()
        let name = try server.newDatabaseName()
        proxy = try StallingProxy(to: server.port)
        direct = try PostgresAddress(server.address(of: name))
        counted = try PostgresAddress("postgresql://tester@127.0.0.1:\(proxy.port)/\(name)")
    }

    /// The fewest round trips of some tries: a message that the proxy sees in two parts counts twice on a busy machine.
    private func fewest(_ limit: Int, _ body: () throws -> Void) throws -> Int {
        var fewest = Int.max
        for _ in 0..<20 where fewest > limit {
            let before = proxy.roundTrips
            try body()
            fewest = min(fewest, proxy.roundTrips - before)
        }
        return fewest
    }

    /// 366 articles in three segments.
    private func filled() throws -> PostgresStore {
        let writer = try PostgresLibrary.open(direct, access: .write)
        for numbers in [0..<300, 300..<360, 360..<366] {
            _ = try writer.insert(numbers) { number in
                var draft = ArticleDraft()
                draft.feed = "https://trips.example/\(number % 7)"
                draft.guid = "\(number)"
                draft.title = "one of \(number) 鲸鱼"
                // Different texts: a page shows near-duplicates once.
                draft.body = Array(
                    "words \((0..<40).map { "\(number * 97 + $0)" }.joined(separator: " ")) group\(number % 20) 北京 天气"
                        .utf8)
                draft.tags = number % 3 == 0 ? ["third"] : []
                return draft
            }
        }
        return writer
    }

    @Test(
        "A new process searches in 12 round trips, with those that connect",
        arguments: ["words", "one words group7", "\"words\" group3", "鲸鱼", "北京 天气", "group5 OR group6"])
    func newProcess(_ text: String) throws {
        let writer = try filled()
        let request = SearchRequest(query: try QueryParser.parse(text), now: 1)
        let expected = try writer.search(request)
        #expect(expected.total > 0)
        let trips = try fewest(12) {
            let reader = try PostgresLibrary.open(counted, access: .read)
            #expect(try reader.search(request).hits.map(\.id) == expected.hits.map(\.id))
        }
        #expect(trips <= 12)
    }

    @Test(
        "A library opens in five round trips, including those of the connection", arguments: [StoreAccess.read, .write])
    func opening(_ access: StoreAccess) throws {
        _ = try filled()
        #expect(try fewest(5) { _ = try PostgresLibrary.open(counted, access: access) } <= 5)
    }

    @Test("A new process finds similar articles in 12 round trips, with those that connect")
    func similar() throws {
        let expected = try filled().similar(to: 7, limit: 10)
        let trips = try fewest(12) {
            let reader = try PostgresLibrary.open(counted, access: .read)
            let found = try reader.similar(to: 7, limit: 10)
            #expect(found?.hits.map(\.id) == expected?.hits.map(\.id))
        }
        #expect(trips <= 12)
    }

    @Test("366 articles are read in one round trip, and their guids in one; a new process lists them in eight")
    func articles() throws {
        let writer = try filled()
        let reader = try PostgresLibrary.open(counted, access: .read)
        let ids = Array(stride(from: ArticleID(366), to: 0, by: -1))
        let expected = try ids.compactMap { try writer.article($0) }
        let trips = try fewest(2) {
            let articles = try reader.articles(ids + [999], withTexts: true)
            let guids = try reader.guids(of: [999] + ids)
            #expect(articles == expected && guids == [nil] + expected.map(\.guid))
        }
        #expect(trips <= 2)
        let listing = try fewest(8) {
            let reader = try PostgresLibrary.open(counted, access: .read)
            var found: [ArticleID] = []
            try reader.forEachMatch(nil, now: 1, utcOffset: { _ in 0 }) { number in
                found.append(number)
                return true
            }
            #expect(try reader.articles(found, withTexts: true).count == 366)
        }
        #expect(listing <= 8)
    }

    @Test("The data of a web page of 50 articles takes at most five round trips")
    func page() throws {
        let writer = try filled()
        try writer.save(search: "whales", query: "鲸鱼", now: 1)
        let reader = try PostgresLibrary.open(counted, access: .read)
        let trips = try fewest(5) {
            try reader.snapshot {
                let overview = try reader.overview()
                #expect(overview.feeds.count == 7 && overview.newestArticle == 366)
                #expect(overview.savedSearches.map(\.name) == ["whales"])
                var request = ListRequest(.all([]))
                request.limit = 51
                let listed = try reader.list(request)
                #expect(try reader.articles(listed.prefix(50).map(\.id), withTexts: true).count == 50)
            }
        }
        #expect(trips <= 5)
    }

    @Test("Marking articles as read, which can be taken back, takes three round trips")
    func marking() throws {
        _ = try filled()
        let store = try PostgresLibrary.open(counted, access: .write)
        var isRead = false
        // The first one prepares its statements.
        let trips = try fewest(3) {
            isRead.toggle()
            let (count, action) = try store.recording(isRead ? .read : .unread, subject: nil, now: 1) {
                try store.change(.read(isRead), of: [1, 2, 3])
            }
            #expect(count == 3 && action != nil)
        }
        #expect(trips <= 3)
        let none = try store.recording(isRead ? .read : .unread, subject: nil, now: 1) {
            try store.change(.read(isRead), of: [1, 2, 3])
        }
        #expect(none.result == 0 && none.action == nil)
        #expect(try store.undo()?.kept == 0)
        #expect(try store.unread(in: ReadScope()).count == (isRead ? 366 : 363))
        #expect(try store.check().problems == [])
    }

    @Test("Saving a search with its rule takes four round trips; noting the outcome of a delivery, three")
    func savedSearch() throws {
        _ = try filled()
        let store = try PostgresLibrary.open(counted, access: .write)
        let rule = AlertRule(channel: "command:true")
        try store.save(search: "words", query: "words", comment: nil, rule: rule, now: 1)
        // The first one prepares its statements.
        let saving = try fewest(4) {
            try store.save(search: "words", query: "words", comment: "often", rule: rule, now: 1)
        }
        #expect(saving <= 4)
        let delivery = AlertDelivery(
            id: 1, uid: "u", search: 1, state: .waiting, created: 1, due: 1, attempts: 0, finished: nil, failure: nil)
        let finishing = try fewest(3) { try store.finish(delivery, .dead(reason: "410"), now: 1) }
        #expect(finishing <= 3)
    }

    @Test("A search of what the process knows waits for two answers: the beginning and the hits")
    func search() throws {
        let writer = try filled()
        let reader = try PostgresLibrary.open(counted, access: .read)
        var request = SearchRequest(query: try QueryParser.parse("words"), now: 1)
        let neighbour = try writer.newNeighbour("neighbour")
        var number = 0
        /// The fewest of some searches, before each of which another library of the database changes. On a busy machine the
        /// proxy mostly sees one request come in two parts: it is tried for two minutes.
        func roundTrips(_ fields: SearchRequest.Fields) throws -> Int {
            request.fields = fields
            #expect(try reader.search(request).total == 366)
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
        _ = try writer.insert(366..<367) { number in
            var draft = ArticleDraft()
            draft.feed = "https://trips.example/"
            draft.guid = "\(number)"
            draft.body = Array("words of another one".utf8)
            return draft
        }
        #expect(try reader.search(request).total == 367)
    }
}
