import Testing

@testable import ReaderArchives

@Suite struct NewsboatTests {
    @Test func `Tags of newsboat are folders, a tilde is a title, an exclamation mark only hides`() throws {
        let found = try read(
            .newsboatURLs,
            """
            # my feeds
            https://a.example/feed "Tech" news "~The A" # not "a tag"
            https://b.example/feed "!hidden" "with \\"quotes\\""

            feed://c.example/rss
            """)
        #expect(
            found.subscriptions == [
                MovedSubscription(url: "https://a.example/feed", title: "The A", folders: [["Tech"], ["news"]]),
                MovedSubscription(url: "https://b.example/feed", folders: [["with \"quotes\""]]),
                MovedSubscription(url: "http://c.example/rss"),
            ])
        #expect(found.report.refused.isEmpty)
    }

    @Test func `Searches, programs and local files are refused with their line`() throws {
        let found = try read(
            .newsboatURLs,
            """
            "query:Unread:unread = \\"yes\\"" tag
            exec:~/bin/make-feed
            "filter:~/bin/clean:https://a.example/feed" x
            file:///tmp/feed.xml
            """)
        #expect(found.subscriptions.isEmpty)
        #expect(
            found.report.refused.map(\.reason) == [
                .query, .program, .program, .notAWebAddress("file:///tmp/feed.xml"),
            ])
        #expect(found.refusals[1] == "line 2: its feed is the output of a program")
        #expect(found.report.refused.map(\.place) == [.line(1), .line(2), .line(3), .line(4)])
    }

    @Test func `The cache gives each article that is not deleted, with its feed's title and its flags`() throws {
        let sql =
            newsboatTables + """
                INSERT INTO rss_feed (rssurl, url, title) VALUES ('https://a.example/feed', 'https://a.example/', 'A');
                \(newsboatItem) VALUES
                ('g1', 'One', 'Ann', 'https://a.example/1', 'https://a.example/feed', 1700000000, '<p>1</p>', 0, 'sX', 0, ''),
                ('g2', 'Two', '', 'javascript:x', 'https://a.example/feed', 0, 'two', 1, NULL, 0, 'text/plain'),
                ('g3', 'Gone', '', '', 'https://a.example/feed', 1, '', 1, NULL, 1, ''),
                ('g4', 'Own', '', 'https://x.example/', 'exec:do it', 5, '', 1, '', 0, '');
                """
        try withDatabase(sql) { path in
            let found = try read(.newsboatCache, path: path)
            #expect(
                found.articles == [
                    MovedArticle(
                        feed: "https://a.example/feed", feedTitle: "A", guid: "g1", url: "https://a.example/1",
                        title: "One", html: Array("<p>1</p>".utf8), author: "Ann", published: 1_700_000_000, read: true,
                        tags: ["flag-s", "flag-X"]),
                    MovedArticle(
                        feed: "https://a.example/feed", feedTitle: "A", guid: "g2", title: "Two", text: "two",
                        read: false),
                    MovedArticle(
                        feed: "urn:feedsearch:newsboat:exec%3Ado%20it", feedTitle: "newsboat", guid: "g4",
                        url: "https://x.example/", title: "Own", published: 5, read: false),
                ])
            #expect(found.report.skipped == 1 && found.report.articles == 3)
            #expect(found.report.missingColumns.isEmpty && found.report.unknownColumns.isEmpty)
        }
    }

    @Test func `Missing and unknown columns are named`() throws {
        let old = """
            CREATE TABLE rss_feed (rssurl TEXT PRIMARY KEY, url TEXT, title TEXT);
            CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid TEXT, title TEXT, author TEXT, url TEXT, feedurl TEXT,
              pubDate INTEGER, content TEXT, unread INTEGER, mood TEXT);
            INSERT INTO rss_item VALUES (1, 'g', 't', 'a', 'https://a.example/1', 'https://a.example/f', 9, 'x', 1, 'fine');
            """
        try withDatabase(old) { path in
            let found = try read(.newsboatCache, path: path)
            #expect(found.articles.map(\.guid) == ["g"])
            #expect(
                found.report.missingColumns == ["rss_item.flags", "rss_item.deleted", "rss_item.content_mime_type"])
            #expect(found.report.unknownColumns == ["rss_item.mood"])
        }
        try withDatabase("CREATE TABLE rss_item (id INTEGER PRIMARY KEY, feedurl TEXT)") { path in
            #expect(throws: ReaderArchiveError.missing(["rss_item.guid"])) { try read(.newsboatCache, path: path) }
        }
        try withDatabase("CREATE TABLE other (x)") { path in
            #expect(throws: ReaderArchiveError.missing(["rss_item"])) { try read(.newsboatCache, path: path) }
        }
    }

    @Test func `A database in another encoding is read alike`() throws {
        let sql =
            "PRAGMA encoding = 'UTF-16le';" + newsboatTables + """
                \(newsboatItem) VALUES ('g', 'Größe 大', '', '', 'https://a.example/f', 1, '<p>é</p>', 0, '', 0, '');
                """
        try withDatabase(sql) { path in
            let found = try read(.newsboatCache, path: path)
            #expect(found.articles.map(\.title) == ["Größe 大"])
            #expect(found.articles.map(\.html) == [Array("<p>é</p>".utf8)])
        }
    }

    @Test func `A content that is too large is refused with its row`() throws {
        let sql =
            newsboatTables + """
                \(newsboatItem) VALUES ('g', '', '', '', 'x', 1, '', 0, '', 0, ''),
                ('h', '', '', '', 'x', 1, CAST(zeroblob(70000000) AS TEXT), 0, '', 0, '');
                """
        try withDatabase(sql) { path in
            let found = try read(.newsboatCache, path: path)
            #expect(found.articles.map(\.guid) == ["g"])
            #expect(found.report.refused == [.init(place: .row(table: "rss_item", 2), reason: .tooLarge)])
        }
    }

    @Test func `What newsboat makes of an address and a date is no identifier of the feed`() throws {
        let address = "https://a.example/2"
        let sql =
            newsboatTables + """
                \(newsboatItem) VALUES
                ('\(address)Mon, 06 May 2024 07:08:10 GMT', '', '', '\(address)', 'x', 1, '', 0, '', 0, ''),
                ('\(address)#part', '', '', '\(address)', 'x', 1, '', 0, '', 0, ''),
                ('\(address)', '', '', '\(address)', 'x', 1, '', 0, '', 0, ''), ('2024', '', '', '', 'x', 1, '', 0, '', 0, '');
                """
        try withDatabase(sql) { path in
            let found = try read(.newsboatCache, path: path)
            #expect(found.articles.map(\.guid) == [address, address + "#part", address, "2024"])
        }
    }
}
