import Accounts
import Articles
import FeedLibrary
import Foundation
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Rules of members of a library of a host.
@Suite(.fewAtOnce) struct HostRuleTests {
    private let fixture: HostFixture
    private let anna: HostedLibrary
    private let owner, ben, carl: String

    init() throws {
        fixture = try HostFixture()
        anna = try fixture.add("anna")
        try fixture.store(1, of: "before", in: anna)
        for (name, role) in [("ben", LibraryRole.reader), ("carl", .editor)] {
            try fixture.add(name)
            try fixture.accounts.share(anna, with: name, as: role)
        }
        owner = try fixture.accounts.createToken("owner", scope: .admin, of: "anna")
        ben = try fixture.accounts.createToken("shared", scope: .write, of: "ben", for: anna)
        carl = try fixture.accounts.createToken("shared", scope: .write, of: "carl", for: anna)
    }

    private func ask(
        _ method: HTTPMethod, _ path: String, _ body: String = "", _ token: String
    ) async throws -> ServiceFixture.Answer {
        try await fixture.ask(method, "/v1/" + path, token: token, body: body)
    }

    /// The number of a new rule.
    private func add(_ body: String, _ token: String) async throws -> Int {
        let answer = try await ask(.post, "rules", body, token)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.object["rule"] as? Int)
    }

    private func queries(_ token: String) async throws -> [String] {
        let rules = try #require(try await ask(.get, "rules", "", token).object["rules"] as? [[String: Any]])
        return rules.compactMap { $0["query"] as? String }
    }

    private func titles(_ query: String, _ token: String) async throws -> [String] {
        let found = try await ask(.get, "articles?q=" + query, "", token).object["articles"] as? [[String: Any]]
        return try #require(found).compactMap { $0["title"] as? String }.sorted()
    }

    @Test("Each member adds, changes and removes marking rules of their own, which nobody else sees, changes or undoes")
    func own() async throws {
        let annas = try await add(#"{"query":"annas","mark":"read"}"#, owner)
        let common = try await add(#"{"query":"common","mark":"tag","tag":"x"}"#, owner)
        let bens = try await add(#"{"query":"fresh","mark":"star"}"#, ben)
        let carls = try await add(#"{"query":"fresh 2","mark":"read"}"#, carl)
        // An equal rule of another person is a separate rule.
        let carlsToo = try await add(#"{"query":"fresh","mark":"star"}"#, carl)
        #expect(Set([annas, common, bens, carls, carlsToo]).count == 5)
        #expect(try await queries(owner) == ["annas", "common"])
        #expect(try await queries(ben) == ["common", "fresh"])
        #expect(try await queries(carl) == ["common", "fresh 2", "fresh"])
        for (number, tokens) in [(annas, [ben, carl]), (bens, [owner, carl]), (carls, [owner, ben])] {
            for token in tokens {
                for body in [#"{"query":"stolen"}"#, #"{"query":"stolen","dry_run":true}"#] {
                    #expect(try await ask(.patch, "rules/\(number)", body, token).status == 404, "\(number)")
                }
                #expect(try await ask(.delete, "rules/\(number)", "", token).status == 404, "\(number)")
            }
        }
        try fixture.store(3, of: "fresh", in: anna)
        #expect(try await titles("is:starred", ben) == ["fresh 1", "fresh 2", "fresh 3"])
        #expect(try await titles("is:read", ben) == [])
        #expect(try await titles("is:read", carl) == ["fresh 2"])
        #expect(try await titles("is:starred", owner) == [])
        #expect(try await titles("is:read", owner) == [])

        #expect(try await ask(.patch, "rules/\(bens)", #"{"query":"later"}"#, ben).status == 200)
        // A member's own rule does not become common.
        let tag = #"{"mark":"tag","tag":"x"}"#
        #expect(try await ask(.patch, "rules/\(bens)", tag, ben).status == 400)
        #expect(try await ask(.patch, "rules/\(carls)", tag, carl).status == 400)
        #expect(try await ask(.post, "undo", "", ben).status == 200)
        #expect(try await queries(ben) == ["common", "fresh"])
        #expect(try await ask(.delete, "rules/\(bens)", "", ben).status == 204)
        #expect(try await queries(ben) == ["common"])
        #expect(try await queries(carl).count == 3)
        #expect(try await ask(.post, "undo", "", ben).status == 200)
        #expect(try await queries(ben) == ["common", "fresh"])
    }

    @Test("A reader changes no common rule, and an editor only those that tag, without the owner's state")
    func common() async throws {
        let tag = try await add(#"{"query":"common","mark":"tag","tag":"x"}"#, owner)
        let hide = try await add(#"{"query":"spam","mark":"hide"}"#, owner)
        let text = try await add(#"{"query":"short","mark":"full-text"}"#, owner)
        let before = try await ask(.get, "rules", "", owner).text
        for number in [tag, hide, text] {
            #expect(try await ask(.patch, "rules/\(number)", #"{"query":"x"}"#, ben).status == 403)
            #expect(try await ask(.delete, "rules/\(number)", "", ben).status == 403)
        }
        for number in [hide, text] {
            #expect(try await ask(.patch, "rules/\(number)", #"{"query":"x"}"#, carl).status == 403)
            #expect(try await ask(.delete, "rules/\(number)", "", carl).status == 403)
        }
        for token in [ben, carl] {
            for action in [#""hide""#, #""full-text""#, #""send","destination":"links""#] {
                for trial in ["", #","dry_run":true"#] {
                    let body = #"{"query":"x","mark":\#(action)\#(trial)}"#
                    #expect(try await ask(.post, "rules", body, token).status == 403, "\(body)")
                }
            }
        }
        #expect(try await ask(.post, "rules", #"{"query":"x","mark":"tag","tag":"y"}"#, ben).status == 403)
        // Tags would show what the owner has read.
        #expect(
            try await ask(.post, "saved", #"{"name":"inner","query":"is:starred"}"#, owner).status == 204)
        for query in [
            "is:starred", "x -is:read", "opened:7d", "search:inner", "x OR (is:opened y)", "search:later", "re:/a+/",
        ] {
            for trial in ["", #","dry_run":true"#] {
                let body = #"{"query":"\#(query)","mark":"tag","tag":"y"\#(trial)}"#
                #expect(try await ask(.post, "rules", body, carl).status == 403, "\(body)")
            }
            #expect(try await ask(.patch, "rules/\(tag)", #"{"query":"\#(query)"}"#, carl).status == 403)
        }
        #expect(try await ask(.get, "rules", "", owner).text == before)

        // Each rule runs while articles are stored, so a reader cannot delay that with patterns.
        for query in ["re:/a+/", "x re:/a+/", "search:inner"] {
            #expect(
                try await ask(.post, "rules", #"{"query":"\#(query)","mark":"read"}"#, ben).status == 403, "\(query)")
        }
        let carls = try await add(#"{"query":"word","mark":"tag","tag":"y"}"#, carl)
        #expect(try await queries(owner).last == "word")
        #expect(try await queries(ben).last == "word")
        // The owner may depend on the present saved search by now.
        #expect(try await ask(.post, "saved", #"{"name":"u","query":"is:starred"}"#, carl).status == 204)
        #expect(try await ask(.post, "undo", "", carl).status == 403)
        #expect(try await ask(.delete, "saved/u", "", carl).status == 204)
        #expect(try await ask(.patch, "rules/\(tag)", #"{"query":"changed"}"#, carl).status == 200)
        #expect(try await ask(.delete, "rules/\(carls)", "", carl).status == 204)
        try fixture.accounts.share(anna, with: "carl", as: .reader)
        #expect(try await ask(.post, "undo", "", carl).status == 403)
        #expect(try await ask(.delete, "rules/\(tag)", "", carl).status == 403)
    }

    @Test("A trial of a member's rule uses the state of this member")
    func trial() async throws {
        #expect(try await ask(.post, "state", #"{"articles":[1],"starred":true}"#, ben).status == 200)
        fixture.now.withLock { $0 = SystemClock.system.now() }
        let body = #"{"query":"before is:starred","mark":"read","dry_run":true}"#
        for (token, found) in [(ben, [1]), (carl, []), (owner, [])] {
            let answer = try await ask(.post, "rules", body, token)
            #expect(answer.object["would"] as? [Int] == found, "\(answer.text)")
        }
    }

    @Test("The rules page shows a member the common rules and their own, with forms that the role permits")
    func page() async throws {
        _ = try await add(#"{"query":"annasown","mark":"star"}"#, owner)
        _ = try await add(#"{"query":"everybodys","mark":"tag","tag":"x"}"#, owner)
        for (name, role) in [("ben", LibraryRole.reader), ("carl", .editor)] {
            var browser = try await HostBrowser(fixture, name)
            try await browser.open(anna)
            #expect(try await browser.submit("rule", "query=mine\(name)&mark=star").status == 303)
            let page = try await browser.get("/rules").text
            #expect(page.contains("everybodys") && page.contains("mine\(name)") && !page.contains("annasown"))
            #expect(page.contains("For all members") && page.contains("Only for you"))
            #expect(page.contains("value=\"tag\"") == (role == .editor) && !page.contains("value=\"hide\""))
            let removals = page.matches(of: /actions\/remove-rule/).count
            #expect(removals == (role == .editor ? 2 : 1))
            let tag = try await browser.submit("rule", "query=x\(name)&mark=tag&tag=y").status
            #expect(tag == (role == .editor ? 303 : 403))
            #expect(try await browser.submit("rule", "query=x&mark=hide").status == 403)
            #expect(try await browser.submit("remove-rule", "rule=1").status != 200)
        }
        #expect(try await queries(owner) == ["annasown", "everybodys", "xcarl"])
    }

    @Test("A member has at most 100 rules, and the owner any number")
    func count() async throws {
        let library = try Library(path: fixture.place.location(of: anna.address), for: .changing)
        let members = try #require(try fixture.accounts.members(of: anna.id).first { $0.name == "ben" })
        try library.members.add(members.account, name: "ben")
        let view = library.view(asMember: members.account)
        for number in 1...ArrivalRules.maxOwnRules { _ = try view.rules.add("word\(number)", .star) }
        let body = #"{"query":"another","mark":"star"}"#
        #expect(try await ask(.post, "rules", body, ben).status == 400)
        #expect(try await ask(.post, "rules", body, carl).status == 201)
        #expect(try await ask(.post, "rules", body, owner).status == 201)
        for number in 1...ArrivalRules.maxOwnRules { _ = try library.rules.add("word\(number)", .star) }
        #expect(try await ask(.delete, "rules/1", "", ben).status == 204)
        #expect(try await ask(.post, "rules", body, ben).status == 201)
    }

    @Test("The rules of a member who leaves are removed by the next round")
    func leaving() async throws {
        _ = try await add(#"{"query":"fresh","mark":"star"}"#, ben)
        try fixture.accounts.unshare(anna, with: "ben")
        let rounds = try #require(HostRounds(fixture.service, fetches: false) { _, _ in })
        try rounds.runAll()
        let library = try Library(path: fixture.place.location(of: anna.address), for: .reading)
        #expect(try library.store.rules().isEmpty)
    }
}
