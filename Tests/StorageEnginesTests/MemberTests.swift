import LibraryStorage
import QueryLanguage
import StorageTestSupport
import TestSupport
import Testing

@testable import Articles

/// Members of a shared library: read, starred and opened are each person's own.
@Suite struct MemberTests {
    static let members: [Int64] = [7, 8, 1_000_000_007]

    static func shared(_ engine: StorageEngine) throws -> (library: TestLibrary, store: any TestedStore) {
        let library = try TestLibrary(engine)
        let store = try library.open()
        for member in members {
            try store.setMember(
                LibraryMember(number: member, uid: "uid-\(member)", name: "member \(member)", added: testTime))
        }
        return (library, store)
    }

    /// Runs `body` with the state of a person; 0 is the owner.
    static func act<Result>(
        _ person: Int64, _ store: any TestedStore, _ body: () throws -> Result
    ) throws -> Result {
        store.member = person == 0 ? nil : person
        defer { store.member = nil }
        return try body()
    }

    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    // MARK: - Random actions

    /// One library with three members, and the model of its state.
    private final class Fixture {
        let library: TestLibrary
        let store: any TestedStore
        /// Another connection, whose caches must not mix up people.
        let reader: any TestedStore
        var model = MemberModel(people: [0] + MemberTests.members)
        var chance: Chance
        var time = testTime
        private var inserted = 0
        /// Articles of the last two feeds are copies of articles of others; rules and limits do not apply to them.
        static let feeds = ["a", "b", "c", "d"].map { "https://example.org/\($0)" }

        init(_ engine: StorageEngine, seed: UInt64) throws {
            (library, store) = try MemberTests.shared(engine)
            chance = Chance(state: seed)
            for (place, url) in Self.feeds.enumerated() {
                var draft = FeedDraft(url: url)
                draft.subscribe = true
                draft.folders = [[place % 2 == 0 ? "even" : "odd"]]
                try store.upsert(draft, now: testTime)
            }
            try store.addRule("advert", .read, now: testTime)
            try store.addRule("spoiler", .hide, now: testTime)
            reader = try library.open(.read)
        }

        private func pick(_ articles: [ArticleID], _ most: Int) -> [ArticleID] {
            Array(articles.shuffled(using: &chance).prefix(Int.random(in: 1...most, using: &chance)))
        }

        func step() throws {
            let person = model.people.randomElement(using: &chance) ?? 0
            let stored = model.stored
            try MemberTests.act(person, store) { () throws in
                switch Int.random(in: 0..<100, using: &chance) {
                case 0..<22: try insert()
                case 22..<40:
                    let read = Bool.random(using: &chance)
                    // Skip hidden articles for the owner: the model does not describe how such a change affects
                    // `muted`.
                    let some = pick(stored, 6).filter { person != 0 || model.articles[$0]?.isHidden == false }
                    let changed = try record(read ? .read : .unread) { try store.change(.read(read), of: some) }
                    #expect(changed == model.setRead(read, some, by: person))
                case 40..<52:
                    let (starred, some) = (Bool.random(using: &chance), pick(stored, 4))
                    let changed = try record(.starred) { try store.change(.starred(starred), of: some) }
                    #expect(changed == model.setStarred(starred, some, by: person))
                case 52..<62: try markAll(by: person)
                case 62..<70:
                    time += 1
                    for n in pick(stored, 2) {
                        try store.recordOpened([n], at: time)
                        model.open(n, at: time, by: person)
                    }
                case 70..<80:
                    let undone = try store.undo()
                    #expect((undone != nil) == model.undo(by: person))
                case 80..<86:
                    let some = pick(stored, 3)
                    try MemberTests.act(0, store) { () throws in
                        #expect(try store.remove(some, now: time) == model.remove(some, isLogged: true))
                    }
                case 86..<90: try MemberTests.act(0, store) { () throws in try hide() }
                case 90..<93: try MemberTests.act(0, store) { () throws in try retain() }
                case 93..<95:
                    time += 31 * 86_400
                    try store.purgeBin(now: time)
                    model.purge()
                default:
                    // Members store articles, too, and their drafts set their own state.
                    try insert(read: Bool.random(using: &chance), by: person)
                }
            }
        }

        private func record(_ kind: UserAction.Kind, _ body: () throws -> Int) throws -> Int {
            try store.recording(kind, subject: nil, now: time, body).result
        }

        private func insert(read: Bool? = nil, by person: Int64 = 0) throws {
            inserted += 1
            let place = Int.random(in: 0..<4, using: &chance)
            let text = place >= 2 ? Int.random(in: 0..<12, using: &chance) : nil
            let kind =
                place < 2 && read == nil ? ["whale", "whale", "advert", "spoiler"].randomElement(using: &chance) : nil
            var article = draft(
                "g\(inserted)", text.map { "Copy \($0)" } ?? "Title \(inserted)",
                text.map { String(repeating: "Text \($0) is long enough to be compared. ", count: 12) }
                    ?? "\(kind ?? "whale") number\(inserted)", feed: Self.feeds[place])
            article.published = testTime - Int64(Int.random(in: 0..<100_000, using: &chance))
            article.received = time
            article.read = read
            let result = try store.insert([article])
            let n = try #require(result.insertedIDs.first)
            let feed = try #require(try store.feeds(subscribedOnly: false).first { $0.url == article.feed }?.id)
            model.insert(n, feed: feed, text: text, isMuted: kind == "advert", isHidden: kind == "spoiler")
            // The read state in a draft takes precedence over the state of copies.
            guard let read else { return }
            if read { model.states[person]?.read.insert(n) } else { model.states[person]?.read.remove(n) }
        }

        private func markAll(by person: Int64) throws {
            var scope = ReadScope()
            let feeds = try store.feeds(subscribedOnly: false)
            var wanted = Set(feeds.map(\.id))
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: break
            case 1:
                let feed = try #require(feeds.randomElement(using: &chance))
                scope.feed = feed.id
                wanted = [feed.id]
            default:
                scope.folder = "even"
                wanted = Set(feeds.filter { $0.folders == [["even"]] }.map(\.id))
            }
            let last = try store.newestID()
            if Bool.random(using: &chance) { scope.newestSeen = Int64.random(in: 0...(last + 3), using: &chance) }
            let changed = try record(.read) { try store.markAllRead(scope) }
            let newest = min(scope.newestSeen ?? last, last)
            #expect(changed == model.markAllRead(feeds: wanted, upTo: newest, by: person))
        }

        private func hide() throws {
            let isHidden = Bool.random(using: &chance)
            let some = model.stored.filter { n in
                guard let entry = model.articles[n], entry.text == nil, !model.touched.contains(n) else { return false }
                return entry.isHidden != isHidden && !(isHidden && model.isRead(n, by: 0))
            }
            guard let n = some.randomElement(using: &chance) else { return }
            try store.change(.hidden(isHidden), of: [n])
            model.hide(n, isHidden)
        }

        /// Retention of the first feed keeps what anybody has starred.
        private func retain() throws {
            let feed = try #require(try store.feeds(subscribedOnly: false).first { $0.url == Self.feeds[0] })
            let ids = model.stored.filter { model.articles[$0]?.feed == feed.id }
            let dates = try store.articles(ids, withTexts: false).map { (date: Int64($0.published ?? 0), id: $0.id) }
            let count = max(1, ids.count - 3)
            let old = dates.sorted { ($0.date, $0.id) > ($1.date, $1.id) }.dropFirst(count).map(\.id).filter { n in
                !model.people.contains { model.states[$0]?.starred.contains(n) == true }
            }
            var options = FeedOptions()
            options.limits = ArticleLimits(count: Int64(count))
            #expect(try store.removeOld(of: feed.id, options, now: time) == model.remove(old, isLogged: false))
        }

        // MARK: - Comparing

        func compare(_ place: String) throws {
            for person in model.people {
                for (name, store) in [("writer", store), ("reader", reader)] {
                    try MemberTests.act(person, store) { () throws in
                        try compare(person, store, "\(place), person \(person), \(name)")
                    }
                }
            }
        }

        func compare(_ person: Int64, _ store: any TestedStore, _ place: String) throws {
            let stored = model.stored
            let state = model.states[person] ?? MemberModel.State()
            let read = stored.filter { model.isRead($0, by: person) }
            let visible = stored.filter { model.articles[$0]?.isHidden == false }
            let unread = visible.filter { !model.isRead($0, by: person) }
            let starred = stored.filter(state.starred.contains)
            let articles = try store.articles(stored, withTexts: false)
            #expect(articles.map(\.id) == stored, "\(place)")
            #expect(articles.filter(\.read).map(\.id) == read, "\(place)")
            #expect(articles.filter(\.starred).map(\.id) == starred, "\(place)")
            #expect(articles.map(\.opened) == stored.map { state.opened[$0] }, "\(place)")
            let feeds = try store.feeds(subscribedOnly: false)
            let counts = feeds.map { feed in model.unread(person).filter { model.articles[$0]?.feed == feed.id }.count }
            #expect(feeds.map(\.unread) == counts, "\(place)")
            #expect(try store.unreadCounts().map(\.unread) == counts, "\(place)")
            #expect(try store.overview().feeds.map(\.unread) == counts, "\(place)")
            #expect(try store.unread(in: ReadScope()) == model.unread(person), "\(place)")
            func matches(_ query: String) throws -> [ArticleID] {
                try store.matches(QueryParser.parse(query), now: testTime, utcOffset: { _ in 0 }).sorted()
            }
            #expect(try matches("is:unread") == unread, "\(place)")
            #expect(try matches("is:starred") == starred.filter(visible.contains), "\(place)")
            #expect(try matches("is:opened") == visible.filter { state.opened[$0] != nil }, "\(place)")
            let whales = visible.filter { model.articles[$0]?.text == nil && !model.isRead($0, by: person) }
            #expect(try matches("re:/number/ is:unread") == whales, "\(place)")
            var request = ListRequest(.read(false))
            #expect(try store.count(request) == unread.count, "\(place)")
            #expect(try store.list(request).map(\.id).sorted() == unread, "\(place)")
            if let feed = feeds.first {
                let ofFeed = ListRequest(.all([.read(false), .feeds([feed.id])]))
                let wanted = unread.filter { model.articles[$0]?.feed == feed.id }
                #expect(try store.count(ofFeed) == wanted.count, "\(place)")
                #expect(try store.list(ofFeed).map(\.id).sorted() == wanted, "\(place)")
            }
            request.limit = 3
            #expect(try store.list(request).allSatisfy { unread.contains($0.id) }, "\(place)")
            var search = SearchRequest(query: try QueryParser.parse("is:unread OR is:read"), now: testTime)
            let facets = try store.facets(for: search)
            #expect(facets.total == visible.count && facets.unread == unread.count, "\(place)")
            #expect(facets.starred == starred.filter(visible.contains).count, "\(place)")
            search = SearchRequest(query: try QueryParser.parse("number*"), now: testTime)
            search.limit = 1_000
            for hit in try store.search(search).hits {
                #expect(hit.read == model.isRead(hit.id, by: person), "\(place)")
                #expect(hit.starred == state.starred.contains(hit.id), "\(place)")
            }
            let opened = visible.filter { state.opened[$0] != nil }
                .sorted { (state.opened[$0] ?? 0, $0) > (state.opened[$1] ?? 0, $1) }
            #expect(try store.opened(limit: 1_000).map(\.id) == opened, "\(place)")
        }
    }

    @Test(
        "Random actions of the owner and three members leave each with their own state, also in a copy of the library",
        arguments: StorageEngine.all, [1, 2, 3] as [UInt64])
    func random(_ engine: StorageEngine, seed: UInt64) throws {
        let fixture = try Fixture(engine, seed: seed)
        for step in 0..<240 {
            try fixture.step()
            if step % 12 == 11 { try fixture.compare("step \(step)") }
        }
        #expect(try fixture.store.check().problems == [])
        for target in StorageEngine.available {
            let copy = try TestLibrary(target)
            try fixture.store.copy(to: copy)
            let store = try copy.open()
            #expect(try store.members() == fixture.store.members())
            for person in fixture.model.people {
                try Self.act(person, store) { () throws in try fixture.compare(person, store, "copy, person \(person)")
                }
            }
            #expect(try store.check().problems == [])
        }
        // A member who is removed leaves nothing behind.
        #expect(try fixture.store.removeMember(7))
        #expect(try fixture.store.dump().filter { $0.hasPrefix("member") && $0.contains("[integer(7)") } == [])
        for person in [0, 8, 1_000_000_007] as [Int64] {
            try Self.act(person, fixture.store) { () throws in
                try fixture.compare(person, fixture.store, "after a removal")
            }
        }
        #expect(try fixture.store.check().problems == [])
    }

    // MARK: - Single promises

    @Test(
        "Ingest stores no rows for members, and marking all as read stores one row a feed", arguments: StorageEngine.all
    )
    func rows(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        try store.insert((1...300).map { draft("g\($0)", "Title \($0)", "number\($0)", feed: "f\($0 % 3)") })
        func states() throws -> [String] {
            try store.dump().filter { $0.hasPrefix("member_state") || $0.hasPrefix("member_mark") }
        }
        #expect(try states().isEmpty)
        try Self.act(7, store) { () throws in
            #expect(try store.change(.read(true), of: [5, 6]) == 2)
            #expect(try store.markAllRead(ReadScope()) == 298)
        }
        #expect(try states().filter { $0.hasPrefix("member_mark") }.count == 3)
        #expect(try states().filter { $0.hasPrefix("member_state") }.count <= 2)
        try Self.act(7, store) { () throws in
            #expect(try store.change(.read(false), of: [9]) == 1)
            #expect(try store.hits("is:unread") == ["g9"])
        }
        try Self.act(8, store) { () throws in #expect(try store.unread(in: ReadScope()).count == 300) }
        #expect(try store.unread(in: ReadScope()).count == 300)
        var scope = ReadScope()
        scope.receivedBefore = testTime + 1
        try Self.act(8, store) { () throws in #expect(try store.markAllRead(scope) == 300) }
        #expect(try states().count <= 9)
        #expect(try store.check().problems == [])
    }

    @Test(
        "Marking thousands of articles by number stores marks of feeds, and searches find what is left unread or starred",
        arguments: StorageEngine.all)
    func many(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        try store.insert((1...3_000).map { draft("g\($0)", "heron \($0)", "number\($0)", feed: "f\($0 % 3)") })
        try Self.act(7, store) { () throws in
            #expect(try store.change(.read(true), of: (1...3_000).filter { $0 != 100 && $0 != 2_000 }) == 2_998)
            #expect(try store.change(.starred(true), of: [100, 300]) == 2)
        }
        let rows = try store.dump()
        #expect(rows.count { $0.hasPrefix("member_mark") } == 3)
        #expect(rows.count { $0.hasPrefix("member_state") } == 3)
        try store.insert([draft("new", "heron", "latest", feed: "f1")])
        try Self.act(7, store) { () throws in
            #expect(try Set(store.hits("is:unread")) == ["g100", "g2000", "new"])
            #expect(try Set(store.hits("heron is:unread")) == ["g100", "g2000", "new"])
            #expect(try store.hits("number2000 is:unread") == ["g2000"])
            #expect(try store.hits("number2001 is:unread").isEmpty)
            #expect(try Set(store.hits("heron is:starred")) == ["g100", "g300"])
            #expect(try Set(store.hits("heron (is:starred OR is:unread)")) == ["g100", "g300", "g2000", "new"])
        }
        #expect(try store.unread(in: ReadScope()).count == 3_001)
        #expect(try store.check().problems == [])
    }

    @Test("A person undoes only actions of their own", arguments: StorageEngine.all)
    func undo(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        try store.insert((1...3).map { draft("g\($0)", "Title \($0)", "number\($0)") })
        let own = try store.recording(.starred, subject: nil, now: testTime) {
            try store.change(.starred(true), of: [1])
        }
        let other = try Self.act(7, store) { () throws in
            try store.recording(.read, subject: nil, now: testTime) { try store.markAllRead(ReadScope()) }
        }
        let (mine, others) = (try #require(own.action), try #require(other.action))
        #expect(try store.actions().map(\.id) == [mine])
        try Self.act(8, store) { () throws in
            #expect(try store.actions().isEmpty)
            #expect(try store.undo() == nil)
            #expect(try store.undo(others) == nil)
        }
        #expect(try store.undo(others) == nil)
        try Self.act(7, store) { () throws in
            #expect(try store.actions().map(\.id) == [others])
            #expect(try store.undo(mine) == nil)
            #expect(try store.undo()?.kept == 0)
            #expect(try store.unread(in: ReadScope()) == [1, 2, 3])
        }
        #expect(try store.undo()?.kept == 0)
        #expect(try store.hits("is:starred").isEmpty)
    }

    @Test("A mark does not move back to an earlier article", arguments: StorageEngine.all)
    func earlierMark(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        try store.insert((1...10).map { draft("g\($0)", "Title \($0)", "number\($0)") })
        try Self.act(7, store) { () throws in
            #expect(try store.markAllRead(ReadScope()) == 10)
            #expect(try store.change(.read(false), of: [3, 8]) == 2)
            var scope = ReadScope()
            scope.newestSeen = 5
            #expect(try store.markAllRead(scope) == 1)
            #expect(try store.unread(in: ReadScope()) == [8])
        }
        #expect(try store.check().problems == [])
    }

    @Test("Undo leaves a mark that was moved later", arguments: StorageEngine.all)
    func movedMark(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        try store.insert([draft("g1", "Title 1", "number1")])
        try Self.act(7, store) { () throws in
            let first = try store.recording(.read, subject: nil, now: testTime) { try store.markAllRead(ReadScope()) }
            try store.insert([draft("g2", "Title 2", "number2")])
            try store.markAllRead(ReadScope())
            #expect(try store.undo(first.action)?.kept == 1)
            #expect(try store.unread(in: ReadScope()).isEmpty)
        }
        #expect(try store.check().problems == [])
    }

    @Test(
        "States of a member who was removed cannot be written; personal states of clients are apart",
        arguments: StorageEngine.all)
    func removed(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        try store.insert([draft("g1", "Title 1", "number1")])
        try store.setClientState([1], of: "reading/2023-11-14")
        try Self.act(7, store) { () throws in
            #expect(try store.clientState(of: "reading/2023-11-14") == nil)
            try store.setClientState([7], of: "reading/2023-11-14")
            try store.setClientState([9], of: "importer")
            #expect(try store.clientStates(prefix: "reading/").map(\.client) == ["reading/2023-11-14"])
            _ = try store.recording(.starred, subject: nil, now: testTime) { try store.change(.starred(true), of: [1]) }
        }
        #expect(try store.clientState(of: "reading/2023-11-14") == [1])
        #expect(try store.clientState(of: "importer") == [9])
        #expect(try store.renumberMember(7, to: 70) == true)
        #expect(try store.renumberMember(70, to: 8) == false)
        try Self.act(70, store) { () throws in
            #expect(try store.clientState(of: "reading/2023-11-14") == [7])
            #expect(try store.hits("is:starred") == ["g1"])
            // Renumbering deletes the actions, because their recorded changes contain the former number.
            #expect(try store.actions().isEmpty)
        }
        #expect(try store.removeMember(70) == true)
        #expect(try store.removeMember(70) == false)
        try Self.act(70, store) { () throws in
            #expect(throws: StorageError.self) { try store.change(.read(true), of: [1]) }
            #expect(throws: StorageError.self) { try store.markAllRead(ReadScope()) }
            #expect(throws: StorageError.self) { try store.recordOpened([1], at: testTime) }
            #expect(throws: StorageError.self) { try store.setClientState([7], of: "reading/x") }
            #expect(try store.hits("is:starred").isEmpty)
            #expect(try store.actions().isEmpty)
        }
        #expect(try store.clientStates(prefix: "member/").isEmpty)
        #expect(try store.members().map(\.number) == [8, 1_000_000_007])
        #expect(try store.check().problems == [])
    }

    @Test(
        "A saved search with is: finds the articles of the person who reads it, and alerts follow the owner",
        arguments: StorageEngine.all)
    func savedSearches(_ engine: StorageEngine) throws {
        let (library, store) = try Self.shared(engine)
        defer { _ = library.address }
        store.alertSettings.includesFirstImports = true
        let search = try store.saveAlerting("whale is:unread")
        try store.addRule("advert", .read, now: testTime)
        try Self.act(7, store) { () throws in
            try store.insert([draft("g1", "whale", "x"), draft("g2", "whale advert", "x")])
            try store.change(.read(true), of: [1])
            #expect(try store.hits("search:\"whale is:unread\"") == ["g2"])
        }
        try Self.act(8, store) { () throws in
            #expect(try store.hits("search:\"whale is:unread\"").sorted() == ["g1", "g2"])
        }
        #expect(try store.hits("search:\"whale is:unread\"") == ["g1"])
        try store.sortAlerts()
        #expect(try store.alertedArticles(of: search, limit: 9) == [1])
    }
}
