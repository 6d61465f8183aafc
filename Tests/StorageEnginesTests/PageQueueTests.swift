import Articles
import StorageTestSupport
import Testing

/// Articles that wait for the text of their pages.
@Suite struct PageQueueTests {
    /// A feed whose articles are to have the whole text.
    private struct Fixture {
        let library: TestLibrary
        let store: any TestedStore
        let feed: Int64
        private static let address = "https://example.org/feed"

        init(_ engine: StorageEngine) throws {
            library = try TestLibrary(engine)
            store = try library.open()
            var feed = FeedDraft(url: Self.address)
            feed.title = "Example"
            feed.subscribe = true
            self.feed = try store.upsert(feed, now: testTime).id
            var options = FeedOptions()
            options.fullText = .automatic
            try store.setOptions(options, of: self.feed)
        }

        func article(_ number: Int, _ text: String = "excerpt") -> ArticleDraft {
            var article = draft("\(number)", "Title \(number)", "\(text) number\(number)")
            article.url = "https://example.org/\(number)"
            article.isSnapshot = true
            return article
        }

        /// What a page brought for an article that was due.
        func whole(_ page: PendingPage, _ text: String) -> PageOutcome {
            var article = article(Int(page.article), text)
            article.feedHash = page.feedHash
            article.isSilent = page.isSilent
            return PageOutcome(article: page.article, result: .whole(article))
        }

        func due(at time: Int64 = testTime, limit: Int = 100) throws -> [ArticleID] {
            try store.duePages(now: time, limit: limit).map(\.article)
        }
    }

    @Test(
        "New articles of a feed are due, the newest first; those of other feeds and without a page are not",
        arguments: StorageEngine.all)
    func arrivals(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        var other = fixture.article(4)
        other.feed = "https://example.org/other"
        var local = fixture.article(5)
        local.url = "mailto:someone@example.org"
        try fixture.store.insert([1, 2, 3].map { fixture.article($0) } + [other, local])
        #expect(try fixture.due() == [3, 2, 1] && fixture.due(limit: 2) == [3, 2])
        #expect(try fixture.due(at: testTime - 1) == [])
        let page = try #require(fixture.store.duePages(now: testTime, limit: 1).first)
        #expect(page.url == "https://example.org/3" && page.feed == fixture.feed && page.attempts == 0)
        #expect(try fixture.store.page(of: 4)?.url == "https://example.org/4")
        #expect(try fixture.store.page(of: 5) == nil && fixture.store.page(of: 99) == nil)
        // A rule asks for the page of one that its feed does not ask for.
        try fixture.store.addRule("advert", .fullText, now: testTime)
        other.guid = "6"
        other.title = "advert"
        try fixture.store.insert([other])
        #expect(try fixture.due() == [6, 3, 2, 1])
        // What is removed is due no more.
        try fixture.store.remove([3], now: testTime)
        #expect(try fixture.due() == [6, 2, 1])
    }

    @Test(
        "The text of a page takes the place of the feed's and is found; what brings no more leaves the queue",
        arguments: StorageEngine.all)
    func outcomes(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([1, 2].map { fixture.article($0) })
        let pages = try fixture.store.duePages(now: testTime, limit: 9)
        let outcomes = [
            fixture.whole(pages[1], "zeppelin"), PageOutcome(article: 2, result: .nothingMore),
        ]
        #expect(try fixture.store.record(outcomes, now: testTime).whole == 1)
        #expect(try fixture.due().isEmpty)
        #expect(try fixture.store.hits("zeppelin") == ["1"] && fixture.store.hits("excerpt") == ["2"])
        // The feed says the same again: the page's text stays, and is not asked for again.
        try fixture.store.insert([1, 2].map { fixture.article($0) })
        #expect(try fixture.store.hits("zeppelin") == ["1"] && fixture.due().isEmpty)
        // It says something else.
        try fixture.store.insert([fixture.article(1, "edited")])
        #expect(try fixture.due() == [1] && fixture.store.hits("edited") == ["1"])
        #expect(try fixture.store.hits("zeppelin").isEmpty)
        #expect(try fixture.store.check().problems == [])
    }

    @Test(
        "A page that fails is due again at its time, or given up, and is listed with its reason",
        arguments: StorageEngine.all)
    func failures(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([1, 2, 3].map { fixture.article($0) })
        func fail(_ article: ArticleID, _ kind: String, next: Int64?) -> PageOutcome {
            PageOutcome(article: article, result: .failed(kind: kind, text: "reason of \(kind)", next: next))
        }
        #expect(
            try fixture.store.record(
                [fail(1, "http", next: testTime + 60), fail(2, "http", next: nil), fail(3, "empty", next: nil)],
                now: testTime
            ).whole == 0)
        #expect(try fixture.due(at: testTime + 59).isEmpty && fixture.due(at: testTime + 60) == [1])
        #expect(try fixture.store.duePages(now: testTime + 60, limit: 1).first?.attempts == 1)
        let failing = try fixture.store.failingPages()
        #expect(failing.map(\.kind) == ["http", "empty"] && failing.map(\.articles) == [2, 1])
        #expect(failing.map(\.givenUp) == [1, 1] && failing.map(\.example) == [2, 3])
        #expect(failing[0].title == "Example" && failing[0].text == "reason of http")
        #expect(failing[0].exampleURL == "https://example.org/2")
        // After an edit all attempts are left.
        try fixture.store.insert([fixture.article(2, "edited")])
        #expect(try fixture.due() == [2] && fixture.store.duePages(now: testTime, limit: 1).first?.attempts == 0)
        #expect(try fixture.store.failingPages().map(\.articles) == [1, 1])
    }

    @Test(
        "A page of what the feed has changed meanwhile is dropped, and stays due; one of a removed article is too",
        arguments: StorageEngine.all)
    func changedMeanwhile(_ engine: StorageEngine) throws {
        let fixture = try Fixture(engine)
        try fixture.store.insert([1, 2].map { fixture.article($0) })
        let pages = try fixture.store.duePages(now: testTime, limit: 9)
        let other = try fixture.library.open()
        try other.insert([fixture.article(1, "edited")])
        try other.remove([2], now: testTime)
        #expect(try fixture.store.record(pages.map { fixture.whole($0, "zeppelin") }, now: testTime).whole == 0)
        #expect(try fixture.due() == [1])
        #expect(try fixture.store.hits("zeppelin").isEmpty && fixture.store.hits("edited") == ["1"])
        #expect(try fixture.store.check().problems == [])
    }
}
