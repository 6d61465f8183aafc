import Articles
import FeedFetching
import Foundation
import Testing

@testable import Alerting

@Suite struct NetworkChannelTests {
    @Test("A webhook is signed, by both standards, and verified by the receiver", arguments: ["standard", "miniflux"])
    func signatures(kind: String) throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.now = { Int64(Date().timeIntervalSince1970) }
        try outbox.save("tea", "tea", "webhook:" + receiver.url("/ok")) {
            $0.secret = "env:SECRET"
            $0.signature = kind
        }
        try outbox.insert([("1", "tea\r\nX-Evil: yes", "green")])
        #expect(try outbox.deliver().delivered == 1)
        let requests = try receiver.requests()
        #expect(requests.map(\.signed) == [true])
        #expect(requests.map(\.articles) == [[1]])
        #expect(!requests[0].headers.contains("X-Evil"))
        #expect(requests[0].id.hasPrefix("msg_"))
    }

    @Test("With a receiver that fails one time in three every alert arrives, and repeats have the same id")
    func flaky() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        try outbox.save("tea", "tea", "webhook:" + receiver.url("/flaky"))
        for number in 1...30 {
            try outbox.insert([("\(number)", "tea \(number)", "")])
            try outbox.deliver()
            outbox.clock.pass(40)
        }
        for _ in 0..<10 {
            outbox.clock.pass(3_600)
            try outbox.deliver()
        }
        let taken = try receiver.requests().filter { $0.status == 200 }
        #expect(taken.flatMap(\.articles).sorted() == Array(1...30))
        #expect(try receiver.requests().contains { $0.status == 500 })
        for request in try receiver.requests() where request.status == 500 {
            #expect(taken.filter { $0.id == request.id }.map(\.articles) == [request.articles])
        }
    }

    @Test("A host that does not answer is asked once in a pass, however many searches post to it")
    func silentHost() throws {
        let outbox = try Outbox()
        // Nobody listens any more once the receiver is gone.
        let port = try Receiver().httpPort
        for name in ["a", "b", "c"] { try outbox.save(name, "tea", "webhook:http://127.0.0.1:\(port)/\(name)") }
        try outbox.save("d", "tea", "feed:" + outbox.path("d.atom"))
        try outbox.insert([("1", "tea", "")])
        let report = try outbox.deliver()
        #expect(report.failed == 1 && report.delivered == 1, "\(report)")
        #expect(try outbox.store.deliveries(state: .waiting, search: nil, limit: 10).count == 3)
    }

    @Test("410 ends the deliveries of the search until somebody asks for them again") func gone() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        try outbox.save("tea", "tea", "webhook:" + receiver.url("/gone"))
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().dead == 1)
        try outbox.insert([("2", "tea", "")])
        outbox.clock.pass(100_000)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        #expect(try outbox.store.savedSearches().first?.rule?.disabled == "status 410: gone")
        #expect(try receiver.requests().count == 1)
        #expect(try outbox.store.retryAlerts(of: nil, now: outbox.clock.now) == 1)
        try outbox.deliver()
        #expect(try receiver.requests().count == 2)
    }

    @Test("Retry-After is kept to, for all deliveries of the search") func busy() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        try outbox.save("tea", "tea", "webhook:" + receiver.url("/busy"))
        try outbox.insert([("1", "tea", "")])
        try outbox.deliver()
        outbox.clock.pass(119)
        try outbox.insert([("2", "tea 2", "")])
        try outbox.deliver()
        #expect(try receiver.requests().count == 1)
        outbox.clock.pass(1)
        try outbox.deliver()
        #expect(try receiver.requests().count == 2)
    }

    @Test("A redirect is not followed") func moved() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        try outbox.save("tea", "tea", "webhook:" + receiver.url("/moved"))
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failures == ["status 307: redirects are not followed"])
    }

    @Test("A server that cannot be reached is a failure that may pass") func unreachable() throws {
        let outbox = try Outbox()
        try outbox.save("tea", "tea", "webhook:http://127.0.0.1:9/hook")
        try outbox.insert([("1", "tea", "")])
        let report = try outbox.deliver()
        #expect(report.failed == 1)
        #expect(try outbox.store.deliveries(state: .waiting, search: nil, limit: 9).first?.attempts == 1)
    }

    @Test("A secret that is not there keeps the message back, and is not shown") func noSecret() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.secrets = SecretReader()
        try outbox.save("tea", "tea", "webhook:" + receiver.url("/ok")) { $0.secret = "env:NO_SUCH" }
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failures == ["the secret cannot be read"])
        #expect(try receiver.requests().isEmpty)
    }

    /// What <https://docs.ntfy.sh/publish/#publish-as-json> asks for: a POST to the server's root, the topic in the body.
    @Test("ntfy gets topic, titles and address as JSON, and the token in a header") func ntfy() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        try outbox.save("茶", "tea", "ntfy:" + receiver.url("/alerts")) { $0.secret = "env:TOKEN" }
        try outbox.insert([("1", "green\r\ntea", "")])
        #expect(try outbox.deliver().delivered == 1)
        let log = try String(contentsOf: receiver.folder.appendingPathComponent("log"), encoding: .utf8)
        let line = try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any]
        let body = line?["body"] as? [String: Any]
        #expect(line?["path"] as? String == "/")
        #expect((line?["headers"] as? [String])?.contains("Authorization") == true)
        #expect(body?["topic"] as? String == "alerts")
        #expect(body?["title"] as? String == "茶: green tea")
        #expect(body?["message"] as? String == "• green tea")
        #expect(body?["click"] as? String == "https://example.org/1")
    }

    @Test(
        "A mail has text and HTML, and no line of an article in its headers",
        arguments: [AlertLanguage.english, .chinese])
    func mail(language: AlertLanguage) throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.language = language
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        outbox.environment.mail.sender = "reader@example.org"
        try outbox.save("茶", "tea", "mail:me@example.org,you@example.org")
        let evil = "tea 茶\r\nBcc: evil@example.org\r\n\r\n<script>alert(1)</script>"
        try outbox.insert([("1", evil, "Body\r\n.\r\nRCPT TO:<evil@example.org>")])
        #expect(try outbox.deliver().failures == [])
        let mail = try receiver.mail(1)
        #expect(mail.hasPrefix("{\"from\": \"MAIL FROM:<reader@example.org>"))
        #expect(!mail.contains("evil"))
        let parsed = try MailCheck.parts(mail)
        #expect(
            parsed.headers.sorted() == [
                "Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To",
                "X-Feedsearch-Id",
            ])
        let start = language == .english ? "茶: tea 茶 Bcc: evil@example.org" : "茶：tea 茶 Bcc: evil@example.org"
        #expect(parsed.subject.hasPrefix(start))
        #expect(parsed.text.contains(language == .english ? "One new article" : "1 篇新文章"))
        #expect(parsed.html.contains("&lt;script&gt;"))
        #expect(!parsed.html.contains("<script>"))
        #expect(parsed.html.contains("href=\"https://example.org/1\""))
    }

    @Test("Searches with the same receivers and schedule are sections of one mail, with marks and ways to end it")
    func sections() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        outbox.environment.readerBase = "https://reader.example.org"
        for (name, query) in [("tea <1>", "tea"), ("milk", "milk")] {
            try outbox.save(name, query, "mail:me@example.org") { $0.digest = "daily 08:00" }
        }
        try outbox.save("later", "tea", "mail:me@example.org") { $0.digest = "daily 09:00" }
        try outbox.save("other", "tea", "mail:you@example.org") { $0.digest = "daily 08:00" }
        try outbox.insert([("1", "green tea", "a cup of <tea>"), ("2", "milk", "goat milk")])
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(86_400)
        #expect(try outbox.deliver().delivered == 4)
        #expect(try outbox.deliver().delivered == 0)
        let mails = try (1...receiver.mailCount()).map { try MailCheck.parts(receiver.mail($0)) }
        #expect(mails.count == 3)
        let mail = try #require(mails.first { $0.subject == "tea <1>, milk: 2 new articles" })
        #expect(mail.html.contains("<h2>tea &lt;1&gt;</h2>") && mail.html.contains("<h2>milk</h2>"))
        #expect(mail.html.contains("a cup of &lt;<b>tea</b>&gt;") && mail.html.contains("goat <b>milk</b>"))
        #expect(mail.html.contains("href=\"https://reader.example.org/article/1\""))
        #expect(mail.text.contains("# tea <1>") && mail.text.contains("# milk") && mail.text.contains("a cup of <tea>"))
        #expect(mails.allSatisfy { $0.headers.contains("List-Unsubscribe") })
        let raw = try (1...3).map { try receiver.mail($0) }
        #expect(raw.contains { $0.contains("List-Unsubscribe: <https://reader.example.org/saved>") })
        #expect(raw.contains { $0.contains("List-Unsubscribe: <https://reader.example.org/saved/later/settings>") })
        let ids = raw.flatMap { $0.matches(of: /msg_[0-9a-f]{32}/).map { String($0.0) } }
        #expect(Set(ids).count == 4)
    }

    @Test("If a digest of several searches fails, all of it is sent again, with the same ids")
    func failedSections() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:1"
        for name in ["a", "b"] { try outbox.save(name, "tea", "mail:me@example.org") { $0.digest = "daily 08:00" } }
        try outbox.insert([("1", "tea", "")])
        try outbox.deliver()
        outbox.clock.pass(86_400)
        #expect(try outbox.deliver().failed == 2)
        let waiting = try outbox.store.deliveries(state: .waiting, search: nil, limit: 9)
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        outbox.clock.pass(3_600)
        #expect(try outbox.deliver().delivered == 2)
        #expect(try receiver.mailCount() == 1)
        let mail = try receiver.mail(1)
        #expect(waiting.count == 2 && waiting.allSatisfy { mail.contains($0.uid) })
    }

    @Test("A receiver that the mail server refuses is a failure") func refusedMail() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        try outbox.save("tea", "tea", "mail:nobody@example.org")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failures == ["the mail server answered 550"])
    }

    @Test("A header text of any length is folded into encoded words of 75 bytes at most") func encodedWords() {
        let words = MailComposer.encodedWords(String(repeating: "茶 tea ", count: 40)).split(separator: "\r\n ")
        #expect(words.count > 3)
        #expect(words.allSatisfy { $0.utf8.count <= 75 && $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
        #expect(MailComposer.encodedWords("plain") == "plain")
    }
}
