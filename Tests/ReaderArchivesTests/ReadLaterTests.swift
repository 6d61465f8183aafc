import Testing

@testable import ReaderArchives

@Suite struct ReadLaterTests {
    @Test func `Pocket's table keeps tags, states and times`() throws {
        let found = try read(
            .pocketCSV,
            "\u{FEFF}title,url,time_added,tags,status\r\n\"One, \"\"two\"\"\r\nlines\",https://a.example/1,1700000000,a|b c,unread\r\n"
                + "Done,https://a.example/2,x,,archive\r\n\r\nNo,,1,,unread\r\n")
        #expect(
            found.articles == [
                MovedArticle(
                    feed: "urn:feedsearch:pocket", feedTitle: "Pocket", guid: "https://a.example/1",
                    url: "https://a.example/1", title: "One, \"two\"\nlines", published: 1_700_000_000, read: false,
                    tags: ["a", "b c"]),
                MovedArticle(
                    feed: "urn:feedsearch:pocket", feedTitle: "Pocket", guid: "https://a.example/2",
                    url: "https://a.example/2", title: "Done", read: true),
            ])
        #expect(found.refusals == ["line 6: it has no address"])
    }

    @Test func `Pocket's page tells what was read by its headings`() throws {
        let found = try read(
            .pocketHTML,
            """
            <!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
            <li><a href="https://a.example/1?x=1&amp;y=2" time_added="1700000000" tags="a,b c">Great &amp; new</a></li>
            <li><a href="javascript:alert(1)" time_added="1">bad</a></li></ul>
            <H1>Read Archive</H1><ul><li><A HREF="https://a.example/2" time_added="1600000000" tags="">Old</A></ul>
            """)
        #expect(
            found.articles == [
                MovedArticle(
                    feed: "urn:feedsearch:pocket", feedTitle: "Pocket", guid: "https://a.example/1?x=1&y=2",
                    url: "https://a.example/1?x=1&y=2", title: "Great & new", published: 1_700_000_000, read: false,
                    tags: ["a", "b c"]),
                MovedArticle(
                    feed: "urn:feedsearch:pocket", feedTitle: "Pocket", guid: "https://a.example/2",
                    url: "https://a.example/2", title: "Old", published: 1_600_000_000, read: true),
            ])
        #expect(found.refusals == ["record 2: not an http or https address: javascript:alert(1)"])
    }

    @Test func `Instapaper's own folders are states, those of its owner are tags`() throws {
        let found = try read(
            .instapaperCSV,
            """
            URL,Title,Selection,Folder,Timestamp,Tags
            https://a.example/1,One,,Unread,1700000000,"[""x"",""y""]"
            https://a.example/2,Two,a quote,Archive,1700000001,[]
            https://a.example/3,Three,,Starred,1700000002,
            https://a.example/4,Four,,Recipes,1700000003,
            """)
        #expect(found.articles.map(\.read) == [false, true, nil, nil])
        #expect(found.articles.map(\.starred) == [nil, nil, true, nil])
        #expect(found.articles.map(\.tags) == [["x", "y"], [], [], ["Recipes"]])
        #expect(found.articles[1].text == "a quote" && found.articles[0].text == nil)
        #expect(found.articles.map(\.published) == [1_700_000_000, 1_700_000_001, 1_700_000_002, 1_700_000_003])
        #expect(Set(found.articles.map(\.feed)) == ["urn:feedsearch:instapaper"])
    }

    @Test func `A quote that is never closed costs one record`() throws {
        let found = try read(
            .pocketCSV,
            "title,url,time_added\n\"open,https://a.example/1,1\nb,https://a.example/2,2\nc,https://a.example/3,3")
        #expect(found.articles.map(\.title) == ["b", "c"])
        #expect(found.report.refused == [.init(place: .line(2), reason: .quoteNotClosed)])
        let many = try read(.pocketCSV, "url,time_added\n" + String(repeating: "\"x\n\"", count: 1_001))
        #expect(many.report.articles == 0)
    }
}
