import Accounts
import Formats
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

@Suite(.fewAtOnce) struct BaseURLTests {
    @Test("An address from outside has a host and perhaps a path, below which the service is")
    func path() throws {
        let base = try #require(BaseURL("https://Feeds.example.org:8443/a/b/"))
        #expect(
            base.isSecure && base.host.name == "feeds.example.org" && base.origin == "https://feeds.example.org:8443")
        #expect(base.cookiePath == "/a/b")
        #expect(base.withoutPrefix(["a", "b", "v1", "search"]) == ["v1", "search"])
        #expect(base.withoutPrefix(["v1", "search"]) == ["v1", "search"])
        #expect(BaseURL("http://localhost")?.cookiePath == "/")
        for wrong in [
            "", "localhost", "ftp://localhost", "https://", "https:///a", "https://h/../b", "https://h/a;b",
            "https://u@h/",
        ] {
            #expect(BaseURL(wrong) == nil, "\(wrong)")
        }
    }

    @Test("Below a path, cookies have it; a page of the same origin signs in, another one does not")
    func cookies() async throws {
        let fixture = try ServiceFixture()
        _ = try fixture.accounts.addAccount("anna", password: "a long password")
        fixture.service.setReach(hostNames: ["feeds.example.org"], base: BaseURL("https://feeds.example.org/sub"))
        let form = "name=anna&password=a+long+password"
        let type = "application/x-www-form-urlencoded"
        let answer = try await fixture.ask(
            .post, "/sub/login", headers: ["Host": "feeds.example.org", "Origin": "https://feeds.example.org"],
            body: form,
            type: type)
        let cookie = answer.headers["Set-Cookie"] ?? ""
        #expect(answer.status == 204 && cookie.contains("; Path=/sub;") && cookie.hasSuffix("; Secure"))
        let foreign = try await fixture.ask(
            .post, "/sub/login", headers: ["Host": "feeds.example.org", "Origin": "https://elsewhere.example.org"],
            body: form, type: type)
        #expect(foreign.status == 403)
        #expect(try await fixture.ask(.get, "/healthz", headers: ["Host": "feeds.example.org"]).status == 200)
    }

    @Test("What the service refuses is said in the client's language, and names no foreign host")
    func languages() async throws {
        let fixture = try ServiceFixture()
        for target in ["/nothing", "/v1/search", "/v1/tokens"] {
            let token = target == "/v1/tokens" ? fixture.tokens[.read] : nil
            let chinese = try await fixture.ask(.get, target, token: token, headers: ["Accept-Language": "zh-CN"])
            let english = try await fixture.ask(.get, target, token: token)
            let detail = try #require(chinese.object["detail"] as? String)
            #expect(detail.unicodeScalars.contains { $0.value > 0x4E00 } && chinese.status == english.status)
            #expect((english.object["detail"] as? String)?.utf8.allSatisfy { $0 < 0x80 } == true)
        }
        let peer = HTTPPeer.address(try #require(IPAddress("127.0.0.1")))
        let foreign = try await fixture.ask(.get, "/healthz", headers: ["Host": "evil.example"], peer: peer)
        #expect(foreign.status == 421 && !String(decoding: foreign.bytes, as: UTF8.self).contains("evil"))
    }
}
