import Accounts
import FeedLibrary
import Foundation
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Members of a library of a host who are not its owner.
@Suite(.fewAtOnce) struct HostMemberTests {
    private let fixture: HostFixture
    private let anna, ben: HostedLibrary

    init() throws {
        fixture = try HostFixture()
        anna = try fixture.add("anna")
        ben = try fixture.add("ben")
        try fixture.store(3, of: "annasword", in: anna)
        try fixture.store(2, of: "bensword", in: ben)
        _ = try fixture.accounts.renewFeedSecret(of: anna.id)
    }

    @Test("All operations that members may use exist, and an operation without an entry needs the owner")
    func names() {
        let known = Set(ServiceFixture.table.operations.map(\.name))
        #expect(MemberAccess.named.subtracting(known).sorted() == [])
        #expect(MemberAccess.role(of: "an operation of tomorrow") == .owner)
        for name in [
            "tokens", "createToken", "accountPage", "renewFeedAddress", "addDestination", "testAlert", "assistant",
            "createInvitation",
            // The archive contains the addresses of channels.
            "archive",
        ] {
            #expect(known.contains(name) && MemberAccess.role(of: name) == .owner, "\(name)")
        }
    }

    /// Everything that members share, as the owner sees it.
    private func snapshot() async throws -> [String] {
        let token = try fixture.accounts.createToken(UUID().uuidString, scope: .admin, of: "anna")
        var out: [String] = []
        for target in [
            "/v1/articles?q=", "/v1/feeds", "/v1/folders", "/v1/saved", "/v1/rules", "/v1/alerts", "/v1/opened",
            "/v1/jobs", "/v1/feed-address", "/v1/destinations", "/v1/export",
        ] {
            let answer = try await fixture.ask(.get, target, token: token)
            #expect(answer.status == 200, "\(target)")
            out.append(target + "\n" + answer.text)
        }
        return out
    }

    /// The articles that the owner has read or starred.
    private func ownersStates() async throws -> [String] {
        let token = try fixture.accounts.createToken(UUID().uuidString, scope: .read, of: "anna")
        let articles = try await fixture.ask(.get, "/all.json", token: token).object["articles"] as? [[String: Any]]
        return try #require(articles).filter { $0["read"] as? Bool == true || $0["starred"] as? Bool == true }
            .compactMap { $0["title"] as? String }
    }

    @Test(
        "Whatever operations a member uses, the role is checked, no secret of the owner is shown, and the owner's state stays",
        arguments: [LibraryRole.reader, .editor])
    func matrix(_ role: LibraryRole) async throws {
        try fixture.accounts.share(anna, with: "ben", as: role)
        let annas = try fixture.accounts.createToken("owner", scope: .admin, of: "anna")
        let address = try await fixture.ask(.post, "/v1/feed-address", token: annas).object["url"] as? String
        let feedSecret = try #require(address?.split(separator: "/").last.map(String.init))
        let alert = #"{"name":"alerts","query":"annasword","notify":"webhook:https://hooks.example/annassecret"}"#
        #expect(try await fixture.ask(.post, "/v1/saved", token: annas, body: alert).status == 204)
        _ = try await fixture.ask(.post, "/v1/state", token: annas, body: #"{"articles":[2],"starred":true}"#)
        let token = try fixture.accounts.createToken("shared", scope: .admin, of: "ben", for: anna)
        let app = try fixture.accounts.createAppPassword(for: "ben", label: "shared", in: anna)
        let basic = "Basic " + Data("ben:\(app)".utf8).base64EncodedString()
        let before = try await snapshot()
        var counts = (refused: 0, served: 0)
        for route in ServiceFixture.table.operations where route.scope != nil && route.name != "metrics" {
            let path = route.exampleHead?.target ?? route.path
            let header: HTTPHeaders = ["Authorization": route.scope == .reader ? basic : "Bearer " + token]
            for method in route.methods {
                // Event streams do not end; another test covers them.
                if route.role <= role, ["live", "events"].contains(route.name) { continue }
                let answer = try await fixture.ask(
                    method, path, headers: header, body: method == .get ? "" : route.takes?.example ?? "",
                    type: route.takes?.type ?? "application/x-www-form-urlencoded")
                if route.name == "state", role == .reader {
                    // The example adds a tag, which all members share.
                    #expect(answer.status == 403)
                    let read = #"{"articles":[1],"read":true}"#
                    #expect(try await fixture.ask(method, path, headers: header, body: read).status == 200)
                } else if route.role > role {
                    #expect(answer.status == 403, "\(method) \(path): \(answer.status)")
                    #expect(!answer.text.contains("annasword"), "\(method) \(path)")
                    counts.refused += 1
                } else {
                    #expect(![401, 403, 500, 503].contains(answer.status), "\(method) \(path): \(answer.status)")
                    counts.served += 1
                }
                for secret in [feedSecret, "annassecret"] {
                    #expect(!answer.text.contains(secret), "\(method) \(path)")
                }
            }
        }
        #expect(counts.refused > 20 && counts.served > 60, "\(counts)")
        if role == .reader {
            let after = try await snapshot()
            #expect(before.count == after.count)
            for (one, other) in zip(before, after) { #expect(one == other) }
        } else {
            #expect(try await ownersStates().filter { $0.contains("annasword") } == ["annasword 2"])
        }
        let own = try fixture.accounts.createToken("own", scope: .read, of: "ben")
        #expect(try await fixture.ask(.get, "/v1/search?q=bensword", token: own).object["total"] as? Int == 2)
        #expect(try await fixture.ask(.get, "/v1/search?q=annasword", token: own).object["total"] as? Int == 0)
    }

    /// The answers to all GET operations that a role may use, in order.
    private func answers(_ role: LibraryRole, _ token: String, _ basic: String) async throws -> [(String, String)] {
        var out: [(String, String)] = []
        for route in ServiceFixture.table.operations
        where route.methods.contains(.get) && route.scope != nil && route.role <= role
            && !["metrics", "live", "events"].contains(route.name)
        {
            let path = route.exampleHead?.target ?? route.path
            let header: HTTPHeaders = ["Authorization": route.scope == .reader ? basic : "Bearer " + token]
            let answer = try await fixture.ask(.get, path, headers: header)
            let text = answer.text.replacing(/"request_id":"[^"]*"/, with: "")
            out.append((path, "\(answer.status) \(text)"))
        }
        return out
    }

    /// Marks articles as read and opens one, as one person over the API.
    private func actAsOther(_ token: String) async throws {
        for body in [#"{"articles":[1,2],"read":true}"#, #"{"articles":[2,3],"read":true}"#] {
            #expect(try await fixture.ask(.post, "/v1/state", token: token, body: body).status == 200)
        }
        #expect(
            try await fixture.ask(.post, "/v1/articles/3/opened", token: token, body: #"{"opened":true}"#).status < 300)
    }

    @Test(
        "No answer to a person changes with what others read, star or open in the same library, by any operation",
        arguments: [LibraryRole.reader, .editor, .owner])
    func states(_ role: LibraryRole) async throws {
        try fixture.add("carl")
        try fixture.accounts.share(anna, with: "ben", as: role == .owner ? .editor : role)
        try fixture.accounts.share(anna, with: "carl", as: .editor)
        let name = role == .owner ? "anna" : "ben"
        let token = try fixture.accounts.createToken("seen", scope: .admin, of: name, for: anna)
        let app = try fixture.accounts.createAppPassword(for: name, label: "seen", in: anna)
        let basic = "Basic " + Data("\(name):\(app)".utf8).base64EncodedString()
        let others = ["anna", "ben", "carl"].filter { $0 != name }
        let tokens = try others.map { try fixture.accounts.createToken("other", scope: .write, of: $0, for: anna) }
        // The examples of the operations name this saved search and feed 1.
        let owner = try fixture.accounts.createToken("owner", scope: .admin, of: "anna")
        let search = #"{"name":"Foxes","query":"is:unread OR is:starred"}"#
        #expect(try await fixture.ask(.post, "/v1/saved", token: owner, body: search).status == 204)
        let opml = #"<opml><body><outline xmlUrl="https://annasword.example/feed"/></body></opml>"#
        _ = try await fixture.ask(.post, "/v1/import", token: owner, body: opml, type: "text/x-opml")
        #expect(
            try await EventFollower.until {
                try fixture.service.host?.library(anna).jobs.all.allSatisfy { $0.state.isFinal } ?? false
            })
        let own = try await fixture.ask(.post, "/v1/state", token: token, body: #"{"articles":[1,2],"starred":true}"#)
        let ownAction = try #require(own.object["action"] as? Int)
        _ = try await answers(role, token, basic)
        let before = try await answers(role, token, basic)
        #expect(before.count { $0.1.hasPrefix("200 ") } > 40)
        var actions: [Int] = []
        for other in tokens {
            try await actAsOther(other)
            let marked = try await fixture.ask(
                .post, "/v1/state", token: other, body: #"{"articles":[1,2],"starred":true}"#)
            actions.append(try #require(marked.object["action"] as? Int))
        }
        let after = try await answers(role, token, basic)
        #expect(before.count == after.count)
        for (one, other) in zip(before, after) { #expect(one == other) }

        // Actions of others are neither listed nor undone; those of the person are.
        let list = try await fixture.ask(.post, "/v1/undo", token: token, body: #"{"dry_run":true}"#)
        for action in actions {
            #expect(!list.text.contains("\"action\":\(action),"), "\(list.text)")
            let undone = try await fixture.ask(.post, "/v1/undo", token: token, body: #"{"action":\#(action)}"#)
            #expect([403, 404].contains(undone.status), "\(undone.status)")
        }
        let undone = try await fixture.ask(.post, "/v1/undo", token: token, body: #"{"action":\#(ownAction)}"#)
        #expect(undone.status == 200, "\(undone.text)")
    }

    @Test("The cursor of one person continues the search of another with the other's own state")
    func cursors() async throws {
        try fixture.store(40, of: "otters", in: anna)
        try fixture.accounts.share(anna, with: "ben", as: .reader)
        let annas = try fixture.accounts.createToken("owner", scope: .write, of: "anna")
        let bens = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        #expect(
            try await fixture.ask(.post, "/v1/state", token: annas, body: #"{"query":"otters","read":true}"#).status
                == 200)
        let page = try await fixture.ask(.get, "/v1/search?q=otters&limit=5&fold=false", token: annas).object
        let cursor = try #require(page["cursor"] as? String)
        let query = "/v1/search?q=otters&limit=5&fold=false&after=" + cursor
        for (token, read) in [(annas, true), (bens, false)] {
            let next = try await fixture.ask(.get, query, token: token)
            let hits = try #require(next.object["hits"] as? [[String: Any]], "\(next.text)")
            #expect(hits.count == 5 && hits.allSatisfy { $0["read"] as? Bool == read })
        }
    }

    @Test("An event stream of one person has no events of what others read and star in the same library")
    func otherEvents() async throws {
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        let annas = try fixture.accounts.createToken("owner", scope: .write, of: "anna")
        let bens = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        for (seen, other) in [(bens, annas), (annas, bens)] {
            let events = try await EventFollower.start(
                fixture.service, "/v1/events", headers: ["Authorization": "Bearer " + seen])
            #expect(try await EventFollower.until { !events.data("unread").isEmpty })
            let before = events.data("unread").map { $0["unread"] as? Int }
            _ = try await fixture.ask(.post, "/v1/state", token: other, body: #"{"articles":[2,3],"read":true}"#)
            // Four polls of the watch.
            try await Task.sleep(for: .seconds(1))
            #expect(Set(events.data("unread").map { $0["unread"] as? Int }) == Set(before))
            _ = try await fixture.ask(.post, "/v1/state", token: seen, body: #"{"articles":[1],"read":true}"#)
            #expect(
                try await EventFollower.until { Set(events.data("unread").map { $0["unread"] as? Int }) != Set(before) }
            )
        }
    }

    @Test(
        "Each page and form of the web reader that a role may not use is refused in a session, and its links are not shown"
    )
    func pages() async throws {
        try fixture.accounts.share(anna, with: "ben", as: .reader)
        var ben = try await HostBrowser(fixture, "ben")
        try await ben.open(anna)
        for role in [LibraryRole.reader, .editor] {
            try fixture.accounts.share(anna, with: "ben", as: role)
            for route in ServiceFixture.table.operations where route.isPage && route.role > role && route.scope != nil {
                let path = route.exampleHead?.target ?? route.path
                let answer =
                    route.method == .get
                    ? try await ben.get(path) : try await ben.submit(String(path.dropFirst("/actions/".count)), "")
                #expect(answer.status == 403, "\(path): \(answer.status)")
                #expect(answer.headers["Content-Type"]?.hasPrefix("text/html") == true, "\(path)")
            }
            let known = [
                "/", "/all", "/article/1", "/search?q=annasword", "/search", "/feed/1", "/keys", "/appearance",
            ]
            for path in known + (role == .editor ? ["/folders", "/failing", "/silent", "/saved", "/subscribe"] : []) {
                let answer = try await ben.get(path)
                #expect(answer.status == 200, "\(path)")
                for target in Self.targets(of: answer.text, at: path) {
                    let method: HTTPMethod = target.hasPrefix("/actions/") ? .post : .get
                    guard let head = try? HTTPRequest(method, target).head,
                        case .found(let operation, _) = ServiceFixture.table.match(method, head.path)
                    else { continue }
                    #expect(operation.scope == nil || operation.role <= role, "\(path) leads to \(target)")
                }
            }
        }
    }

    /// The targets of the links and forms of a page.
    private static func targets(of page: String, at path: String) -> [String] {
        let base = URL(string: "http://localhost" + path)
        return page.matches(of: /(?:href|action)="([^"]+)"/).compactMap { match in
            let text = match.1.replacing("&amp;", with: "&")
            guard let url = URL(string: String(text), relativeTo: base)?.absoluteURL, url.host == "localhost" else {
                return nil
            }
            return url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        }
    }

    @Test("A member switches to the shared library, reads and stars there, and the owner's state is unchanged")
    func switching() async throws {
        try fixture.add("carl")
        try fixture.accounts.share(anna, with: "ben", as: .reader)
        var ben = try await HostBrowser(fixture, "ben")
        let carl = try await HostBrowser(fixture, "carl")
        let annas = try await HostBrowser(fixture, "anna")
        #expect(try await annas.submit("mark", "article=1&set=read").status == 303)
        let before = try await snapshot()
        let own = try await ben.get("/all")
        #expect(own.text.contains("bensword 1") && !own.text.contains("annasword"))
        #expect(own.text.contains("<option value=\"\(anna.id)\">anna (reader)</option>"))
        let account = try await ben.get("/account")
        #expect(account.text.contains("Open: anna") && account.text.contains("ben (owner)"))
        #expect(try await annas.get("/account").text.contains("It is shared with: ben."))

        #expect(try await ben.submit("library", "library=\(anna.id)", withToken: false).status == 403)
        let switched = try await ben.submit("library", "library=\(anna.id)")
        #expect(switched.status == 303 && switched.headers["Location"]?.hasSuffix("localhost/") == true)
        // A page of the former library changes nothing in the new one.
        #expect(try await ben.submit("mark", "article=3&set=read").status == 403)
        try await ben.reload()
        let list = try await ben.get("/")
        #expect(list.text.contains("annasword 3") && !list.text.contains("bensword"))
        #expect(list.text.contains("<title>(3) ") && list.text.contains("selected"))

        let events = try await EventFollower.start(
            fixture.service, "/v1/events", headers: ["Cookie": ben.cookie])
        func unread() -> Int? { events.data("unread").last?["unread"] as? Int }
        #expect(try await EventFollower.until { unread() == 3 })
        #expect(try await ben.submit("mark", "article=2&set=read").status == 303)
        #expect(try await ben.submit("mark", "article=3&set=starred").status == 303)
        #expect(try await EventFollower.until { unread() == 2 })
        #expect(try await ben.get("/").text.contains("<title>(2) "))
        let starred = try await fixture.ask(.get, "/starred.csv", headers: ["Cookie": ben.cookie])
        #expect(starred.text.contains("annasword 3") && !starred.text.contains("annasword 2"))
        #expect(try await annas.get("/starred").text.contains("annasword 3") == false)
        #expect(try await annas.get("/").text.contains("<title>(2) "))
        for (one, other) in zip(before, try await snapshot()) { #expect(one == other) }

        // An account that is not a member cannot choose the library, and sees no choice.
        #expect(try await carl.submit("library", "library=\(anna.id)").status == 422)
        #expect(try await carl.submit("library", "library=\(ben.library?.id ?? 0)").status == 422)
        let carls = try await carl.get("/all")
        #expect(carls.status == 200 && !carls.text.contains("annasword") && !carls.text.contains("actions/library"))
        #expect(try await ben.get("/v1/feed-address").status == 403)

        // As an editor, the member changes what all members share.
        #expect(try await ben.submit("tag", "article=1&add=later").status == 403)
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        #expect(try await ben.submit("tag", "article=1&add=later").status == 303)
        #expect(try await annas.get("/article/1").text.contains("#later"))
    }

    @Test(
        "When a library is no longer shared, the member's sessions are back in the own library, and tokens are refused")
    func unsharing() async throws {
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        var ben = try await HostBrowser(fixture, "ben")
        try await ben.open(anna)
        let token = try fixture.accounts.createToken("shared", scope: .admin, of: "ben", for: anna)
        #expect(try await fixture.ask(.get, "/v1/search?q=annasword", token: token).object["total"] as? Int == 3)
        let events = try await EventFollower.start(
            fixture.service, "/v1/events", headers: ["Cookie": ben.cookie])
        #expect(try await EventFollower.until { !events.events.isEmpty })
        try fixture.accounts.unshare(anna, with: "ben")
        #expect(try await fixture.ask(.get, "/v1/search?q=annasword", token: token).status == 401)
        let own = try await ben.get("/all")
        #expect(own.status == 200 && own.text.contains("bensword 1") && !own.text.contains("annasword"))
        #expect(!own.text.contains("actions/library"))
        // A page of the library that is no longer shared changes nothing either.
        #expect(try await ben.submit("mark", "article=1&set=read").status == 403)
        try await ben.reload()
        #expect(try await ben.submit("library", "library=\(anna.id)").status == 422)
        #expect(try await EventFollower.until { events.hasEnded })
    }

    @Test(
        "An editor gets no right of the owner: no logins, no deletion, no undo after a change of the role, no suspended owner"
    )
    func limits() async throws {
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        let token = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        func ask(_ target: String, _ body: String) async throws -> ServiceFixture.Answer {
            try await fixture.ask(.post, target, token: token, body: body)
        }
        var ben = try await HostBrowser(fixture, "ben")
        try await ben.open(anna)
        let before = try await fixture.ask(.get, "/v1/feeds", token: token).text
        let login = try await ben.submit("subscribe", "url=https://user:secret@example.org/feed")
        #expect(!(200..<400).contains(login.status) && !login.text.contains("secret"), "\(login.status)")
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).text == before)
        #expect(try await ask("/v1/state", #"{"articles":[1],"deleted":true}"#).status == 403)

        #expect(try await ask("/v1/state", #"{"articles":[1,2],"tags":{"add":["later"]}}"#).status == 200)
        try fixture.accounts.share(anna, with: "ben", as: .reader)
        #expect(try await ask("/v1/undo", "").status == 403)
        #expect(try await fixture.ask(.get, "/v1/articles/1", token: token).text.contains("later"))
        #expect(try await ask("/v1/state", #"{"articles":[1,2],"read":true}"#).status == 200)
        #expect(try await ask("/v1/undo", "").status == 200)

        try fixture.accounts.suspend("anna")
        #expect(try await fixture.ask(.get, "/v1/articles/1", token: token).status == 403)
        try fixture.accounts.resume("anna")
        #expect(try await fixture.ask(.get, "/v1/articles/1", token: token).status == 200)
    }

    @Test("An editor creates, changes and removes saved searches, but none that an alert or a rule of the owner uses")
    func savedSearches() async throws {
        let annas = try fixture.accounts.createToken("owner", scope: .admin, of: "anna")
        for body in [
            #"{"name":"alerting","query":"search:inner","notify":"webhook:https://hooks.example/annassecret"}"#,
            #"{"name":"inner","query":"search:innermost"}"#, #"{"name":"innermost","query":"nothing"}"#,
            #"{"name":"starring","query":"nothing"}"#, #"{"name":"free","query":"annasword"}"#,
        ] { #expect(try await fixture.ask(.post, "/v1/saved", token: annas, body: body).status == 204) }
        let rule = #"{"query":"search:starring","mark":"star"}"#
        #expect(try await fixture.ask(.post, "/v1/rules", token: annas, body: rule).status == 201)
        try fixture.accounts.share(anna, with: "ben", as: .editor)
        let token = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        func ask(_ method: HTTPMethod, _ name: String, _ body: String = "") async throws -> Int {
            try await fixture.ask(method, "/v1/saved" + name, token: token, body: body).status
        }
        let before = try await fixture.ask(.get, "/v1/saved", token: annas).text
        for name in ["alerting", "inner", "innermost", "starring"] {
            #expect(try await ask(.post, "", #"{"name":"\#(name)","query":"annasword"}"#) == 403, "\(name)")
            #expect(try await ask(.patch, "/" + name, #"{"query":"annasword"}"#) == 403, "\(name)")
            #expect(try await ask(.delete, "/" + name) == 403, "\(name)")
        }
        for setting in [
            #""notify":"webhook:https://hooks.example/x""#, #""digest":"daily""#, #""secret":"x""#, #""when":"off""#,
            #""headers":"X: y""#,
        ] {
            #expect(try await ask(.post, "", #"{"name":"new","query":"x",\#(setting)}"#) == 403, "\(setting)")
            #expect(try await ask(.patch, "/free", #"{\#(setting)}"#) == 403, "\(setting)")
        }
        #expect(try await fixture.ask(.get, "/v1/saved", token: annas).text == before)

        #expect(try await ask(.post, "", #"{"name":"new","query":"annasword"}"#) == 204)
        #expect(try await ask(.patch, "/free", #"{"query":"annasword 1","color":"red"}"#) == 204)
        #expect(try await fixture.ask(.get, "/v1/saved/free", token: annas).object["query"] as? String == "annasword 1")
        #expect(try await ask(.delete, "/free") == 204)
        var ben = try await HostBrowser(fixture, "ben")
        try await ben.open(anna)
        #expect(try await ben.submit("save-search", "new=1&name=mine&query=annasword").status == 303)
        let page = try await ben.get("/saved/mine/settings")
        #expect(page.status == 200 && page.text.contains("name=\"query\"") && !page.text.contains("name=\"channel\""))
        let used = try await ben.get("/saved/alerting/settings")
        #expect(used.status == 200 && !used.text.contains("name=\"query\"") && !used.text.contains("actions/unsave"))
        #expect(!used.text.contains("annassecret"))
        #expect(try await ben.submit("unsave", "name=mine").status == 303)

        try fixture.accounts.share(anna, with: "ben", as: .reader)
        #expect(try await ask(.post, "", #"{"name":"other","query":"x"}"#) == 403)
        #expect(try await ask(.delete, "/new") == 403)
        #expect(try await ben.get("/saved/new/settings").status == 403)
    }

    @Test("A saved search with is: finds the articles of the member who reads it, in lists, counts and books")
    func personalSearches() async throws {
        let annas = try fixture.accounts.createToken("owner", scope: .admin, of: "anna")
        // The articles were stored with the time of the machine, and books have recent articles.
        fixture.now.withLock { $0 = SystemClock.system.now() }
        let search = #"{"name":"left","query":"is:unread annasword"}"#
        #expect(try await fixture.ask(.post, "/v1/saved", token: annas, body: search).status == 204)
        try fixture.accounts.share(anna, with: "ben", as: .reader)
        let bens = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        for (token, body) in [(annas, #"{"articles":[1],"read":true}"#), (bens, #"{"articles":[2,3],"read":true}"#)] {
            #expect(try await fixture.ask(.post, "/v1/state", token: token, body: body).status == 200)
        }
        for (token, own, others) in [(annas, ["2", "3"], ["1"]), (bens, ["1"], ["2", "3"])] {
            let found = try await fixture.ask(.get, "/v1/search?q=search%3Aleft", token: token)
            #expect(found.object["total"] as? Int == own.count)
            let list = try await fixture.ask(.get, "/v1/articles?q=search%3Aleft", token: token).text
            let page = try await fixture.ask(
                .get, "/saved/left", headers: ["Authorization": "Bearer " + token, "Accept": "text/html"]
            ).text
            let book = try await fixture.ask(
                .get, "/v1/saved/left/digest.epub", headers: ["Authorization": "Bearer " + token])
            #expect(book.status == 200)
            for number in own { #expect(list.contains("annasword \(number)") && page.contains("annasword \(number)")) }
            for number in others {
                #expect(!list.contains("annasword \(number)") && !page.contains("annasword \(number)"))
            }
        }
    }
}
