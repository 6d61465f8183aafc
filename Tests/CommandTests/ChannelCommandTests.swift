import Foundation
import Testing

/// Channels of services, templates and headers, from the command line.
@Suite(.offPool) struct ChannelCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.file(
            "seed.jsonl", #"{"feed":"https://example.org/feed","id":"0","title":"nothing","text":"x"}"# + "\n")
        #expect(try run("ingest", "seed.jsonl").status == 0)
    }

    private func run(_ words: String..., environment: [String: String] = [:]) throws -> BuiltProgram.Outcome {
        try program.run(["--db", "a.db"] + words, environment: environment)
    }

    @Test("A template with a mistake is refused with its line, and nothing is saved")
    func badTemplate() throws {
        for (template, words) in [
            ("{\n\"a\": {{titel}}}", "line 2: there is no value 'titel'"), ("{{{subject}}}", "without escapes"),
            (#"{"a": }"#, "not valid JSON"), ("{{#articles}}", "has no end; write '{{/articles}}'"),
        ] {
            try program.file("body", template)
            let outcome = try run(
                "save", "tea", "tea", "--notify", "webhook:https://example.org/x", "--template", "body")
            #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
        }
        try program.file("body", "x={{subject}}")
        for (flags, words) in [
            (
                ["--notify", "webhook:https://example.org/x", "--template", "body", "--content-type", "image/png"],
                "image/png"
            ),
            (["--notify", "webhook:https://example.org/x", "--content-type", "text/plain"], "--template"),
            (["--notify", "mail:a@example.org", "--template", "body"], "webhook"),
            (["--notify", "webhook:https://example.org/x", "--template", "missing"], "missing"),
            (["--notify", "webhook:https://example.org/x", "--headers", "X-Key: hunter2"], "not the secret itself"),
            (["--notify", "telegram:-1001"], "needs a secret"),
            (["--notify", "slack:https://hooks.slack.com/services/T/B/X", "--secret", "env:X"], "not a channel"),
        ] {
            let outcome = try program.run(["--db", "a.db", "save", "tea", "tea"] + flags)
            #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.errors)")
            #expect(!outcome.errors.contains("hunter2"))
        }
        #expect(try run("saved").output.isEmpty)
    }

    @Test("Template, content type, headers and 'each' are saved, shown, exported, imported and removed")
    func settings() throws {
        try program.file("body", "text={{subject}}&link={{#article}}{{link}}{{/article}}\n")
        let saved = try run(
            "save", "tea", "tea", "--notify", "webhook:https://example.org/x", "--template", "body", "--content-type",
            "application/x-www-form-urlencoded", "--headers", "env:TEA_HEADERS", "--each",
            environment: ["TEA_HEADERS": "X-Key: 1"])
        #expect(saved.status == 0, "\(saved.errors)")
        let exported = try run("saved", "--jsonl").output
        for part in [
            #""template":"text={{subject}}&link={{#article}}{{link}}{{/article}}\n""#,
            #""content_type":"application/x-www-form-urlencoded""#, #""headers":"env:TEA_HEADERS""#, #""each":"yes""#,
        ] { #expect(exported.contains(part), "\(exported)") }
        try program.file("saved.jsonl", exported)
        #expect(try program.run(["--db", "b.db", "save", "--from", "saved.jsonl"]).status == 0)
        func withoutDates(_ text: String) -> String { text.replacing(/"created":"[^"]*"/, with: "") }
        #expect(withoutDates(try program.run(["--db", "b.db", "saved", "--jsonl"]).output) == withoutDates(exported))
        // What was typed on this machine is confirmed for its origin; another variable of a file is not.
        try program.file("other.jsonl", exported.replacing("TEA_HEADERS", with: "OTHER_HEADERS"))
        #expect(try program.run(["--db", "c.db", "save", "--from", "other.jsonl"]).status == 0)
        let waiting = try program.run(["--db", "c.db", "alerts", "confirm"])
        #expect((waiting.output + waiting.errors).contains("OTHER_HEADERS"), "\(waiting)")
        let removed = try run(
            "save", "tea", "tea", "--replace", "--template", "none", "--headers", "none", "--together")
        #expect(removed.status == 0, "\(removed.errors)")
        let rest = try run("saved", "--jsonl").output
        #expect(!rest.contains("template") && !rest.contains("headers") && !rest.contains("each"), "\(rest)")
    }

    @Test("With --each a command gets one message for each match, with snippet, highlights and the reader's address")
    func each() throws {
        let command = #"command:["sh","-c","cat >> out"]"#
        #expect(try run("save", "tea", "tea", "--notify", command, "--each").status == 0)
        let lines = (1...3).map {
            #"{"feed":"https://example.org/feed","id":"\#($0)","title":"green tea \#($0)","text":"a cup of tea \#($0)"}"#
        }
        try program.file("new.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(
            try run("ingest", "new.jsonl", environment: ["FEEDSEARCH_BASE_URL": "https://r.example.org/x/"]).status == 0
        )
        try program.file("config", "base-url = https://r.example.org/x/\n")
        let text = try String(contentsOfFile: program.path("out"), encoding: .utf8)
        let messages = try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(messages.count == 3)
        #expect(Set(messages.compactMap { $0["id"] as? String }).count == 3)
        let articles = messages.compactMap { ($0["data"] as? [String: Any])?["articles"] as? [[String: Any]] }
        #expect(articles.allSatisfy { $0.count == 1 })
        let first = try #require(articles.first?.first)
        #expect(first["title_highlights"] as? [[Int]] == [[6, 3]])
        #expect(first["snippet"] as? String == "a cup of tea 1")
        #expect(first["snippet_highlights"] as? [[Int]] == [[9, 3]])
        let outcome = try program.run(["--db", "a.db", "--config", "config", "alerts", "test", "tea"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let all = try String(contentsOfFile: program.path("out"), encoding: .utf8)
        #expect(all.contains(#""reader":"https://r.example.org/x/article/"#))
        #expect(all.contains(#""reader":"https://r.example.org/x/saved/tea""#))
    }

    @Test("A saved search with all settings of its messages is in a copy of the library and in a backup")
    func copies() throws {
        try program.file("body", #"{"a":{{subject}}}"#)
        #expect(
            try run(
                "save", "tea", "tea", "--notify", "webhook:https://example.org/x", "--template", "body", "--headers",
                "env:TEA_HEADERS", "--each"
            ).status == 0)
        let exported = try run("saved", "--jsonl").output
        #expect(try program.run(["copy", "a.db", "copy.db"]).status == 0)
        #expect(try program.run(["--db", "copy.db", "saved", "--jsonl"]).output == exported)
        #expect(try run("backup", "backup.db").status == 0)
        #expect(try program.run(["--db", "backup.db", "saved", "--jsonl"]).output == exported)
    }
}
