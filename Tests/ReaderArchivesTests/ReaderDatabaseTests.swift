import Testing

@testable import ReaderArchives

@Suite struct ReaderDatabaseTests {
    @Test func `NetNewsWire's articles come with states, authors and dates`() throws {
        let sql =
            netNewsWireTables + """
                INSERT INTO articles VALUES
                ('1', 'https://a.example/feed', 'u1', 'One', '<p>1</p>', NULL, 'https://a.example/1', NULL, 'short', NULL,
                 NULL, 1700000000.75, NULL, 1),
                ('2', '17', 'u2', NULL, NULL, NULL, NULL, 'https://b.example/2', 'short', NULL, NULL, NULL, NULL, 2),
                ('3', 'feed/https://c.example/feed', 'u3', 'Three', NULL, 'plain', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3);
                INSERT INTO statuses VALUES ('1', 1, 0, 1), ('2', 0, 1, 1600000000.5);
                INSERT INTO authors VALUES ('a', 'Ann', NULL, NULL, NULL), ('b', 'Bob', NULL, NULL, NULL);
                INSERT INTO authorsLookup VALUES ('a', '1'), ('b', '1'), ('lost', '2');
                """
        try withDatabase(sql) { path in
            let found = try read(.netNewsWire, path: path)
            #expect(
                found.articles == [
                    MovedArticle(
                        feed: "https://a.example/feed", guid: "u1", url: "https://a.example/1", title: "One",
                        html: Array("<p>1</p>".utf8), author: "Ann, Bob", published: 1_700_000_000, read: true,
                        starred: false),
                    MovedArticle(
                        feed: "urn:feedsearch:netnewswire:17", feedTitle: "NetNewsWire", guid: "u2",
                        url: "https://b.example/2", text: "short", published: 1_600_000_000, read: false, starred: true),
                    MovedArticle(feed: "https://c.example/feed", guid: "u3", title: "Three", text: "plain"),
                ])
            #expect(found.report.missingColumns.isEmpty && found.report.unknownColumns.isEmpty)
        }
    }

    @Test func `NetNewsWire's later versions keep authors beside the article`() throws {
        let sql = """
            CREATE TABLE articles (articleID TEXT NOT NULL PRIMARY KEY, feedID TEXT NOT NULL, uniqueID TEXT NOT NULL,
              title TEXT, contentHTML TEXT, contentText TEXT, url TEXT, externalURL TEXT, summary TEXT,
              datePublished DATE, authors TEXT);
            CREATE TABLE statuses (articleID TEXT NOT NULL PRIMARY KEY, read BOOL, starred BOOL, dateArrived DATE);
            INSERT INTO articles (articleID, feedID, uniqueID, authors)
            VALUES ('1', 'https://a.example/f', 'u', '[{"name":"Ann"},{"url":"x"},{"name":"Bob"}]');
            """
        try withDatabase(sql) { path in
            let found = try read(.netNewsWire, path: path)
            #expect(found.articles.map(\.author) == ["Ann, Bob"])
            #expect(found.report.missingColumns.isEmpty)
        }
    }

    @Test func `Liferea's subscriptions keep their folders, its articles their metadata`() throws {
        let sql =
            lifereaTables + """
                INSERT INTO node (node_id, parent_id, title) VALUES ('root', NULL, NULL), ('fold', 'root', 'News'),
                ('sub', 'fold', 'Local'), ('aaa', 'sub', 'A'), ('bbb', 'root', 'B'), ('bin', 'root', 'My bin');
                INSERT INTO subscription (node_id, source) VALUES ('aaa', 'https://a.example/feed'),
                ('bbb', '|~/bin/feed'), ('ccc', 'https://c.example/feed');
                INSERT INTO subscription_metadata VALUES ('aaa', 0, 'homepage', 'https://a.example/');
                INSERT INTO items (item_id, node_id, parent_node_id, title, read, marked, source, source_id, description,
                  date, comment) VALUES
                (1, 'aaa', 'aaa', 'One', 1, 0, 'https://a.example/1', 'g1', '<p>1</p>', 1700000000, 0),
                (2, 'bin', 'aaa', 'Kept', 0, 1, 'https://a.example/2', 'g2', '', 1700000001, 0),
                (3, 'bin', NULL, 'Alone', 0, 0, 'https://z.example/3', NULL, NULL, 0, 0),
                (4, 'aaa', 'aaa', 'Re: One', 0, 0, NULL, 'c1', 'x', 1, 1);
                INSERT INTO metadata VALUES (1, 0, 'author', 'Ann'), (1, 1, 'category', 'x'), (1, 2, 'category', 'y'),
                (1, 3, 'mediathumbnail', 'https://a.example/p'), (2, 0, 'author', 'Bob');
                """
        try withDatabase(sql) { path in
            let found = try read(.liferea, path: path)
            #expect(
                found.subscriptions == [
                    MovedSubscription(
                        url: "https://a.example/feed", title: "A", homeURL: "https://a.example/",
                        folders: [["News", "Local"]]),
                    MovedSubscription(url: "https://c.example/feed"),
                ])
            #expect(found.report.refused == [.init(place: .row(table: "subscription", 2), reason: .program)])
            #expect(
                found.articles == [
                    MovedArticle(
                        feed: "https://a.example/feed", feedTitle: "A", guid: "g1", url: "https://a.example/1",
                        title: "One", html: Array("<p>1</p>".utf8), author: "Ann", published: 1_700_000_000, read: true,
                        starred: false, categories: ["x", "y"]),
                    MovedArticle(
                        feed: "https://a.example/feed", feedTitle: "A", guid: "g2", url: "https://a.example/2",
                        title: "Kept", author: "Bob", published: 1_700_000_001, read: false, starred: true),
                    MovedArticle(
                        feed: "urn:feedsearch:liferea:bin", feedTitle: "My bin", guid: "https://z.example/3",
                        url: "https://z.example/3", title: "Alone", read: false, starred: false),
                ])
            #expect(found.report.skipped == 1)
        }
    }
}
