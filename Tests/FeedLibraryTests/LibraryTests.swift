import Alerting
import Articles
import FeedLibrary
import Formats
import Foundation
import Ingestion
import Messages
import QueryLanguage
import SQLiteEngine
import System
import Testing

/// A library in a folder of its own, at a fixed time.
private final class Fixture {
    let folder: String
    private(set) var notices: [Notice] = []
    static let now: Int64 = 1_715_000_000

    init() throws {
        folder = NSTemporaryDirectory() + "library-" + UUID().uuidString
        try FileSystem.makeFolders(folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(_ access: Library.Access, now: Int64 = Fixture.now) throws -> Library {
        var settings = LibrarySettings()
        settings.confirmations = ConfirmationFile(path: folder + "/confirmed")
        let clock = SystemClock(now: { now }, monotonicSeconds: SystemClock.system.monotonicSeconds)
        return try Library(
            path: folder + "/library.db", for: access, settings: settings, clock: clock,
            notice: { [unowned self] in notices.append($0) })
    }

    /// Three articles, two of them about foxes.
    func filled() throws -> Library {
        let path = folder + "/articles.jsonl"
        let lines = (1...3).map { number in
            #"{"feed":"https://example.org/feed","id":"\#(number)","title":"\#(number < 3 ? "Fox" : "Owl") \#(number)","text":"of the wood","published":"2024-05-0\#(number)T00:00:00Z"}"#
        }
        try FileSystem.replace(path, with: Array(lines.joined(separator: "\n").utf8), mode: 0o600)
        let library = try open(.writing)
        let report = try library.bulk.ingest([path], IngestOptions(now: Self.now))
        #expect(report.inserted == 3)
        return library
    }
}

@Suite struct LibraryTests {
    @Test("A service removes what feeds keep no longer, without fetching them")
    func care() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        let feed = try #require(try library.store.feeds(subscribedOnly: false).first)
        var options = FeedOptions()
        options.limits = ArticleLimits(count: 1)
        try library.store.setOptions(options, of: feed.id)
        let care = BackgroundMaintenance(
            idleSeconds: { 0 },
            open: { [path = fixture.folder + "/library.db"] in
                try Library(path: path, for: .maintaining)
            })
        let end = care.start()
        var looks = 0
        while try library.store.storeStatistics().articles > 1, looks < 6_000 {
            looks += 1
            usleep(20_000)
        }
        end()
        #expect(try library.store.storeStatistics().articles == 1)
    }

    @Test("A database that is not there is an error for all but writing, and none is made")
    func missingDatabase() throws {
        let fixture = try Fixture()
        for access in [Library.Access.reading, .changing, .maintaining] {
            #expect(throws: StorageError.self) { try fixture.open(access) }
        }
        #expect(FileSystem.kind(fixture.folder + "/library.db") == nil)
    }

    @Test("What is ingested is found, and a search in lines gives the same as JSON")
    func search() throws {
        let fixture = try Fixture()
        defer { withExtendedLifetime(fixture) {} }
        let library = try fixture.filled()
        let result = try library.search(library.parse("fox"))
        #expect(result.answer.total == 2)
        var writer = JSONWriter()
        try library.answer(
            Array(#"{"id":7,"query":"owl","only":"ids"}"#.utf8), number: 1, SearchOptions(), into: &writer)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text.hasPrefix(#"{"id":7,"query":"owl","total":1,"relaxed":false,"#))
        #expect(text.contains(#""hits":[{"n":3,"id":"3","feed":"https://example.org/feed","#))
    }

    @Test("A line that is no request is answered with what is wrong")
    func badLine() throws {
        let fixture = try Fixture()
        defer { withExtendedLifetime(fixture) {} }
        let library = try fixture.filled()
        var writer = JSONWriter()
        try library.answer(Array("fox".utf8), number: 4, SearchOptions(), into: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self).contains(#""error":{"message":"line 4 is not a JSON object""#)
        )
    }

    @Test("Errors have a code that is the same in every language")
    func codes() throws {
        let fixture = try Fixture()
        defer { withExtendedLifetime(fixture) {} }
        let library = try fixture.filled()
        let codes = Language.allCases.map { language in
            do {
                _ = try library.articles.select(["#99"])
                return ""
            } catch {
                return UserFacingError(error, language: language).code
            }
        }
        #expect(codes == ["noSuchArticle", "noSuchArticle"])
        #expect(
            UserFacingError(InvalidQuery(query: "", error: .unclosedQuote(at: 0..<1)), language: .english).code
                == "badQuery")
    }

    @Test(
        "Articles that a query selects are marked; the bin gives back what was deleted, and starred ones are not taken")
    func markAndUndo() throws {
        let fixture = try Fixture()
        defer { withExtendedLifetime(fixture) {} }
        let library = try fixture.filled()
        #expect(try library.reading.mark([1], [.starred(true)], isLogged: false).changed == 1)
        let selection = try library.articles.select(["fox"])
        #expect(selection.isByQuery && selection.numbers == [2, 1])
        let taken = try library.articles.deletable(selection)
        #expect(taken == [2])
        #expect(try library.articles.delete(taken).count == 1)
        #expect(try library.articles.select(["fox"]).numbers == [1])
        #expect(try library.undo()?.numbers == [2])
        #expect(try library.undo() == nil)
    }

    @Test("A feed that cannot be read now is subscribed to under its address, and told of")
    func addUnreadable() throws {
        let fixture = try Fixture()
        let library = try fixture.open(.writing)
        let feed = try TypedFeed("http://127.0.0.1:1/feed.xml", .english)
        let report = try #require(try library.subscriptions.add(feed))
        #expect(report.isNew && report.url == "http://127.0.0.1:1/feed.xml")
        #expect(fixture.notices.map(\.code) == ["addedUnread"])
        #expect(try library.store.feeds().map(\.url) == [report.url])
        #expect(try library.lists.export().contains(#"xmlUrl="http://127.0.0.1:1/feed.xml""#))
        #expect(throws: UserFacingError.self) { try TypedFeed("no address", .english) }
    }

    @Test("A list is imported with a result for each outline; again, all are there already")
    func importList() throws {
        let fixture = try Fixture()
        let library = try fixture.open(.writing)
        let path = fixture.folder + "/list.opml"
        let outline = #"<opml version="2.0"><body><outline text="A" xmlUrl="https://example.org/a"/></body></opml>"#
        try FileSystem.replace(path, with: Array(outline.utf8), mode: 0o600)
        let report = try library.lists.importFiles([path, fixture.folder + "/missing.opml"])
        #expect(report.added == 1 && report.refused.map(\.place) == [fixture.folder + "/missing.opml"])
        #expect(try library.lists.importFiles([path]).present == 1)
    }

    @Test("A saved search keeps its query, is written as JSON, and is forgotten")
    func saveSearch() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        try library.savedSearches.save("foxes", "fox", query: library.parse("fox"), comment: nil)
        #expect(fixture.notices.map(\.code) == ["savedSearch"])
        let search = try #require(try library.savedSearches.named("foxes"))
        var writer = JSONWriter()
        writer.savedSearch(search)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(text == #"{"name":"foxes","query":"fox","created":"2024-05-06T12:53:20Z"}"#)
        #expect(try library.savedSearches.feed(of: search, as: .atom).count == 2)
        try library.savedSearches.remove("foxes")
        #expect(throws: StorageError.self) { try library.savedSearches.named("foxes") }
    }

    @Test("Rules say what they would have met: one that is stored, changed or only tried, of 7 days by default")
    func rules() throws {
        let fixture = try Fixture()
        defer { withExtendedLifetime(fixture) {} }
        let library = try fixture.filled()
        let tried = try library.rules.trial(of: "fox", .star)
        #expect(tried.days == 7 && tried.rule.id == 0 && tried.numbers?.sorted() == [1, 2])
        let later = try fixture.open(.changing, now: Fixture.now + 8 * 86_400)
        #expect(try later.rules.trial(of: "fox", .star).numbers == [])
        #expect(try later.rules.trial(of: "fox", .star, days: 9).numbers?.count == 2)
        #expect(throws: InvalidQuery.self) { try library.rules.trial(of: "\"open", .star) }
        #expect(try library.rules.all().isEmpty)
        let number = try library.rules.add("owl", .hide)
        let (rule, works) = try #require(try library.rules.all().first)
        #expect(rule.id == number && works)
        #expect(try library.rules.trials().map(\.numbers) == [[3]])
        let changed = try #require(try library.rules.trial(of: number, query: nil, action: .read, delay: 60))
        #expect(changed.rule.query == "owl" && changed.rule.action == .read && changed.rule.delay == 60)
        #expect(changed.numbers == [3])
        #expect(try library.rules.trial(of: number + 1, query: nil, action: .read) == nil)
        #expect(try library.rules.all().map(\.rule) == [rule])
    }

    @Test(
        "A mark and its tag are an action, as typed and in requests",
        arguments: [
            ("read", nil, "read"), ("star", nil, "star"), ("starred", nil, "star"), ("hide", nil, "hide"),
            ("full-text", nil, "full-text"), ("tag", "news", "tag:news"), ("tag:news", nil, "tag:news"),
            ("tag", nil, nil), ("tag", "", nil), ("read", "news", nil), ("run", nil, nil), ("tag:", nil, nil),
        ] as [(String, String?, String?)])
    func marks(mark: String, tag: String?, typed: String?) {
        let action = ArrivalRule.Action(mark: mark, tag: tag)
        #expect(action?.typed == typed)
        if let action { #expect(ArrivalRule.Action.names.contains(action.name)) }
    }

    @Test("Articles are counted by the day of their date, days without one among them, and by feed")
    func dayCounts() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        // 2024-05-06T12:53:20Z
        let all = try #require(try DailyArticles.counted(in: library, matching: nil, days: 5, within: .seconds(60)))
        #expect(all.days.map(\.day) == (2...6).map { "2024-05-0\($0)" })
        #expect(all.days.map(\.articles) == [1, 1, 0, 0, 0] && all.feeds.map(\.articles) == [2])
        let owls = try #require(try DailyArticles.counted(in: library, matching: "owl", days: 5, within: .seconds(60)))
        #expect(owls.days.map(\.articles) == [0, 1, 0, 0, 0])
        #expect(try DailyArticles.counted(in: library, matching: nil, days: 5, within: .zero) == nil)
        #expect(throws: (any Error).self) {
            try DailyArticles.counted(in: library, matching: "title:(", days: 5, within: .seconds(60))
        }
    }

    @Test("What is marked as read by itself is kept by day; what is marked among many is not")
    func days() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        let read = { (days: Int) in try library.reading.days(days).map(\.articles) }
        #expect(try library.reading.mark([2], [.read(true)], isLogged: false).changed == 1)
        #expect(try library.reading.mark([2], [.read(true), .starred(true)], isLogged: false).changed == 1)
        #expect(try library.reading.mark([1], [.read(true)]).changed == 1)
        #expect(try read(2) == [[], [2, 1]])
        #expect(try library.reading.days(1).map(\.day) == ["2024-05-06"])
        // It was opened by mistake.
        #expect(try library.reading.mark([2], [.read(false)], isLogged: false).changed == 1)
        #expect(try read(1) == [[1]])
        #expect(try library.reading.mark([1, 2, 3], [.read(true)]).changed == 2)
        #expect(try read(1) == [[1]])
        // An app sends what was read without a network.
        #expect(try library.reading.mark([1, 2, 3], [.read(false)], isLogged: false).changed == 3)
        #expect(try library.reading.mark([3, 1], [.read(true)], isLogged: false).changed == 2)
        #expect(try read(1) == [[3, 1]])
        let later = try fixture.open(.writing, now: Fixture.now + 86_400)
        #expect(try later.reading.mark([2], [.read(true)], isLogged: false).changed == 1)
        #expect(try later.reading.days(3).map(\.articles) == [[], [3, 1], [2]])
        #expect(try later.reading.mark([3], [.read(false)], isLogged: false).changed == 1)
        #expect(try later.reading.days(2).map(\.articles) == [[3, 1], [2]])
        let muchLater = try fixture.open(.writing, now: Fixture.now + 500 * 86_400)
        #expect(try muchLater.reading.mark([3], [.read(true)], isLogged: false).changed == 1)
        #expect(try later.reading.days(3).map(\.articles) == [[], [], []])
        #expect(try muchLater.reading.days(1).map(\.articles) == [[3]])
    }

    @Test("A book ends before its texts become too large, but has at least one article")
    func bookSize() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        try library.store.save(search: "foxes", query: "fox", now: Fixture.now)
        let whole = try #require(try library.digests.book(of: "foxes", days: 7)).bytes.count
        let part = try #require(try library.digests.book(of: "foxes", days: 7, maxBytes: 20)).bytes.count
        let one = try #require(try library.digests.book(of: "foxes", days: 7, maxBytes: 0)).bytes.count
        #expect(part < whole && part == one)
    }

    @Test("A mark that fails leaves no trace of reading")
    func readingAtomically() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        #expect(throws: (any Error).self) {
            try library.store.atomically {
                _ = try library.reading.mark([1], [.read(true)], isLogged: false)
                throw StorageError.noSuchArticle("#1")
            }
        }
        #expect(try library.reading.days(1).map(\.articles) == [[]])
    }

    @Test("An empty title of one's own is none; quiet hours are taken away by `none`")
    func taken() throws {
        let fixture = try Fixture()
        let library = try fixture.filled()
        var feed = FeedDraft(url: "https://example.org/feed")
        feed.subscribe = true
        feed.title = "The feed"
        try library.store.upsert(feed, now: Fixture.now)
        for (title, shown) in [("Mine", "Mine"), ("", "The feed")] {
            var edit = SubscriptionEdit()
            edit.title = title
            _ = try library.subscriptions.edit(feed.url, edit)
            #expect(try library.store.feeds().first?.displayTitle == shown)
        }
        var options = AlertOptions()
        options.notify = "webhook:https://example.org/hook"
        options.quietHours = "22:00-07:00"
        let rule = try options.rule(over: nil)
        options = AlertOptions()
        options.quietHours = "none"
        #expect(rule?.quietHours == "22:00-07:00")
        #expect(try options.rule(over: rule)?.quietHours == nil)
    }
}
