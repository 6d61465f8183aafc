import Foundation
import Testing

/// Conditions, plots, colours and silent feeds on the command line.
@Suite(.offPool) struct TrendCommandTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        let now = Date()
        let lines = (0..<30).flatMap { day in
            (0..<(day == 10 ? 8 : 1)).map { number in
                let date = ISO8601DateFormatter().string(from: now.addingTimeInterval(Double(-day) * 86_400 - 60))
                return
                    #"{"feed":"https://example.org/a","id":"\#(day)-\#(number)","title":"tea \#(day)","published":"\#(date)"}"#
            }
        }
        try program.file("a.jsonl", lines.joined(separator: "\n") + "\n")
        let old = #"{"feed":"https://example.org/old","id":"1","title":"old","published":"2020-01-01T00:00:00Z"}"#
        try program.file("old.jsonl", old + "\n")
        _ = try run("ingest", "a.jsonl", "old.jsonl")
    }

    @discardableResult
    private func run(_ words: String...) throws -> BuiltProgram.Outcome { try program.run(["--db", "a.db"] + words) }

    @Test("A condition is tried without being saved, then saved, listed, moved and removed")
    func condition() throws {
        let tried = try run("save", "tea", "tea", "--when", "count > 5 in 1d", "--dry-run")
        #expect(tried.output.contains("'count > 5 in 1d' would have sent 1 alert in the last 365 days"))
        #expect(tried.output.contains("▲"))
        #expect(try run("saved").output == "")
        let json = try run("save", "tea", "tea", "--when", "none in 2d", "--dry-run", "--json").output
        #expect(json.contains(#""when":"none in 2d","by":"day","total":37"#))
        #expect(try run("save", "tea", "tea", "--dry-run").status == 2)
        let wrong = try run("save", "tea", "tea", "--notify", "terminal", "--when", "count > some in 1d")
        #expect(wrong.status == 2 && wrong.errors.contains("a whole number at character 9, not 'some'"))
        #expect(
            try run("save", "tea", "tea", "--notify", "terminal", "--when", "Count>5 in 1 day", "--tint", "teal").status
                == 0)
        let line = try run("saved", "--jsonl").output
        #expect(line.contains(#""color":"teal""#) && line.contains(#""when":"count > 5 in 1d""#))
        try program.file("saved.jsonl", line)
        #expect(try program.run(["--db", "b.db", "save", "--from", "saved.jsonl"]).status == 0)
        let there = try program.run(["--db", "b.db", "saved", "--jsonl"]).output
        #expect(there.contains(#""color":"teal""#) && there.contains(#""when":"count > 5 in 1d""#))
        #expect(try run("save", "tea", "tea", "--when", "off", "--tint", "none", "--replace").status == 0)
        let off = try run("saved", "--jsonl").output
        #expect(!off.contains("when") && !off.contains("color") && off.contains("terminal"))
    }

    @Test("An alert of a condition is sent once, and the log says what has happened")
    func alert() throws {
        try run("save", "tea", "tea", "--notify", "terminal", "--when", "count > 5 in 1d")
        #expect(try run("alerts", "run").status == 1)
        let more = (0..<6).map { #"{"feed":"https://example.org/a","id":"n\#($0)","title":"tea now"}"# }
        try program.file("more.jsonl", more.joined(separator: "\n") + "\n")
        try run("ingest", "more.jsonl")
        let first = try run("alerts", "run")
        #expect(first.output.contains("“tea”: 7 articles in 1 day, more than 5") && first.output.contains("tea now"))
        #expect(try run("alerts", "run").status == 1)
        #expect(try run("alerts", "log").output.contains("7 articles in 1 day, more than 5"))
        #expect(
            try run("alerts", "log", "--json").output.contains(#""trend":{"condition":"count > 5 in 1d","count":7"#))
        #expect(try run("check").status == 0)
    }

    @Test("A saved search is plotted as text, CSV and JSON with the same numbers")
    func plot() throws {
        try run("save", "tea", "tea", "--notify", "terminal", "--when", "count > 5 in 1d")
        let csv = try run("saved", "tea", "--plot", "--by", "day", "--csv").output.split(separator: "\r\n")
        #expect(csv.count == 61 && csv[0] == "start,articles,threshold,alerts")
        #expect(csv.filter { $0.hasSuffix(",8,5,1") }.count == 1)
        let sum = csv.dropFirst().compactMap { Int($0.split(separator: ",")[1]) }.reduce(0, +)
        #expect(sum == 37)
        #expect(try run("saved", "tea", "--plot", "--by", "day", "--json").output.contains(#""total":37"#))
        let text = try run("saved", "tea", "--plot").output
        #expect(text.contains("tea: 37 articles") && text.contains("▲") && text.contains("┄"))
        #expect(try run("saved", "--plot").status == 2)
        for flags in [["--csv"], ["--by", "week"]] {
            let refused = try program.run(["--db", "a.db", "saved", "tea"] + flags)
            #expect(refused.status == 2 && refused.errors.contains("--plot"))
        }
    }

    @Test("Silent feeds are listed with their last article; --all adds those without a subscription")
    func silent() throws {
        let outcome = try run("feeds", "--all", "--silent", "30d")
        #expect(outcome.status == 0 && outcome.output.contains("last article 2020-01-01"))
        #expect(outcome.output.contains("example.org/old") && !outcome.output.contains("example.org/a"))
        #expect(try run("feeds", "--silent", "30d").status == 1)
        #expect(
            try run("feeds", "--all", "--silent", "30d", "--json").output.contains(#""newest":"2020-01-01T00:00:00Z""#))
        let bad = try run("feeds", "--silent", "soon")
        #expect(bad.status == 2 && bad.errors.contains("--silent: 'soon'") && bad.errors.contains("30d"))
    }
}
