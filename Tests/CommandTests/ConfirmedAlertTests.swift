import Foundation
import Testing

/// Alerts that stand in a database take effect only where this user has confirmed them on this machine.
@Suite(.offPool) struct ConfirmedAlertTests {
    private let forged: ForgedDatabase

    init() throws { forged = try ForgedDatabase() }

    @Test(
        "A channel that nobody typed here does nothing until it is confirmed; then what has waited goes out",
        arguments: ["command:tee out", "feed:out"])
    func forgedChannel(channel: String) throws {
        try forged.alert(by: channel)
        let ingested = try forged.ingest("green tea")
        #expect(ingested.status == 0 && ingested.errors.contains("alerts confirm"), "\(ingested)")
        #expect(try forged.run("alerts", "run").errors.contains("alerts confirm"))
        #expect(try forged.run("alerts", "test", "tea").status == 2)
        #expect(try forged.run("fetch", "--no-icons").status == 0)
        let live = try forged.program.shell("timeout -s INT 2 feedsearch --db a.db search --live tea")
        #expect(live.output.contains("green tea"))
        #expect(!forged.exists("out"))
        #expect(try forged.run("alerts").output.contains("1 waiting, 0 to be delivered, 0 abandoned\tnot confirmed"))
        #expect(try forged.run("alerts", "--json").output.contains("\"unconfirmed\":[\"\(channel)\"]"))

        // Neither a terminal nor --yes: nothing is confirmed.
        let asked = try forged.run("alerts", "confirm")
        #expect(asked.status == 2 && asked.output.contains(channel) && asked.errors.contains("--yes"))
        #expect(try forged.run("alerts", "run").status == 1 && !forged.exists("out"))
        #expect(try forged.run("alerts", "confirm", "--yes").status == 0)
        #expect(try forged.run("alerts", "run").errors.contains("1 alert delivered, 0 failed"))
        #expect(try String(contentsOfFile: forged.program.path("out"), encoding: .utf8).contains("green tea"))
        #expect(try forged.run("alerts", "confirm", "--yes").status == 1)
    }

    @Test("What save is told is confirmed at once; what it keeps from the database or reads from a file is not")
    func typed() throws {
        #expect(try forged.run("save", "tea", "tea", "--notify", "command:tee out").status == 0)
        try forged.ingest("green tea")
        #expect(forged.exists("out"))
        try forged.forge("UPDATE alert_rule SET channel = 'command:tee other';")
        let kept = try forged.run("save", "tea", "tea", "--digest", "each")
        #expect(kept.status == 0 && kept.errors.contains("alerts confirm"), "\(kept)")
        try forged.program.file("s.jsonl", "{\"name\":\"milk\",\"query\":\"tea\",\"notify\":\"command:tee third\"}\n")
        let read = try forged.run("save", "--from", "s.jsonl")
        #expect(read.status == 0 && read.errors.contains("alerts confirm"), "\(read)")
        try forged.ingest("black tea")
        #expect(!forged.exists("other") && !forged.exists("third"))
        #expect(try forged.waiting() == ["command command:tee third", "command command:tee other"])
        #expect(try forged.run("save", "--from", "s.jsonl", "--notify", "command:tee third").status == 0)
        #expect(try forged.waiting() == ["command command:tee other"])
    }

    @Test("A webhook to a private address that nobody typed here is not asked; a typed one is")
    func privateWebhook() throws {
        let site = try ChangingSite()
        try forged.alert(by: "webhook:" + site.url("/hook"))
        try forged.ingest("green tea")
        #expect(try site.log().isEmpty)
        #expect(try forged.waiting() == ["address webhook:" + site.url("/hook")])
        // The user's own list of allowed hosts needs no confirmation.
        #expect(try forged.run("alerts", "run", "--allow", "127.0.0.1").status == 0)
        #expect(try site.log() == ["/hook 200"])
        #expect(
            try forged.run("save", "tea", "tea", "--replace", "--notify", "webhook:" + site.url("/other")).status == 0)
        try forged.ingest("black tea")
        #expect(try site.log().last == "/other 200")
    }

    @Test("A secret goes to the origin that it was typed for, and to no other")
    func secretOfAnotherOrigin() throws {
        let (own, other) = (try ChangingSite(), try ChangingSite())
        let secret = ["HOOK_SECRET": "s3cret", "FEEDSEARCH_ALLOW": "127.0.0.1"]
        let words = ["--db", "a.db", "save", "tea", "tea", "--notify", "webhook:" + own.url("/a"), "--secret"]
        #expect(try forged.program.run(words + ["env:HOOK_SECRET"], environment: secret).status == 0)
        try forged.ingest("green tea")
        #expect(try forged.run("alerts", "retry", environment: secret).status == 0)
        #expect(try forged.run("alerts", "run", environment: secret).status == 0)
        #expect(try own.heads().last?["webhook-signature"] != nil)
        try forged.forge("UPDATE alert_rule SET channel = 'webhook:\(other.url("/b"))';")
        // A secret that is typed for a channel that nobody typed waits, too.
        #expect(try forged.run("save", "tea", "tea", "--secret", "env:HOOK_SECRET", environment: secret).status == 0)
        try forged.ingest("black tea")
        #expect(try forged.run("alerts", "run", environment: secret).errors.contains("alerts confirm"))
        #expect(try other.log().isEmpty)
        #expect(try forged.waiting(secret) == ["secret env:HOOK_SECRET"])
        #expect(try forged.run("alerts", "confirm", "--yes", environment: secret).status == 0)
        #expect(try forged.run("alerts", "run", environment: secret).status == 0)
        #expect(try other.heads().last?["webhook-signature"] != nil)
    }

    @Test("alerts --follow delivers within seconds of a confirmation by another process")
    func follow() throws {
        try forged.alert(by: "command:tee out")
        try forged.ingest("green tea")
        let outcome = try forged.program.shell(
            """
            feedsearch --db a.db alerts --follow > followed 2> followed.log & follower=$!
            sleep 1; if [ -e out ]; then echo early; fi
            feedsearch --db a.db alerts confirm --yes
            for i in $(seq 100); do sleep 0.1; if [ -s out ]; then echo delivered; break; fi; done
            kill -INT $follower; wait $follower
            """)
        #expect(outcome.lines.last == "delivered" && !outcome.output.contains("early"), "\(outcome)")
    }
}
