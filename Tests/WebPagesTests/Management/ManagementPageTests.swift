import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing
import WebPages

@testable import HTTPService

/// Pages for managing, and their forms: what they do, and for whom.
@Suite(.fewAtOnce) struct ManagementPageTests {
    private let fixture: ServiceFixture
    private static let form = "application/x-www-form-urlencoded"

    init() throws {
        fixture = try ServiceFixture()
        try fixture.accounts.addAccount("anna", password: "a long password")
        try fixture.accounts.addAccount("bert", password: "another password")
        let library = try Library(path: fixture.databasePath, for: .changing)
        var feed = FeedDraft(url: "https://example.org/feed")
        feed.subscribe = true
        try library.store.upsert(feed, now: 1)
    }

    /// A browser that is signed in.
    private struct Browser {
        var cookie: String
        var csrf: String
    }

    private func signIn(_ name: String, _ password: String) async throws -> Browser {
        let answer = try await fixture.ask(
            .post, "/login", body: "name=\(name)&password=\(password)&next=account", type: Self.form)
        let cookie = try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first.map(String.init))
        let session = try await fixture.ask(.get, "/v1/session", headers: ["Cookie": cookie])
        return Browser(cookie: cookie, csrf: try #require(session.object["csrf"] as? String))
    }

    private func get(_ target: String, _ browser: Browser, language: String = "en") async throws
        -> ServiceFixture.Answer
    {
        try await fixture.ask(.get, target, headers: ["Cookie": browser.cookie, "Accept-Language": language])
    }

    private func post(_ action: String, _ body: String, _ browser: Browser, csrf: String? = nil) async throws
        -> ServiceFixture.Answer
    {
        try await fixture.ask(
            .post, "/actions/" + action, headers: ["Cookie": browser.cookie],
            body: "csrf=\(csrf ?? browser.csrf)&" + body, type: Self.form)
    }

    private static let pages = [
        "/subscribe", "/import", "/folders", "/failing", "/saved", "/rules", "/actions", "/statistics", "/account",
        "/appearance", "/recipe", "/send", "/feed/1/settings", "/saved/Foxes/settings",
    ]

    @Test("Each page is there in both languages, under the policy of the pages")
    func pages() async throws {
        let anna = try await signIn("anna", "a+long+password")
        #expect(try await post("save-search", "name=Foxes&query=fox", anna).status == 303)
        for page in Self.pages {
            for language in ["en", "zh-CN"] {
                let answer = try await get(page, anna, language: language)
                #expect(answer.status == 200 && answer.text.hasSuffix("</body></html>\n"), "\(page) \(answer.status)")
                #expect(
                    answer.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'; style-src 'self'") == true
                )
                #expect(answer.text.contains("<html lang=\"" + (language == "en" ? "en" : "zh-Hans")))
            }
        }
        for page in ["/feed/99/settings", "/saved/none/settings", "/jobs/x", "/export/none"] {
            let answer = try await get(page, anna)
            #expect(answer.status == 404, "\(page) \(answer.status)")
            #expect(answer.text.contains("role=\"alert\""))
        }
        #expect(try await get("/rules?nonsense=1", anna).status == 400)
    }

    @Test("A form of the page Send articles returns to that page with a message")
    func sendArticles() async throws {
        let anna = try await signIn("anna", "a+long+password")
        let added = try await post("add-destination", "name=paper&kind=instapaper&username=me&next=send", anna)
        #expect(added.status == 303 && added.headers["Location"]?.hasSuffix("/send?done=saved") == true)
        let again = try await post("add-destination", "name=paper&kind=instapaper&username=me&next=send", anna)
        #expect(again.status == 422 && again.text.contains("actions/add-destination\""))
        // All fields but secrets keep what was typed.
        let typed = [
            (
                "name=&kind=wallabag&address=bag.example&client_id=me&username=u", ["bag.example", "me", "u"],
                "wallabag"
            ),
            (
                "name=bag&kind=wallabag&address=ftp://x&client_id=me&username=u", ["bag", "ftp://x", "me", "u"],
                "wallabag"
            ),
            ("name=a&kind=linkding&address=https://127.0.0.1/&secret=hush", ["a", "https://127.0.0.1/"], "linkding"),
            ("name=list&kind=readeck&address=https://r.example&secret=hush", ["list", "https://r.example"], "readeck"),
            ("name=b&kind=readeck&address=https://r.example", ["b", "https://r.example"], "readeck"),
            ("name=b&kind=none&address=https://r.example&client_id=7", ["b", "https://r.example", "7"], "wallabag"),
        ]
        for (body, values, kind) in typed {
            let answer = try await post("add-destination", body + "&next=send", anna)
            #expect(answer.status == 422, "\(body)")
            for value in values { #expect(answer.text.contains("value=\"\(value)\""), "\(body): \(value)") }
            #expect(answer.text.contains("<option value=\"\(kind)\""), "\(body)")
            #expect(kind == "wallabag" || answer.text.contains("value=\"\(kind)\" selected"), "\(body)")
            #expect(!answer.text.contains("hush"))
        }
    }

    /// Leaves out the page for a mail address, which needs no session because its URL contains a secret.
    private static let operations = PageOperations.all.filter { !$0.isDocumented && $0.scope != nil }

    @Test("No form does anything without the token of its page", arguments: operations.map(\.name))
    func token(_ name: String) async throws {
        let operation = try #require(Self.operations.first { $0.name == name })
        guard operation.method == .post else { return }
        let (anna, bert) = (try await signIn("anna", "a+long+password"), try await signIn("bert", "another+password"))
        let action = String(operation.path.dropFirst("/actions/".count))
        if case .upload = operation.body {
            for csrf in ["", "x", bert.csrf] {
                let body =
                    "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(csrf)\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n<opml/>\r\n--b--\r\n"
                let answer = try await fixture.ask(
                    .post, operation.path, headers: ["Cookie": anna.cookie], body: body,
                    type: "multipart/form-data; boundary=b")
                #expect(answer.status == 403)
            }
            return
        }
        for csrf in ["", "x", bert.csrf] {
            #expect(try await post(action, "name=x&feed=1&query=fox", anna, csrf: csrf).status == 403, "\(csrf)")
        }
        // A page of another site has no token, and says where it is.
        let other = try await fixture.ask(
            .post, operation.path, headers: ["Cookie": anna.cookie, "Origin": "https://evil.example"],
            body: "csrf=\(anna.csrf)", type: Self.form)
        #expect(other.status == 403)
        // Nobody, and who may only read.
        #expect(try await fixture.ask(.post, operation.path, body: "a=b", type: Self.form).status == 401)
        let reader = try await fixture.ask(
            .post, operation.path, token: fixture.tokens[.read], body: "a=b", type: Self.form)
        #expect(reader.status == 403)
    }

    @Test("Who may only read sees no form that changes anything, and no page of accounts")
    func readers() async throws {
        for page in Self.pages {
            let answer = try await fixture.ask(.get, page, token: fixture.tokens[.read])
            #expect(!answer.text.contains("method=\"post\""), "\(page)")
            if page == "/account" { #expect(answer.status == 403) }
        }
        #expect(try await fixture.ask(.get, "/account", token: fixture.tokens[.write]).status == 403)
        let token = try await fixture.ask(
            .post, "/actions/create-token", token: fixture.tokens[.write], body: "name=x&scope=admin", type: Self.form)
        #expect(token.status == 403)
    }

    @Test("A form without any field is refused with a message on a page, and is no fault")
    func emptyForms() async throws {
        let anna = try await signIn("anna", "a+long+password")
        // Signing out ends the session, and an import is another form of body.
        let actions = PageOperations.all.filter { $0.method == .post }.map(\.path)
            .filter { $0.hasPrefix("/actions/") && !["/actions/sign-out", "/actions/import"].contains($0) }
        #expect(actions.count > 30)
        for action in actions.map({ String($0.dropFirst("/actions/".count)) }) {
            for next in ["", "saved", "folders"] {
                let answer = try await post(action, "next=" + next, anna)
                #expect([200, 303, 404, 422].contains(answer.status), "\(action) \(answer.status)")
                guard answer.status >= 400 else { continue }
                #expect(answer.text.components(separatedBy: "role=\"alert\"").count == 2, "\(action) \(next)")
                #expect(answer.text.contains("form-mistake"), "\(action) \(next)")
            }
        }
    }

    @Test("Sessions and app passwords of others cannot be ended or seen")
    func others() async throws {
        let (anna, bert) = (try await signIn("anna", "a+long+password"), try await signIn("bert", "another+password"))
        _ = try fixture.accounts.createAppPassword(for: "bert", label: "phone of bert")
        let session = try #require(try fixture.accounts.sessions(of: "bert").first)
        #expect(try await post("end-session", "session=\(session.id)", anna).status == 303)
        #expect(try await get("/account", bert).status == 200)
        #expect(try await post("end-other-sessions", "", anna).status == 303)
        #expect(try await get("/account", bert).status == 200)
        let answer = try await post("revoke-app-password", "label=phone+of+bert", anna)
        #expect(answer.status == 404 && answer.text.contains("role=\"alert\""))
        #expect(try fixture.accounts.appPasswords(of: "bert").count == 1)
        #expect(try await !get("/account", anna).text.contains("phone of bert"))
        #expect(try await get("/account", bert).text.contains("phone of bert"))
    }

    @Test("A password changes only for who knows the one there is; the session goes on, all others end")
    func password() async throws {
        let (anna, second) = (try await signIn("anna", "a+long+password"), try await signIn("anna", "a+long+password"))
        let wrong = try await post("password", "old=wrong&new=a+new+password&again=a+new+password", anna)
        #expect(wrong.status == 422 && wrong.text.contains("role=\"alert\""))
        let differs = try await post("password", "old=a+long+password&new=a+new+password&again=other", anna)
        #expect(differs.status == 422)
        let done = try await post("password", "old=a+long+password&new=a+new+password&again=a+new+password", anna)
        #expect(done.status == 303 && done.headers["Location"]?.hasSuffix("/account?done=passwordChanged") == true)
        let cookie = try #require(done.headers["Set-Cookie"]?.split(separator: ";").first.map(String.init))
        #expect(try await fixture.ask(.get, "/account", headers: ["Cookie": cookie]).status == 200)
        for old in [anna, second] { #expect(try await get("/account", old).status == 401) }
    }

    @Test("Secrets are shown once, are not kept by browsers, and work")
    func secrets() async throws {
        let anna = try await signIn("anna", "a+long+password")
        let made = try await post("create-app-password", "label=phone&fever=1", anna)
        #expect(made.status == 200 && made.headers["Cache-Control"] == "no-store")
        #expect(made.text.contains("feedhq-login \"anna\"") && made.text.contains("class=\"ink\""))
        let password = try #require(made.text.firstMatch(of: /class="secret">[^<]*<code>([^<]+)</)?.output.1)
        let used = try fixture.accounts.authenticate(
            .basic(name: "anna", password: String(password)), from: Visitor(.init("127.0.0.1")))
        guard case .accepted = used else {
            Issue.record("\(used)")
            return
        }
        #expect(try await !get("/account", anna).text.contains(String(password)))
        let token = try await post("create-token", "name=mine&scope=read&expires=1d", anna)
        let text = try #require(token.text.firstMatch(of: /class="secret">[^<]*<code>([^<]+)</)?.output.1)
        #expect(try await fixture.ask(.get, "/v1/feeds", token: String(text)).status == 200)
        #expect(try await post("revoke-token", "name=mine", anna).status == 303)
        #expect(try await fixture.ask(.get, "/v1/feeds", token: String(text)).status == 401)
    }

    @Test("A style sheet and keys are kept for each account, within limits")
    func appearance() async throws {
        let (anna, bert) = (try await signIn("anna", "a+long+password"), try await signIn("bert", "another+password"))
        #expect(try await post("appearance", "css=body%7Bcolor%3Ared%7D&keys=h+%3D+k", anna).status == 303)
        let css = try await get("/own.css", anna)
        #expect(css.text == "body{color:red}" && css.headers["Content-Type"] == "text/css; charset=utf-8")
        #expect(css.headers["X-Content-Type-Options"] == "nosniff")
        #expect(try await get("/own-keys.json", anna).text == #"{"h":"k"}"#)
        #expect(try await get("/own.css", bert).text.isEmpty)
        let large = try await post("appearance", "css=" + String(repeating: "a", count: 66_000), anna)
        #expect(large.status == 422)
        #expect(try await post("appearance", "css=&keys=nonsense", anna).status == 422)
        #expect(try await get("/own.css", anna).text == "body{color:red}")
        try fixture.accounts.removeAccount("anna")
        try fixture.accounts.addAccount("anna", password: "a long password")
        #expect(try await get("/own.css", try await signIn("anna", "a+long+password")).text.isEmpty)
    }

    @Test("What names files, programs or other hosts is not set by a form")
    func contract() async throws {
        let anna = try await signIn("anna", "a+long+password")
        for channel in ["command", "feed", "terminal"] {
            let answer = try await post(
                "save-search", "name=x&query=fox&channel=\(channel)&\(channel)=/tmp/x", anna)
            #expect(answer.status == 422, "\(channel) \(answer.text)")
        }
        let settings = try await post(
            "feed", "feed=1&title=Mine&headers=/etc/passwd&proxy=http://127.0.0.1:1&cookies=/etc/passwd", anna)
        #expect(settings.status == 303)
        let library = try Library(path: fixture.databasePath, for: .reading)
        let options = try library.store.options(of: 1)
        #expect(options.headers == nil && options.proxy == nil && options.cookies == nil)
        #expect(try library.store.feeds().first?.ownTitle == "Mine")
        // An address of this machine is neither looked at nor saved.
        for (action, body) in [
            ("save-page", "url=http://127.0.0.1:1/"), ("recipe", "url=http://127.0.0.1:1/&item=div&title=a"),
        ] {
            let answer = try await post(action, body, anna)
            #expect(action == "recipe" || answer.status == 422, "\(action) \(answer.status)")
        }
        #expect(try library.store.fetchState(of: 1).trustedOrigin == nil)
        for feed in try library.store.feeds() where feed.url.contains("127.0.0.1") {
            #expect(try library.store.fetchState(of: feed.id).trustedOrigin == nil)
        }
    }

    @Test("Feeds, folders, searches and rules are changed and brought back")
    func changes() async throws {
        let anna = try await signIn("anna", "a+long+password")
        #expect(try await post("make-folder", "name=News/Local&feed=1", anna).status == 303)
        #expect(try await get("/folders", anna).text.contains("News/Local"))
        #expect(try await post("rename-folder", "path=News/Local&name=Daily", anna).status == 303)
        #expect(try await get("/folder/Daily", anna).status == 200)
        #expect(
            try await post("feed", "feed=1&title=Foxes&folder=Daily&interval=2h&keep=500,90d&paused=1", anna).status
                == 303)
        let page = try await get("/feed/1/settings", anna).text
        #expect(page.contains("value=\"2h\"") && page.contains("value=\"500,90d\"") && page.contains("checked"))
        #expect(try await post("feed", "feed=1&interval=never", anna).status == 422)
        #expect(try await post("rule", "query=title:owl&mark=tag&tag=birds", anna).status == 303)
        let trial = try await get("/rules?try=1&query=title:fox&mark=read&tag=&after=", anna)
        #expect(trial.status == 200 && trial.text.contains("It would have matched"))
        #expect(try await get("/rules?try=1&query=title:%28&mark=read", anna).text.contains("role=\"alert\""))
        #expect(try await post("remove-rule", "rule=1", anna).status == 303)
        #expect(try await post("remove-feed", "feed=1", anna).status == 303)
        #expect(try await get("/feed/1/settings", anna).status == 404)
        let actions = try await get("/actions", anna).text
        let number = try #require(actions.firstMatch(of: /name="action" value="(\d+)"/)?.output.1)
        let undone = try await post("undo-action", "action=\(number)", anna)
        #expect(undone.status == 303 && undone.headers["Location"]?.hasSuffix("actions?done=undone") == true)
        #expect(try await get("/feed/1/settings", anna).status == 200)
    }

    @Test("A refused form is on its page with what was typed, only for who may see the page, and without passwords")
    func refused() async throws {
        let anna = try await signIn("anna", "a+long+password")
        let answer = try await post(
            "feed",
            "feed=1&title=Mine&interval=often&username=u&password=hunter-9-phrase&next=feed/1/settings?done%3Dsaved",
            anna)
        #expect(
            answer.status == 422 && answer.text.contains("value=\"often\"") && answer.text.contains("value=\"Mine\""))
        #expect(answer.text.contains("aria-invalid=\"true\" aria-describedby=\"mistake\""))
        #expect(!answer.text.contains("hunter-9-phrase") && !answer.text.contains("role=\"status\""))
        // The page of accounts is not shown to a token that may not see it, nor a file.
        for next in ["account", "all", "export/opml", "feed/99/settings", "", "rules?nonsense=1"] {
            let other = try await fixture.ask(
                .post, "/actions/feed", token: fixture.tokens[.write], body: "feed=1&interval=often&next=\(next)",
                type: Self.form)
            #expect(other.status == 422 && other.text.components(separatedBy: "role=\"alert\"").count == 2, "\(next)")
            #expect(!other.text.contains("change-password") && !other.text.contains("actions/create-token"), "\(next)")
        }
    }

    @Test("A file is imported as a job, whose page tells of each outline")
    func importing() async throws {
        let anna = try await signIn("anna", "a+long+password")
        let list = """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/feed"/>
            <outline text="Old" xmlUrl="https://example.org/feed"/><outline text="Bad" xmlUrl="ftp://b.example/"/></body></opml>
            """
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(anna.csrf)\r\n"
            + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.opml\"\r\n\r\n\(list)\r\n--b--\r\n"
        let answer = try await fixture.ask(
            .post, "/actions/import", headers: ["Cookie": anna.cookie], body: body,
            type: "multipart/form-data; boundary=b")
        let location = try #require(answer.headers["Location"]?.split(separator: "/").suffix(2).joined(separator: "/"))
        var page = ""
        repeat {
            page = try await get("/" + location, anna).text
            if page.contains("http-equiv=\"refresh\"") { try await Task.sleep(for: .milliseconds(20)) }
        } while page.contains("http-equiv=\"refresh\"")
        #expect(page.contains("https://a.example/feed") && page.contains("class=\"danger\">! refused"))
        #expect(try await get("/export/opml", anna).text.contains("https://a.example/feed"))
        #expect(try await get("/export/csv", anna).headers["Content-Disposition"]?.contains("starred.csv") == true)
    }

    @Test("A condition is tried before it is saved, and the page of a search has its plot, colour and condition")
    func trends() async throws {
        let anna = try await signIn("anna", "a+long+password")
        _ = try await post("save-search", "name=Foxes&query=fox", anna)
        let now = Int64(Date().timeIntervalSince1970)
        let lines = (1...9).map { number in
            let date = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(now - 86_400 * 20)))
            return
                #"{"feed":"https://example.org/feed","id":"t\#(number)","title":"fox \#(number)","published":"\#(date)"}"#
        }
        _ = try await fixture.post("/v1/ingest", lines.joined(separator: "\n"), type: "application/x-ndjson")
        let tried = try await get("/saved/Foxes/settings?try=count+%3E+5+in+1d", anna).text
        #expect(tried.contains("would have sent 1 alert in the last 365 days"))
        #expect(tried.contains("<polygon ") && tried.contains("class=\"threshold\"") && !tried.contains("<script>"))
        #expect(tried.contains("name=\"try\" type=\"text\" value=\"count &gt; 5 in 1d\""))
        #expect(!tried.contains("name=\"condition\" type=\"text\" value="))
        #expect(try FixtureLibrary.rule(fixture, "Foxes") == nil)
        let wrong = try await get("/saved/Foxes/settings?try=%3Cb%3E+in+1d", anna).text
        #expect(wrong.contains("&lt;b&gt;") && !wrong.contains("<b> in"))

        let fields = "name=Foxes&query=fox&color=pink&channel=mail&mail=me%40example.org&next=saved/Foxes/settings"
        let refused = try await post("save-search", fields + "&condition=count+%3E+few", anna)
        #expect(refused.status == 422 && refused.text.contains("aria-invalid"))
        #expect(try await post("save-search", fields + "&condition=count+%3E+5+in+7d", anna).status == 303)
        #expect(try FixtureLibrary.rule(fixture, "Foxes")?.condition == "count > 5 in 7d")
        for step in ["day", "week", "month"] {
            let page = try await get("/saved/Foxes/settings?by=" + step, anna)
            #expect(page.status == 200 && page.text.contains("<figure class=\"plot\">"))
        }
        let list = try await get("/all", anna).text
        #expect(list.contains("class=\"tint tint-pink\"") && list.contains("<bdi>Foxes</bdi>"))
        #expect(try await get("/saved", anna).text.contains("tint tint-pink"))
        // A form without the field keeps the colour; a form with an empty condition removes the condition.
        #expect(try await post("save-search", "name=Foxes&query=fox&channel=mail&condition=", anna).status == 303)
        #expect(try FixtureLibrary.rule(fixture, "Foxes")?.condition == nil)
        #expect(try await get("/saved", anna).text.contains("tint tint-pink"))
    }

    @Test("Silent feeds are listed, and a length that cannot be read is explained")
    func silent() async throws {
        let anna = try await signIn("anna", "a+long+password")
        let library = try Library(path: fixture.databasePath, for: .changing)
        var quiet = FeedDraft(url: "https://example.org/quiet")
        (quiet.subscribe, quiet.title) = (true, "<b>Quiet</b>")
        let number = try library.store.upsert(quiet, now: 1).id
        let page = try await get("/silent", anna)
        #expect(page.status == 200 && page.text.contains("feed/\(number)/settings"))
        #expect(page.text.contains("&lt;b&gt;Quiet") && page.text.contains("no article"))
        let wrong = try await get("/silent?for=%3Cb%3E", anna)
        #expect(wrong.status == 200 && wrong.text.contains("role=\"alert\"") && !wrong.text.contains("<b>"))
        #expect(try await get("/folders", anna).text.contains("silent"))
    }
}

private enum FixtureLibrary {
    static func rule(_ fixture: ServiceFixture, _ name: String) throws -> AlertRule? {
        try Library(path: fixture.databasePath, for: .reading).savedSearches.named(name)?.rule
    }
}
