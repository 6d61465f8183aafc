import Articles
import QueryLanguage
import StorageTestSupport
import Testing

/// The counts and events of searches with a condition.
@Suite struct TrendTests {
    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400

    /// A store with a search that has a condition.
    private func store(_ library: TestLibrary, _ condition: String, query: String = "tea") throws -> any TestedStore {
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        try save(condition, query: query, in: store)
        return store
    }

    private func save(_ condition: String?, query: String = "tea", in store: any TestedStore) throws {
        var rule = AlertRule(channel: "command:true")
        rule.condition = condition
        try store.save(search: "s", query: query, comment: nil, rule: rule, now: testTime)
    }

    private func tea(_ id: String, at time: Int64, feed: String = "https://example.org/feed") -> ArticleDraft {
        var draft = draft(id, "tea \(id)", "", feed: feed)
        draft.published = time
        return draft
    }

    private func insert(_ drafts: [ArticleDraft], at now: Int64, in store: any TestedStore) throws {
        var rest = drafts[...]
        try store.insert(
            BatchInsertRequest { row in
                guard let next = rest.popFirst() else { return false }
                row = next
                return true
            }, now: now)
    }

    /// Tests all due conditions, as a delivering process does.
    @discardableResult
    private func test(_ store: any TestedStore, at now: Int64) throws -> Int {
        try store.sortAlerts()
        let due = try store.trendTests(now: now)
        var found = 0
        for search in try store.savedSearches() where due.contains(search.id) {
            found += try store.testTrend(
                of: search, now: now, utcOffset: { _ in 0 }, due: now,
                uid: { "uid \(now) \(Int.random(in: 0...Int.max))" })
        }
        return found
    }

    private func events(_ store: any TestedStore) throws -> [NotedEvent] {
        let search = try #require(store.savedSearches(named: "s").first)
        return try store.trendEvents(of: search.id, limit: 100)
    }

    @Test("Conditions of several searches are tested in one call, which counts them", arguments: StorageEngine.all)
    func several(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 2 in 1d")
        var rule = AlertRule(channel: "command:true")
        rule.condition = "none in 2d"
        try store.save(search: "t", query: "tea", comment: nil, rule: rule, now: testTime)
        let tested = try store.testTrends(
            of: store.savedSearches(), now: testTime, utcOffset: { _ in 0 }, due: { _ in testTime }, uid: { "uid" })
        #expect(try tested == 2 && store.trendTests(now: testTime).isEmpty)
    }

    @Test(
        "A number is exceeded once for each period, and its articles cause no other message",
        arguments: StorageEngine.all)
    func counted(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 2 in 1d")
        #expect(try test(store, at: testTime) == 0)
        try insert((1...2).map { tea("a\($0)", at: testTime) }, at: testTime, in: store)
        #expect(try test(store, at: testTime) == 0)
        try insert([tea("a3", at: testTime), draft("b", "coffee", "")], at: testTime, in: store)
        #expect(try test(store, at: testTime + 60) == 1)
        #expect(try store.waitingAlerts().isEmpty && !store.hasWaitingAlerts())
        try insert((4...9).map { tea("a\($0)", at: testTime + Self.hour) }, at: testTime + Self.hour, in: store)
        #expect(try test(store, at: testTime + Self.hour) == 0)
        let next = testTime + 2 * Self.day
        try insert((1...4).map { tea("c\($0)", at: next) }, at: next, in: store)
        #expect(try test(store, at: next) == 1)
        let events = try events(store)
        #expect(events.map(\.event.articles) == [4, 3])
        #expect(events.allSatisfy { $0.condition == "count > 2 in 1d" && $0.event.usual == nil })
        let deliveries = try store.dueDeliveries(now: next)
        #expect(deliveries.count == 2 && Set(deliveries.map(\.uid)).count == 2)
        #expect(try deliveries.map { try store.trendEvent(of: $0)?.event.articles } == [3, 4])
        #expect(try deliveries.allSatisfy { try store.articles(of: $0).isEmpty })
    }

    @Test(
        "An edited article is not counted again, and one that arrives late counts on its own day",
        arguments: StorageEngine.all)
    func editedAndLate(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 2 in 1d")
        try test(store, at: testTime)
        try insert([tea("a", at: testTime), tea("b", at: testTime)], at: testTime, in: store)
        var edited = tea("a", at: testTime)
        edited.title = "more tea"
        try insert([edited], at: testTime, in: store)
        try insert([tea("late", at: testTime - 3 * Self.day)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 0)
        try insert([tea("c", at: testTime - Self.hour)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 1)
        #expect(try events(store).map(\.event.articles) == [3])
    }

    @Test(
        "Stored articles are the history of a new condition, and cause no event for periods that have ended",
        arguments: StorageEngine.all)
    func usual(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        // Two articles on the same weekday of each of the last ten weeks.
        let past = (1...10).flatMap { week in
            (1...2).map { tea("\(week)-\($0)", at: testTime - Int64(week) * 7 * Self.day) }
        }
        try insert(past, at: testTime, in: store)
        try save("count > 2x usual in 1d", in: store)
        #expect(try test(store, at: testTime) == 0)
        try insert((1...4).map { tea("n\($0)", at: testTime) }, at: testTime, in: store)
        #expect(try test(store, at: testTime) == 0)
        try insert([tea("n5", at: testTime)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 1)
        let event = try #require(events(store).first?.event)
        #expect(event.articles == 5 && event.usual?.text == "2")
        // A search finds as many articles as were counted.
        let dates = try store.datesOfMatches(
            QueryParser.parse("tea"), since: .min, now: testTime, utcOffset: { _ in 0 })
        #expect(dates.count == 25 && Set(dates.map(\.feed)).count == 1)
    }

    @Test(
        "Silence is an event once, when its time is over, and again after another article", arguments: StorageEngine.all
    )
    func silence(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "none in 2d")
        try test(store, at: testTime)
        try insert([tea("a", at: testTime)], at: testTime, in: store)
        try test(store, at: testTime)
        let due = try #require(try store.nextTrendTest())
        #expect(due > testTime + 2 * Self.day && due <= testTime + 2 * Self.day + Self.hour)
        #expect(try test(store, at: due - 1) == 0)
        #expect(try test(store, at: due) == 1)
        #expect(try store.nextTrendTest() == nil && test(store, at: due + 9 * Self.day) == 0)
        let again = due + 10 * Self.day
        try insert([tea("b", at: again)], at: again, in: store)
        #expect(try test(store, at: again) == 0)
        #expect(try test(store, at: again + 3 * Self.day) == 1)
        #expect(try events(store).count == 2)
    }

    @Test("A search without an article is silent after its time, once", arguments: StorageEngine.all)
    func neverAny(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "none in 12h")
        #expect(try test(store, at: testTime) == 0)
        #expect(try test(store, at: testTime + 11 * Self.hour) == 0)
        #expect(try test(store, at: testTime + 13 * Self.hour) == 1)
        #expect(try test(store, at: testTime + 30 * Self.hour) == 0)
    }

    @Test("Each feed is silent by itself, and a paused feed is not", arguments: StorageEngine.all)
    func feeds(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "feed silent for 3d")
        let addresses = ["a", "b", "c"].map { "https://example.org/\($0)" }
        try test(store, at: testTime)
        for (place, feed) in addresses.enumerated() {
            try insert([tea(feed, at: testTime + Int64(place), feed: feed)], at: testTime + 5, in: store)
        }
        let paused = try #require(try store.feed(named: addresses[1])).id
        try store.edit(paused, FeedChanges(isPaused: true))
        try test(store, at: testTime + 6)
        let later = testTime + 2 * Self.day
        try insert([tea("again", at: later, feed: addresses[2])], at: later, in: store)
        #expect(try test(store, at: testTime + 4 * Self.day) == 1)
        #expect(try events(store).map(\.feed) == [addresses[0]])
        #expect(try test(store, at: testTime + 6 * Self.day) == 1)
        #expect(try events(store).map(\.feed) == [addresses[2], addresses[0]])
    }

    @Test("A clock that jumps by a day, both ways, repeats nothing and loses nothing", arguments: StorageEngine.all)
    func clock(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 2 in 1d")
        var quiet = AlertRule(channel: "command:true")
        quiet.condition = "none in 12h"
        try store.save(search: "quiet", query: "tea", comment: nil, rule: quiet, now: testTime)
        try test(store, at: testTime)
        try insert((1...3).map { tea("a\($0)", at: testTime) }, at: testTime, in: store)
        var found = 0
        for jump in [0, Self.day, -Self.day, 0, Self.day, 0, -Self.day, Self.day, 0] {
            found += try test(store, at: testTime + jump)
        }
        #expect(found == 2)
        #expect(try store.dueDeliveries(now: .max).count == 2)
        let next = testTime + 5 * Self.day
        try insert((1...3).map { tea("b\($0)", at: next) }, at: next, in: store)
        #expect(try test(store, at: next) == 1)
        #expect(try test(store, at: next + Self.day) == 1)
    }

    @Test(
        "Another condition or query begins anew; without one, matches are notified as before",
        arguments: StorageEngine.all)
    func changed(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 2 in 1d")
        try test(store, at: testTime)
        try insert((1...3).map { tea("a\($0)", at: testTime) }, at: testTime, in: store)
        #expect(try test(store, at: testTime) == 1)
        #expect(try store.savedSearches(named: "s").first?.rule?.condition == "count > 2 in 1d")
        // The current period can also meet a new condition.
        try save("count > 1 in 1d", in: store)
        #expect(try test(store, at: testTime) == 1)
        try insert([tea("a4", at: testTime)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 0)
        try save(nil, in: store)
        try insert([tea("a5", at: testTime)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 0)
        #expect(try store.waitingAlerts().map(\.count) == [1])
        // When the condition is set again, articles that arrived without it are counted.
        try save("count > 5 in 1d", in: store)
        #expect(try test(store, at: testTime) == 0)
        try insert([tea("a6", at: testTime)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 1)
        #expect(try events(store).first?.event.articles == 6)
    }

    @Test("A removed search takes its counts and events along, and undo repeats no event", arguments: StorageEngine.all)
    func removed(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 2 in 1d")
        try test(store, at: testTime)
        try insert((1...3).map { tea("a\($0)", at: testTime) }, at: testTime, in: store)
        #expect(try test(store, at: testTime) == 1)
        let removal = try store.recording(.unsaved, subject: "s", now: testTime) { try store.unsave(search: "s") }
        #expect(try store.trendTests(now: .max).isEmpty && store.dueDeliveries(now: .max).isEmpty)
        _ = try store.undo(removal.action)
        #expect(try store.dueDeliveries(now: .max).count == 1)
        let delivery = try #require(store.dueDeliveries(now: .max).first)
        #expect(try store.trendEvent(of: delivery)?.event.articles == 3)
        #expect(try test(store, at: testTime) == 0)
        try insert([tea("a4", at: testTime)], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 0)
        #expect(try store.check().problems.isEmpty)
    }

    @Test(
        "A query whose names nothing has yet counts from the first article that has them", arguments: StorageEngine.all)
    func unknownName(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try store(library, "count > 0 in 1d", query: "tea lang:de feed:example")
        #expect(try test(store, at: testTime) == 0)
        var german = tea("a", at: testTime)
        german.language = "de"
        try insert([german], at: testTime, in: store)
        #expect(try test(store, at: testTime) == 1)
        #expect(try test(store, at: testTime + Self.day) == 0 && store.nextTrendTest() == nil)
    }

    @Test("Colours of searches are stored and removed", arguments: StorageEngine.all)
    func colors(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        try store.save(search: "tea", query: "tea", now: testTime)
        try store.save(search: "milk", query: "milk", now: testTime)
        try store.setColor(.purple, ofSearch: "tea")
        try store.setColor(.red, ofSearch: "nothing")
        #expect(try store.coloredSearches().map(\.name) == ["tea"])
        #expect(try store.savedSearches().map(\.color) == [nil, .purple])
        try store.setColor(nil, ofSearch: "tea")
        #expect(try store.coloredSearches().isEmpty)
    }
}
