import Accounts
import Articles
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The documents say what the service does: their examples are run, and every answer is held against its schema.
@Suite(.fewAtOnce) struct DocumentTests {
    private static var document: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(OpenAPIDocument(table: ServiceFixture.table).bytes)))
            as? [String: Any] ?? [:]
    }

    /// A service in which the examples find what they ask for.
    private static func fixture(_ site: String) async throws -> ServiceFixture {
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        let fixture = try ServiceFixture(settings: settings)
        try fixture.accounts.addAccount("owner", password: "secret", allowsWeak: true)
        let list =
            #"<opml><body><outline text="News"><outline xmlUrl="https://example.org/feed"/></outline></body></opml>"#
        let job = try await fixture.post("/v1/import", list, type: "text/x-opml")
        try await ended(job, fixture)
        let form = "name=owner&password=secret"
        let type = "application/x-www-form-urlencoded"
        #expect(try await fixture.ask(.post, "/login", body: form, type: type).status == 204)
        let search = #"{"name":"Foxes","query":"fox","notify":"webhook:\#(site)/hook"}"#
        #expect(try await fixture.post("/v1/saved", search).status == 204)
        let rule = #"{"query":"title:fox","mark":"star"}"#
        #expect(try await fixture.post("/v1/rules", rule).status == 201)
        return fixture
    }

    @discardableResult private static func ended(
        _ answer: ServiceFixture.Answer, _ fixture: ServiceFixture
    ) async throws -> ServiceFixture.Answer {
        let location = try #require(answer.headers["Location"])
        while true {
            let job = try await fixture.get(location)
            if !["waiting", "running"].contains(job.object["state"] as? String) { return job }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private static let site: (server: HTTPServer, origin: String)? = try? LocalSite.start([
        "": #"<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>"#,
        "feed.xml": LocalSite.feed(["Crane one", "Crane two"]), "tone.mp3": "ID3\u{4}\0\0\0\0\0\u{2}..",
        "whole.html": "<article>"
            + String(repeating: "<p>A paragraph of a whole article, long enough to be one.</p>", count: 20)
            + "</article>",
    ])

    /// Routes that only a host has; `HostJoiningTests` uses them.
    private static let ofHosts: Set = ["invitations", "createInvitation", "revokeInvitation"]

    @Test(
        "The example of each route gets a documented answer",
        arguments: ServiceFixture.table.documented.map(\.name).filter { !ofHosts.contains($0) })
    func examples(name: String) async throws {
        let route = try #require(ServiceFixture.table.documented.first { $0.name == name })
        let origin = try #require(Self.site).origin
        let fixture = try await Self.fixture(origin)
        var target = route.example.replacing("https://example.org/", with: origin + "/")
        if target.contains("/v1/jobs/") {
            let job = try await fixture.post("/v1/refresh", #"{"feeds":[1]}"#)
            target = try #require(job.headers["Location"])
        }
        if target.contains("/feeds/SECRET/") || name == "feedAddress" || name == "removeFeedAddress" {
            let secret = try fixture.accounts.renewFeedSecret()
            target = target.replacing("/feeds/SECRET/", with: "/feeds/\(secret)/")
        }
        if name == "picture" {
            let url = origin + "/picture.png"
            fixture.service.home.pictures.keep(
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 9), of: url)
            target = "/image/" + fixture.accounts.pictureSignature(of: url) + "?u=" + url
        }
        if name == "medium" {
            let url = origin + "/tone.mp3"
            target = "/media/" + fixture.service.home.mediumSignature(of: url) + "?u=" + url
        }
        var example = route.takes?.example
        if name == "action-full-text" {
            let line = #"{"feed":"excerpts","id":"1","title":"Crane","text":"A","url":"\#(origin)/whole.html"}"#
            let file = fixture.folder + "/excerpt.jsonl"
            try Data(line.utf8).write(to: URL(filePath: file))
            let library = try Library(path: fixture.databasePath, for: .changing)
            _ = try library.bulk.ingest([file])
            example = "article=\(try library.store.newestID())"
        }
        if name == "folderPage" || name == "moveFolder" {
            let feeds = try Library(path: fixture.databasePath, for: .changing)
            var edit = SubscriptionEdit()
            edit.folder = ["tech"]
            let feed = try #require(try feeds.store.feeds().first)
            _ = try feeds.subscriptions.edit(feed.url, edit)
        }
        if ["removeDestination", "retrySendings", "sendArticles", "testDestination", "action-send"].contains(name) {
            let store = try Library(path: fixture.databasePath, for: .changing).store
            #expect(try store.addDestination(name: "links", address: "readeck:\(origin)", secret: nil, now: 1))
        }
        if name == "removePushReceiver" {
            let state = #"{"origin":"https://push.example.net","secret":"env:NONE","label":"laptop","created":1}"#
            let store = try Library(path: fixture.databasePath, for: .changing).store
            try store.setClientState(Array(state.utf8), of: "web-push/0011223344556677")
        }
        if name == "icon" {
            let icon = FeedIcon(url: "https://example.org/i.png", type: "image/png", bytes: [1])
            try Library(path: fixture.databasePath, for: .changing).store.setIcons([(1, icon, 2_000_000_000)], now: 1)
            target = "/icons/" + fixture.accounts.iconName(of: 1)
        }
        if target.hasPrefix("/hub/") {
            var subscription = try fixture.accounts.addHubSubscription(
                feed: 1, url: "https://example.org/feed", hub: "https://example.org/hub",
                topic: origin + "/feed")
            subscription.requested = SystemClock.system.now()
            try fixture.accounts.update(subscription)
            target = target.replacing("8c1f", with: subscription.id)
        }
        let takes = route.takes
        let usesNetwork = name == "addFeed" || name == "recipeNodes"
        let body =
            usesNetwork
            ? example?.replacing("https://example.org/", with: origin + "/").replacing("/nodes", with: "/whole.html")
            : example
        var headers: HTTPHeaders = [:]
        if route.scope != nil { headers.add("Authorization", "Bearer " + (fixture.tokens[.admin] ?? "")) }
        if let takes { headers.add("Content-Type", takes.type) }
        let request = try HTTPRequest(route.method, target, headers: headers, body: Array((body ?? "").utf8))
        let response = await fixture.service.respond(to: request)
        let type = response.headers["Content-Type"]?.split(separator: ";").first.map(String.init)
        // A stream of events has no end.
        let bytes = type == "text/event-stream" ? [] : try await response.body.collect()
        let shown = String(decoding: bytes.prefix(1_000), as: UTF8.self)
        #expect(route.gives.statuses.contains(response.status.code), "\(response.status) \(shown)")
        #expect(type == route.gives.type, "\(shown)")
        guard type == "application/json" else { return }
        let path = try #require((Self.document["paths"] as? [String: [String: [String: Any]]])?[route.path])
        let operation = try #require(path[route.method.rawValue.lowercased()])
        let answers = try #require(operation["responses"] as? [String: [String: Any]])
        let content = answers[String(response.status.code)]?["content"] as? [String: [String: [String: Any]]]
        let schema = try #require(content?["application/json"]?["schema"])
        let value = try JSONSerialization.jsonObject(with: Data(bytes))
        #expect(SchemaCheck(document: Self.document).violations(of: value, by: schema) == [])
    }

    @Test("Lists that are not empty, facets and reports are as documented, too")
    func filled() async throws {
        let origin = try #require(Self.site).origin
        let fixture = try await Self.fixture(origin)
        _ = try await fixture.post("/v1/feeds", #"{"url":"\#(origin)/feed.xml"}"#)
        let check = SchemaCheck(document: Self.document)
        func holds(_ answer: ServiceFixture.Answer, _ schema: String) throws {
            let value = try JSONSerialization.jsonObject(with: Data(answer.bytes))
            let reference = ["$ref": "#/components/schemas/" + schema]
            #expect(check.violations(of: value, by: reference) == [], "\(schema)")
        }
        try holds(await fixture.get("/v1/search?q=fox&facets=1"), "SearchAnswer")
        try holds(await fixture.post("/v1/search", #"{"id":[1],"query":"fxo","explain":true}"#), "SearchAnswer")
        try holds(await fixture.get("/v1/search?q=wood&limit=1&only=ids"), "SearchAnswer")
        try holds(await fixture.get("/v1/search?q=%22"), "Problem")
        try holds(await fixture.get("/v1/search?nothing=1"), "Problem")
        try holds(await fixture.post("/v1/rules", #"{"query":"fox","mark":"read","dry_run":true}"#), "Rule")
        let kinds = [
            ("/v1/refresh", #"{"feeds":["https://example.org/feed"]}"#, "application/json"),
            (
                "/v1/import",
                #"<opml><body><outline xmlUrl="x:y"/><outline xmlUrl="https://example.org/b"/></body></opml>"#,
                "text/x-opml"
            ),
        ]
        for (target, body, type) in kinds {
            let job = try await Self.ended(try await fixture.post(target, body, type: type), fixture)
            #expect(job.object["report"] != nil)
            try holds(job, "Job")
        }
        let report = try await fixture.post(
            "/v1/ingest", #"{"feed":"f","id":"1"}"# + "\nx\n", type: "application/x-ndjson")
        let last = try #require(report.lines.last)
        try holds(.init(status: 200, headers: [:], bytes: Array(last.utf8)), "IngestReport")
        for (target, list) in [
            ("feeds", "Feed"), ("saved", "SavedSearch"), ("rules", "Rule"), ("alerts", "Alert"), ("folders", "Folder"),
        ] {
            let elements = try #require(await fixture.get("/v1/" + target).object[target] as? [Any])
            #expect(!elements.isEmpty, "\(target)")
            let reference = ["$ref": "#/components/schemas/" + list]
            for element in elements { #expect(check.violations(of: element, by: reference) == []) }
        }
    }

    @Test("Every reference leads somewhere, and every operation has its own name")
    func references() throws {
        let check = SchemaCheck(document: Self.document)
        func walk(_ value: Any) {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String {
                    #expect(check.resolve(reference) != nil, "\(reference)")
                }
                for element in object.values { walk(element) }
            } else if let array = value as? [Any] {
                for element in array { walk(element) }
            }
        }
        walk(Self.document)
        let names = ServiceFixture.table.documented.map(\.name)
        #expect(Set(names).count == names.count)
        let paths = try #require(Self.document["paths"] as? [String: [String: Any]])
        #expect(Set(paths.keys) == Set(ServiceFixture.table.documented.map(\.path)))
        #expect(paths.values.map(\.count).reduce(0, +) == names.count)
    }

    @Test("What a route does not know is refused by name: parameters, members, values of another kind")
    func strictness() async throws {
        let fixture = try ServiceFixture()
        for target in [
            "/v1/feeds?x=1", "/v1/search?q=fox&sort=best", "/v1/search?q=fox&limit=-1", "/v1/search?q=fox&limit=ten",
            "/v1/articles?limit=10001", "/v1/complete", "/v1/complete?text=", "/v1/history?since=x", "/v1/discover",
            "/v1/alerts/log?state=lost", "/v1/search?q=fox&facets=maybe",
        ] {
            let answer = try await fixture.get(target)
            #expect(answer.status == 400 && answer.headers["Content-Type"] == "application/problem+json", "\(target)")
        }
        for (target, body) in [
            ("/v1/state", #"{"articles":[1],"read":"yes"}"#), ("/v1/state", #"{"articles":[1],"read":true,"x":1}"#),
            ("/v1/state", #"{"articles":[1.5],"read":true}"#), ("/v1/state", #"{"query":1,"read":true}"#),
            ("/v1/state", #"{"articles":[1],"tags":"a"}"#), ("/v1/state", #"{"articles":[1],"tags":{"add":"a"}}"#),
            ("/v1/state", #"{"articles":[1],"tags":{"set":["a"]}}"#),
            ("/v1/state", #"{"articles":[1],"read":true,"dry_run":1}"#), ("/v1/feeds", #"{"url":1}"#),
            ("/v1/feeds", #"{"url":"https://example.org/","title":1}"#),
            ("/v1/feeds", #"{"url":"https://example.org/","folders":[]}"#), ("/v1/refresh", #"{"feed":[1]}"#),
            ("/v1/search", #"{"query":"fox","limit":"ten"}"#), ("/v1/search", #"{}"#),
        ] {
            #expect(try await fixture.post(target, body).status == 400, "\(target) \(body)")
        }
        // Nor was a part of them done.
        #expect(try await fixture.get("/v1/search?q=is:read").object["total"] as? Int == 0)
        #expect(
            try await fixture.get("/v1/search?q=tag:a").object["type"] as? String == "urn:feedsearch:problem:unknownTag"
        )
    }

    @Test("The page names each route, and loads nothing but its style")
    func page() async throws {
        let fixture = try ServiceFixture()
        let page = try await fixture.ask(.get, "/v1/docs")
        let text = String(decoding: page.bytes, as: UTF8.self)
        for route in ServiceFixture.table.documented { #expect(text.contains("<section id=\"\(route.name)\">")) }
        for word in ["<script", "http-equiv", "<img", "@import", "style=\"", "onclick"] {
            #expect(!text.contains(word))
        }
        let links = text.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
        #expect(links.allSatisfy { $0.hasPrefix("#") || ["docs.css", "openapi.json"].contains($0) })
        let targets = Set(text.matches(of: /id="([^"]*)"/).map { "#" + $0.1 })
        #expect(links.filter { $0.hasPrefix("#") && !targets.contains($0) } == [])
        #expect(page.headers["Content-Security-Policy"]?.contains("default-src 'none'; style-src 'self'") == true)
        #expect(try await fixture.ask(.get, "/v1/docs.css").status == 200)
    }
}
