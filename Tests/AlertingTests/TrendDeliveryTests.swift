import Articles
import FeedFetching
import Foundation
import StorageTestSupport
import Testing

@testable import Alerting

/// Messages about the number of articles.
@Suite struct TrendDeliveryTests {
    private static let hostile =
        "tea \"b\\c'</b><script>x</script>&<!channel> [x](http://evil)\r\nBcc: x@evil, \"forged\": true}]\u{202E}"

    private func messages(_ path: String) -> [[String: Any]] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    private func appending(to path: String) -> String { "command:[\"sh\",\"-c\",\"cat >> '\(path)'\"]" }

    private func value(_ message: [String: Any], _ names: String...) -> Any? {
        names.reduce(message as Any?) { ($0 as? [String: Any])?[$1] }
    }

    @Test(
        "A message says what has happened, with the number, the usual number and the newest articles",
        arguments: StorageEngine.all)
    func usual(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        let now = outbox.clock.now
        for week in 1...5 {
            outbox.clock.set(now - Int64(week) * 7 * 86_400)
            try outbox.insert((1...week).map { ("\(week)-\($0)", "tea of week \(week)", "") })
        }
        outbox.clock.set(now)
        try outbox.save("tea", "tea", appending(to: outbox.path("out"))) { $0.condition = "count > 2x usual in 1d" }
        #expect(try outbox.deliver().delivered == 0)
        try outbox.insert((1...12).map { ("n\($0)", "tea \($0)", "") } + [("x", "coffee", "")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try outbox.deliver().delivered == 0)
        let message = try #require(messages(outbox.path("out")).first)
        #expect(value(message, "type") as? String == "feedsearch.trend")
        #expect(value(message, "data", "trend", "condition") as? String == "count > 2x usual in 1d")
        #expect(value(message, "data", "trend", "count") as? Int == 12)
        #expect(value(message, "data", "trend", "usual") as? Double == 2.5)
        let text = try #require(value(message, "data", "trend", "text") as? String)
        #expect(text == "12 articles in 1 day, more than 2 times the usual 2.5")
        let titles = (value(message, "data", "articles") as? [[String: Any]] ?? []).compactMap {
            $0["title"] as? String
        }
        #expect(titles.count == 10 && titles.allSatisfy { $0.hasPrefix("tea ") && !$0.contains("week") })
    }

    @Test(
        "A time-out fires by the clock of the delivering process, waits for quiet hours, and keeps its id",
        arguments: StorageEngine.all)
    func silence(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        let out = outbox.path("out")
        try outbox.save("tea", "tea", "command:[\"sh\",\"-c\",\"cat >> '\(out)'; test -e '\(out).ready'\"]") {
            $0.condition = "none in 30d"
        }
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        let deliverer = AlertDeliverer(store: outbox.store, environment: outbox.environment)
        let due = try #require(try deliverer.nextDue())
        #expect((30 * 86_400...30 * 86_400 + 3_600).contains(due - outbox.clock.now))
        outbox.clock.set(due)
        #expect(try outbox.deliver().failed == 1)
        outbox.clock.pass(-86_400)
        #expect(try outbox.deliver().delivered == 0)
        try Data().write(to: URL(fileURLWithPath: out + ".ready"))
        outbox.clock.pass(2 * 86_400)
        #expect(try outbox.deliver().delivered == 1)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        let ids = messages(out).compactMap { $0["id"] as? String }
        #expect(ids.count == 2 && Set(ids).count == 1)
        #expect(
            messages(out).first.flatMap { value($0, "data", "trend", "text") } as? String == "no article in 30 days")
    }

    @Test("A digest makes an event wait for its time", arguments: StorageEngine.all)
    func digest(_ engine: StorageEngine) throws {
        let outbox = try Outbox(engine)
        try outbox.save("tea", "tea", appending(to: outbox.path("out"))) {
            $0.condition = "count > 0 in 1d"
            $0.digest = "2h"
        }
        try outbox.deliver()
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(2 * 3_600)
        #expect(try outbox.deliver().delivered == 1)
    }

    /// An outbox in which a feed with a hostile title has been silent.
    private func silentFeed(_ channel: String, _ change: (inout AlertRule) -> Void = { _ in }) throws -> Outbox {
        let outbox = try Outbox()
        var feed = FeedDraft(url: "https://example.org/feed")
        feed.title = Self.hostile
        _ = try outbox.store.upsert(feed, now: outbox.clock.now)
        // Bidirectional controls are removed only from feed text, not from the name of the search.
        try outbox.save("n & <m> " + Self.hostile.filter { $0 != "\u{202E}" }, "tea", channel) {
            $0.condition = "feed silent for 2d"
            change(&$0)
        }
        try outbox.deliver()
        try outbox.insert([("1", "tea", "")])
        try outbox.deliver()
        outbox.clock.pass(3 * 86_400)
        return outbox
    }

    @Test(
        "An event has the form that each service documents, whatever the names of the search and the feed",
        arguments: ServicePreset.all.map(\.name))
    func services(preset: String) throws {
        let server = try ServiceServer()
        let (channel, secret) = server.channel(preset)
        let outbox = try silentFeed(channel) { $0.secret = "env:SECRET" }
        outbox.environment.secrets = SecretReader(environment: { _ in secret })
        #expect(try outbox.deliver().failures == [])
        let request = try #require(try server.requests().first)
        #expect(request.why == nil && request.service == preset, "\(request)")
        #expect(request.body.contains("has been silent for 2 days"), "\(request.body)")
        #expect(!request.body.contains("\"forged\": true,") && !request.body.contains("\u{202E}"))
    }

    @Test("Neither a template nor a mail can be forged by the names of the search and the feed")
    func forged() throws {
        let outbox = try silentFeed("webhook:https://example.org/hook")
        outbox.environment.language = .english
        let search = try #require(outbox.store.savedSearches().first)
        let noted = NotedEvent(
            condition: "feed silent for 2d\r\nBcc: x@evil", event: TrendEvent(start: 1, end: 49, articles: 0),
            feed: "https://example.org/\"feed", feedTitle: Self.hostile)
        for condition in ["feed silent for 2d", noted.condition] {
            var message = AlertMessage(uid: "msg_1", search: search, articles: [], created: 0)
            message.trend = noted
            message.trend?.condition = condition
            var rule = AlertRule(channel: "webhook:https://example.org/hook")
            rule.template =
                #"{"a":{{heading}},"b":{{#trend}}[{{text}},{{condition}},{{feed_title}},{{count}}]{{/trend}}}"#
            let bytes = try AlertBody(rule).bytes(of: message, outbox.environment)
            let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
            #expect(json?.keys.sorted() == ["a", "b"] && (json?["b"] as? [Any])?.count == 4)
            let mail = MailComposer(
                sender: "a@example.org", receivers: ["b@example.org"], environment: outbox.environment
            )
            .mail([message])
            let head = String(decoding: mail, as: UTF8.self).components(separatedBy: "\r\n\r\n")[0]
            #expect(!head.lowercased().contains("\nbcc:"), "\(head)")
        }
    }

    @Test("A template for JSON is checked with an event, too")
    func checked() throws {
        try AlertBody.check(#"{"text":{{heading}}}"#, contentType: nil)
        #expect(throws: AlertSettingError.self) {
            try AlertBody.check(#"{"text":{{heading}}{{#trend}},{{text}}{{/trend}}}"#, contentType: nil)
        }
    }

    @Test("A feed file lists events, newest first, each with an id of its own")
    func feedFile() throws {
        let outbox = try Outbox()
        let path = outbox.path("tea.atom")
        try outbox.save("tea", "tea", "feed:" + path) { $0.condition = "count > 0 in 1h" }
        try outbox.deliver()
        for round in 1...3 {
            try outbox.insert([("\(round)", "tea", "")])
            #expect(try outbox.deliver().delivered == 1)
            outbox.clock.pass(7_200)
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let ids = text.matches(of: /<id>([^<]+)<\/id>/).map { String($0.1) }
        #expect(text.contains("1 article in 1 hour, more than 0") && ids.count == 4 && Set(ids).count == 4)
    }
}
