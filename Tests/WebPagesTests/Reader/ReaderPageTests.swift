import Accounts
import Articles
import FeedLibrary
import Foundation
import FoundationXML
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Pages of the reader, their forms, and their twins for programs.
@Suite(.fewAtOnce) struct ReaderPageTests {
    private let fixture: ServiceFixture
    private static let form = "application/x-www-form-urlencoded"

    init() throws { fixture = try ServiceFixture() }

    private func get(_ target: String, scope: Scope = .write) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.get, target, token: fixture.tokens[scope])
    }

    private func post(_ action: String, _ body: String, headers: HTTPHeaders = [:]) async throws
        -> ServiceFixture.Answer
    {
        try await fixture.ask(
            .post, "/actions/" + action, token: headers.contains("Cookie") ? nil : fixture.tokens[.write],
            headers: headers, body: body, type: Self.form)
    }

    @Test("Each view is a page; one that is not there says so as a page")
    func views() async throws {
        _ = try await post("save", "query=fox&name=Foxes")
        for target in ["/", "/all", "/today", "/starred", "/feed/1", "/saved/Foxes", "/search", "/article/1", "/keys"] {
            let answer = try await get(target)
            #expect(answer.status == 200 && answer.text.hasSuffix("</body></html>\n"), "\(target) \(answer.status)")
        }
        for target in ["/feed/999", "/folder/nowhere", "/saved/none", "/article/999999", "/feed/x"] {
            let answer = try await get(target)
            #expect(answer.status == 404 && answer.text.contains("role=\"alert\""), "\(target) \(answer.status)")
        }
        #expect(try await get("/all?page=2").status == 400)
        // Who may only read sees no forms that change something.
        #expect(try await !get("/all", scope: .read).text.contains("actions/mark"))
    }

    @Test(
        "Lists show topics with the number of replies; replies that are unread, starred or searched for are rows, too")
    func replies() async throws {
        let topic = #"{"feed":"https://forum.example/","id":"t","title":"Topic","text":"kettle"}"#
        let lines =
            [topic]
            + (1...3).map { number in
                #"{"feed":"https://forum.example/","id":"t-\#(number)","text":"kettle answer\#(number)","#
                    + #""reply":{"topic":"t","number":\#(number)}}"#
            }
        let stored = try await fixture.post("/v1/ingest", lines.joined(separator: "\n"), type: "application/x-ndjson")
        #expect(stored.status == 200)
        let library = try Library(path: fixture.databasePath, for: .reading)
        let feed = try #require(try library.store.feed(named: "https://forum.example/")?.id)
        func rows(_ target: String) async throws -> (count: Int, text: String) {
            let text = try await get(target).text
            return (text.components(separatedBy: "data-article=").count - 1, text)
        }
        let list = try await rows("/feed/\(feed)")
        #expect(list.count == 1 && list.text.contains("data-total=\"1\"") && list.text.contains("3 replies"), "\(list)")
        let whole = try await rows("/all?part=list")
        #expect(whole.text.contains("data-total=\"\(whole.count)\"") && !whole.text.contains("answer1"), "\(whole)")
        #expect(try await rows("/search?q=kettle").count == 4)
        func articles(_ query: String) async throws -> Int {
            (try await fixture.get("/v1/articles?" + query).object["articles"] as? [Any])?.count ?? 0
        }
        let address = "q=feed:%22https://forum.example/%22"
        #expect(try await articles(address) == 4)
        #expect(try await articles(address + "&fold_replies=1") == 1)
        let all = try await articles("limit=1000")
        #expect(try await articles("fold_replies=1&limit=1000") == all - 3)
        #expect(try await articles("q=kettle&fold_replies=1") == 4)
        let csv = try await get("/feed/\(feed).csv").text
        #expect(csv.split(separator: "\r\n").count == 2, "\(csv)")
        let atom = try await get("/feed/\(feed).atom").text
        #expect(atom.components(separatedBy: "<entry>").count == 2)
        let reply = try #require(
            (try await fixture.get("/v1/articles?q=answer2").object["articles"] as? [[String: Any]])?.first?["n"]
                as? Int)
        #expect(try await fixture.post("/v1/state", #"{"articles":[\#(reply)],"read":false}"#).status == 200)
        let unread = try await rows("/feed/\(feed)")
        #expect(unread.count == 2 && unread.text.contains("data-total=\"2\""))
        let only = try await rows("/feed/\(feed)?unread=1")
        #expect(only.count == 2 && only.text.contains("data-total=\"2\""))
    }

    @Test("A part of a page is what the whole page has of it")
    func parts() async throws {
        let whole = try await get("/feed/1?article=1").text
        let list = try await get("/feed/1?article=1&part=list").text
        let article = try await get("/feed/1?article=1&part=article").text
        #expect(whole.contains("id=\"feeds\"") && !list.contains("id=\"feeds\"") && !article.contains("id=\"feeds\""))
        #expect(!list.contains("id=\"article\"") && !article.contains("id=\"list\""))
        func section(_ text: String) -> Substring? {
            // What is similar, behind the text, is left out where a busy machine has no time for it.
            text.firstRange(of: "<div class=\"text\"").map { text[$0.lowerBound...].prefix(50) }
        }
        #expect(section(article) == section(whole) && section(article) != nil)
        #expect(list.components(separatedBy: "<li class").count == whole.components(separatedBy: "<li class").count)
        #expect(try await get("/feed/1?part=feeds").status == 400)
    }

    @Test("A form changes, and leads back to a page of the service alone")
    func forms() async throws {
        let done = try await post("mark", "article=1&set=starred&next=feed/1%3Farticle%3D1")
        #expect(done.status == 303 && done.headers["Location"]?.hasSuffix("/feed/1?article=1") == true)
        #expect(try await get("/starred").text.contains("data-article=\"1\""))
        for next in [
            "https://evil.example/", "//evil.example/", "/%5Cevil", "v1/feeds", "feed/../v1", "login", "a%0d%0ab",
        ] {
            let answer = try await post("mark", "article=1&set=unstarred&next=" + next)
            #expect(answer.status == 303 && answer.headers["Location"]?.hasSuffix("/") == true, "\(next): \(answer)")
        }
        #expect(try await post("mark", "article=1&set=deleted").status == 422)
        #expect(try await post("mark", "article=x&set=read").status == 422)
        #expect(try await post("save", "query=title:%28&name=x").status == 422)
        #expect(try await post("save", "query=fox&name=more+foxes").status == 303)
        #expect(try await get("/saved/more%20foxes").status == 200)
        let look = try await post("look", "theme=dark&size=99")
        #expect(look.headers["Set-Cookie"]?.hasPrefix("feedsearch-look=t-dark;") == true)
    }

    @Test("A form adds and removes a tag of one's own, which leads to a search and can be undone")
    func tags() async throws {
        #expect(try await post("tag", "article=1&add=+to+%22read%22%3C+").status == 303)
        let page = try await get("/article/1").text
        #expect(page.contains("#to \"read\"&lt;") && page.contains("value=\"to &quot;read&quot;&lt;\""))
        #expect(page.contains("href=\"../search?q=tag%3A%22to%20%20read%20%3C%22\""))
        // The sidebar lists the tag, with the number of its unread articles.
        #expect(try await get("/all").text.contains("to \"read\"&lt;"))
        #expect(try await !get("/article/1", scope: .read).text.contains("actions/tag"))
        #expect(try await post("undo", "next=all").status == 303)
        #expect(try await !get("/article/1").text.contains("#to"))
        #expect(try await post("tag", "article=1&add=later").status == 303)
        #expect(try await post("tag", "article=1&remove=later").status == 303)
        #expect(try await !get("/article/1").text.contains("#later"))
        #expect(try await post("tag", "article=1").status == 422)
        #expect(try await post("tag", "article=1&add=+").status == 422)
        #expect(try await post("tag", "article=1&add=" + String(repeating: "x", count: 101)).status == 422)
    }

    private static let long = String(repeating: "x", count: 101)

    @Test(
        "A form with a mistake comes back on its page with what was typed and the message at its field",
        arguments: [
            ("tag", "article=1&add=\(long)", "article/1", long), ("tag", "article=1&add=+", "article/1", nil),
            ("tag-list", "view=feed/1&newest=1&add=\(long)", "feed/1?article%3D1", long),
            ("tag-list", "view=feed/1&newest=1&add=", "feed/1", nil),
            ("save", "query=fox&name=+&channel=ntfy&ntfy=nowhere", "search?q%3Dfox", "nowhere"),
            ("save", "query=fox&name=n&channel=webhook&webhook=nowhere", "search?q%3Dfox", "nowhere"),
            ("save", "query=fox&name=n&channel=mail&mail=nobody", "search?q%3Dfox", "nobody"),
            ("save", "query=fox&name=\(long)\(long)", "search?q%3Dfox", long + long),
            ("subscribe", "url=not+an+address", "all", "not an address"),
        ] as [(String, String, String, String?)])
    func mistakes(_ action: String, _ body: String, _ next: String, _ typed: String?) async throws {
        let answer = try await post(action, body + "&next=" + next)
        #expect(answer.status == 422 && answer.text.contains("id=\"list\""), "\(answer.status)")
        #expect(answer.text.components(separatedBy: "role=\"alert\"").count == 2)
        #expect(answer.text.components(separatedBy: "aria-invalid=\"true\" aria-describedby=\"mistake\"").count == 2)
        if let typed { #expect(answer.text.contains("value=\"\(typed)\"")) }
        // The page is not at its own address: its links are those of the service, and a script restores the address.
        #expect(answer.text.contains("href=\"/assets/") && !answer.text.contains("href=\"../"))
        #expect(
            answer.text.contains(
                "data-here=\"" + next.replacing("%3D", with: "=").replacing("article/1", with: "feed/1?article=1")))
    }

    @Test(
        "A button's form with a mistake comes back as its page with the message",
        arguments: [
            ("mark", "article=1&set=deleted", 422), ("mark", "article=x&set=read", 422), ("mark", "set=read", 422),
            ("read-all", "view=nowhere&newest=1", 422), ("read-all", "view=all&newest=1&side=above&place=x", 422),
            ("read-all", "view=folder/nowhere&newest=1", 404), ("tag-list", "view=nowhere&newest=1&add=a", 422),
            ("tag-list", "view=all&newest=x&add=a", 422), ("full-text", "article=x", 422),
            ("save", "query=title:%28&name=x", 422),
        ])
    func mistakesOfButtons(_ action: String, _ body: String, _ status: Int) async throws {
        let answer = try await post(action, body + "&next=all")
        #expect(answer.status == status && answer.text.contains("id=\"list\""), "\(answer.status)")
        #expect(answer.text.components(separatedBy: "role=\"alert\"").count == 2)
        // A script gets the reason alone.
        let problem = try await post(action, body + "&next=all", headers: ["Accept": "application/json"])
        #expect(problem.status == status && problem.object["detail"] is String)
    }

    @Test("A name is not given to a second search, neither by the form of a search nor by that for a new one")
    func takenName() async throws {
        #expect(try await post("save", "query=fox&name=Foxes").status == 303)
        let again = try await post("save", "query=owl&name=Foxes&next=search?q%3Dowl")
        #expect(again.status == 422 && again.text.contains("A saved search already has this name."))
        #expect(try await post("save-search", "query=owl&name=Foxes&new=1&next=saved").status == 422)
        let library = try Library(path: fixture.databasePath, for: .reading)
        #expect(try library.store.savedSearches(named: "Foxes").first?.query == "fox")
        // The page of a search changes it.
        #expect(try await post("save-search", "query=owl&name=Foxes").status == 303)
        #expect(try library.store.savedSearches(named: "Foxes").first?.query == "owl")
    }

    @Test("A session's form needs the token of its page, and comes from no other site")
    func csrf() async throws {
        try fixture.accounts.addAccount("anna", password: "a long password")
        let signedIn = try await fixture.ask(
            .post, "/login", body: "name=anna&password=a+long+password&next=all", type: Self.form)
        let cookie = try #require(signedIn.headers["Set-Cookie"]?.split(separator: ";").first.map(String.init))
        #expect(signedIn.headers["Location"]?.hasSuffix("/all") == true)
        let page = try await fixture.ask(.get, "/all", headers: ["Cookie": cookie]).text
        let token = try #require(page.components(separatedBy: "name=\"csrf\" value=\"").last?.prefix { $0 != "\"" })
        #expect(try await post("mark", "article=1&set=starred", headers: ["Cookie": cookie]).status == 403)
        #expect(try await post("mark", "article=1&set=starred&csrf=x", headers: ["Cookie": cookie]).status == 403)
        let body = "article=1&set=starred&csrf=" + token
        let elsewhere: HTTPHeaders = ["Cookie": cookie, "Origin": "https://evil.example"]
        #expect(try await post("mark", body, headers: elsewhere).status == 403)
        #expect(try await post("mark", body, headers: ["Cookie": cookie]).status == 303)
        #expect(try await post("sign-out", "csrf=" + token, headers: ["Cookie": cookie]).status == 303)
        #expect(try await fixture.ask(.get, "/all", headers: ["Cookie": cookie]).status == 401)
    }

    @Test(
        "A list for programs has what its page has",
        arguments: ["all", "unread", "starred", "search", "feed/1", "saved/Foxes"])
    func twins(_ view: String) async throws {
        let file = fixture.folder + "/hidden.jsonl"
        try Data(
            #"{"feed":"https://example.org/feed","id":"h","title":"Hidden fox","text":"fox","hidden":true,"starred":true}"#
                .utf8
        ).write(to: URL(filePath: file))
        _ = try Library(path: fixture.databasePath, for: .changing).bulk.ingest([file])
        _ = try await post("mark", "article=1&set=starred")
        _ = try await post("save", "query=fox&name=Foxes")
        let query = view == "search" ? "?q=fox" : ""
        let page = try await get("/" + (view == "unread" ? "" : view) + query)
        let shown = Set(
            page.text.components(separatedBy: "data-article=\"").dropFirst().compactMap {
                Int($0.prefix { $0 != "\"" })
            })
        #expect(!shown.isEmpty)
        let json = try await get("/\(view).json\(query)")
        let object = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: [[String: Any]]]
        let listed = Set((object?["articles"] ?? []).compactMap { $0["n"] as? Int })
        // Near-duplicates are folded in a search alone, and there in both.
        #expect(listed == shown, "\(view)")
        let table = try await get("/\(view).csv\(query)")
        #expect(table.headers["Content-Type"]?.hasPrefix("text/csv") == true)
        #expect(table.text.hasPrefix("n,published,feed,title,url,author,read,starred,tags\r\n"))
        let feed = try await get("/\(view).atom\(query)")
        #expect(feed.headers["Content-Type"]?.hasPrefix("application/atom+xml") == true)
        #expect(throws: Never.self) { try XMLDocument(data: Data(feed.bytes)) }
        #expect(feed.text.contains("Fox 1") && !feed.text.contains("Hidden fox"), "\(view)")
        #expect(try await get("/\(view).json\(query)\(query.isEmpty ? "?" : "&")limit=501").status == 400)
    }

    @Test("A table calculates nothing, and keeps what needs quotes")
    func table() async throws {
        let lines = [
            #"{"feed":"https://example.org/t","id":"1","title":"=HYPERLINK(\"http://x\")","text":"zebra"}"#,
            #"{"feed":"https://example.org/t","id":"2","title":"a, \"b\"\nc","text":"zebra"}"#,
        ]
        let file = fixture.folder + "/table.jsonl"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
        _ = try Library(path: fixture.databasePath, for: .changing).bulk.ingest([file])
        let text = try await get("/search.csv?q=zebra").text
        #expect(text.contains(#","'=HYPERLINK(""http://x"")","#), "\(text)")
        #expect(text.contains(#""a, ""b"" c""#) || text.contains("\"a, \"\"b\"\"\nc\""), "\(text)")
    }

    @Test("Pictures have addresses that the service has signed")
    func pictures() async throws {
        #expect(try await get("/image/0000?u=https://example.org/p.png").status == 404)
        let url = "https://example.org/p.png"
        let name = "/image/" + fixture.accounts.pictureSignature(of: url) + "?u="
        fixture.service.home.pictures.keep(Array("<svg onload=alert(1)>            ".utf8), of: url)
        #expect(try await get(name + url).status == 404)
        fixture.service.home.pictures.keep(Array("GIF89a".utf8) + Array(repeating: 0, count: 20), of: url)
        let answer = try await get(name + url)
        #expect(answer.headers["Content-Type"] == "image/gif")
        #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox")
        #expect(try await get(name + "https://example.org/q.png").status == 404)
        #expect(try await fixture.ask(.get, name + url).status == 401)
    }
}
