import Accounts
import FeedLibrary
import Foundation
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Two accounts of a host: whatever one has, the other can neither read nor change.
@Suite(.fewAtOnce) struct HostIsolationTests {
    /// A word of everything that Anna has.
    private static let marker = "annasword"
    private static let streams: Set = ["live", "events"]

    private let fixture: HostFixture
    private let anna, ben: HostedLibrary
    private let annasToken, bensToken: String
    private let annasPassword, bensPassword: String

    init() throws {
        fixture = try HostFixture()
        anna = try fixture.add("anna")
        ben = try fixture.add("ben")
        try fixture.store(40, of: Self.marker, in: anna)
        try fixture.store(2, of: "bensword", in: ben)
        annasToken = try fixture.accounts.createToken(Self.marker, scope: .admin, of: "anna")
        bensToken = try fixture.accounts.createToken("phone", scope: .admin, of: "ben")
        annasPassword = try fixture.accounts.createAppPassword(for: "anna", label: Self.marker)
        bensPassword = try fixture.accounts.createAppPassword(for: "ben", label: "phone")
    }

    /// What Anna has, as values of parameters in paths and bodies.
    private struct Belongings {
        var article = "40"
        var feed = "1"
        var rule = "", job = "", session = "", action = "", cursor = ""
        var secret = "", icon = "", picture = "", medium = "", hub = ""
    }

    private func asAnna(_ method: HTTPMethod, _ target: String, _ body: String = "") async throws
        -> ServiceFixture.Answer
    {
        try await fixture.ask(method, target, token: annasToken, body: body)
    }

    /// Gives Anna one of everything, most of them with numbers that Ben's library does not have.
    private func belongings() async throws -> Belongings {
        var out = Belongings()
        let word = Self.marker
        for _ in 0..<3 {
            let state = try await asAnna(.post, "/v1/state", #"{"articles":[39,40],"starred":true}"#)
            if let action = state.object["action"] as? Int { out.action = String(action) }
            _ = try await asAnna(.post, "/v1/state", #"{"articles":[39,40],"starred":false}"#)
        }
        #expect(try await asAnna(.post, "/v1/saved", #"{"name":"\#(word)","query":"\#(word)"}"#).status == 204)
        // More than Ben adds by the examples.
        for number in 1...9 {
            let body = #"{"query":"\#(word) \#(number)","mark":"tag","tag":"\#(word)"}"#
            out.rule = String(try #require(try await asAnna(.post, "/v1/rules", body).object["rule"] as? Int))
        }
        let opml =
            #"<opml><body><outline text="\#(word)"><outline text="\#(word)" xmlUrl="https://\#(word).example/feed"/><outline xmlUrl="https://\#(word).example/2"/><outline xmlUrl="https://\#(word).example/3"/></outline></body></opml>"#
        let imported = try await fixture.ask(.post, "/v1/import", token: annasToken, body: opml, type: "text/x-opml")
        out.job = try #require(imported.object["id"] as? String)
        #expect(
            try await EventFollower.until {
                try fixture.service.host?.library(anna).jobs.all.allSatisfy { $0.state.isFinal } ?? false
            })
        let feeds = try await asAnna(.get, "/v1/feeds").object["feeds"] as? [[String: Any]] ?? []
        out.feed = String(try #require(feeds.compactMap { $0["feed"] as? Int ?? $0["n"] as? Int }.max()))
        guard
            case .accepted(let session) = try fixture.accounts.signIn(
                name: "anna", password: "long enough anna", from: Visitor(.local))
        else { throw CancellationError() }
        out.session = String(session.principal.id)
        let address = try await asAnna(.post, "/v1/feed-address").object["url"] as? String
        out.secret = try #require(address?.split(separator: "/").last.map(String.init))
        let page = try await asAnna(.get, "/v1/search?q=\(word)&limit=5")
        out.cursor = try #require(page.object["cursor"] as? String)
        let served = try #require(try fixture.service.host?.library(anna))
        let url = "https://\(word).example/p.png"
        out.icon = served.iconName(of: 1)
        out.picture = served.pictureSignature(of: url)
        out.medium = served.mediumSignature(of: url)
        out.hub = try fixture.accounts.addHubSubscription(
            feed: 1, url: url, hub: "https://hub.example/", topic: url, in: anna.id
        ).id
        return out
    }

    /// Everything that Anna can see.
    private func snapshot() async throws -> [String] {
        var out: [String] = []
        for target in [
            "/v1/articles?q=", "/v1/feeds", "/v1/folders", "/v1/saved", "/v1/rules", "/v1/tokens", "/v1/sessions",
            "/v1/alerts", "/v1/jobs", "/v1/feed-address", "/v1/history?since=0", "/v1/export",
        ] {
            let answer = try await asAnna(.get, target)
            #expect(answer.status == 200, "\(target)")
            out.append(target + "\n" + answer.text)
        }
        out.append(try fixture.accounts.appPasswords(of: "anna").map(\.label).joined())
        out.append(try fixture.accounts.hubSubscriptions(of: anna.id).map { "\($0)" }.joined())
        return out
    }

    private func value(of parameter: String, _ route: HTTPService.Operation, _ have: Belongings) -> String {
        switch parameter {
        case "n" where route.path.contains("article"): have.article
        case "n" where route.path.contains("rules"): have.rule
        case "n" where route.path.contains("sessions"): have.session
        case "n": have.feed
        case "id" where route.path.hasPrefix("/hub"): String(ben.id) + have.hub.drop { $0 != "-" }
        case "id": have.job
        case "signature" where route.path.hasPrefix("/media"): have.medium
        case "signature": have.picture
        case "secret": String(ben.id) + have.secret.drop { $0 != "-" }
        case "name" where route.path.hasPrefix("/icons"): "\(ben.id)" + have.icon.drop { $0 != "." }
        case "name" where route.path.hasPrefix("/favicon"): have.feed
        case "name" where route.path.hasPrefix("/feeds/"): "starred.atom"
        case "stream": "feed/" + have.feed
        case "version": "0"
        case "form": "subscriptions.opml"
        default: Self.marker
        }
    }

    /// The fields of all forms, with what Anna has.
    private func form(_ have: Belongings) -> String {
        let word = Self.marker
        return FormText.of([
            ("n", have.article), ("article", have.article), ("articles", have.article), ("feed", have.feed),
            ("id", have.job), ("session", have.session), ("rule", have.rule), ("name", word), ("label", word),
            ("folder", word), ("path", word), ("query", word), ("action", have.action), ("tag", word),
            ("i", have.article), ("s", "feed/" + have.feed), ("a", "user/-/state/com.google/read"),
            ("ac", "unsubscribe"),
            ("to", "bens"), ("dest", "user/-/label/bens"), ("read", "1"), ("T", annasPassword),
        ])
    }

    @Test(
        "No operation gives one account anything of another, by whatever id, address, signature, cursor or form, also if the other's library is shared with it and the credential is for its own",
        arguments: [nil, LibraryRole.reader, .editor])
    func matrix(_ role: LibraryRole?) async throws {
        let have = try await belongings()
        if let role { try fixture.accounts.share(anna, with: "ben", as: role) }
        let before = try await snapshot()
        let basic = "Basic " + Data("ben:\(bensPassword)".utf8).base64EncodedString()
        var count = 0
        // Run `addPages` last, because it adds a feed whose number the other account also has.
        let routes = ServiceFixture.table.operations.filter { !Self.streams.contains($0.name) }
        for route in routes.filter({ $0.name != "addPages" }) + routes.filter({ $0.name == "addPages" }) {
            let path =
                "/"
                + route.parts.map { part in
                    switch part {
                    case .text(let text): text
                    case .parameter(let name), .rest(let name): value(of: name, route, have)
                    }
                }.joined(separator: "/")
            let query = route.exampleHead.map(\.query) ?? []
            let word = Self.marker
            // The query of the example, with Anna's word and cursor for whatever is searched.
            let items = query.map { item in
                switch item.name {
                case "u": (item.name, "https://\(word).example/p.png")
                case "q", "query", "text": (item.name, word)
                default: (item.name, item.value)
                }
            }
            var targets = [path + (items.isEmpty ? "" : "?" + FormText.of(items))]
            if route.name == "search" {
                targets.append(path + "?" + FormText.of([("q", word), ("after", have.cursor)]))
            }
            for method in route.methods {
                for target in targets {
                    for (body, type) in bodies(route, method, have) {
                        var headers: HTTPHeaders = [:]
                        switch route.scope {
                        case .reader: headers.add("Authorization", basic)
                        case nil: break
                        default: headers.add("Authorization", "Bearer " + bensToken)
                        }
                        let answer = try await fixture.ask(method, target, headers: headers, body: body, type: type)
                        count += 1
                        // What a client has sent may be repeated to it, in a search field or a message.
                        let text = answer.text.replacing("\(word).example/p.png", with: "")
                        for title in ["\(word) 1", "\(word) 40", "text of \(word)", "\(word).example"] {
                            #expect(!text.contains(title), "\(method) \(target) gives \(title)")
                        }
                        if isNamed(route), ![400, 403, 404, 410, 415].contains(answer.status) {
                            // A page's form redirects or shows its mistake, and has changed nothing (below).
                            #expect(route.isPage || route.isForApps, "\(method) \(target): \(answer.status)")
                        }
                        if isNamed(route), route.path.hasPrefix("/v1"), body.isEmpty || method == .get {
                            #expect([403, 404].contains(answer.status), "\(method) \(target): \(answer.status)")
                        }
                    }
                }
            }
        }
        #expect(count > 150)
        let after = try await snapshot()
        for (one, other) in zip(before, after) { #expect(one == other) }
    }

    /// Whether the address names something of Anna.
    private func isNamed(_ route: HTTPService.Operation) -> Bool {
        !route.pathParameters.isEmpty && !route.path.hasPrefix("/assets") && !route.path.hasPrefix("/export")
            && !route.path.hasPrefix("/fever") && !route.path.hasPrefix("/v1/ingest")
    }

    private func bodies(
        _ route: HTTPService.Operation, _ method: HTTPMethod, _ have: Belongings
    ) -> [(body: String, type: String)] {
        if method == .get { return [("", "")] }
        var out = [(form(have), "application/x-www-form-urlencoded")]
        if let takes = route.takes {
            let example = takes.example.replacing("Foxes", with: Self.marker)
            out.append((example, takes.type))
            if route.path == "/v1/undo" { out.append((#"{"action":\#(have.action)}"#, "application/json")) }
            if route.path == "/v1/state" {
                out.append((#"{"articles":[\#(have.article)],"read":true}"#, "application/json"))
                out.append((#"{"query":"\#(Self.marker)","starred":true}"#, "application/json"))
            }
        } else {
            out.append(("", ""))
        }
        return out
    }

    @Test("Each account reads its own articles, by a token, a session and an app password")
    func own() async throws {
        for (name, word, count, token) in [("anna", Self.marker, 40, annasToken), ("ben", "bensword", 2, bensToken)] {
            let found = try await fixture.ask(.get, "/v1/search?q=\(word)", token: token)
            #expect(found.object["total"] as? Int == count)
            guard
                case .accepted(let session) = try fixture.accounts.signIn(
                    name: name, password: "long enough \(name)", from: Visitor(.local))
            else { throw CancellationError() }
            let cookie = "feedsearch-\(fixture.accounts.instanceID)=\(session.cookie)"
            let page = try await fixture.ask(.get, "/all", headers: ["Cookie": cookie, "Accept": "text/html"])
            #expect(page.status == 200 && page.text.contains("\(word) 1"))
        }
        // The app lists articles of subscriptions only.
        _ = try await belongings()
        let basic = "Basic " + Data("anna:\(annasPassword)".utf8).base64EncodedString()
        let entries = try await fixture.ask(.get, "/miniflux/v1/entries", headers: ["Authorization": basic])
        #expect(entries.status == 200, "\(entries.text)")
        #expect(entries.text.contains(Self.marker) && !entries.text.contains("bensword"))
    }

    @Test("A mark of one account leaves the other's article with the same number as it was")
    func sameNumbers() async throws {
        #expect(try await asAnna(.post, "/v1/state", #"{"articles":[1],"read":true}"#).status == 200)
        let bens = try await fixture.ask(.get, "/v1/articles/1", token: bensToken).object
        #expect(bens["read"] as? Bool == false && (bens["title"] as? String)?.hasPrefix("bensword") == true)
        #expect(try await asAnna(.get, "/v1/articles/1").object["read"] as? Bool == true)
    }

    @Test("The address of feeds, an icon and a picture of one account work, and not under the number of another")
    func addresses() async throws {
        let have = try await belongings()
        let feed = try await fixture.ask(.get, "/feeds/\(have.secret)/search.atom?q=\(Self.marker)")
        #expect(feed.status == 200 && feed.text.contains("\(Self.marker) 1"))
        for secret in [
            String(ben.id) + have.secret.drop { $0 != "-" }, String(have.secret.drop { $0 != "-" }.dropFirst()),
            "99-" + have.secret, "-1-x", "99999999999999999999999-x", String(anna.id) + "-",
        ] {
            #expect(try await fixture.ask(.get, "/feeds/\(secret)/starred.atom").status == 404, "\(secret)")
        }
        try fixture.accounts.removeAccount("anna")
        #expect(try await fixture.ask(.get, "/feeds/\(have.secret)/starred.atom").status == 404)
    }

    @Test("An event stream has the changes of its own account only")
    func streams() async throws {
        let follower = EventFollower()
        let request = try HTTPRequest(.get, "/v1/events", headers: ["Authorization": "Bearer " + bensToken])
        let response = await fixture.service.respond(to: request)
        guard case .stream(let write) = response.body else { throw CancellationError() }
        let task = Task { try? await write(HTTPBodyWriter(sink: follower)) }
        defer { task.cancel() }
        #expect(try await EventFollower.until { !follower.events.isEmpty })
        let first = follower.byteCount
        #expect(try await asAnna(.post, "/v1/state", #"{"articles":[1,2,3],"read":true}"#).status == 200)
        // Four polls of the watch.
        try await Task.sleep(for: .seconds(1))
        #expect(follower.byteCount == first)
        let bens = try await fixture.ask(
            .post, "/v1/state", token: bensToken, body: #"{"articles":[1],"read":true}"#)
        #expect(bens.status == 200)
        #expect(try await EventFollower.until { follower.byteCount > first })
    }

    @Test(
        "A token that belongs to no account reads the metrics of the host and nothing else; one of an account does not")
    func metrics() async throws {
        let token = try fixture.accounts.createToken("prometheus", scope: .admin)
        #expect(try await fixture.ask(.get, "/metrics", token: token).status == 200)
        #expect(try await fixture.ask(.get, "/metrics", token: bensToken).status == 403)
        for route in ServiceFixture.table.operations
        where route.scope != nil && !["metrics", "session", "logout"].contains(route.name) {
            let path = route.exampleHead?.target ?? route.path
            for method in route.methods {
                let status = try await fixture.ask(method, path, token: token).status
                #expect(status == 403, "\(route.name): \(status)")
            }
        }
    }

    @Test("Tokens of two accounts may have one name; each account sees and revokes its own")
    func tokens() async throws {
        for token in [annasToken, bensToken] {
            let made = try await fixture.ask(
                .post, "/v1/tokens", token: token, body: #"{"name":"tablet","scope":"read"}"#)
            #expect(made.status == 201)
        }
        let list = try await fixture.ask(.get, "/v1/tokens", token: bensToken).text
        #expect(list.contains("tablet") && list.contains("phone") && !list.contains(Self.marker))
        #expect(try await fixture.ask(.delete, "/v1/tokens/tablet", token: bensToken).status == 204)
        #expect(try await asAnna(.get, "/v1/tokens").text.contains("tablet"))
    }
}

/// A form as text.
private enum FormText {
    static func of(_ fields: [(String, String)]) -> String {
        var parts = URLComponents()
        parts.queryItems = fields.map { URLQueryItem(name: $0.0, value: $0.1) }
        return (parts.percentEncodedQuery ?? "").replacingOccurrences(of: "+", with: "%2B")
    }
}
