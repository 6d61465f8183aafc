import Accounts
import Dispatch
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Requests without credentials to a host, with guessed and correct addresses.
@Suite(.fewAtOnce) struct HostGuessTests {
    @Test("Guesses of icons, feed addresses and hubs make no library known, and a right address does")
    func guesses() async throws {
        let fixture = try HostFixture()
        let anna = try fixture.add("anna")
        let host = try #require(fixture.service.host)
        for target in [
            "/icons/\(anna.id).1-0123456789abcdef0123456789abcdef", "/feeds/\(anna.id)-secret/starred.atom",
            "/hub/\(anna.id)-0123?hub.mode=subscribe&hub.topic=t&hub.challenge=x",
        ] {
            #expect(try await fixture.ask(.get, target).status == 404)
        }
        #expect(try await fixture.ask(.post, "/hub/\(anna.id)-0123").status == 410)
        #expect(host.servedCount == 0)
        let secret = try fixture.accounts.renewFeedSecret(of: anna.id)
        #expect(try await fixture.ask(.get, "/feeds/\(secret)/starred.atom").status == 200)
        #expect(host.servedCount == 1)
    }

    @Test("While the queue of the accounts is busy, health checks, feeds and icons are answered")
    func busyAccounts() async throws {
        let fixture = try HostFixture()
        let anna = try fixture.add("anna")
        let secret = try fixture.accounts.renewFeedSecret(of: anna.id)
        let gate = DispatchSemaphore(value: 0)
        let isOpen = Locked(false)
        let busy = Task { try await fixture.service.ask { _ in gate.wait() } }
        // Open the gate after a while, so that a service that waits wrongly fails the test instead of hanging.
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) {
            isOpen.withLock { $0 = true }
            gate.signal()
        }
        #expect(await fixture.service.isWriterAlive())
        #expect(try await fixture.ask(.get, "/feeds/\(secret)/starred.atom").status == 200)
        #expect(try await fixture.ask(.get, "/icons/\(fixture.accounts.iconName(of: 1, in: anna.id))").status == 404)
        #expect(!isOpen.withLock { $0 })
        gate.signal()
        try await busy.value
    }
}
