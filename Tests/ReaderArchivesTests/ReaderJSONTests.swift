import Testing

@testable import ReaderArchives

@Suite struct ReaderJSONTests {
    @Test func `A starred article of Google Reader's form keeps labels, states and its feed`() throws {
        let found = try read(
            .googleReaderJSON,
            """
            {"id": "user/1/state/com.google/starred", "title": "Starred", "items": [
             {"id": "tag:google.com,2005:reader/item/0001", "crawlTimeMsec": "1700000000999", "published": 1600000000,
              "title": "Q &amp; A", "alternate": [{"href": "https://a.example/1", "type": "text/html"}],
              "content": {"content": "<p>1</p>"}, "summary": {"content": "no"}, "author": "Ann",
              "categories": ["user/1/label/To keep", "user/1/state/com.google/read", "swift"],
              "origin": {"streamId": "feed/https://a.example/feed", "title": "A", "htmlUrl": "https://a.example/"}},
             {"id": "tag:google.com,2005:reader/item/0002", "crawlTimeMsec": "1700000000999",
              "canonical": [{"href": "ftp://x"}, {"href": "https://b.example/2"}], "summary": {"content": "two"},
              "origin": {"streamId": "feed/507f1f77", "title": "Old"}}]}
            """)
        #expect(
            found.articles == [
                MovedArticle(
                    feed: "https://a.example/feed", feedTitle: "A", guid: "https://a.example/1",
                    url: "https://a.example/1", title: "Q & A", html: Array("<p>1</p>".utf8), author: "Ann",
                    published: 1_600_000_000, read: true, starred: true, tags: ["To keep"], categories: ["swift"]),
                MovedArticle(
                    feed: "urn:feedsearch:google-reader:507f1f77", feedTitle: "Old", guid: "https://b.example/2",
                    url: "https://b.example/2", html: Array("two".utf8), published: 1_700_000_000, starred: true),
            ])
    }

    @Test func `FreshRSS says the feed's own identifier, and who is starred`() throws {
        let found = try read(
            .freshRSSJSON,
            """
            {"items": [{"id": "tag:google.com,2005:reader/item/0001", "guid": "g1", "published": 1600000000, "title": "One",
              "canonical": [{"href": "https://a.example/1"}], "categories": ["user/-/state/com.google/reading-list",
              "user/-/state/com.google/unread", "user/-/label/Mine"],
              "origin": {"streamId": "feed/12", "title": "A", "feedUrl": "https://a.example/feed"}},
             {"id": "g2", "title": "Two", "origin": {"streamId": 3, "feedUrl": "https://a.example/feed"},
              "categories": ["user/-/state/com.google/read", "user/-/state/com.google/starred"]}],
             "id": "user/me/state/org.freshrss/main"}
            """)
        #expect(found.articles.map(\.guid) == ["g1", "g2"])
        #expect(found.articles.map(\.feed) == ["https://a.example/feed", "https://a.example/feed"])
        #expect(found.articles.map(\.read) == [false, true])
        #expect(found.articles.map(\.starred) == [false, true])
        #expect(found.articles[0].tags == ["Mine"] && found.articles[0].categories.isEmpty)
    }

    @Test func `Miniflux's entries and feeds are read`() throws {
        let entries = try read(
            .minifluxEntriesJSON,
            """
            {"total": 2, "entries": [{"id": 7, "feed_id": 3, "status": "read", "hash": "abc", "title": "One",
             "url": "https://a.example/1", "published_at": "2024-05-06T07:08:09Z", "content": "<p>1</p>", "author": "Ann",
             "starred": true, "tags": ["x"], "feed": {"feed_url": "https://a.example/feed", "title": "A",
             "category": {"title": "All"}}}, {"id": 8, "status": "removed", "url": "https://a.example/2"}]}
            """)
        #expect(
            entries.articles == [
                MovedArticle(
                    feed: "https://a.example/feed", feedTitle: "A", guid: "https://a.example/1",
                    url: "https://a.example/1", title: "One", html: Array("<p>1</p>".utf8), author: "Ann",
                    published: 1_714_979_289, read: true, starred: true, categories: ["x"])
            ])
        #expect(entries.report.skipped == 1)
        let feeds = try read(
            .minifluxFeedsJSON,
            """
            [{"id": 3, "feed_url": "https://a.example/feed", "site_url": "https://a.example/", "title": "A",
              "category": {"id": 1, "title": "News"}}, {"feed_url": "", "title": "none"}, 5]
            """)
        #expect(
            feeds.subscriptions == [
                MovedSubscription(
                    url: "https://a.example/feed", title: "A", homeURL: "https://a.example/", folders: [["News"]])
            ])
        #expect(feeds.refusals == ["record 2: it has no address", "record 3: it is not a JSON object"])
    }

    @Test func `wallabag's flags may be numbers or booleans, its tags words or objects`() throws {
        let found = try read(
            .wallabagJSON,
            """
            [{"id": 1, "is_archived": 1, "is_starred": 0, "title": "One", "url": "https://a.example/1",
              "tags": ["x", "y"], "content": "<p>1</p>", "created_at": "2016-09-08T11:55:58+0200",
              "published_at": "2016-09-01T00:00:00+0000", "published_by": ["Ann", "Bob"], "language": "fr"},
             {"id": "2", "is_archived": false, "is_starred": true, "title": "Two", "url": "https://a.example/2",
              "tags": [{"id": 4, "label": "z", "slug": "z"}], "created_at": "2016-09-08T11:55:58+0200"},
             {"id": 3, "title": "bad", "url": "ftp://a.example/", "is_archived": 0}]
            """)
        #expect(
            found.articles == [
                MovedArticle(
                    feed: "urn:feedsearch:wallabag", feedTitle: "wallabag", guid: "https://a.example/1",
                    url: "https://a.example/1", title: "One", html: Array("<p>1</p>".utf8), author: "Ann, Bob",
                    published: 1_472_688_000, read: true, starred: false, tags: ["x", "y"]),
                MovedArticle(
                    feed: "urn:feedsearch:wallabag", feedTitle: "wallabag", guid: "https://a.example/2",
                    url: "https://a.example/2", title: "Two", published: 1_473_328_558, read: false, starred: true,
                    tags: ["z"]),
            ])
        #expect(found.refusals == ["record 3: not an http or https address: ftp://a.example/"])
    }

    @Test func `A file that ends early gives every record before its end`() throws {
        let whole = """
            [{"url": "https://a.example/1", "title": "a, ] } \\" b", "is_archived": 0},
             {"url": "https://a.example/2", "title": "t", "is_archived": 0}]
            """
        let firstEnd = Array(whole.utf8).firstIndex(of: 0x0A) ?? 0
        for count in 0..<whole.utf8.count {
            let bytes = Array(whole.utf8.prefix(count))
            guard let found = try? read(.wallabagJSON, bytes: bytes) else {
                #expect(count == 0)
                continue
            }
            #expect(found.report.isCutShort)
            #expect(
                found.articles.map(\.guid)
                    == Array(["https://a.example/1", "https://a.example/2"].prefix(found.articles.count)))
            if count >= firstEnd { #expect(!found.articles.isEmpty) }
        }
        let report = try read(.wallabagJSON, whole).report
        #expect(!report.isCutShort && report.articles == 2)
    }
}
