import Accounts
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// How long followers of `/v1/live` and `/v1/events` are served.
@Suite(.fewAtOnce) struct FollowerTests {
    /// What ends a credential.
    enum End: CaseIterable {
        case revocation, expiry, endOfSession, removal, password
    }

    private static let targets = ["/v1/events", "/v1/live?query=fox"]

    private func bearer(_ token: String) -> HTTPHeaders { ["Authorization": "Bearer " + token] }

    private func session(_ fixture: ServiceFixture) throws -> HTTPHeaders {
        try fixture.accounts.addAccount("anna", password: "long enough")
        guard
            case .accepted(let session) = try fixture.accounts.signIn(
                name: "anna", password: "long enough", from: Visitor(.local))
        else { throw CancellationError() }
        return ["Cookie": "feedsearch-\(fixture.accounts.instanceID)=\(session.cookie)"]
    }

    /// Marks an article, so that followers of events are told.
    private func mark(_ fixture: ServiceFixture, read: Bool) async throws {
        #expect(try await fixture.post("/v1/state", #"{"articles":[1],"read":\#(read)}"#).status == 200)
    }

    @Test("A follower ends once its credential is over", arguments: End.allCases)
    func ends(_ end: End) async throws {
        let fixture = try ServiceFixture()
        let expires = fixture.now.withLock { $0 + 60 }
        let headers =
            switch end {
            case .revocation: bearer(try fixture.accounts.createToken("phone", scope: .read))
            case .expiry: bearer(try fixture.accounts.createToken("phone", scope: .read, expires: expires))
            case .endOfSession, .removal, .password: try session(fixture)
            }
        var followers: [EventFollower] = []
        for target in Self.targets { followers.append(try await .start(fixture, target, headers: headers)) }
        let other = try await EventFollower.start(
            fixture, Self.targets[0], headers: bearer(fixture.tokens[.read] ?? ""))
        #expect(try await EventFollower.until { !followers[0].events.isEmpty && !other.events.isEmpty })
        try await Task.sleep(for: .seconds(1))
        #expect(followers.allSatisfy { !$0.hasEnded })
        switch end {
        case .revocation: try fixture.accounts.revokeToken("phone")
        case .expiry: fixture.now.withLock { $0 = expires }
        case .endOfSession: try fixture.accounts.endSessions(of: "anna")
        case .removal: try fixture.accounts.removeAccount("anna")
        case .password: try fixture.accounts.setPassword(of: "anna", to: "another one")
        }
        #expect(try await EventFollower.until { followers.allSatisfy(\.hasEnded) })
        #expect(!other.hasEnded)
    }

    @Test("A token that is revoked before the first event is told is not served")
    func revokedBetween() async throws {
        let fixture = try ServiceFixture()
        for (number, target) in Self.targets.enumerated() {
            let token = try fixture.accounts.createToken("phone \(number)", scope: .read)
            let follower = try await EventFollower.start(fixture, target, headers: bearer(token)) {
                // The first look has been, and what it saw waits.
                try await Task.sleep(for: .seconds(1))
                try fixture.accounts.revokeToken("phone \(number)")
                try await Task.sleep(for: .seconds(1))
            }
            #expect(try await EventFollower.until { follower.hasEnded })
            #expect(follower.events.isEmpty)
        }
    }

    @Test("Accounts that cannot be read for a moment end no follower; for long they do")
    func passingError() async throws {
        let fixture = try ServiceFixture()
        let follower = try await EventFollower.start(
            fixture, Self.targets[0], headers: bearer(fixture.tokens[.read] ?? ""))
        #expect(try await EventFollower.until { !follower.events.isEmpty })
        let path = fixture.accounts.location
        // On a thread of its own: a second of the pool may be many.
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try FileSystem.move(path, to: path + ".away")
                        Thread.sleep(forTimeInterval: 1)
                        try FileSystem.move(path + ".away", to: path)
                    })
            }
        }
        try await mark(fixture, read: true)
        #expect(try await EventFollower.until { follower.data("unread").last?["unread"] as? Int == 2 })
        #expect(!follower.hasEnded)
        try FileSystem.move(path, to: path + ".away")
        #expect(try await EventFollower.until { follower.hasEnded })
    }

    @Test("To follow is no use of a session, and what others do with the accounts is not told")
    func use() async throws {
        let fixture = try ServiceFixture()
        let headers = try session(fixture)
        let follower = try await EventFollower.start(fixture, Self.targets[0], headers: headers)
        #expect(try await EventFollower.until { !follower.events.isEmpty })
        try await Task.sleep(for: .milliseconds(500))
        let used = try fixture.accounts.sessions().map(\.lastUse)
        // Not bytes: there are signs of life.
        let told = follower.events.count
        fixture.now.withLock { $0 += 3_600 }
        _ = try fixture.accounts.createToken("another", scope: .read)
        try await Task.sleep(for: .seconds(1))
        fixture.accounts.flush()
        #expect(try fixture.accounts.sessions().map(\.lastUse) == used)
        #expect(follower.events.count == told && !follower.hasEnded)
    }
}
