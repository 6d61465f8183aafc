import Articles
import FeedFetching
import Foundation
import StorageTestSupport
import Testing

@testable import Alerting

@Suite struct ServicePresetTests {
    private static let hostile =
        "tea \"b\\c'</b><script>x</script>&amp;<!channel> @all [x](http://evil) *y* `z`\r\n, \"forged\": true}]\u{2028}"

    private func outbox(
        _ server: ServiceServer, _ preset: String, _ change: (inout AlertRule) -> Void = { _ in }
    ) throws -> Outbox {
        let outbox = try Outbox()
        let (channel, secret) = server.channel(preset)
        outbox.environment.secrets = SecretReader(environment: { $0 == "EXTRA" ? "X-Extra: yes\n# no\n" : secret })
        outbox.environment.readerBase = "https://reader.example.org"
        try outbox.save("tea & <more>", "tea", channel) {
            $0.secret = "env:SECRET"
            change(&$0)
        }
        return outbox
    }

    @Test(
        "Each preset's templates can be read, and its defaults are channels", arguments: ServicePreset.all.map(\.name))
    func templates(name: String) throws {
        let preset = try #require(ServicePreset.named(name))
        _ = try preset.templates()
        #expect(preset.documentation.hasPrefix("https://"))
        #expect(WebPost.Method(rawValue: preset.method) != nil)
    }

    @Test(
        "A message has the form that the service documents, with titles, marks, feed, and links to article and reader",
        arguments: ServicePreset.all.map(\.name))
    func form(preset: String) throws {
        let server = try ServiceServer()
        let outbox = try outbox(server, preset) { $0.headers = "env:EXTRA" }
        try outbox.insert([("1", Self.hostile, "milk in tea " + Self.hostile)])
        #expect(try outbox.deliver().failures == [])
        #expect(try outbox.deliver().delivered == 0)
        let request = try #require(try server.requests().first)
        #expect(request.why == nil && request.service == preset && request.extra == "yes", "\(request)")
        #expect(request.body.contains("https://example.org/1"))
        #expect(request.body.contains("https://reader.example.org/article/1"))
        #expect(request.body.contains("milk in"))
        let marks = [
            "telegram": "<b>tea</b>", "pushover": "<b>tea</b>", "matrix": "<b>tea</b>", "slack": "*tea*",
            "ntfy": "• tea", "teams": "\"highlight\": true, \"text\": \"tea\"",
        ]
        #expect(request.body.contains(marks[preset] ?? "**tea**"), "\(request.body)")
    }

    @Test(
        "Messages stay within the service's limits, whatever the titles, and no match is lost",
        arguments: ServicePreset.all.map(\.name))
    func limits(preset: String) throws {
        let server = try ServiceServer()
        let outbox = try outbox(server, preset)
        let long = String(repeating: "茶\u{1F375}<&\"*_[", count: 60)
        try outbox.insert((1...24).map { ("\($0)", "tea \($0) x" + long, "\(long) tea \(long)") })
        try outbox.insert([("\(String(repeating: "u", count: 3_000))", "tea 25 x", "")])
        for _ in 0..<12 {
            #expect(try outbox.deliver().failures == [])
            outbox.clock.pass(61)
        }
        let requests = try server.requests()
        #expect(requests.compactMap(\.why) == [])
        // The services with small texts say how many titles there was no room for.
        let told = (1...25).count { number in requests.contains { $0.body.contains("tea \(number) x") } }
        let more = requests.compactMap { $0.body.firstMatch(of: /\+(\d+)"/).flatMap { Int($0.1) } }.reduce(0, +)
        let more2 = requests.compactMap { $0.body.firstMatch(of: /\\n\\n\+(\d+)/).flatMap { Int($0.1) } }.reduce(0, +)
        let paragraphs = requests.compactMap { $0.body.firstMatch(of: /<p>\+(\d+)/).flatMap { Int($0.1) } }.reduce(0, +)
        #expect(told + max(more, more2, paragraphs) >= 25, "\(told) \(more)")
    }

    @Test("With 'each', every match has a message of its own", arguments: ["telegram", "discord", "ntfy"])
    func each(preset: String) throws {
        let server = try ServiceServer()
        let outbox = try outbox(server, preset) { $0.isEach = true }
        try outbox.insert([("1", "tea one", ""), ("2", "tea two", ""), ("3", "tea three", "")])
        #expect(try outbox.deliver().delivered == 3)
        let requests = try server.requests()
        #expect(Set(requests.map(\.id)).count == 3)
        for title in ["one", "two", "three"] { #expect(requests.count { $0.body.contains("tea \(title)") } == 1) }
    }

    @Test(
        "After 429 the search waits as long as the service asks, and repeats the message with its id",
        arguments: ServicePreset.all.map(\.name))
    func limited(preset: String) throws {
        let server = try ServiceServer()
        try server.answer([429])
        let outbox = try outbox(server, preset)
        outbox.environment.backOff.first = 1
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failed == 1)
        outbox.clock.pass(60)
        #expect(try outbox.deliver().delivered == 0)
        outbox.clock.pass(1)
        #expect(try outbox.deliver().delivered == 1)
        let requests = try server.requests()
        #expect(requests.map(\.status) == [429, 200])
        #expect(Set(requests.map(\.id)).count == 1)
    }

    @Test("After a 5xx the message is sent again", arguments: ServicePreset.all.map(\.name))
    func broken(preset: String) throws {
        let server = try ServiceServer()
        try server.answer([500, 503])
        let outbox = try outbox(server, preset)
        try outbox.insert([("1", "tea", "")])
        for _ in 0..<3 {
            try outbox.deliver()
            outbox.clock.pass(3_600)
        }
        #expect(try server.requests().map(\.status) == [500, 503, 200])
    }

    @Test(
        "A message that the service refuses is not sent again; the next one is",
        arguments: ServicePreset.all.map(\.name))
    func refused(preset: String) throws {
        let server = try ServiceServer()
        try server.answer([400, 200])
        let outbox = try outbox(server, preset)
        try outbox.insert([("1", "tea one", "")])
        #expect(try outbox.deliver().dead == 1)
        outbox.clock.pass(100_000)
        try outbox.insert([("2", "coffee or tea", "")])
        #expect(try outbox.deliver().delivered == 1)
        #expect(try server.requests().map(\.status) == [400, 200])
        #expect(try outbox.store.deliveries(state: .dead, search: nil, limit: 9).count == 1)
    }

    @Test(
        "Credentials or a target that the service no longer accepts stop the search until 'alerts retry'",
        arguments: ServicePreset.all.map(\.name))
    func stopped(preset: String) throws {
        let server = try ServiceServer()
        try server.answer([403])
        let outbox = try outbox(server, preset)
        try outbox.insert([("1", "tea one", "")])
        #expect(try outbox.deliver().dead == 1)
        try outbox.insert([("2", "coffee or tea", "")])
        outbox.clock.pass(100_000)
        #expect(try outbox.deliver() == AlertDeliverer.Report())
        #expect(try outbox.store.savedSearches().first?.rule?.disabled?.hasPrefix("status 403") == true)
        _ = try outbox.store.retryAlerts(of: nil, now: outbox.clock.now)
        try outbox.deliver()
        let bodies = try server.requests().filter { $0.status == 200 }.map(\.body).joined()
        #expect(bodies.contains("tea one") && bodies.contains("coffee or tea"))
    }

    @Test("Apprise answers 204 if its key has no configuration: nothing was sent, and the search stops")
    func appriseWithoutConfiguration() throws {
        let server = try ServiceServer()
        try server.answer([204])
        let outbox = try outbox(server, "apprise")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().dead == 1)
        #expect(try outbox.store.savedSearches().first?.rule?.disabled == "status 204")
    }

    @Test(
        "A secret that is not of the service's form, or is an address elsewhere, is not sent and not shown",
        arguments: [
            ("telegram", "1/../../x"), ("matrix", "a\r\nb"), ("gotify", "a b"), ("pushover", "x&y"),
            ("apprise", "../x"),
            ("slack", "https://evil.example.org/services/x"), ("discord", "hunter two"),
            ("teams", "http://127.0.0.1:1/x"), ("mattermost", "http://127.0.0.1:9/hooks/x#y"),
        ])
    func badSecret(preset: String, secret: String) throws {
        let server = try ServiceServer()
        let outbox = try outbox(server, preset)
        outbox.environment.secrets = SecretReader(environment: { _ in secret })
        try outbox.insert([("1", "tea", "")])
        let report = try outbox.deliver()
        #expect(report.failed == 1 && !report.failures.joined().contains(secret), "\(report)")
        #expect(try server.requests().isEmpty)
    }

    @Test(
        "What a service says is not shown if it repeats a part of a secret address",
        arguments: [
            "no route /api/webhooks/1234567890/AbCdEfGhIjKlMnOp", "bad token AbCdEfGhIjKlMnOp",
            #"{"message":"bad: \/api\/webhooks\/1234567890\/ABCDEFGHIJKLMNOP"}"#, "token AbCdEfGhIj… is bad",
            "webhook 1234567890 has no such token", "sig%3DZyXwVuTsRq%2D is wrong",
            String(repeating: "x", count: 195) + "AbCdEfGhIjKlMnOp",
        ])
    func secretAddress(body: String) throws {
        let address = "https://discord.com/api/webhooks/1234567890/AbCdEfGhIjKlMnOp?sig=ZyXwVuTsRq-"
        let preset = try #require(ServicePreset.named("discord"))
        let answer = WebPostAnswer(status: 500, body: Array(body.utf8))
        #expect(ServiceAnswer(answer, preset, secret: address).failure?.reason == "status 500")
        let other = WebPostAnswer(status: 500, body: Array("unknown webhooks".utf8))
        #expect(ServiceAnswer(other, preset, secret: address).failure?.reason == "status 500: unknown webhooks")
    }

    @Test("What a service says is not shown if it repeats the secret")
    func echoedSecret() {
        let answer = WebPostAnswer(status: 500, body: Array("token s3cret is bad".utf8))
        let preset = ServicePreset.named("gotify")!
        #expect(ServiceAnswer(answer, preset, secret: "s3cret").failure?.reason == "status 500")
        #expect(ServiceAnswer(answer, preset, secret: "other").failure?.reason == "status 500: token s3cret is bad")
    }

    @Test(
        "A wait that a body asks for is read in each service's form, and bounded",
        arguments: [
            (#"{"parameters":{"retry_after":35}}"#, 35), (#"{"retry_after":64.57}"#, 65),
            (#"{"retry_after_ms":2001}"#, 3),
            (#"{"retry_after":-1}"#, nil), (#"{"retry_after":"x"}"#, nil), (#"{"retry_after":1e99}"#, 604_800_000),
            (#"{"retry_after_ms":1e300}"#, 604_800), ("rate_limited", nil),
        ] as [(String, Int64?)])
    func waits(body: String, wait: Int64?) {
        let answer = WebPostAnswer(status: 429, body: Array(body.utf8))
        #expect(ServiceAnswer(answer, ServicePreset.all[0], secret: nil).failure?.retryAfter == wait)
    }

    @Test(
        "Channels of services are read",
        arguments: [
            ("telegram:-100123", "https://api.telegram.org", "-100123"),
            ("telegram:@news", "https://api.telegram.org", "@news"),
            ("telegram:https://bots.example.org/x/5", "https://bots.example.org/x", "5"),
            ("matrix:https://m.example.org/!a:b", "https://m.example.org", "!a:b"),
            ("slack", "https://hooks.slack.com", nil), ("discord", "https://discord.com", nil),
            ("mattermost:https://chat.example.org", "https://chat.example.org", nil),
            ("ntfy:https://ntfy.sh/tea", "https://ntfy.sh", "tea"),
            ("gotify:https://g.example.org/gotify/", "https://g.example.org/gotify", nil),
            ("pushover:abc", "https://api.pushover.net", "abc"),
            ("teams:https://prod-1.westeurope.logic.azure.com:443", "https://prod-1.westeurope.logic.azure.com", nil),
        ] as [(String, String, String?)])
    func channels(text: String, server: String, target: String?) throws {
        guard case .service(let address) = try AlertChannel(text) else {
            Issue.record("not a service")
            return
        }
        #expect(address.server == server || address.server == server + ":443")
        #expect(address.target == target)
    }

    @Test(
        "Channels without a target, with a secret in them or of another form are refused",
        arguments: [
            "telegram", "telegram:", "telegram:a b", "telegram:1/2", "telegram:https://api.telegram.org",
            "matrix:!a:b", "matrix:https://m.example.org/#a:b", "slack:", "slack:x",
            "slack:https://hooks.slack.com/services/T/B/X", "discord:https://discord.com/api/webhooks/1/2",
            "mattermost", "ntfy:https://ntfy.sh", "ntfy:tea", "gotify", "pushover", "apprise:key", "teams",
            "teams:https://x.example.org?sig=1", "telegrams:1",
        ])
    func refusedChannels(text: String) {
        #expect(throws: AlertSettingError.channel(text)) { _ = try AlertChannel(text) }
    }

    @Test("The address that a service has made becomes a channel with only its origin")
    func channelOfAddress() {
        #expect(
            AlertChannel.channel("slack", of: "https://hooks.slack.com/services/T/B/X")
                == "slack:https://hooks.slack.com")
        #expect(AlertChannel.channel("telegram", of: "https://example.org/x") == nil)
        #expect(AlertChannel.channel("slack", of: "x") == nil)
    }
}
