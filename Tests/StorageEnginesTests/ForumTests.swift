import Articles
import FeedFetching
import Formats
import Foundation
import Ingestion
import QueryLanguage
import StorageTestSupport
import System
import Testing

/// Forums on loopback with the structure of V2EX, Discourse, phpBB and Hacker News (Support/forum_server.py).
@Suite(.serialized) struct ForumTests {
    private static let isLong = Environment.value("FEEDSEARCH_TEST_LONG") == "1"
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private final class ForumServer {
        let port: Int
        private let process = Process()
        private let input = Pipe()

        init(topics: Int) throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "python3", "-u", root.appendingPathComponent("Support/forum_server.py").path, "\(topics)",
            ]
            process.standardInput = input
            process.standardOutput = output
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["PYTHONDONTWRITEBYTECODE": "1"], uniquingKeysWith: { $1 })
            try process.run()
            var line = Data()
            while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
                line += byte
            }
            port = try #require(Int(String(decoding: line, as: UTF8.self)), "the server did not start")
        }

        deinit {
            try? input.fileHandleForWriting.close()
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

        func fetcher() throws -> Fetcher { Fetcher(policy: try AddressPolicy(allowing: ["127.0.0.1:\(port)"])) }

        func get(_ path: String) async throws -> [UInt8] {
            guard case .fetched(let fetched) = await (try fetcher()).fetch(FetchRequest(url(path))) else { return [] }
            return fetched.body
        }

        func truth() async throws -> Truth {
            try JSONDecoder().decode(Truth.self, from: Data(try await get("/truth")))
        }
    }

    private struct Truth: Decodable {
        var visible: [String]
        var sent: [String]
    }

    /// A library that is subscribed to lists of the forums.
    private final class Reader {
        let library: TestLibrary
        let store: any TestedStore
        let server: ForumServer
        var feeds: [Int64] = []
        private let time = Counter()

        init(_ engine: StorageEngine, _ server: ForumServer) throws {
            library = try TestLibrary(engine)
            store = try library.open()
            self.server = server
        }

        func subscribe(_ path: String, _ recipe: String, _ options: FeedOptions = FeedOptions()) throws {
            let file = root.appendingPathComponent("../../Samples/recipes/\(recipe).json").standardized
            var feed = FeedDraft(url: server.url(path))
            feed.subscribe = true
            let id = try store.upsert(feed, now: testTime).id
            // Recipes are stored in their compact form.
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            var compact = String(
                decoding: try JSONSerialization.data(
                    withJSONObject: json, options: [.withoutEscapingSlashes, .sortedKeys]),
                as: UTF8.self)
            compact = compact.replacing("https://forum.example", with: server.url("")).replacing(
                "https://news.example", with: server.url(""))
            try store.setRecipe(compact, for: id)
            try store.setOptions(options, of: id)
            feeds.append(id)
        }

        /// Refreshes the feeds and fetches pages until none is due. The clock advances by two days for each attempt, so
        /// that all pages are tried again.
        func refresh() throws {
            var settings = FeedRefreshSettings(fetcher: try server.fetcher())
            settings.alertAfter = 0
            let time = time
            time.advance()
            for feed in feeds { try store.resetFetching(of: feed) }
            let states = try feeds.map { try store.fetchState(of: $0) }
            _ = try FeedRefresher(settings: settings) { time.now }.refresh(states, in: store)
            for _ in 0..<60 {
                let report = try PageFetcher(settings: settings, pause: .zero)
                    .fetch(in: store, within: .seconds(600), now: { time.now })
                if report.done == 0, try store.duePages(now: time.now + 86_400 * 2, limit: 1).isEmpty { return }
                time.advance()
            }
            Issue.record("pages are still due")
        }

        func article(withWord word: String) throws -> [ArticleID] {
            try store.matches(QueryParser.parse(word), now: testTime, utcOffset: { _ in 0 })
        }
    }

    private final class Counter: Sendable {
        private let value = Locked<Int64>(testTime)
        var now: Int64 { value.withLock { $0 } }
        func advance() { value.withLock { $0 += 2 * 86_400 } }
    }

    @Test(
        "Ten refreshes of four forums store every visible text once, through edits, deletions, refusals and a reordering",
        arguments: StorageEngine.all)
    func forums(_ engine: StorageEngine) async throws {
        let server = try ForumServer(topics: Self.isLong ? 75 : 6)
        let reader = try Reader(engine, server)
        for (path, recipe) in [("v", "forum-topics"), ("d", "discourse"), ("p", "phpbb"), ("h", "hacker-news")] {
            try reader.subscribe("/\(path)/list", recipe)
        }
        try reader.store.saveAlerting("is:reply")
        for round in 1...10 {
            try reader.refresh()
            if round < 10 { _ = try await server.get("/change?round=\(round)") }
        }
        let truth = try await server.truth()
        var missing: [String] = []
        var repeated: [String] = []
        for word in truth.visible {
            let found = try reader.article(withWord: word).count
            if found == 0 { missing.append(word) }
            if found > 1 { repeated.append(word) }
        }
        #expect(missing == [])
        #expect(repeated == [])
        // Texts that are no longer visible stay stored, and no text was stored twice under different guids.
        let replies = Set(
            truth.sent.filter { $0.hasPrefix("reply") }.map { word in
                word[..<(word.lastIndex(of: "v") ?? word.endIndex)]
            })
        let stored = try reader.store.matches(QueryParser.parse("is:reply"), now: testTime, utcOffset: { _ in 0 })
        #expect(stored.count == replies.count)
        #expect(try stored.allSatisfy { try reader.store.article($0, withTexts: false)?.topic != nil })
        let answers = try reader.store.articles(stored, withTexts: false).filter { $0.reply?.inReplyTo != nil }
        #expect(!answers.isEmpty)
        #expect(try reader.store.check().problems == [])
        let before = try reader.store.newestID()
        try reader.refresh()
        #expect(try reader.store.newestID() == before)
    }

    @Test(
        "Replies in the article itself are merged page by page, and replies that are gone or in another order stay once",
        arguments: StorageEngine.all)
    func growing(_ engine: StorageEngine) async throws {
        let server = try ForumServer(topics: 4)
        let reader = try Reader(engine, server)
        var options = FeedOptions()
        options.replies = .one
        options.unreadOnReply = true
        try reader.subscribe("/p/list", "phpbb", options)
        for round in 1...7 {
            try reader.refresh()
            if round < 7 { _ = try await server.get("/change?round=\(round)") }
        }
        let truth = try await server.truth()
        #expect(try reader.store.matches(QueryParser.parse("is:reply"), now: testTime, utcOffset: { _ in 0 }) == [])
        for word in truth.visible where word.hasPrefix("topicp") || word.hasPrefix("replyp") {
            let found = try reader.article(withWord: word)
            #expect(found.count == 1, "\(word)")
            let html = try found.first.flatMap { try reader.store.article($0)?.html } ?? ""
            #expect(html.split(separator: word, omittingEmptySubsequences: false).count == 2, "\(word)")
        }
    }

    @Test(
        "A cycle of pages, 100,000 replies, nested replies and hostile markup are stored within the limits",
        arguments: StorageEngine.all)
    func hostile(_ engine: StorageEngine) async throws {
        let server = try ForumServer(topics: 1)
        for mode in Self.isLong ? [ReplyMode.each, .one] : [.each] {
            let reader = try Reader(engine, server)
            var options = FeedOptions()
            options.replies = mode
            try reader.subscribe("/evil/list", "forum-topics", options)
            try reader.refresh()
            if Self.isLong { try reader.refresh() }
            func replies(_ title: String) throws -> Int {
                let topic = try reader.store.matches(
                    QueryParser.parse("title:\(title)"), now: testTime, utcOffset: { _ in 0 })
                return try reader.store.replies(to: try #require(topic.first), limit: 20_000).count
            }
            if mode == .each {
                #expect(try replies("cycle") == 3 && replies("many") == 10_000 && replies("markup") == 2)
                #expect(try replies("deep") <= 2_000)
            }
            let markup = try reader.store.matches(
                QueryParser.parse("title:markup"), now: testTime, utcOffset: { _ in 0 })
            let html = try reader.store.article(try #require(markup.first))?.html ?? ""
            #expect(!html.contains("<script") && !html.contains("onerror"))
            #expect(!html.contains("data-reply=\"forged\""))
            if mode == .one { #expect(html.split(separator: "<section data-reply=").count == 3, "\(html)") }
            #expect(try reader.store.check().problems == [])
        }
    }
}
