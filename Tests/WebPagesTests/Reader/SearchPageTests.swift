import Accounts
import FeedLibrary
import Foundation
import FoundationXML
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// The page of a search, signing in to it, and what browsers need to add the service as a search engine.
@Suite(.fewAtOnce) struct SearchPageTests {
    private let fixture: ServiceFixture
    private static let form = "application/x-www-form-urlencoded"

    init() throws {
        fixture = try ServiceFixture()
        let lines = [
            #"{"feed":"https://example.org/feed","id":"h","title":"Heron <script>x()</script> & \"crane\"","text":"a heron <b>of</b> the lake","url":"javascript:alert(1)","published":"2024-05-04T00:00:00Z"}"#,
            #"{"feed":"https://example.org/feed","id":"u","title":"","text":"a heron alone","url":"https://example.org/?a=1&b=%22","published":"2024-05-05T00:00:00Z"}"#,
        ]
        let file = fixture.folder + "/more.jsonl"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
        _ = try Library(path: fixture.databasePath, for: .changing).bulk.ingest([file])
        try fixture.accounts.addAccount("anna", password: "a long password")
    }

    private func page(_ target: String, language: String = "en", scope: Scope? = .read) async throws
        -> ServiceFixture.Answer
    {
        let answer = try await fixture.ask(
            .get, target, token: scope.flatMap { fixture.tokens[$0] }, headers: ["Accept-Language": language])
        #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
        let policy = answer.headers["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'self'"))
        // Of scripts only the service's own file, and none on a page for signing in.
        #expect(
            !policy.contains("unsafe")
                && policy.contains("script-src 'self'")
                    == (answer.status != 401 && !answer.text.contains("class=\"card-page"))
        )
        #expect(answer.text.components(separatedBy: "<script").count - 1 == (policy.contains("script-src") ? 1 : 0))
        return answer
    }

    @Test("Who has not signed in is asked to, and then gets the page; nothing leads elsewhere")
    func signIn() async throws {
        let wanted = try await page("/search?q=fox%20%22wood%22&sort=newest", scope: nil)
        #expect(wanted.status == 401 && wanted.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
        #expect(wanted.text.contains(#"name="next" value="search?q=fox%20%22wood%22&amp;sort=newest""#))
        let next = "next=" + "search?q=fox&sort=newest".replacing("&", with: "%26")
        let good = try await fixture.ask(
            .post, "/login", body: "name=anna&password=a+long+password&" + next, type: Self.form)
        #expect(good.status == 303 && good.headers["Location"]?.hasSuffix("/search?q=fox&sort=newest") == true)
        let cookie = try #require(good.headers["Set-Cookie"]?.split(separator: ";").first.map(String.init))
        let found = try await fixture.ask(.get, "/search?q=fox", headers: ["Cookie": cookie])
        #expect(found.status == 200 && found.text.contains("<mark>Fox</mark> 1"))
        let bad = try await fixture.ask(.post, "/login", body: "name=anna&password=wrong&" + next, type: Self.form)
        #expect(bad.status == 401 && bad.text.contains("role=\"alert\"") && bad.headers["Set-Cookie"] == nil)
        for elsewhere in ["https://evil.example/", "//evil.example", "search/../v1", "/search", "searching"] {
            let answer = try await fixture.ask(
                .post, "/login", body: "name=anna&password=a+long+password&next=" + elsewhere, type: Self.form)
            #expect(answer.status == 204 && answer.headers["Location"] == nil, "\(elsewhere)")
        }
        let other = try await fixture.ask(
            .post, "/login", headers: ["Origin": "https://evil.example"],
            body: "name=anna&password=a+long+password&" + next, type: Self.form)
        #expect(other.status == 403)
    }

    @Test("Titles and snippets are marked and escaped, addresses are those of the web alone")
    func hits() async throws {
        let text = try await page("/search?q=heron&sort=oldest").text
        #expect(text.contains("<mark>Heron</mark> &lt;script&gt;x()&lt;/script&gt; &amp; \"crane\""))
        #expect(text.contains("&lt;b&gt;of&lt;/b&gt;") && !text.contains("javascript:"))
        #expect(text.contains(#"href="search?q=heron&amp;sort=oldest&amp;article="#) && text.contains("…</a>"))
        #expect(text.contains("2 articles") && text.contains("2024-05-04"))
        #expect(text.contains(#"<option value="oldest" selected>"#))
        let chinese = try await page("/search?q=%E5%85%A8%E6%96%87", language: "zh-CN").text
        #expect(chinese.contains(#"<html lang="zh-Hans">"#) && chinese.contains("3 篇文章"))
        #expect(chinese.contains("<mark>全文</mark>搜索"))
        let hostile = try await page("/search?q=%22%3E%3Cscript%3E").text
        #expect(hostile.contains(#"value="&quot;>&lt;script>""#) || hostile.contains("&lt;script&gt;"))
        let empty = try await page("/search")
        #expect(empty.status == 200 && !empty.text.contains("data-article"))
    }

    @Test("A mistake in the query is shown beside the field; unknown parameters and cursors of others are refused")
    func mistakes() async throws {
        let wrong = try await page("/search?q=title:%28fox")
        #expect(
            wrong.status == 400 && wrong.text.contains(#"value="title:(fox""#) && wrong.text.contains("role=\"alert\""))
        #expect(try await page("/search?q=fox&after=x").status == 400)
        #expect(try await page("/search?q=fox&page=2").status == 400)
        #expect(try await page("/search?q=fox&sort=best").status == 400)
    }

    @Test("A search that takes too long is reported beside the field, with advice", .timeLimit(.minutes(60)))
    func slow() async throws {
        let letters = String(repeating: "abcdefgh", count: 8)
        let file = fixture.folder + "/letters.jsonl"
        try Data(#"{"feed":"https://example.org/feed","id":"l","title":"letters","text":"\#(letters)"}"#.utf8)
            .write(to: URL(filePath: file))
        _ = try Library(path: fixture.databasePath, for: .changing).bulk.ingest([file])
        // It tries each way to part a row of letters before it gives up.
        let slow = try await page("/search?q=letters%20re:(%5Ba-z%5D%2B)*!")
        #expect(
            slow.status == 503 && slow.text.contains("The search takes too long.")
                && slow.text.contains("value=\"letters re:"))
        #expect(!slow.text.contains("--timeout"))
    }

    @Test("Pages follow one another by their links, to the end")
    func pages() async throws {
        let lines = (0..<45).map {
            #"{"feed":"https://example.org/feed","id":"w\#($0)","title":"Wren \#($0) \#($0 * 7_919)","text":"\#($0 * 104_729) wren","published":"2023-01-01T00:00:00Z"}"#
        }
        let file = fixture.folder + "/wrens.jsonl"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: file))
        _ = try Library(path: fixture.databasePath, for: .changing).bulk.ingest([file])
        var (target, hits): (String?, Int) = ("/search?q=wren&sort=newest", 0)
        var count = 0
        while let address = target {
            let text = try await page(address).text
            hits += text.components(separatedBy: "data-article=").count - 1
            count += 1
            target = text.firstRange(of: "rel=\"next\" href=\"").map { range in
                "/" + text[range.upperBound...].prefix { $0 != "\"" }.replacing("&amp;", with: "&")
            }
        }
        #expect(count == 3 && hits == 45)
    }

    @Test("Browsers add it as a search engine; suggestions are behind the address of feeds")
    func openSearch() async throws {
        let open = try await fixture.ask(.get, "/opensearch.xml")
        #expect(
            open.status == 200
                && open.headers["Content-Type"]?.hasPrefix("application/opensearchdescription+xml") == true)
        #expect(open.text.contains(#"<Url type="text/html" method="get" template="http"#))
        #expect(open.text.contains("/search?q={searchTerms}") && !open.text.contains("suggest"))
        #expect(throws: Never.self) { try XMLDocument(data: Data(open.bytes)) }
        #expect(try await page("/search").text.contains(#"href="opensearch.xml""#))
        let secret = try fixture.accounts.renewFeedSecret()
        #expect(try await page("/search").text.contains(#"href="opensearch.xml""#))
        let own = "feeds/\(secret)/opensearch.xml"
        #expect(try await page("/search", scope: .write).text.contains("href=\"\(own)\""))
        let description = try await fixture.ask(.get, "/" + own)
        #expect(description.text.contains("/feeds/\(secret)/suggest?q={searchTerms}"))
        let suggestions = try await fixture.ask(.get, "/feeds/\(secret)/suggest?q=her")
        #expect(suggestions.headers["Content-Type"] == "application/x-suggestions+json")
        let value = try JSONSerialization.jsonObject(with: Data(suggestions.bytes)) as? [Any]
        #expect(value?.first as? String == "her" && (value?.last as? [String])?.contains("heron") == true)
        #expect(try await fixture.ask(.get, "/feeds/nobody/suggest?q=her").status == 404)
    }
}
