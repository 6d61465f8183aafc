import Database
import Formats
import LibraryStorage
import PostgreSQL
import SQLite
import StorageTestSupport
import Testing

@testable import Articles
@testable import PostgresEngine
@testable import SQLiteEngine

/// What actions did is copied from any engine to any other, and taken back there as at its source.
@Suite struct CopiedActionTests {
    private static let feed = "https://example.org/feed"
    /// Nothing of it may count as syntax on the way.
    private static let odd = "tab\t line\n back\\slash \\N \"quotes\" 'x' {[,]} \u{1} \u{7F} 鲸鱼 🐋 e\u{301}"

    private static let engines = StorageEngine.available.flatMap { from in
        StorageEngine.available.map { (from, $0) }
    }

    private func fill(_ store: any TestedStore, articles: Int = 30) throws {
        var subscription = FeedDraft(url: Self.feed)
        subscription.title = "Example"
        subscription.subscribe = true
        subscription.folders = [["News", "Sea"], ["新闻"]]
        let feed = try store.upsert(subscription, now: testTime).id
        try store.arrange(folders: ["新闻", "News"], in: [])
        try store.arrange(feeds: [feed], in: ["新闻"])
        var options = FeedOptions()
        options.interval = 600
        options.credentials = "env:SECRET"
        try store.setOptions(options, of: feed)
        try store.setRecipe(#"{"items":"li"}"#, for: feed)
        try store.addRule("number7", .star, now: testTime)
        try store.addRule("number8", .tag("spät"), delay: 100, now: testTime)
        store.alertSettings.includesFirstImports = true
        try store.saveAlerting("whale")
        try store.insert((1...articles).map { draft("g\($0)", "Title \($0)", "whale number\($0)") })
        // A delivery, matches in rows of their own, and matches that nobody has sorted yet.
        let search = try #require(store.savedSearches(named: "whale").first?.id)
        try store.sortAlerts()
        try store.addDelivery(of: [1, 2], folded: [3], search: search, uid: "u1", now: testTime)
        try store.insert([draft("late", "Late", "whale")])
        try store.change(.read(true), of: [1, 2, 3])
        try store.change(.starred(true), of: [4, 5])
        try store.change(.tags(add: ["Später"], remove: []), of: [5, 6])
    }

    private func feedID(_ store: any TestedStore) throws -> Int64 {
        try #require(store.feeds(subscribedOnly: false).first?.id)
    }

    /// Does something of a kind.
    ///
    /// - Parameter twice: a feed is changed in two parts of the action. SQLite counts such a row twice where it was changed again.
    private func perform(_ kind: UserAction.Kind, _ store: any TestedStore, twice: Bool = true) throws {
        let feed = try feedID(store)
        let rule = try store.rules().first?.id ?? 0
        if kind == .retention {
            // The store records it itself.
            var options = FeedOptions()
            options.limits = ArticleLimits(count: 10)
            #expect(try store.removeOld(of: feed, options, now: testTime) > 0)
            return
        }
        let recorded = try store.recording(kind, subject: Self.odd, now: testTime + 5) {
            switch kind {
            case .deleted, .retention: _ = try store.remove([7, 8], now: testTime)
            case .read: try store.markAllRead(ReadScope())
            case .unread: try store.change(.read(false), of: [2, 3, 9])
            case .starred: try store.change(.starred(true), of: [4, 11, 12])
            case .unstarred: try store.change(.starred(false), of: [4, 5])
            case .tagged: try store.change(.tags(add: ["x", Self.odd], remove: ["Später"]), of: [5, 6, 13])
            case .marked:
                try store.change(.hidden(true), of: [14, 15])
                try store.change(.read(true), of: [15, 16])
                try store.change(.tags(add: ["y"], remove: []), of: [16])
                // One that is again as it was.
                try store.change(.starred(true), of: [17, 16])
                try store.change(.starred(false), of: [17, 16])
            case .unsubscribed:
                // What the bin does is not recorded: the feed is changed before and after it.
                try store.edit(feed, FeedChanges(ownTitle: "one", folders: [["Left"]]))
                try store.unsubscribe(feed)
                _ = try store.remove([1, 2, 18], now: testTime)
                if twice { try store.edit(feed, FeedChanges(ownTitle: "two")) }
            case .edited:
                try store.edit(feed, FeedChanges(ownTitle: Self.odd, isPaused: true, folders: [[Self.odd, "B"]]))
                var options = FeedOptions()
                options.userAgent = Self.odd
                options.limits = ArticleLimits(count: 7)
                try store.setOptions(options, of: feed)
                try store.setRecipe(nil, for: feed)
                try store.arrange(feeds: [feed], in: [Self.odd, "B"])
            case .saved:
                try store.save(search: Self.odd, query: "鲸鱼", comment: Self.odd, rule: nil, now: testTime)
                let rule = AlertRule(channel: "command:false")
                try store.save(search: "whale", query: "late", comment: "new", rule: rule, now: testTime)
            case .unsaved: #expect(try store.unsave(search: "whale"))
            case .ruleAdded: _ = try store.addRule(Self.odd, .tag(Self.odd), delay: 5, now: testTime)
            case .ruleChanged: #expect(try store.setRule(rule, "fox", .hide, delay: 9))
            case .ruleRemoved: #expect(try store.removeRule(rule))
            case .ownRule: _ = try store.addRule(Self.odd, .star, delay: nil, now: testTime)
            }
        }
        #expect(recorded.action != nil)
    }

    /// Changes some of what any action has changed.
    private func changeAgain(_ store: any TestedStore) throws {
        try store.change(.read(false), of: [7, 15])
        try store.change(.read(true), of: [2, 9])
        try store.change(.starred(true), of: [5])
        try store.change(.starred(false), of: [11])
        try store.change(.tags(add: ["Später"], remove: ["x"]), of: [5, 6])
        try store.edit(feedID(store), FeedChanges(ownTitle: "again"))
        for rule in try store.rules() { _ = try store.setRule(rule.id, "again", .read, delay: nil) }
        for search in try store.savedSearches() {
            try store.save(search: search.name, query: "again", comment: nil, rule: nil, now: testTime)
        }
    }

    /// Undoes the last action of both, and expects both to be the same then.
    private func expectSameUndo(
        _ source: any TestedStore, _ target: any TestedStore, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> UndoneAction? {
        #expect(try target.actions() == source.actions(), comment, sourceLocation: sourceLocation)
        let (one, two) = try (source.undo(), target.undo())
        #expect(one == two, comment, sourceLocation: sourceLocation)
        let (rows, copied) = try (source.dump(), target.dump())
        if rows != copied {
            Issue.record(
                "\(comment): \(rows.filter { !copied.contains($0) }) is \(copied.filter { !rows.contains($0) })",
                sourceLocation: sourceLocation)
        }
        #expect(try target.check().problems == [], comment, sourceLocation: sourceLocation)
        return one
    }

    @Test(
        "Every kind of action is taken back in a copy as in its source, also where rows were changed again",
        arguments: UserAction.Kind.allCases, engines)
    func kinds(_ kind: UserAction.Kind, _ engines: (from: StorageEngine, to: StorageEngine)) throws {
        for isChangedAgain in [false, true] {
            if isChangedAgain, engines.from == engines.to, StorageEngine.available.count > 1 { continue }
            let (sourceLibrary, targetLibrary) = try (TestLibrary(engines.from), TestLibrary(engines.to))
            let source = try sourceLibrary.open()
            try fill(source)
            try perform(kind, source, twice: !isChangedAgain)
            if isChangedAgain { try changeAgain(source) }
            try sourceLibrary.open(.read).copy(to: targetLibrary)
            let target = try targetLibrary.open()
            #expect(try target.dump() == source.dump())
            #expect(try target.actions().map(\.kind) == [kind])
            let undone = try #require(try expectSameUndo(source, target, "\(kind) \(engines) \(isChangedAgain)"))
            let isUnchanged = !isChangedAgain || [.deleted, .retention, .unsaved, .ruleRemoved].contains(kind)
            #expect((undone.kept == 0) == isUnchanged, "\(kind) \(isChangedAgain) \(undone.kept)")
        }
    }

    @Test("All actions of a library are taken back in a copy of its copy", arguments: engines)
    func all(_ engines: (from: StorageEngine, to: StorageEngine)) throws {
        let libraries = try (TestLibrary(engines.from), TestLibrary(engines.to), TestLibrary(engines.from))
        let source = try libraries.0.open()
        try fill(source)
        // Texts from outside may have NUL, which a server does not keep.
        try source.edit(feedID(source), FeedChanges(ownTitle: "with\0NUL"))
        for kind in UserAction.Kind.allCases where kind != .retention { try perform(kind, source) }
        try libraries.0.open(.read).copy(to: libraries.1)
        try libraries.1.open(.read).copy(to: libraries.2)
        let copies = try (libraries.1.open(), libraries.2.open())
        #expect(try copies.1.dump() == copies.0.dump())
        var count = 0
        while let action = try source.actions().first {
            let undone = try (source.undo(), copies.0.undo(), copies.1.undo())
            #expect(undone.0 == undone.1 && undone.0 == undone.2, "\(action.kind)")
            count += 1
        }
        #expect(count == UserAction.Kind.allCases.count - 1)
        #expect(try copies.0.actions().isEmpty && copies.1.actions().isEmpty)
        #expect(try copies.0.dump() == copies.1.dump())
    }

    @Test("An action with many changes is copied in parts, whatever parts its source has", arguments: engines)
    func parts(_ engines: (from: StorageEngine, to: StorageEngine)) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(engines.from), TestLibrary(engines.to))
        let source = try sourceLibrary.open()
        let count = RowChange.partCount * 2 + 100
        try source.insert((1...count).map { draft("g\($0)", "Title \($0)", "whale") })
        // A row is changed in several of its parts.
        (source as? SQLiteStore)?.actionPartBytes = 40_000
        _ = try source.recording(.marked, subject: nil, now: testTime) {
            try source.change(.starred(true), of: [5, 2_000])
            try source.markAllRead(ReadScope())
            try source.change(.starred(true), of: [6, 2_000])
            try source.change(.starred(false), of: [5])
        }
        try source.change(.read(false), of: [7, 1_500])
        let counts = try sourceLibrary.open(.read).copy(to: targetLibrary, maxRows: 1)
        #expect(counts["action_change"] == 3)
        let target = try targetLibrary.open()
        let undone = try #require(try expectSameUndo(source, target, "\(engines)"))
        #expect(undone.kept == 2 && undone.action.articles >= count)
        #expect(try target.hits("is:read OR is:starred").isEmpty)
    }

    /// The library that a copy was cut short in.
    private func unfinished(_ target: TestLibrary, _ body: (any CopyableStore) throws -> Void) throws {
        switch target.engine {
        case .sqlite: try body(FileCopyTarget(for: target.address, trace: nil).store)
        case .postgres:
            try body(PostgresLibrary.open(LibraryAddress(target.address), access: .write, goesOnCopying: true))
        }
    }

    @Test(
        "A copy that was cut short goes on with actions that were undone, done and changed meanwhile",
        arguments: engines)
    func cutShort(_ engines: (from: StorageEngine, to: StorageEngine)) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(engines.from), TestLibrary(engines.to))
        let source = try sourceLibrary.open()
        try fill(source, articles: RowChange.partCount * 2 + 9)
        try perform(.read, source)
        try perform(.edited, source)
        try perform(.ruleAdded, source)
        try source.remove([8], now: testTime)
        let repair = try damageBin(sourceLibrary)
        let error = #expect(throws: StorageError.self) { try sourceLibrary.open(.read).copy(to: targetLibrary) }
        guard case .damaged = error else { throw try #require(error) }
        try repair()
        try unfinished(targetLibrary) { store in
            let table = try #require(CopiedTable.all.first { $0.selection == .recordedChanges })
            var keys: [[CopiedValue]] = []
            try store.atomically {
                try store.withCopiedRows(of: table.keysAlone, after: nil) { next in
                    while let key = try next() { keys.append(key) }
                }
            }
            try #require(keys.count == 5, "\(keys)")
            // The second of three parts, and the only one of the last action.
            try store.atomically { try store.remove(copied: [keys[1], keys[4]], from: table) }
        }
        #expect(try source.undo()?.action.kind == .deleted)
        #expect(try source.undo()?.action.kind == .ruleAdded)
        try perform(.starred, source)
        try sourceLibrary.open(.read).copy(to: targetLibrary)
        let target = try targetLibrary.open()
        #expect(try target.dump() == source.dump())
        for kind: UserAction.Kind in [.starred, .edited, .read] {
            #expect(try expectSameUndo(source, target, "\(kind)")?.action.kind == kind)
        }
    }

    /// Makes the HTML of the article in the bin unreadable, which is copied behind actions.
    ///
    /// - Returns: repairs it.
    private func damageBin(_ library: TestLibrary) throws -> () throws -> Void {
        switch library.engine {
        case .sqlite:
            let file = try Connection(path: library.address, mode: .readWrite)
            try file.run("UPDATE removed_article SET html = x'00'")
            return { try file.run("UPDATE removed_article SET html = NULL") }
        case .postgres:
            let connection = try PostgresConnection(PostgresAddress(library.address))
            let sql = "UPDATE feedsearch.removed_article SET html = $1, html_packed = $2"
            try connection.run(sql, [.bytes([0]), .bool(true)])
            return { try connection.run(sql, [.null, .bool(false)]) }
        }
    }

    @Test(
        "Where what an action changed is damaged, the rest is copied, and the action is named",
        arguments: StorageEngine.available)
    func damaged(_ engine: StorageEngine) throws {
        let (sourceLibrary, targetLibrary) = try (TestLibrary(.sqlite), TestLibrary(engine))
        let source = try sourceLibrary.open()
        try fill(source)
        try perform(.starred, source)
        try perform(.read, source)
        try perform(.edited, source)
        let read = try #require(source.actions().first { $0.kind == .read }?.id)
        let file = try Connection(path: sourceLibrary.address, mode: .readWrite)
        let whole = try #require(
            file.rows("SELECT inverse FROM action_change WHERE action = \(read)") { $0.bytes(0) }.first)
        let inverse = try #require(PrefixCompressor().decompress(whole, prefix: []))
        let number: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        let recipe = Array("T\u{2}\u{1}\0feed_recipe\0".utf8)
        let tag = Array("T\u{3}\u{2}\u{1}\u{3}article_tag\0".utf8)
        let forged: [[UInt8]] = [
            // A row without a value, with NULL where a value is needed, with an own tag of 2, and an article that is no update.
            recipe + [18, 0] + number + [7, 0], recipe + [18, 0] + number + [7, 5],
            tag + [18, 0] + number + [1] + number + [1] + number + [2],
            Array("T\u{1}\u{1}article\0".utf8) + [9, 0] + number + [1],
            [], [0], Array(inverse.dropLast(3)), Array("T\u{2}ab".utf8), inverse + [99], [1, 2, 3],
            [UInt8](repeating: 0xFF, count: 99),
        ]
        for bytes in forged {
            let packed = bytes == [0] ? bytes : try #require(PrefixCompressor().compress(bytes, prefix: []))
            try file.run("UPDATE action_change SET inverse = ? WHERE action = ?", [.blob(packed), .integer(read)])
            let reader = try #require(sourceLibrary.open(.read) as? any CopyableStore)
            _ = try #require(reader as? any TestedStore).dump()
            #expect(reader.damagedActions == (bytes.isEmpty ? [] : [read]), "\(bytes)")
        }
        let reader = try sourceLibrary.open(.read)
        try reader.copy(to: targetLibrary)
        #expect((reader as? any CopyableStore)?.damagedActions == [read])
        let target = try targetLibrary.open()
        #expect(try target.actions().map(\.kind) == [.edited, .starred])
        #expect(try source.actions().map(\.kind) == [.edited, .read, .starred])
        for _ in 0..<2 { #expect(try target.undo()?.kept == 0) }
        #expect(try target.undo() == nil)
        #expect(try target.hits("is:starred").sorted() == ["g4", "g5", "g7"])
    }

    @Test("Whatever bytes a changeset has, a copy reads it or leaves it out")
    func forged() throws {
        let library = try TestLibrary(.sqlite)
        let source = try library.open()
        try fill(source)
        for kind: UserAction.Kind in [.tagged, .edited, .saved, .unsaved, .ruleChanged] { try perform(kind, source) }
        let file = try Connection(path: library.address, mode: .readWrite)
        let stored = try file.rows("SELECT action, inverse FROM action_change") { ($0.integer(0), $0.bytes(1)) }
        #expect(stored.count == 5)
        for _ in 0..<40 {
            for (action, packed) in stored {
                var inverse = try #require(PrefixCompressor().decompress(packed, prefix: []))
                for _ in 0..<Int.random(in: 1...3) {
                    inverse[Int.random(in: inverse.indices)] =
                        [0, 1, 5, 0x7F, 0xFF, .random(in: 0...255)].randomElement() ?? 0
                }
                let forged = try #require(PrefixCompressor().compress(inverse, prefix: []))
                try file.run(
                    "UPDATE action_change SET inverse = ? WHERE action = ?", [.blob(forged), .integer(action)])
            }
            _ = try library.open(.read).dump()
        }
    }

    @Test("The tables whose changes are copied are those that actions change, and have keys of numbers alone")
    func tables() {
        let changed = Set(UserAction.Kind.allCases.flatMap(\.tables))
        #expect(Set(Table.recorded.map(\.name)) == changed && Table.recorded.count == changed.count)
        for kind in UserAction.Kind.allCases {
            let places = kind.tables.compactMap { name in Table.recorded.firstIndex { $0.name == name } }
            #expect(places == places.sorted(), "\(kind)")
        }
        for table in Table.recorded {
            #expect(table.keyCount <= 3)
            for column in table.key { #expect(![.text, .bytes].contains(column.kind), "\(table.name).\(column.name)") }
            for column in table.columns {
                #expect(![.body, .html, .integers].contains(column.kind), "\(table.name).\(column.name)")
            }
        }
    }
}
