import Accounts
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// Mail from the accounts of a host.
@Suite(.fewAtOnce) struct HostMailTests {
    @Test("The recipient of a mail address opens the page in the mail, confirms, and the page is gone")
    func mailPage() async throws {
        let fixture = try HostFixture()
        let anna = try fixture.add("anna")
        let question = try #require(try fixture.accounts.askMail("me@example.org", in: anna.id))
        let path = "/mail/" + question.code
        for wrong in ["/mail/x", "/mail/\(anna.id)-x", path + "0"] {
            #expect(try await fixture.ask(.get, wrong).status == 404)
            #expect(try await fixture.ask(.post, wrong).status == 404)
        }
        let page = try await fixture.ask(.get, path)
        #expect(page.status == 200 && page.text.contains("me@example.org") && page.text.contains("anna"))
        #expect(try !fixture.accounts.isMailConfirmed("me@example.org", in: anna.id))
        #expect(try await fixture.ask(.post, path).status == 200)
        #expect(try fixture.accounts.isMailConfirmed("me@example.org", in: anna.id))
        #expect(try await fixture.ask(.get, path).status == 404)
        #expect(try await fixture.ask(.post, path).status == 404)
    }

    @Test("An account cannot send even a test message to an address that is not confirmed")
    func testMail() async throws {
        let fixture = try HostFixture()
        try fixture.add("anna")
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        let saved = try await fixture.ask(
            .post, "/v1/saved", token: token, body: #"{"name":"x","query":"x","notify":"mail:victim@example.org"}"#)
        #expect(saved.status == 204, "\(saved.text)")
        let test = try await fixture.ask(.post, "/v1/alerts/test", token: token, body: #"{"name":"x"}"#)
        #expect(test.object["delivered"] as? Bool == false)
        #expect((test.object["failure"] as? String)?.contains("not confirmed") == true, "\(test.text)")
    }
}
