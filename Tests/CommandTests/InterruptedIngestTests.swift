import Foundation
import Testing

/// Ended by Ctrl-C or SIGTERM while it works, and run again.
@Suite(.offPool) struct InterruptedIngestTests {
    private static let articles = 1_200
    private let program: BuiltProgram

    init() throws { program = try BuiltProgram() }

    private func articles(_ count: Int = articles) throws -> String {
        var text = ""
        for number in 0..<count {
            let words = (0..<500).map { "w\(($0 * 7 + number * 13) % 5_003)" }.joined(separator: " ")
            text += "{\"feed\":\"https://example.org/\(number % 7)\",\"id\":\"\(number)\",\"title\":\"t\(number)\","
            text += "\"html\":\"<p>\(words)</p>\"}\n"
        }
        return try program.file("articles.jsonl", text)
    }

    private struct Ended {
        var status: Int32
        var report: [String: Any]
        var acks: [Int]
    }

    /// Ingests from a pipe, and sends a signal once something is committed, while more of the input is being read. Its last line is
    /// held back, so that it cannot end before.
    private func interrupt(_ signal: String, _ flags: String) throws -> Ended {
        let outcome = try program.shell(
            """
            mkfifo pipe; feedsearch ingest --format jsonl --db a.db --json --acks \(flags) <pipe >out.txt 2>err.txt & process=$!
            exec 3>pipe; head -n 600 articles.jsonl >&3
            for i in $(seq 2400); do grep -q committed out.txt && break; sleep 0.05; done
            tail -n +601 articles.jsonl | head -n -1 >&3 2>/dev/null & writer=$!
            sleep 0.05; kill -\(signal) $process; wait $process; status=$?
            kill $writer 2>/dev/null; exit $status
            """)
        return try ended(outcome.status)
    }

    /// Runs a command in the background and sends it a signal after a while.
    private func interrupt(_ line: String, _ signal: String, after delay: Double) throws -> Ended {
        let outcome = try program.shell(
            """
            \(line) >out.txt 2>err.txt & process=$!
            sleep \(delay); kill -\(signal) $process 2>/dev/null; wait $process; status=$?
            exit $status
            """)
        return try ended(outcome.status)
    }

    /// What a command that was sent a signal has printed.
    private func ended(_ status: Int32) throws -> Ended {
        func text(_ name: String) throws -> String { try String(contentsOfFile: program.path(name), encoding: .utf8) }
        let objects = try text("out.txt").split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        return Ended(
            status: status, report: objects.last { $0["committed"] == nil } ?? [:],
            acks: objects.compactMap { $0["committed"] as? Int }
        )
    }

    @Test(
        "Ctrl-C or SIGTERM during an ingest keeps what it reports, and a second run brings the rest",
        arguments: [("INT", Int32(130), ""), ("TERM", 143, ""), ("INT", 130, "--batch-size 100")])
    func interrupted(_ signal: String, _ status: Int32, _ flags: String) throws {
        let file = try articles()
        let ended = try interrupt(signal, flags)
        let stored = ended.report["seen"] as? Int ?? 0
        #expect(ended.status == status && ended.report["stopped"] as? Bool == true)
        #expect(ended.acks.last == stored && ended.report["inserted"] as? Int == stored)
        #expect(stored > 0 && stored < Self.articles)
        #expect(try program.run(["list", "--db", "a.db"]).lines.count == stored)
        #expect(try program.run(["check", "--db", "a.db"]).status == 0)
        let again = try program.run(["ingest", file, "--db", "a.db", "--json"])
        #expect(again.status == 0 && again.output.contains("\"unchanged\":\(stored),"))
        #expect(again.output.contains("\"inserted\":\(Self.articles - stored),"))
        #expect(Set(try program.run(["list", "--db", "a.db"]).lines).count == Self.articles)
        #expect(try program.run(["check", "--db", "a.db"]).status == 0)
    }

    @Test("Ctrl-C ends an ingest that waits for more input, and loses nothing of what came")
    func waiting() throws {
        _ = try articles(20)
        let outcome = try program.shell(
            """
            mkfifo pipe; feedsearch ingest --format jsonl --db a.db --acks <pipe >out.txt 2>err.txt & process=$!
            exec 3>pipe; cat articles.jsonl >&3
            for i in $(seq 600); do grep -q '"committed":20' out.txt && break; sleep 0.1; done
            kill -INT $process; wait $process
            """)
        #expect(outcome.status == 130)
        #expect(try program.run(["list", "--db", "a.db"]).lines.count == 20)
        let errors = try String(contentsOfFile: program.path("err.txt"), encoding: .utf8)
        #expect(errors.contains("stopped by a signal") && errors.contains("20 articles"))
    }

    @Test("A second Ctrl-C ends an ingest at once, and what was acknowledged stays")
    func twice() throws {
        let file = try articles()
        let outcome = try program.shell(
            """
            feedsearch ingest \(file) --batch-size 50 --db a.db --acks >out.txt 2>/dev/null & process=$!
            for i in $(seq 600); do grep -q committed out.txt && break; sleep 0.1; done
            kill -INT $process; kill -INT $process; wait $process
            """)
        #expect(outcome.status == 130)
        let acks = try String(contentsOfFile: program.path("out.txt"), encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("committed") }
        let last = acks.last.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        let stored = try program.run(["list", "--db", "a.db"]).lines.count
        #expect(last > 0 && stored >= last)
        #expect(try program.run(["check", "--db", "a.db"]).status == 0)
    }

    @Test("Ctrl-C during an import stops between lists, and a second run brings the rest")
    func importing() throws {
        for list in 0..<40 {
            let outlines = (0..<50).map { "<outline text='f' type='rss' xmlUrl='https://example.org/\(list)/\($0)'/>" }
            try program.file(
                "lists/\(list).opml", "<opml version='2.0'><body>\(outlines.joined())</body></opml>")
        }
        var delay = 0.1
        var ended = try interrupt("feedsearch import lists --json --db a.db", "INT", after: delay)
        while ended.report.isEmpty, delay < 30 {
            delay *= 1.5
            ended = try interrupt("feedsearch import lists --json --db a.db", "INT", after: delay)
        }
        #expect(ended.status == 130 || ended.status == 0)
        // A signal that comes after the last list ends the program before it delivers alerts; then all lists are stored.
        if ended.report["stopped"] as? Bool == true {
            #expect(ended.status == 130)
        } else {
            #expect(try program.run(["feeds", "--jsonl", "--db", "a.db"]).lines.count == 2_000)
        }
        #expect(try program.run(["import", "lists", "--db", "a.db"]).status == 0)
        #expect(try program.run(["feeds", "--jsonl", "--db", "a.db"]).lines.count == 2_000)
    }
}
