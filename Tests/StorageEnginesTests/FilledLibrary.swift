import Database
import LibraryStorage
import QueryLanguage
import Testing

@testable import Articles

/// A library with something in every table that `copy` takes along.
struct FilledLibrary {
    /// A word that is in all that is stored, so that it can be told from what another library has; empty for none.
    var tail = ""
    var feed: String { "https://example.org/\(tail.isEmpty ? "" : tail + "/")feed" }
    private var mark: String { tail.isEmpty ? "" : " " + tail }

    func item(_ number: Int, _ text: String = "鲸鱼 whale") -> ArticleDraft {
        var item = draft(
            "g\(number)", "Title \(number) on 全文检索", "\(text) number\(number) of the sea\(mark)", feed: feed)
        item.url = "https://example.org/\(tail)\(number)"
        item.html = Array(String(repeating: "<p>\(text) number\(number)</p>", count: number % 3 == 0 ? 1 : 9).utf8)
        item.published = testTime + Int64(number)
        item.author = number % 2 == 0 ? "Ada Lovelace\(mark)" : "李雷"
        item.tags = ["Sea\(tail)", "海\(tail)"]
        item.language = number % 4 == 0 ? "de" : nil
        item.extra = #"{"summary":"s"}"#
        item.isSnapshot = true
        return item
    }

    /// Something in every table.
    func fill(_ store: any TestedStore) throws {
        var subscription = FeedDraft(url: self.feed)
        subscription.title = "Example\(mark)"
        subscription.subscribe = true
        subscription.copyright = "© Example\(mark)"
        subscription.folders = [["News\(tail)", "Sea"], ["新闻\(tail)"]]
        let feed = try store.upsert(subscription, now: testTime).id
        try store.edit(feed, FeedChanges(ownTitle: "My own"))
        try store.arrange(folders: ["新闻\(tail)", "News\(tail)"], in: [])
        try store.arrange(feeds: [feed], in: ["新闻\(tail)"])
        var options = FeedOptions()
        options.fullText = .selector("article")
        options.interval = 600
        options.keepRead = 900
        options.replies = .each
        options.unreadOnReply = true
        options.credentials = "env:SECRET\(tail)"
        try store.setOptions(options, of: feed)
        try store.setRecipe(#"{"items":"li.x\#(tail)"}"#, for: feed)
        try store.setIcons(
            [(feed, FeedIcon(url: "https://example.org/i.png", type: "image/png", bytes: [0, 1, 255]), testTime + 9)],
            now: testTime)
        try store.addRule("number7", .star, now: testTime)
        try store.addRule("number8", .tag("spät\(tail)"), delay: 100, now: testTime)
        #expect(try store.addDestination(name: "links", address: "linkding:https://x", secret: "env:L", now: testTime))
        #expect(try store.addDestination(name: "gone", address: "markdown:/x", secret: nil, now: testTime))
        let destination = try #require(store.destinations().last)
        try store.addRule("number9", .send("links"), now: testTime)
        store.alertSettings.includesFirstImports = true
        try store.saveAlerting("whale")
        try store.save(search: "plain", query: "title:on", comment: "for me\(tail)", rule: nil, now: testTime)
        var trend = AlertRule(channel: "command:true")
        trend.condition = "count > 5 in 1d"
        try store.save(search: "trend", query: "whale", comment: nil, rule: trend, now: testTime)
        try store.setColor(.teal, ofSearch: "trend")
        var items = (1...30).map { item($0) }
        items[29].reply = ReplyPlace(topic: "g1", inReplyTo: "g2", number: 3, likes: 4)
        items[29].read = false
        try store.insert(items)
        try store.setClientState([1, 2, 255], of: "importer")

        // An event, a delivery, waiting matches, and matches that are not sorted yet.
        let search = try #require(store.savedSearches(named: "whale").first?.id)
        try store.sortAlerts()
        let counted = try #require(store.savedSearches(named: "trend").first)
        #expect(
            try store.testTrend(
                of: counted, now: testTime, utcOffset: { _ in 0 }, due: testTime + 900, uid: { "t1\(tail)" }) == 1)
        try store.addDelivery(of: [1, 2], folded: [3], search: search, uid: "u1\(tail)", now: testTime)
        let delivery = try #require(store.dueDeliveries(now: testTime).first)
        try store.finish(delivery, .failed(reason: "no answer", retryAt: testTime + 60), now: testTime)
        try store.saveAlerting("sea")
        try store.insert([item(31), item(5, "edited whale")])
        #expect(try store.unsave(search: "sea"))

        try store.queueSendings(of: [7], to: destination.id, now: testTime)
        let sending = try #require(store.dueSendings(to: destination.id, now: testTime + 9, limit: 9).first)
        try store.finish(sending, .dead(reason: "422"), now: testTime)
        try store.holdSendings(to: destination.id, until: testTime + 7)

        // An older guid, an older content, a failed page, a failed fetch.
        let batch = store.makeBatchPool().take()
        batch.add(DocumentItems(feed: self.feed, ids: ["new6"]) { _ in ["new6": "g6"] })
        var renamed = item(6)
        renamed.guid = "new6"
        batch.add(renamed)
        batch.seal()
        var state = try store.fetchState(of: feed)
        (state.etag, state.failures, state.failureKind, state.failureText) = ("\"e\"", 2, "http", "503")
        (state.newest, state.skipHours, state.isAlerted) = ([testTime + 5, testTime + 3], 6, true)
        try store.record([state], batch, now: testTime + 1)
        var update = TopicUpdate()
        update.page = TopicPage(place: 0, url: "https://example.org/\(tail)1", etag: "x", next: "https://example.org/2")
        try store.record([PageOutcome(article: 1, result: .topic(update))], now: testTime)
        try store.record(
            [PageOutcome(article: 9, result: .failed(kind: "http", text: "404", next: nil))], now: testTime)

        try store.change(.read(true), of: [1, 2, 3])
        _ = try store.recording(.starred, subject: "a\tb", now: testTime) {
            try store.change(.starred(true), of: [4])
        }
        try store.change(.tags(add: ["Später\(tail)", "海\(tail)"], remove: []), of: [4, 5])
        try store.change(.hidden(true), of: [10])
        try store.recordOpened([3, 20, 21], at: testTime + 7)
        try store.setMember(
            LibraryMember(number: 7, uid: "u7\(tail)", name: "anna\(tail)", added: testTime))
        store.member = 7
        try store.addRule("whale", .star, now: testTime)
        _ = try store.recording(.read, subject: nil, now: testTime) { try store.markAllRead(ReadScope()) }
        try store.change(.read(false), of: [11])
        try store.change(.starred(true), of: [12])
        try store.recordOpened([13], at: testTime)
        store.member = nil
        // Of the first removal only the guid is left.
        try store.remove([20], now: testTime)
        #expect(try store.purgeBin(now: testTime + 31 * 86_400) == 1)
        try store.remove([5, 21], now: testTime + 40 * 86_400)
    }

    /// What searches answer: hits in their order, scores, counts.
    func answers(_ store: any TestedStore) throws -> [String] {
        let queries = [
            "whale", "鲸鱼", "\"全文检索\"", "title:on sea", "number*", "tag:海\(tail)", "is:starred OR is:read",
            "re:/number1.$/",
            "lang:de",
            "author:lovelace whale", "folder:新闻\(tail)", "search:plain edited OR number31",
            "is:opened",
        ]
        return try queries.flatMap { query in
            var request = SearchRequest(query: try QueryParser.parse(query), now: testTime)
            request.limit = 50
            let answer = try store.search(request)
            return ["\(query) \(answer.total)"] + answer.hits.map { "\($0.guid) \($0.score) \($0.snippet)" }
        }
    }
}
