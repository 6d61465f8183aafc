import Foundation
import Testing

/// Killed in the middle of an archive and run again, as after a power cut.
@Suite(.offPool) struct InterruptedImportTests {
    private static let feeds = 40
    private static let items = 8

    /// An archive of a list and the feed documents beside it, each naming its own address.
    private func archive(_ program: BuiltProgram) throws {
        var outlines = ""
        for number in 0..<Self.feeds {
            let address = "https://example.org/feed/\(number)"
            outlines += "<outline text='Feed \(number)' type='rss' xmlUrl='\(address)'/>\n"
            var text = """
                <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Feed \(number)</title>
                <atom:link rel="self" href="\(address)"/>
                """
            for item in 0..<Self.items {
                text += """
                    <item><guid isPermaLink="false">\(number)-\(item)</guid><title>Entry \(item) of \(number)</title>
                    <link>https://example.org/\(number)/\(item)</link><pubDate>Mon, 06 Jan 2025 10:00:0\(item % 10) GMT</pubDate>
                    <description>&lt;p>\(String(repeating: "Words of entry \(item). ", count: 80))&lt;/p></description></item>
                    """
            }
            try program.file("a/docs/\(number).xml", text + "</channel></rss>")
        }
        try program.file(
            "a/list.opml",
            "<opml version='2.0'><body><outline text='Folder'>\(outlines)</outline></body></opml>")
        #expect(try program.shell("cd a && tar czf ../a.tar.gz list.opml docs && cd .. && rm -r a").status == 0)
    }

    /// Everything that is stored, but for what the time of storing decides.
    private func state(_ database: String, _ program: BuiltProgram) throws -> [String] {
        let articles = try program.run(["list", "--jsonl", "--db", database]).lines.map { line in
            let parts = line.split(separator: ",").filter { !$0.hasPrefix("{\"n\":") && !$0.hasPrefix("\"received\":") }
            return parts.joined(separator: ",")
        }
        let feeds = try program.run(["export", "--db", database]).lines.filter { !$0.contains("dateCreated") }
        return articles.sorted() + feeds
    }

    @Test(
        "An import or ingest of an archive that is killed and run again loses nothing, and has nothing twice",
        arguments: ["import", "ingest"])
    func killed(_ command: String) throws {
        let program = try BuiltProgram()
        try archive(program)
        #expect(try program.run([command, "a.tar.gz", "--db", "whole.db"]).status == 0)
        let whole = try state("whole.db", program)
        #expect(whole.count >= Self.feeds * Self.items)
        var killed = 0
        for delay in ["0.02", "0.05", "0.1", "0.2", "0.3", "0.4", "0.6", "0.8"] {
            let batch = command == "ingest" ? "--batch-size 50" : ""
            let outcome = try program.shell(
                "feedsearch \(command) a.tar.gz \(batch) --db cut.db >/dev/null 2>&1 & "
                    + "sleep \(delay); kill -9 $! 2>/dev/null; wait $!")
            if outcome.status == 137 { killed += 1 }
            // What is there between is sound, and part of the whole.
            if FileManager.default.fileExists(atPath: program.path("cut.db")), outcome.status == 137 {
                let part = try state("cut.db", program).filter { $0.hasPrefix("\"feed\"") }
                #expect(Set(part).isSubset(of: whole))
                #expect(Set(part).count == part.count)
            }
        }
        #expect(killed > 0)
        #expect(try program.run([command, "a.tar.gz", "--db", "cut.db"]).status == 0)
        #expect(try state("cut.db", program) == whole)
        #expect(try program.run(["check", "--db", "cut.db"]).status == 0)
        let again = try program.run([command, "a.tar.gz", "--json", "--db", "cut.db"])
        #expect(again.output.contains("\"inserted\":0"))
        #expect(again.output.contains("\"unchanged\":\(Self.feeds * Self.items)"))
    }
}
