import Articles
import Foundation
import SQLiteEngine
import Testing

@testable import FeedFetching
@testable import Ingestion

@Suite struct FeedTitleTests {
    @Test(
        "A title that is the feed's own address is none",
        arguments: [
            "", "https://www.a.example/feed/", "http://a.example/feed", "a.example/feed", "A.EXAMPLE/feed",
            "feed:https://a.example/feed",
        ])
    func address(_ title: String) { #expect(FeedTitle.own(title, url: "https://www.a.example/feed/") == nil) }

    @Test(
        "Other titles are kept, also those with another address",
        arguments: ["News", "https://a.example/", "a.example"])
    func others(_ title: String) { #expect(FeedTitle.own(title, url: "https://a.example/feed") == title) }
}

@Suite struct StoredFetchTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("stored-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func open() throws -> any ArticleStore {
        try SQLiteLibrary.open(path: folder.appendingPathComponent("a.db").path, access: .write)
    }

    @Test("Another process knows the hosts that asked to be left alone, until their time is over")
    func quietHosts() throws {
        let address = try WebAddress("https://a.example/feed")
        let first = QuietHosts()
        first.note(address, asked: .seconds(600), now: 1_000)
        try first.save(in: open())
        let second = QuietHosts()
        try second.begin(in: open(), now: 1_100)
        #expect(second.until(try WebAddress("http://a.example/other"), now: 1_100) == 1_600)
        #expect(second.until(try WebAddress("https://b.example/feed"), now: 1_100) == nil)
        #expect(second.until(address, now: 1_600) == nil)
        let store = try open()
        try QuietHosts().begin(in: store, now: 1_600)
        #expect(try store.clientStates(prefix: "fetch.").isEmpty)
    }

    @Test("A document that was fetched before its feed was added makes the next request conditional")
    func foundDocument() throws {
        let store = try open()
        var draft = FeedDraft(url: "https://a.example/feed")
        draft.subscribe = true
        let feed = try store.upsert(draft, now: 1_000).id
        let body = Array(
            "<rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>x</title></item></channel></rss>"
                .utf8)
        let answer = FetchAnswer(
            finalURL: try WebAddress(draft.url), movedTo: try WebAddress(draft.url), redirects: 1, status: 200,
            contentType: nil, etag: "\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", freshness: Freshness(),
            contentLocation: nil, contentRange: nil, links: ["<https://hub.example/>; rel=hub"])
        let fetched = FetchedFeed(body: body, contentHash: BodyHash(of: body), answer: answer)
        let settings = FeedRefreshSettings()
        let stored = try FoundDocument.store(fetched, of: feed, in: store, settings: settings, now: 1_000)
        #expect(stored.isFeed && stored.hub?.hub == "https://hub.example/")
        let state = try store.fetchState(of: feed)
        let request = try FetchDecision(settings: settings, now: 2_000, random: 0.5).request(state, token: 0)
        #expect(request.etag == answer.etag && request.lastModified == answer.lastModified)
        #expect(request.contentHash == fetched.contentHash && request.url == draft.url)
        #expect(state.lastSuccess == 1_000 && state.nextFetch > 1_000 && state.movedTo == nil)
        #expect(try store.article(1)?.guid == "1")
    }

    @Test("A feed that is postponed is no failure, and waits for its host")
    func postponed() throws {
        var state = FeedFetchState(feed: 1, url: "https://a.example/feed", title: "a")
        var failure = FetchFailure(.postponed, "")
        failure.retryAfter = .seconds(600)
        FetchDecision(settings: FeedRefreshSettings(), now: 1_000, random: 0.5).postponed(&state, failure)
        #expect(state.failures == 0 && state.failureKind == nil && state.lastFetch == 0)
        #expect(state.notBefore == 1_600 && state.nextFetch == 1_630)
    }
}

@Suite struct RelativeAddressTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("relative-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func ingest(_ channel: String, feed: String? = nil) throws -> (feed: Feed?, article: Article?) {
        let file = folder.appendingPathComponent("feed.xml")
        try Data("<rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom'><channel>\(channel)</channel></rss>".utf8)
            .write(to: file)
        let store = try SQLiteLibrary.open(path: folder.appendingPathComponent("a.db").path, access: .write)
        var options = IngestOptions(now: 1_700_000_000)
        options.feed = feed
        _ = try Ingestor(store: store, options: options).ingest([file.path])
        return (try store.feeds(subscribedOnly: false).first, try store.article(1))
    }

    private let item = "<item><guid isPermaLink='false'>1</guid><title>x</title><link>/post/1</link></item>"

    @Test("The address that the caller names is the base")
    func named() throws {
        let (feed, article) = try ingest("<link>/home</link>" + item, feed: "https://b.example/c/feed.xml")
        #expect(feed?.homeURL == "https://b.example/home" && article?.url == "https://b.example/post/1")
    }

    @Test("Else the document's own address is the base")
    func own() throws {
        let channel = "<link>/home</link><a:link rel='self' href='https://c.example/d/feed.xml'/>" + item
        let (feed, article) = try ingest(channel)
        #expect(feed?.url == "https://c.example/d/feed.xml" && feed?.homeURL == "https://c.example/home")
        #expect(article?.url == "https://c.example/post/1")
    }

    @Test("A home link that stays relative is neither the feed's address nor its home page")
    func unknown() throws {
        let (feed, _) = try ingest("<link>/home</link>" + item)
        #expect(feed?.homeURL == nil && feed?.url.hasSuffix("/feed.xml") == true)
    }
}
