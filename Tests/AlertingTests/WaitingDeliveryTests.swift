import Articles
import FeedFetching
import Foundation
import Testing

@testable import Alerting

/// Deliveries that wait without using up their attempts.
@Suite struct WaitingDeliveryTests {
    private struct NoKey: Error {}
    private static let stored = "stored:" + String(repeating: "a", count: 32)

    @Test("A machine that cannot read a secret leaves the delivery as it is, and sends the others")
    func unreadable() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.secrets.stored = { _, _ in throw NoKey() }
        try outbox.save("closed", "tea", "webhook:" + receiver.url("/closed")) { $0.secret = Self.stored }
        try outbox.save("open", "tea", "webhook:" + receiver.url("/open"))
        try outbox.insert([("1", "tea", "")])
        for _ in 0..<15 {
            let report = try outbox.deliver()
            #expect(report.unreadable == ["closed"] && report.failed == 0 && report.dead == 0)
            outbox.clock.pass(7 * 3_600)
        }
        #expect(try receiver.requests().map(\.path) == ["/open"])
        let waiting = try #require(try outbox.store.deliveries(state: .waiting, search: nil, limit: 9).first)
        #expect(waiting.attempts == 0 && waiting.failure == nil)
        let deliverer = AlertDeliverer(store: outbox.store, environment: outbox.environment)
        _ = try deliverer.run()
        #expect(try deliverer.nextDue() == outbox.clock.now + 300)
        outbox.environment.secrets.stored = { _, _ in Receiver.secret }
        #expect(try outbox.deliver().delivered == 1)
        #expect(try receiver.requests().map(\.path) == ["/open", "/closed"])
    }

    @Test("On a host, mail goes only to addresses that are confirmed, and waits until then")
    func confirmedMail() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        outbox.environment.confirmsMail = true
        outbox.environment.confirmations = .none
        try outbox.save("tea", "tea", "mail:me@Example.org,you@example.org")
        try outbox.insert([("1", "tea", "")])
        let confirmed = { (addresses: Set<String>) in Confirmations { addresses.contains($0.value) } }
        for addresses in [[], ["me@example.org"]] as [Set<String>] {
            outbox.environment.confirmations = confirmed(addresses)
            let report = try outbox.deliver()
            #expect(report.delivered == 0 && report.unconfirmed.map(\.item.kind) == [.mail])
            outbox.clock.pass(3_600)
        }
        let search = try #require(try outbox.store.savedSearches().first)
        #expect(throws: AlertFailure.self) {
            try AlertDeliverer(store: outbox.store, environment: outbox.environment).test(search, articles: [])
        }
        #expect(try receiver.mailCount() == 0)
        outbox.environment.confirmations = confirmed(["me@example.org", "you@example.org"])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try receiver.mailCount() == 1)
    }

    @Test("The mails of an account are limited together, whatever its channels are called, and the rest waits")
    func limit() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        outbox.environment.mailLimit = MailLimit()
        for number in 0..<8 {
            // Channels with different texts but the same two addresses.
            let space = String(repeating: " ", count: number)
            try outbox.save("tea \(number)", "tea", "mail:a@example.org,\(space)b@example.org") { $0.isEach = true }
        }
        try outbox.insert([("1", "tea", "")])
        let first = try outbox.deliver()
        #expect(first.delivered == MailLimit.perMinute / 2 && first.failed == 0)
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(61)
        #expect(try outbox.deliver().delivered == 3)
        #expect(try outbox.store.deliveries(state: .waiting, search: nil, limit: 9).isEmpty)
        let day = MailLimit()
        var sent = 0
        for minute in 0..<100 where day.take(10, now: Int64(minute) * 61) == nil { sent += 10 }
        #expect(sent == MailLimit.perDay)
        #expect(day.take(10, now: 86_401) == nil)
    }

    @Test("The question to a recipient is a mail with the account on one line and the link")
    func question() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        outbox.environment.mail.sender = "feedsearch@example.org"
        let link = "https://reader.example.org/mail/12-0123456789abcdef0123456789abcdef"
        for language in [AlertLanguage.english, .chinese] {
            outbox.environment.language = language
            try MailQuestionComposer(receiver: "me@example.org", account: "eve\r\nBcc: x@example.org", link: link)
                .send(outbox.environment)
        }
        #expect(try receiver.mailCount() == 2)
        for number in 1...2 {
            let mail = try receiver.mail(number).replacing("\r\n", with: "\n")
            let parts = mail.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
            let body = parts.last.map { $0.filter { !$0.isWhitespace } } ?? ""
            let text = Data(base64Encoded: String(body)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(text.contains(link) && text.contains("eve"), "\(mail)")
            #expect(!mail.contains("Bcc:") && mail.contains("To: me@example.org"), "\(mail)")
        }
    }
}
