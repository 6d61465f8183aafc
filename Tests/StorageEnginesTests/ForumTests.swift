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
    private static let kills = Environment.value("FEEDSEARCH_TEST_KILLS").flatMap { Int($0) } ?? 3
    private static let forums = [
        ("v", "forum-topics"), ("d", "discourse"), ("p", "phpbb"), ("h", "hacker-news"),
    ]
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
        /// The replies that were sent of each topic, without their versions.
        var threads: [String: [String]]

        /// The replies that were sent, without their versions.
        var replies: Set<String> { Set(threads.values.joined()) }
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
            store.alertSettings.includesFirstImports = true
            self.server = server
        }

        func subscribe(_ path: String, _ recipe: String, _ options: FeedOptions = FeedOptions()) throws {
            let file = root.appendingPathComponent("../../Samples/recipes/\(recipe).json").standardized
            try subscribe(path, json: Data(contentsOf: file), options)
        }

        func subscribe(_ path: String, json: Data, _ options: FeedOptions = FeedOptions()) throws {
            var feed = FeedDraft(url: server.url(path))
            feed.subscribe = true
            let id = try store.upsert(feed, now: testTime).id
            // Recipes are stored in their compact form.
            let json = try JSONSerialization.jsonObject(with: json)
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

        /// Refreshes in another process, which is killed after a time.
        func refreshKilled(afterMilliseconds time: Int) throws {
            self.time.advance()
            let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("Benchmarks").path
            let child = try ChildProcess(
                [program, "forum-reader", library.address, String(server.port), String(self.time.now)])
            _ = try child.wait(until: .now + .milliseconds(time))
        }

        /// Compares the stored articles with all that the forums have sent, text by text.
        ///
        /// - Parameters:
        ///   - forum: the only forum that is compared; nil for all forums.
        ///   - wasKilled: whether replies that were deleted in the meantime may have been sent to a program that was
        ///     killed before it stored them.
        func verify(_ truth: Truth, forum: Character? = nil, wasKilled: Bool = false) throws {
            let visible = truth.visible.filter { word in
                forum.map { word.dropFirst("topic".count).first == $0 } ?? true
            }
            let counts = try visible.map { ($0, try article(withWord: $0).count) }
            #expect(counts.filter { $0.1 == 0 }.map(\.0) == [], "missing")
            #expect(counts.filter { $0.1 > 1 }.map(\.0) == [], "stored twice")
            // Texts that are no longer visible stay stored, and no text was stored twice under different guids.
            let replies = try article(withWord: "is:reply")
            #expect(replies.count <= truth.replies.count && (wasKilled || replies.count == truth.replies.count))
            #expect(try store.articles(replies, withTexts: false).allSatisfy { $0.topic != nil })
            #expect(try store.check().problems == [])
        }

        /// Compares the replies that searches and saved searches find with those that the forums have sent.
        func verifySearches(
            _ truth: Truth, saved: [String], after first: ArticleID, wasKilled: Bool = false
        ) throws {
            let visible = Set(truth.visible.map(Self.key))
            var others: ArticleID?
            for (word, sent) in truth.threads.sorted(by: { $0.key < $1.key }) {
                guard let topic = try article(withWord: "-is:reply \(word)").first else {
                    #expect(wasKilled && !truth.visible.contains(word), "\(word)")
                    continue
                }
                let found = try article(withWord: "parent:\(topic)")
                let keys = try store.articles(found, withTexts: true).map { Self.key($0.body) }
                let missing = Set(sent).subtracting(keys)
                #expect(missing.isEmpty || wasKilled && missing.isDisjoint(with: visible), "\(word)")
                #expect(Set(keys).isSubset(of: sent) && Set(keys).count == keys.count, "\(word)")
                if let one = found.first, let text = try store.article(one)?.body {
                    #expect(try article(withWord: "parent:\(topic) is:reply \(Self.word(text))") == [one])
                    #expect(try others.map { try article(withWord: "parent:\($0) \(Self.word(text))") } ?? [] == [])
                }
                others = topic
            }
            try store.sortAlerts()
            for query in saved {
                let id = try #require(try store.savedSearches(named: query).first?.id)
                let waiting = try store.waitingArticles(of: id, limit: 1_000_000).filter { $0 > first }
                let found = try article(withWord: query).filter { $0 > first }
                #expect(waiting.sorted() == found.sorted(), "\(query)")
            }
        }

        /// The text of a reply without its version: `replyv3x2` of `replyv3x2v5`.
        private static func key(_ text: String) -> String {
            let word = word(text)
            return word.lastIndex(of: "v").map { String(word[..<$0]) } ?? word
        }

        /// The last line of a text. A quotation may precede it.
        private static func word(_ text: String) -> String { text.split(separator: "\n").last.map(String.init) ?? "" }
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
        for (path, recipe) in Self.forums { try reader.subscribe("/\(path)/list", recipe) }
        var saved = ["is:reply", "-is:reply title"]
        for query in saved { try reader.store.saveAlerting(query) }
        var first: ArticleID = 0
        for round in 1...10 {
            try reader.refresh()
            if round == 1 {
                first = try reader.store.newestID()
                let topics = try reader.article(withWord: "-is:reply").prefix(40)
                saved += topics.map { "parent:\($0)" } + ["is:reply -parent:\(topics.first ?? 1)"]
                for query in saved.dropFirst(2) { try reader.store.saveAlerting(query) }
            }
            if round < 10 { _ = try await server.get("/change?round=\(round)") }
        }
        let truth = try await server.truth()
        try reader.verify(truth)
        try reader.verifySearches(truth, saved: saved, after: first)
        let stored = try reader.article(withWord: "is:reply")
        let answers = try reader.store.articles(stored, withTexts: false).filter { $0.reply?.inReplyTo != nil }
        #expect(!answers.isEmpty)
        let before = try reader.store.newestID()
        try reader.refresh()
        #expect(try reader.store.newestID() == before)
    }

    @Test(
        "Programs that are killed while they read the forums lose nothing and store nothing twice",
        arguments: StorageEngine.all)
    func killed(_ engine: StorageEngine) async throws {
        let server = try ForumServer(topics: Self.isLong ? 75 : 6)
        let reader = try Reader(engine, server)
        for (path, recipe) in Self.forums { try reader.subscribe("/\(path)/list", recipe) }
        try reader.store.saveAlerting("is:reply")
        for round in 1...Self.kills {
            try reader.refreshKilled(afterMilliseconds: 200 + round * 377 % 1_500)
            _ = try await server.get("/change?round=\(min(round, 9))")
        }
        try reader.refresh()
        let truth = try await server.truth()
        try reader.verify(truth, wasKilled: true)
        try reader.verifySearches(truth, saved: ["is:reply"], after: 0, wasKilled: true)
    }

    @Test(
        "A list that was interrupted after its first page is read to its end, and no page of another site is requested",
        arguments: StorageEngine.all)
    func interruptedList(_ engine: StorageEngine) async throws {
        let server = try ForumServer(topics: 90)
        let reader = try Reader(engine, server)
        let file = Self.root.appendingPathComponent("../../Samples/recipes/phpbb.json").standardized
        let recipe = try String(contentsOf: file, encoding: .utf8)
        try reader.subscribe("/p/list", json: Data(recipe.replacing("\"pages\": 3", with: "\"pages\": 1").utf8))
        func refresh() throws -> Int {
            let settings = FeedRefreshSettings(fetcher: try server.fetcher())
            try reader.store.resetFetching(of: reader.feeds[0])
            let states = [try reader.store.fetchState(of: reader.feeds[0])]
            _ = try FeedRefresher(settings: settings) { testTime }.refresh(states, in: reader.store)
            return try reader.article(withWord: "title").count
        }
        #expect(try refresh() == 40)
        try reader.subscribe("/p/list", json: Data(recipe.utf8))
        #expect(try refresh() == 40)
        let client = "follow/\(reader.feeds[0])"
        func set(_ next: String, attempts: Int = 0) throws {
            try reader.store.setClientState(
                Array(#"{"next":"\#(next)","pages":1,"attempts":\#(attempts)}"#.utf8), of: client)
        }
        try set("http://localhost:\(server.port)/p/list?p=2")
        #expect(try refresh() == 40)
        // A page that cannot be read is tried five times.
        try set(server.url("/none"), attempts: 3)
        #expect(try refresh() == 40 && reader.store.clientState(of: client) != nil)
        #expect(try refresh() == 40 && reader.store.clientState(of: client) == nil)
        try set(server.url("/p/list?p=2"))
        #expect(try refresh() == 90 && reader.store.clientState(of: client) == nil)
    }

    @Test(
        "The full text of a topic or of a reply is read with the recipe, page by page, and queued if it takes too long",
        arguments: StorageEngine.all)
    func fullText(_ engine: StorageEngine) async throws {
        let server = try ForumServer(topics: 3)
        let reader = try Reader(engine, server)
        try reader.subscribe("/p/list", "phpbb")
        let settings = FeedRefreshSettings(fetcher: try server.fetcher())
        let states = try reader.feeds.map { try reader.store.fetchState(of: $0) }
        _ = try FeedRefresher(settings: settings) { testTime }.refresh(states, in: reader.store)
        let pages = PageFetcher(settings: settings, pause: .zero)
        let topics = try reader.article(withWord: "title")
        for topic in topics {
            guard case .topic? = try pages.fetch(topic, in: reader.store, now: testTime) else {
                Issue.record("topic \(topic) was not read")
                continue
            }
        }
        try reader.verify(try await server.truth(), forum: "p")
        #expect(try reader.store.duePages(now: testTime, limit: 10).isEmpty)
        let longest = try #require(
            try topics.max {
                try reader.store.replies(to: $0, limit: 99).count < reader.store.replies(to: $1, limit: 99).count
            })
        let reply = try #require(try reader.store.replies(to: longest, limit: 1).first?.id)
        let before = try #require(try reader.store.article(reply))
        guard case .topic? = try pages.fetch(reply, in: reader.store, now: testTime, within: .zero) else {
            Issue.record("the topic of a reply was not read")
            return
        }
        #expect(try reader.store.article(reply) == before)
        #expect(try reader.store.duePages(now: testTime, limit: 10).map(\.article) == [longest])
        // A reply whose topic is not stored has no page.
        var alone = draft("alone", "", "text")
        (alone.url, alone.reply) = (server.url("/p/t/1"), ReplyPlace(topic: "gone"))
        try reader.store.insert([alone])
        #expect(try pages.fetch(reader.store.newestID(), in: reader.store, now: testTime) == nil)
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

    @Test(
        "A recipe whose selectors match everything stores items and replies within the limits, and each of them once",
        arguments: StorageEngine.all)
    func everything(_ engine: StorageEngine) throws {
        let server = try ForumServer(topics: Self.isLong ? 40 : 3)
        let reader = try Reader(engine, server)
        let recipe = #"""
            {"item":"*","title":"*","link":"a","pages":3,"next":"a",
             "topic":{"text":"*","next":"a","pages":20,"reply":{"item":"*","text":"*","author":"*"}}}
            """#
        for path in ["/v/list", "/evil/list"] { try reader.subscribe(path, json: Data(recipe.utf8), FeedOptions()) }
        try reader.refresh()
        let before = try reader.store.newestID()
        try reader.refresh()
        #expect(try reader.store.newestID() == before)
        for topic in try reader.article(withWord: "-is:reply") {
            #expect(try reader.store.replies(to: topic, limit: 20_000).count <= 10_000)
        }
        #expect(try reader.store.check().problems == [])
    }
}
