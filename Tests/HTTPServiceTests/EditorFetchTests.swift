import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import TestSupport
import Testing

@testable import HTTPService

/// Imports, full texts and recipes of an editor who tries to use the logins of the library's owner.
@Suite(.fewAtOnce) struct EditorFetchTests {
    private let fixture: HostFixture
    private let site: CountingSite
    private let anna: HostedLibrary
    private let owners, editors: String
    private static let article = "<html><body><article><h1>Page</h1>\(paragraphs)</article></body></html>"
    private static let paragraphs = (1...12).map { "<p>Sentence \($0) of a page with heronry and much text.</p>" }
        .joined()

    init() throws { try self.init(on: nil) }

    private init(on server: String?) throws {
        site = try CountingSite()
        fixture = try HostFixture(on: server) { options in
            var settings = LibrarySettings()
            settings.allowed = "127.0.0.1"
            options = LibraryHost.Options(place: options.place, localFolder: options.localFolder) { [settings] _ in
                settings
            }
        }
        anna = try fixture.add("anna")
        try fixture.add("ben")
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        owners = try fixture.accounts.createToken("owner", scope: .write, of: "anna")
        editors = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        site.feed("closed.xml", ["closed"])
        site.feed("open.xml", ["open"])
        for path in ["closed.xml", "open.xml"] {
            let library = try library()
            var feed = FeedDraft(url: site.origin + "/" + path)
            feed.subscribe = true
            try library.store.upsert(feed, now: 1)
        }
    }

    private func library() throws -> Library {
        try Library(path: fixture.place.location(of: anna.address), for: .changing)
    }

    private func feed(_ path: String) throws -> Int64 {
        try #require(try library().store.feed(named: site.origin + "/" + path)?.id)
    }

    private func ask(
        _ method: HTTPMethod, _ target: String, _ body: String = "", as token: String? = nil,
        type: String = "application/json"
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(method, target, token: token ?? editors, body: body, type: type)
    }

    /// The owner sets a login for the closed feed.
    private func setLogin() async throws {
        let login = #"{"username":"anna","password":"geheim"}"#
        #expect(try await ask(.patch, "/v1/feeds/\(feed("closed.xml"))", login, as: owners).status == 200)
    }

    /// An article that an editor stores in a feed, with a page on the same site.
    private func ingest(_ path: String, page: String) async throws -> ServiceFixture.Answer {
        let line =
            #"{"feed":"\#(site.origin)/\#(path)","id":"\#(page)","title":"Fake","url":"\#(site.origin)/\#(page)"}"#
        return try await ask(.post, "/v1/ingest", line, type: "application/x-ndjson")
    }

    /// The report of an import once its job has ended.
    private func importing(_ text: String) async throws -> ServiceFixture.Answer {
        let job = try await ask(.post, "/v1/import", text, type: "application/octet-stream")
        #expect(job.status == 202, "\(job.text)")
        let location = try #require(job.headers["Location"])
        for _ in 0..<600 {
            let answer = try await ask(.get, location)
            if let state = answer.object["state"] as? String, state != "waiting", state != "running" { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
        return job
    }

    private func fullText(of article: ArticleID) async throws -> ServiceFixture.Answer {
        var ben = try await HostBrowser(fixture, "ben")
        try await ben.open(anna)
        return try await ben.submit("full-text", "article=\(article)")
    }

    @Test("An editor imports subscriptions; addresses with a login are refused and reported, and no login is stored")
    func lists() async throws {
        let report = try await importing(
            """
            <opml version="2.0"><body><outline text="Plain" xmlUrl="https://feeds.example/plain.xml"/>
            <outline text="Login" xmlUrl="https://ben:heimlich@feeds.example/login.xml"/></body></opml>
            """)
        #expect(report.text.contains("only the owner of a shared library can set one"), "\(report.text)")
        #expect(!report.text.contains("heimlich"))
        let feeds = try library().store.feeds(subscribedOnly: false)
        #expect(feeds.contains { $0.url == "https://feeds.example/plain.xml" })
        #expect(!feeds.contains { $0.url.contains("login.xml") })
        #expect(try feeds.allSatisfy { try library().store.options(of: $0.id).credentials == nil })
        let all = #"<opml version="2.0"><body><outline xmlUrl="https://ben:heimlich@feeds.example/a"/></body></opml>"#
        let app = try fixture.accounts.createAppPassword(for: "ben", label: "app", in: anna)
        let refused = try await fixture.ask(
            .post, "/miniflux/v1/import",
            headers: ["X-Auth-Token": app], body: all, type: "text/xml")
        #expect(refused.status == 400 && !refused.text.contains("heimlich"), "\(refused.text)")
    }

    @Test("Imports of archives skip articles of feeds that have a login in the file or from the owner")
    func archives() async throws {
        try await setLogin()
        func starred(_ feed: String) -> String {
            """
            {"id":"user/1/state/com.google/starred","items":[{"id":"tag:google.com,2005:reader/item/1","published":1700000000,
            "title":"Star","alternate":[{"href":"\(site.origin)/inbox"}],"summary":{"content":"text"},
            "origin":{"streamId":"feed/\(feed)","title":"B"}}]}
            """
        }
        for address in ["https://ben:heimlich@feeds.example/s.xml", site.origin + "/closed.xml"] {
            let report = try await importing(starred(address))
            #expect(report.text.contains("refused") && !report.text.contains("heimlich"), "\(report.text)")
            #expect(try library().store.storeStatistics().articles == 0)
        }
        let report = try await importing(starred(site.origin + "/open.xml"))
        #expect(try library().store.storeStatistics().articles == 1, "\(report.text)")
        #expect(try library().store.feed(named: "https://ben:heimlich@feeds.example/s.xml") == nil)
    }

    @Test(
        "An editor cannot store articles in a feed with the owner's login, so no page that the editor chooses is fetched with it"
    )
    func ownersFeed() async throws {
        site.page("account", Self.article)
        let before = try await ingest("closed.xml", page: "before")
        #expect(before.status == 200 && before.text.contains("\"inserted\":1"), "\(before.text)")
        try await setLogin()
        site.forgetRequests()
        let answer = try await ingest("closed.xml", page: "account")
        #expect(answer.text.contains("only the owner") && !answer.text.contains("\"inserted\":1"), "\(answer.text)")
        #expect(try library().store.storeStatistics().articles == 1)
        // The same applies to an article that was stored before the login was set.
        let page = try await fullText(of: 1)
        #expect(page.status == 403, "\(page.status)")
        #expect(site.requests.isEmpty)
        // The feed's own articles are still refreshed by the editor.
        let job = try await ask(.post, "/v1/refresh", #"{"feeds":[\#(feed("closed.xml"))]}"#)
        let location = try #require(job.headers["Location"])
        for _ in 0..<600 where try await ask(.get, location).object["state"] as? String != "done" {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(site.requests.contains { $0.path == "closed.xml" && $0.authorization != nil })
        #expect(try library().store.storeStatistics().articles == 2)
    }

    @Test(
        "On a server, too, editors store no articles in feeds with the owner's login",
        .enabled(if: PostgresServer.isWanted))
    func onServer() async throws {
        try await Self(on: PostgresServer.shared.get().newDatabase()).ownersFeed()
        try await Self(on: PostgresServer.shared.get().newDatabase()).archives()
    }

    @Test("The full text of another feed's article is fetched without a login, also on the host of a login")
    func fullTexts() async throws {
        try await setLogin()
        site.page("public", Self.article)
        site.page("away", "", redirect: site.origin + "/closed.xml")
        site.page("inside", "", redirect: "http://10.1.2.3/secret")
        for page in ["public", "away", "inside"] { _ = try await ingest("open.xml", page: page) }
        #expect(try await fullText(of: 1).status == 303)
        #expect(try await ask(.get, "/v1/articles/1").text.contains("heronry"))
        for article in [2, 3] as [ArticleID] { #expect(try await fullText(of: article).status >= 400) }
        #expect(site.requests.contains { $0.path == "public" } && site.requests.contains { $0.path == "closed.xml" })
        #expect(site.requests.allSatisfy { $0.authorization == nil })
        // A feed on a private network that the owner has confirmed.
        try library().store.trust(site.origin, for: feed("open.xml"))
        #expect(try await fullText(of: 3).status == 403)
    }

    private func recipe(_ path: String, at origin: String) -> String {
        #"{"recipe":{"item":"div.t","title":"a"},"url":"\#(origin)/\#(path)"}"#
    }

    @Test(
        "A recipe of an editor reads pages without a login; a feed with the owner's login or network keeps its recipe")
    func recipes() async throws {
        try await setLogin()
        site.page("forum", "<html><body><div class=t><a href=/1>Topic</a></div></body></html>")
        func add(_ path: String, origin: String? = nil) async throws -> ServiceFixture.Answer {
            try await ask(.post, "/v1/recipe", recipe(path, at: origin ?? site.origin))
        }
        #expect(try await add("closed.xml").status == 403)
        #expect(try library().store.recipes().isEmpty)
        try library().store.trust(site.origin, for: feed("open.xml"))
        #expect(try await add("open.xml").status == 403)
        let login = try await add("x", origin: "https://ben:heimlich@feeds.example")
        #expect(login.status == 400 && !login.text.contains("heimlich"), "\(login.text)")
        #expect(try await add("forum").status == 200)
        #expect(try library().store.recipes().count == 1)
        // No address of a request is trusted on a private network, whoever sends it.
        #expect(try await ask(.post, "/v1/recipe", recipe("inside", at: site.origin), as: owners).status == 200)
        for path in ["forum", "inside"] {
            #expect(try library().store.fetchState(of: feed(path)).trustedOrigin == nil, "\(path)")
        }

        site.forgetRequests()
        var ben = try await HostBrowser(fixture, "ben")
        try await ben.open(anna)
        let preview = try await ben.get("/recipe?url=\(site.origin)/forum&item=div.t&title=a")
        #expect(preview.status == 200 && preview.text.contains("Topic"))
        let saved = try await ben.submit("recipe", "url=\(site.origin)/forum&item=div.t&title=a")
        #expect(saved.status == 303 && saved.headers["Location"]?.contains("settings") == false)
        #expect(try await ben.submit("recipe", "url=\(site.origin)/closed.xml&item=div.t&title=a").status == 403)
        #expect(!site.requests.isEmpty && site.requests.allSatisfy { $0.authorization == nil })
        #expect(try await ben.get("/import").status == 200)
    }

    @Test("Members see the kind of a failed fetch, without addresses and places of secrets; the owner sees the details")
    func failures() async throws {
        let secrets = ["geheim", "/home/anna", "heimlich", "tok123"]
        let address = "https://anna:geheim@feeds.example/f.xml?token=tok123"
        let library = try library()
        var draft = FeedDraft(url: address)
        draft.subscribe = true
        try library.store.upsert(draft, now: 1)
        let id = try #require(try library.store.feed(named: address)?.id)
        for (kind, detail) in [
            ("badRequest", "its password cannot be read: file:/home/anna/heimlich"),
            ("badRedirect", "a redirect to https://feeds.example/?session=heimlich"), ("httpStatus", "status 404"),
        ] {
            var state = try library.store.fetchState(of: id)
            (state.failures, state.failureKind, state.failureText, state.lastFetch) = (3, kind, detail, 1_790_000_000)
            let batch = library.store.makeBatchPool().take()
            batch.seal()
            _ = try library.store.record([state], batch, now: 1_790_000_000)
            let app = try fixture.accounts.createAppPassword(for: "ben", label: kind, in: anna)
            var ben = try await HostBrowser(fixture, "ben")
            try await ben.open(anna)
            let answers = [
                try await ask(.get, "/v1/failing"), try await ben.get("/failing"),
                try await fixture.ask(.get, "/miniflux/v1/feeds", headers: ["X-Auth-Token": app]),
            ]
            for (index, answer) in answers.enumerated() {
                #expect(answer.status == 200 && answer.text.contains("feeds.example"))
                for secret in secrets { #expect(!answer.text.contains(secret), "\(kind) \(index)") }
                if kind == "httpStatus" { #expect(answer.text.contains("404"), "\(index)") }
            }
            #expect(try await ask(.get, "/v1/failing", as: owners).text.contains(detail.replacing("/", with: "/")))
        }
    }
}
