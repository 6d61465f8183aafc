import FeedFetching
import Foundation
import Testing

@testable import Alerting

/// Mail over TLS, against a server of our own on loopback with a certificate made for the test.
@Suite struct SecureMailTests {
    private struct Envelope: Decodable {
        var tls: Bool
        var user: String?
        var to: [String]
    }

    private func outbox(_ server: String, trusting certificate: String?) throws -> Outbox {
        let outbox = try Outbox()
        outbox.environment.mail.server = server
        outbox.environment.mail.sender = "reader@example.org"
        outbox.environment.mail.secret = "env:SECRET"
        outbox.environment.fetcher.caFile = certificate
        try outbox.save("tea", "tea", "mail:me@example.org")
        try outbox.insert([("1", "tea", "green")])
        return outbox
    }

    private func envelope(_ receiver: Receiver) throws -> Envelope {
        let line = try receiver.mail(1).prefix { $0 != "\n" }
        return try JSONDecoder().decode(Envelope.self, from: Data(line.utf8))
    }

    @Test("A mail goes out over TLS, from the first byte on or by STARTTLS, and so does the password")
    func encrypted() throws {
        for isFromStart in [true, false] {
            let receiver = try Receiver()
            let server =
                isFromStart
                ? "smtps://reader@127.0.0.1:\(receiver.tlsPort)" : "smtp://reader@127.0.0.1:\(receiver.startTLSPort)"
            #expect(try outbox(server, trusting: receiver.certificate).deliver().failures == [])
            let envelope = try envelope(receiver)
            #expect(envelope.tls)
            #expect(envelope.user == "reader")
            #expect(envelope.to == ["RCPT TO:<me@example.org>"])
            #expect(receiver.passwords() == [Receiver.secret])
        }
    }

    @Test("A certificate that nobody vouches for, or of another name, keeps mail and password back")
    func badCertificates() throws {
        let receiver = try Receiver()
        for (server, certificate) in [
            ("smtps://reader@127.0.0.1:\(receiver.tlsPort)", nil),
            ("smtp://reader@127.0.0.1:\(receiver.startTLSPort)", nil),
            ("smtps://reader@localhost:\(receiver.tlsPort)", receiver.certificate),
            ("smtp://reader@localhost:\(receiver.startTLSPort)", receiver.certificate),
        ] {
            let report = try outbox(server, trusting: certificate).deliver()
            #expect(report.failed == 1 && report.delivered == 0, "\(server)")
        }
        #expect(try receiver.mailCount() == 0)
        #expect(receiver.passwords().isEmpty)
    }

    @Test("A server on another machine that offers no TLS gets no password and no mail")
    func passwordInTheClear() throws {
        let receiver = try Receiver()
        let report = try outbox("smtp://reader@127.0.0.2:\(receiver.passwordPort)", trusting: nil).deliver()
        #expect(report.failed == 1 && report.delivered == 0)
        #expect(try receiver.mailCount() == 0)
        #expect(receiver.passwords().isEmpty)
    }

    @Test("A wrong password is a failure that may pass") func wrongPassword() throws {
        let receiver = try Receiver()
        let outbox = try outbox(
            "smtps://reader@127.0.0.1:\(receiver.tlsPort)", trusting: receiver.certificate)
        outbox.environment.secrets = SecretReader(environment: { _ in "guess" })
        #expect(try outbox.deliver().failed == 1)
        #expect(receiver.passwords() == ["guess"])
        #expect(try receiver.mailCount() == 0)
    }
}
