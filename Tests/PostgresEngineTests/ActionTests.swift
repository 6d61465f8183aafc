import Articles
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine
@testable import SQLiteEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct ActionTests {
    typealias Store = ActionLog & ArticleWriting & StateStoring & SubscriptionStoring

    private func library(_ count: Int = 40) throws -> TwoStores {
        let both = try TwoStores()
        let text = (0..<120).map { "word\($0)" }.joined(separator: " ")
        try both.insert(
            (1...count).map { number in
                var draft = ArticleDraft()
                draft.feed = "https://\(number % 3).example/"
                draft.guid = "g\(number)"
                draft.title = number < 5 ? "One story" : "Title \(number)"
                draft.body = Array((number < 5 ? text : "whale number\(number) 鲸鱼").utf8)
                draft.tags = number % 5 == 0 ? ["sea"] : []
                draft.language = number % 2 == 0 ? "de" : "en"
                return draft
            })
        return both
    }

    /// Numbers of actions that change nothing are used up by one engine and not by the other.
    private static func numberless(_ action: UserAction) -> UserAction {
        var action = action
        action.id = 0
        return action
    }

    private func undo(_ both: TwoStores, _ id: (any Store) throws -> Int64? = { _ in nil }) throws -> UndoneAction? {
        try forBoth(both) { store in
            var undone = try store.undo(id(store))
            undone?.action.id = 0
            return undone
        }
    }

    private func forBoth<Value: Equatable>(
        _ both: TwoStores, sourceLocation: SourceLocation = #_sourceLocation, _ body: (any Store) throws -> Value
    ) throws -> Value {
        let values = try (body(both.sqlite), body(both.postgres))
        #expect(values.0 == values.1, sourceLocation: sourceLocation)
        let actions = try (both.sqlite.actions().map(Self.numberless), both.postgres.actions().map(Self.numberless))
        #expect(actions.0 == actions.1, sourceLocation: sourceLocation)
        try both.expectSame(sourceLocation: sourceLocation)
        return values.1
    }

    @Test("Random actions are recorded and taken back as in SQLite, and leave everything as it was", arguments: 1...3)
    func random(_ seed: UInt64) throws {
        let both = try library()
        var random = SameStoreTests.Random(state: seed &* 104_729)
        let feeds = try both.sqlite.feeds(subscribedOnly: false).map(\.id)
        let before = try both.state()
        for step in 0..<40 {
            let numbers = (0..<5).map { _ in Int64.random(in: 1...44, using: &random) }
            let flag = Bool.random(using: &random)
            let feed = feeds.randomElement(using: &random) ?? 1
            let tag = ["a", "b", "标签"].randomElement(using: &random) ?? "a"
            let now = Int64(step)
            _ = try forBoth(both) { store in
                switch step % 10 {
                case 0:
                    try store.recording(.read, subject: nil, now: now) { try store.change(.read(flag), of: numbers) }
                        .result
                case 1:
                    try store.recording(.starred, subject: "s", now: now) {
                        try store.change(.starred(flag), of: numbers)
                    }.result
                case 2:
                    try store.recording(.tagged, subject: tag, now: now) {
                        try store.change(.tags(add: [tag], remove: ["b"]), of: numbers)
                    }.result
                case 3: try store.remove(numbers, now: now)
                case 4:
                    try store.recording(.unsubscribed, subject: nil, now: now) {
                        try store.unsubscribe(feed)
                        return try store.remove(numbers, now: now)
                    }.result
                case 5:
                    try store.recording(.edited, subject: nil, now: now) {
                        try store.edit(
                            feed, FeedChanges(ownTitle: tag, isPaused: flag, folders: [["News", tag], ["Sea"]]))
                        var options = FeedOptions()
                        options.keepUnread = flag ? 7 : nil
                        options.userAgent = tag
                        try store.setOptions(options, of: feed)
                        try store.arrange(feeds: [feed], in: ["Sea"])
                        return 1
                    }.result
                case 6:
                    try store.recording(.ruleAdded, subject: nil, now: now) {
                        Int(try store.addRule("fox \(step)", .tag(tag), delay: flag ? 5 : nil, now: now))
                    }.result
                case 7:
                    try store.recording(.ruleChanged, subject: nil, now: now) {
                        let rule = try store.rules().first?.id ?? 0
                        return try store.setRule(rule, "owl", .read, delay: nil) ? 1 : 0
                    }.result
                case 8:
                    try store.recording(.marked, subject: nil, now: now) {
                        try store.change(.hidden(flag), of: numbers)
                    }.result
                default:
                    try store.recording(.ruleRemoved, subject: nil, now: now) {
                        try store.removeRule(store.rules().last?.id ?? 0) ? 1 : 0
                    }.result
                }
            }
        }
        #expect(try both.postgres.actions().count > 20)
        var undone = 0
        while try undo(both) != nil { undone += 1 }
        #expect(undone > 20)
        #expect(try both.state() == before)
        #expect(try both.postgres.connection.integer("SELECT count(*) FROM feedsearch.action_change") == 0)
    }

    @Test("What was changed again since stays as it is, and is counted once; a tag that is gone already is not counted")
    func changedSince() throws {
        let both = try library()
        _ = try forBoth(both) { store in
            try store.change(.tags(add: ["y"], remove: []), of: [10, 11])
            _ = try store.recording(.read, subject: nil, now: 1) { try store.markAllRead(ReadScope()) }
            _ = try store.recording(.tagged, subject: nil, now: 2) {
                try store.change(.tags(add: ["x"], remove: []), of: [8, 9, 10])
            }
            // Article 8 has no tag of its own any more, which is a change of the article; 10 has another one.
            try store.change(.tags(add: [], remove: ["x"]), of: [8, 10])
            _ = try store.recording(.tagged, subject: nil, now: 3) {
                try store.change(.tags(add: [], remove: ["y"]), of: [11])
            }
            try store.change(.tags(add: ["y"], remove: []), of: [11])
            return try store.change(.read(false), of: [7])
        }
        // The tag and the article have both come back since.
        #expect(try undo(both)?.kept == 2)
        let tagged = try undo(both)
        #expect(tagged?.kept == 1)
        let read = try undo(both)
        #expect(read?.kept == 1)
        #expect(try both.postgres.unread(in: ReadScope()).count == 40)
    }

    @Test("Retention, the bin and the limit of the log are those of SQLite; a failed action leaves nothing")
    func limits() throws {
        struct Failure: Error {}
        let both = try library()
        _ = try forBoth(both) { store in
            try store.remove([40], now: 1)
            var options = FeedOptions()
            options.limits = ArticleLimits(count: 10)
            _ = try store.removeOld(of: 1, options, now: 2)
            for step in 0..<110 {
                _ = try store.recording(.starred, subject: nil, now: 3) {
                    try store.change(.starred(step % 2 == 0), of: [2])
                }
            }
            #expect(throws: Failure.self) {
                try store.recording(.read, subject: nil, now: 4) {
                    try store.change(.read(true), of: [2])
                    throw Failure()
                }
            }
            // What changes nothing is no action.
            let none = try store.recording(.unread, subject: nil, now: 5) { try store.change(.read(false), of: [2]) }
            #expect(none.action == nil)
            #expect(try store.remove([999], now: 5) == 0)
            return try store.actions().count
        }
        #expect(try both.postgres.actions().count == 102)
        let restored = try undo(both) { try $0.actions().first { $0.kind == .retention }?.id }
        #expect(restored?.numbers.count == 3)
        // Brought back, they stay.
        _ = try forBoth(both) { store in
            var options = FeedOptions()
            options.limits = ArticleLimits(count: 10)
            return try store.removeOld(of: 1, options, now: 6)
        }
        #expect(try forBoth(both) { try $0.purgeBin(now: 2 + 30 * 86_400) } == 1)
        #expect(try undo(both) { _ in 12_345 } == nil)
    }

    @Test("An article that came in anew stays, and its copy in the bin is forgotten")
    func anew() throws {
        let both = try library()
        _ = try forBoth(both) { try $0.remove([10, 11], now: 1) }
        var draft = ArticleDraft()
        draft.feed = "https://1.example/"
        draft.guid = "g10"
        draft.title = "anew"
        draft.body = Array("whale anew".utf8)
        try both.insert([draft])
        let undone = try undo(both)
        #expect(undone?.numbers == [11])
        #expect(try both.postgres.article(41)?.title == "anew")
        #expect(try both.postgres.actions().isEmpty)
    }
}

extension TwoStores {
    /// What actions change on the server, as text.
    func state() throws -> [String] {
        try [
            "article", "article_tag", "feed", "feed_folder", "hand_place", "feed_option", "arrival_rule",
            "removed_article",
            "removed_guid",
        ].flatMap { table in
            try postgres.connection.query(
                "SELECT to_jsonb(t)::text FROM feedsearch.\(table) t ORDER BY 1"
            ).map { table + $0.text(0) }
        }
    }
}
