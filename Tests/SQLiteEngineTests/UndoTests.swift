import Formats
import LibraryStorage
import Testing

@testable import Articles
@testable import SQLite
@testable import SQLiteEngine

/// What people do to articles, feeds, searches and rules is taken back whole.
@Suite struct UndoTests {
    private let store: SQLiteStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        try store.insert((1...40).map { draft("g\($0)", "Title \($0)", "whale number\($0)") })
    }

    private func record(_ kind: UserAction.Kind, _ body: () throws -> Void) throws {
        _ = try store.recording(kind, subject: nil, now: 1, body)
    }

    private func subscribe(folders: [[String]] = []) throws -> Int64 {
        var feed = FeedDraft(url: "https://example.org/feed")
        feed.title = "Example"
        feed.folders = folders
        feed.subscribe = true
        return try store.upsert(feed, now: 1).id
    }

    private func keeping(_ count: Int64) -> FeedOptions {
        var options = FeedOptions()
        options.limits = ArticleLimits(count: count)
        return options
    }

    /// Everything that an action may change, as text.
    private func state() throws -> [String] {
        let tables = [
            "article", "article_tag", "feed", "folder", "feed_folder", "hand_place", "feed_option", "saved_search",
            "alert_rule",
            "alert_waiting", "arrival_rule", "removed_article", "removed_guid",
        ]
        return try tables.flatMap { table in
            let columns = try store.connection.prepare("SELECT name FROM pragma_table_info('\(table)')")
            var names: [String] = []
            while try columns.step() { names.append(columns.text(0)) }
            let values = names.map { ["rest", "html"].contains($0) ? "hex(\($0))" : $0 }.joined(separator: ", ")
            let rows = try store.connection.prepare("SELECT json_array(\(values)) FROM \(table)")
            var out: [String] = []
            while try rows.step() { out.append(table + rows.text(0)) }
            return out.sorted()
        }
    }

    @Test("Marks and tags are taken back, sums of unread articles too")
    func marks() throws {
        let before = try state()
        try record(.read) { try store.change(.read(true), of: [1, 2, 3]) }
        try record(.tagged) { try store.change(.tags(add: ["later"], remove: []), of: [2, 5]) }
        try record(.starred) { try store.change(.starred(true), of: [2]) }
        #expect(try store.hits("tag:later is:starred") == ["g2"])
        #expect(try store.feeds(subscribedOnly: false).first?.unread == 37)
        #expect(try store.actions().map(\.kind) == [.starred, .tagged, .read])
        #expect(try store.actions().map(\.articles) == [1, 2, 3])
        for _ in 0..<3 { #expect(try store.undo()?.kept == 0) }
        #expect(try state() == before)
        #expect(try store.check().problems == [])
        #expect(try store.undo() == nil)
    }

    @Test("What changes nothing is no action")
    func nothing() throws {
        try record(.unread) { try store.change(.read(false), of: [1]) }
        try record(.deleted) { try store.remove([999], now: 1) }
        #expect(try store.actions().isEmpty)
    }

    @Test("All read is taken back part by part, but for what was changed again since")
    func parts() throws {
        store.actionPartBytes = 1
        let before = try state()
        try record(.read) { try store.markAllRead(ReadScope()) }
        #expect(try store.connection.integer("SELECT count(*) FROM action_change") ?? 0 > 30)
        try store.change(.read(false), of: [7])
        #expect(try store.feeds(subscribedOnly: false).first?.unread == 1)
        #expect(try store.undo()?.kept == 1)
        #expect(try state() == before)
    }

    @Test("An action that fails leaves nothing in the log, and the next one is recorded")
    func failing() throws {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try record(.read) {
                try store.change(.read(true), of: [1])
                throw Failure()
            }
        }
        #expect(try store.actions().isEmpty && store.feeds(subscribedOnly: false).first?.unread == 40)
        try record(.read) { try store.change(.read(true), of: [1]) }
        #expect(try store.actions().count == 1)
    }

    @Test("An ended subscription comes back with folders and articles")
    func subscription() throws {
        let id = try subscribe(folders: [["News", "Sea"]])
        try store.change(.read(true), of: [3])
        let before = try state()
        try record(.unsubscribed) {
            try store.unsubscribe(id)
            try store.remove([1, 2, 3], now: 1)
        }
        #expect(try store.feeds().isEmpty && store.hits("number2").isEmpty)
        let undone = try #require(try store.undo())
        #expect(undone.numbers == [1, 2, 3] && undone.kept == 0)
        #expect(try state() == before)
        #expect(try store.check().problems == [])
    }

    @Test("A feed's title, folders, options and pause come back, while what was fetched since stays")
    func edits() throws {
        let id = try subscribe()
        try record(.edited) {
            try store.edit(id, FeedChanges(ownTitle: "Mine", isPaused: true, folders: [["A"]]))
            try store.setOptions(keeping(5), of: id)
        }
        try store.insert([draft("new", "New", "whale")])
        #expect(try store.undo()?.kept == 0)
        let feed = try #require(try store.feeds().first)
        #expect(feed.ownTitle == nil && !feed.isPaused && feed.folders.isEmpty && feed.articles == 41)
        #expect(try store.options(of: id).isEmpty)
    }

    @Test("A forgotten search comes back with its channel and what waits, also after another one was saved")
    func searches() throws {
        try store.save(search: "whales", query: "whale", comment: nil, rule: AlertRule(channel: "desktop"), now: 1)
        try store.insert([draft("new", "New", "whale")])
        let before = try state()
        #expect(try store.waitingAlerts().count == 1)
        try store.sortAlerts()
        try record(.unsaved) { _ = try store.unsave(search: "whales") }
        try store.save(search: "other", query: "fox", now: 1)
        #expect(try store.undo()?.kept == 0)
        #expect(try store.savedSearches().map(\.name) == ["other", "whales"])
        #expect(try store.waitingAlerts().count == 1)
        _ = try store.unsave(search: "other")
        #expect(
            try state().filter { !$0.hasPrefix("alert_waiting") } == before.filter { !$0.hasPrefix("alert_waiting") })
        // It alerts again.
        try store.insert([draft("newer", "Newer", "whale")])
        try store.sortAlerts()
        #expect(try store.waitingArticles(of: store.savedSearches()[0].id, limit: 9).count == 2)
    }

    @Test("A replaced search and rules come back as they were")
    func replaced() throws {
        try store.save(search: "a", query: "whale", comment: "mine", rule: AlertRule(channel: "desktop"), now: 1)
        let rule = try store.addRule("whale", .star, now: 1)
        let before = try state()
        try record(.saved) { try store.save(search: "a", query: "fox", comment: nil, rule: nil, now: 2) }
        try record(.ruleChanged) { _ = try store.setRule(rule, "fox", .hide, delay: nil) }
        try record(.ruleRemoved) { _ = try store.removeRule(rule) }
        try record(.ruleAdded) { try store.addRule("owl", .read, now: 3) }
        for _ in 0..<4 { #expect(try store.undo()?.kept == 0) }
        #expect(try state() == before)
    }

    @Test("The last hundred actions are kept, and those with articles in the bin")
    func limit() throws {
        try store.remove([40], now: 1)
        for step in 0..<120 { try record(.starred) { try store.change(.starred(step % 2 == 0), of: [1]) } }
        let actions = try store.actions()
        #expect(actions.count == 101 && actions.last?.kind == .deleted)
        #expect(try store.connection.integer("SELECT count(*) FROM action_change") == 100)
    }

    @Test("What retention removed is taken back by number, or where nobody did anything else")
    func retention() throws {
        try store.remove([1], now: 1)
        let id = try #require(try store.feed(named: "https://example.org/feed")?.id)
        _ = try store.removeOld(of: id, keeping(38), now: 2)
        #expect(try store.actions().map(\.kind) == [.retention, .deleted])
        #expect(try store.undo()?.action.kind == .deleted)
        #expect(try store.undo()?.action.kind == .retention)
    }

    @Test("Random actions, taken back from the last to the first, leave everything as it was")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        let before = try state()
        for step in 0..<60 {
            let numbers = (0..<4).map { _ in Int64.random(in: 1...40, using: &generator) }
            switch step % 6 {
            case 0: try record(.read) { try store.change(.read(true), of: numbers) }
            case 1: try record(.unread) { try store.change(.read(false), of: numbers) }
            case 2: try record(.starred) { try store.change(.starred(Bool.random()), of: numbers) }
            case 3: try record(.tagged) { try store.change(.tags(add: ["a"], remove: ["b"]), of: numbers) }
            case 4: try record(.tagged) { try store.change(.tags(add: ["b"], remove: ["a"]), of: numbers) }
            default: try store.remove(numbers, now: 1)
            }
        }
        while let undone = try store.undo() { #expect(undone.kept == 0) }
        #expect(try state() == before)
        #expect(try store.check().problems == [])
    }

    @Test("A forged changeset is refused, or touches only what its kind of action may")
    func forged() throws {
        try record(.starred) { try store.change(.starred(true), of: [1]) }
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 1...60)).map { _ in UInt8.random(in: 0...255) }
            try store.connection.run("UPDATE action_change SET inverse = ?", [.blob(bytes)])
            #expect(throws: StorageError.self) { try store.undo() }
        }
        // A changeset of another table.
        let recorder = try ChangeRecorder(store.connection, tables: ["client_state"])
        try store.setClientState([1], of: "x")
        let inverse = try #require(PrefixCompressor().compress(recorder.inverse(), prefix: []))
        try store.connection.run("UPDATE action_change SET inverse = ?", [.blob(inverse)])
        _ = try store.undo()
        #expect(try store.clientState(of: "x") == [1])
        #expect(try store.check().problems == [])
    }
}
