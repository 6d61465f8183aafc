import Testing

@testable import ReaderArchives

@Suite struct RecognitionTests {
    @Test(arguments: [
        (ReaderArchive.Format.newsboatURLs, "# feeds\nhttps://a.example/feed \"tag\"\nquery:x:y\n"),
        (.googleReaderJSON, "{\"id\":\"user/1/state/com.google/starred\",\"items\":[]}"),
        (.googleReaderJSON, " {\"items\":[{\"id\":\"tag:google.com,2005:reader/item/1\",\"content\":{\"content\":\"<p"),
        (.freshRSSJSON, "{\"id\":\"user/me/state/org.freshrss/starred\",\n\"items\":[\n]}"),
        (.freshRSSJSON, "{\"items\":[{\"frss:id\":\"1\"}]}"),
        (.minifluxEntriesJSON, "{\"total\":1,\"entries\":[{\"id\":1,\"hash\":\"x\",\"content\":\"cut"),
        (.minifluxFeedsJSON, "[{\"id\":1,\"feed_url\":\"https://a.example/f\",\"site_url\":\"\""),
        (.wallabagJSON, "[{\"is_archived\":0,\"url\":\"https://a.example/\"}]"),
        (.pocketCSV, "\u{FEFF}title,url,time_added,tags,status\r\n"),
        (.pocketCSV, "\"title\",\"url\",\"time_added\""),
        (.pocketHTML, "<!DOCTYPE html>\n<html><head><title>Pocket Export</title>"),
        (.instapaperCSV, "URL,Title,Selection,Folder,Timestamp,Tags\n"),
    ])
    func `Each text is recognised by its content`(_ format: ReaderArchive.Format, _ text: String) {
        #expect(recognized(text) == format)
    }

    @Test(arguments: [
        "", " ", "hello, world", "{", "[", "[]", "{}", "[1]", "null", "\"x\"", "a,b,c\n1,2,3",
        "<?xml version=\"1.0\"?><opml version=\"2.0\"><body><outline xmlUrl=\"https://a.example/f\"/></body></opml>",
        "<opml><body/></opml>", "<rss version=\"2.0\"><channel><title>Pocket Export</title></channel></rss>",
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>t</title></feed>",
        "<!DOCTYPE html><html><head><title>Page</title></head></html>",
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\",\"items\":[{\"id\":\"1\",\"url\":\"https://a.example/\"}]}",
        "[{\"id\":1,\"title\":\"t\",\"url\":\"https://a.example/\"}]",
        "https://a.example/feed\nhttps://b.example/feed\n",
        "Dear https://a.example/ \"reader\"",
    ])
    func `Lists, feeds, pages and other texts are not recognised`(_ text: String) {
        #expect(recognized(text) == nil)
    }

    @Test func `A list of addresses is newsboat's where its name says so`() {
        #expect(recognized("https://a.example/feed\n", name: "urls") == .newsboatURLs)
        #expect(recognized("# nothing\n", name: "urls") == nil)
    }

    @Test func `Databases are recognised by their tables`() throws {
        for (sql, format) in [
            (newsboatTables, ReaderArchive.Format.newsboatCache), (netNewsWireTables, .netNewsWire),
            (lifereaTables, .liferea),
        ] {
            try withDatabase(sql) { path in
                let head = try bytes(of: path)
                #expect(ReaderArchive.recognize(name: "x", head: head, path: path) == format)
                #expect(ReaderArchive.recognize(name: "x", head: head, path: nil) == format)
            }
        }
        try withDatabase("CREATE TABLE items (x)") { path in
            let head = try bytes(of: path)
            #expect(ReaderArchive.recognize(name: "liferea.db", head: head, path: path) == nil)
        }
    }
}
