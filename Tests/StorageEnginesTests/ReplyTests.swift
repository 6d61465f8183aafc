import Articles
import QueryLanguage
import StorageTestSupport
import TestSupport
import Testing

/// Replies, which are articles with a topic.
@Suite struct ReplyTests {
    private func reply(
        _ id: String, to topic: String = "t", _ text: String = "reply", answering other: String? = nil,
        number: Int64? = nil, likes: Int64? = nil
    ) -> ArticleDraft {
        var reply = draft(id, "", "\(text) \(id)")
        reply.reply = ReplyPlace(topic: topic, inReplyTo: other, number: number, likes: likes)
        return reply
    }

    @Test(
        "A reply finds its topic, whichever is stored first, and is read when it is new", arguments: StorageEngine.all)
    func topics(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        try store.insert([reply("t#1", number: 1), reply("t#2", number: 2)])
        #expect(try store.article(1)?.topic == nil && store.article(1)?.reply?.topic == "t")
        try store.insert([draft("t", "Topic", "question"), reply("t#3", answering: "t#1", number: 3, likes: 4)])
        let topic = try #require(try store.ids(guid: "t").first)
        #expect(try store.replies(to: topic, limit: 10).map(\.guid) == ["t#1", "t#2", "t#3"])
        #expect(try store.replies(to: topic, limit: 2).count == 2 && store.replyCounts(of: [topic]) == [topic: 3])
        let number = try store.ids(guid: "t#3")[0]
        let third = try #require(try store.article(number))
        #expect(third.topic == topic && third.read)
        #expect(third.reply == ReplyPlace(topic: "t", inReplyTo: "t#1", number: 3, likes: 4))
        #expect(try store.feeds(subscribedOnly: false).map(\.unread) == [1])
        #expect(try store.check().problems == [])
    }

    @Test("New numbers and likes of a reply change its place, but not the article", arguments: StorageEngine.all)
    func places(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        try store.insert([draft("t", "Topic", "question"), reply("t#1", number: 1, likes: 0)])
        let again = try store.insert([reply("t#1", number: 7, likes: 5)])
        #expect(again.unchanged == 1 && again.updated == 0)
        let stored = try #require(try store.article(2)?.reply)
        #expect(stored.number == 7 && stored.likes == 5)
        // A reply in another feed does not belong to the topic.
        var other = reply("t#9")
        other.feed = "https://example.org/other"
        try store.insert([other])
        #expect(try store.replies(to: 1, limit: 10).map(\.guid) == ["t#1"])
    }

    @Test("is:reply and parent:N find replies, also in combinations and negated", arguments: StorageEngine.all)
    func searches(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        try store.insert([
            draft("t", "Topic", "whale question"), draft("u", "Other", "whale"), reply("t#1", "whale"),
            reply("t#2", "shark"), reply("u#1", to: "u", "whale"),
        ])
        #expect(try Set(store.hits("is:reply")) == ["t#1", "t#2", "u#1"])
        #expect(try Set(store.hits("parent:1")) == ["t#1", "t#2"])
        #expect(try store.hits("parent:1 whale") == ["t#1"])
        #expect(try Set(store.hits("whale -is:reply")) == ["t", "u"])
        #expect(try Set(store.hits("whale -parent:1")) == ["t", "u", "u#1"])
        #expect(try store.hits("parent:2 OR parent:1").count == 3)
        #expect(try store.hits("parent:999").isEmpty)
    }

    @Test(
        "Saved searches find each new reply that a search finds: none is missed, none is invented",
        arguments: StorageEngine.all)
    func alerts(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        store.alertSettings.includesFirstImports = true
        try store.insert([draft("t", "Topic", "whale"), draft("u", "Other", "shark")])
        let queries = [
            "is:reply", "parent:1", "parent:2 whale", "whale -is:reply", "whale -parent:1", "is:reply -parent:2 shark",
            "parent:1 OR parent:2", "-is:reply reply",
        ]
        for query in queries { try store.saveAlerting(query) }
        var generator = Lehmer(state: 7)
        for round in 0..<6 {
            try store.insert(
                (0..<40).map { number in
                    let topic = ["t", "u", "none"].randomElement(using: &generator) ?? "t"
                    let text = ["whale", "shark", "reply"].randomElement(using: &generator) ?? "whale"
                    let id = "\(topic)#\(round)-\(number)"
                    return number % 5 == 0 ? draft(id, "", text) : reply(id, to: topic, text)
                })
        }
        try store.sortAlerts()
        for query in queries {
            let id = try #require(try store.savedSearches(named: query).first?.id)
            let found = try store.matches(QueryParser.parse(query), now: testTime, utcOffset: { _ in 0 }).filter {
                $0 > 2
            }
            let waiting = try store.waitingArticles(of: id, limit: 10_000)
            #expect(Set(waiting) == Set(found), "\(query)")
        }
    }

    @Test("A removed reply comes back with its place, and an emptied bin forgets it", arguments: StorageEngine.all)
    func bin(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        try store.insert([draft("t", "Topic", "question"), reply("t#1", number: 1), reply("t#2", number: 2)])
        try store.remove([2], now: testTime)
        #expect(try store.replies(to: 1, limit: 10).map(\.guid) == ["t#2"])
        _ = try store.undo()
        #expect(try store.replies(to: 1, limit: 10).map(\.guid) == ["t#1", "t#2"])
        #expect(try store.hits("is:reply").count == 2)
    }

    @Test(
        "Lists without replies contain topics, and replies that are unread, starred or tagged",
        arguments: StorageEngine.all)
    func folded(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        try store.insert([draft("t", "Topic", "question")] + (1...6).map { reply("t#\($0)") })
        var other = draft("other", "Other", "text")
        other.feed = "https://example.org/other"
        try store.insert([other])
        func list(_ filter: ArticleFilter = .always) throws -> [String] {
            var request = ListRequest(filter)
            request.foldsReplies = true
            let found = try store.list(request)
            #expect(try store.count(request) == found.count)
            request.limit = 2
            #expect(try store.list(request) == Array(found.prefix(2)))
            return try store.guids(of: found.map(\.id)).compactMap(\.self).sorted()
        }
        let feeds = try store.feeds(subscribedOnly: false).map(\.id)
        #expect(try list() == ["other", "t"])
        #expect(try store.foldedReplies(of: nil) == 6 && store.foldedReplies(of: [feeds[0]]) == 6)
        #expect(try store.foldedReplies(of: [feeds[1]]) == 0 && store.foldedReplies(of: []) == 0)
        try store.change(.read(false), of: [2])
        try store.change(.starred(true), of: [3])
        try store.change(.tags(add: ["later"], remove: []), of: [4])
        #expect(try list() == ["other", "t", "t#1", "t#2", "t#3"])
        #expect(
            try list(.feeds([feeds[0]])) == ["t", "t#1", "t#2", "t#3"] && list(.read(false)) == ["other", "t", "t#1"])
        #expect(try store.foldedReplies(of: nil) == 3 && store.foldedReplies(of: feeds) == 3)
        #expect(try store.count(ListRequest(.always)) == 8)
    }

    // MARK: - Pages of topics

    /// Adds a feed whose recipe reads topics.
    private func addForum(to store: any TestedStore) throws -> Int64 {
        var subscription = FeedDraft(url: "https://example.org/feed")
        subscription.subscribe = true
        let feed = try store.upsert(subscription, now: testTime).id
        try store.setRecipe(#"{"item":"a","title":"a","topic":{"text":"p"}}"#, for: feed)
        return feed
    }

    private func outcome(_ topic: ArticleID, _ change: (inout TopicUpdate) -> Void) -> PageOutcome {
        var update = TopicUpdate()
        change(&update)
        return PageOutcome(article: topic, result: .topic(update))
    }

    @Test(
        "Topics of a recipe with an item page are due when they are new, and again when their number of replies changes",
        arguments: StorageEngine.all)
    func queue(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        let feed = try addForum(to: store)
        func topic(_ id: String) -> ArticleDraft {
            var topic = draft(id, "Topic \(id)", "")
            topic.url = "https://example.org/\(id)"
            return topic
        }
        func due() throws -> [ArticleID] { try store.duePages(now: testTime, limit: 10).map(\.article).sorted() }
        try store.insert([topic("t"), topic("u"), reply("t#1")])
        #expect(try due() == [1, 2])
        let page = TopicPage(place: 0, url: "https://example.org/t", etag: "x", next: "https://example.org/t?p=2")
        try store.record(
            [1, 2].map { number in
                outcome(number) {
                    ($0.page, $0.isLast, $0.pageCount) = (page, true, 1)
                }
            }, now: testTime)
        #expect(try due() == [] && store.pages(ofTopic: 1) == [page])
        func list(_ t: Int64?, _ u: Int64?) throws {
            let listed = [ListedTopic(guid: "t", replies: t), ListedTopic(guid: "u", replies: u)]
            try store.queue(listed + [ListedTopic(guid: "new", replies: 1)], of: feed, now: testTime)
        }
        try list(3, nil)
        #expect(try due() == [1, 2])
        for number in [1, 2] as [ArticleID] {
            try store.record([outcome(number) { ($0.isLast, $0.pageCount) = (true, 1) }], now: testTime)
        }
        try list(3, nil)
        #expect(try due() == [2])
        try list(4, nil)
        #expect(try due() == [1, 2])
    }

    @Test(
        "A topic that was given up is tried again a day after a list shows it, whether the list counts replies or not",
        arguments: StorageEngine.all)
    func givenUp(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        let feed = try addForum(to: store)
        let day: Int64 = 86_400
        try store.insert(
            ["read", "refused"].map { id in
                var topic = draft(id, "Topic \(id)", "")
                topic.url = "https://example.org/\(id)"
                return topic
            })
        // The first topic was read once and is refused now. The second one has always been refused.
        try store.record(
            [
                outcome(1) {
                    $0.page = TopicPage(place: 0, url: "https://example.org/read")
                    ($0.isLast, $0.pageCount) = (true, 1)
                }
            ], now: testTime)
        func list(_ replies: Int64?, at time: Int64) throws {
            try store.queue(
                ["read", "refused"].map { ListedTopic(guid: $0, replies: $0 == "read" ? nil : replies) }, of: feed,
                now: time)
        }
        func due(at time: Int64) throws -> [ArticleID] {
            try store.duePages(now: time, limit: 10).map(\.article).sorted()
        }
        try list(nil, at: testTime)
        #expect(try due(at: testTime) == [1, 2])
        func giveUp() throws {
            try store.record(
                [1, 2].map {
                    PageOutcome(article: $0, result: .failed(kind: "httpStatus", text: "status 403", next: nil))
                }, now: testTime)
            #expect(try due(at: testTime + 5 * day) == [])
        }
        try giveUp()
        try list(3, at: testTime)
        #expect(try due(at: testTime) == [] && due(at: testTime + day) == [1, 2])
        // Lists that are read in the meantime do not move the attempt.
        try list(3, at: testTime + day / 2)
        #expect(try due(at: testTime + day) == [1, 2])
        #expect(try store.duePages(now: testTime + day, limit: 10).map(\.attempts) == [1, 1])
        try giveUp()
    }

    @Test(
        "New replies make their topic unread only if asked; a maximum number of replies is kept",
        arguments: StorageEngine.all)
    func record(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        defer { withExtendedLifetime(library) {} }
        let store = try library.open()
        try store.insert([draft("t", "Topic", "question")])
        try store.change(.read(true), of: [1])
        try store.record([outcome(1) { $0.replies = [reply("t#1")] }], now: testTime)
        #expect(try store.article(1)?.read == true)
        try store.record(
            [
                outcome(1) {
                    $0.replies = [reply("t#1")]
                    $0.marksUnread = true
                }
            ], now: testTime)
        #expect(try store.article(1)?.read == true)
        try store.record(
            [
                outcome(1) {
                    $0.replies = (1...9).map { reply("t#\($0)") }
                    ($0.marksUnread, $0.maxReplies) = (true, 5)
                }
            ], now: testTime)
        #expect(try store.article(1)?.read == false)
        #expect(try store.replies(to: 1, limit: 10).count == 5)
        #expect(try store.check().problems == [])
    }
}
