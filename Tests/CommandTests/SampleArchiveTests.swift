import Foundation
import Testing

/// The program on Samples/ and queries/, as `make demo` runs it.
@Suite(.offPool) struct SampleArchiveTests {
    @Test("Every sample document is read into the feed that the OPML names, and a second import changes nothing")
    func importsSamples() throws {
        let program = try SampleArchive.imported()
        let feeds = try program.run(["feeds", "--jsonl"])
        #expect(feeds.lines.count == 12)
        #expect(!feeds.output.contains("\"articles\":0"))
        #expect(feeds.output.contains("\"folders\":[[\"检索\",\"中文\"]]"))
        let before = try program.run(["list", "--jsonl"])
        #expect(before.lines.count == 59)
        #expect(try program.run(["import", SampleArchive.path]).status == 0)
        #expect(try program.run(["list", "--jsonl"]).output == before.output)
        #expect(try program.run(["check"]).status == 0)
    }

    @Test("Each saved search of queries/examples can be saved and finds something")
    func savedSearches() throws {
        let program = try SampleArchive.imported()
        let examples = SampleArchive.queryFiles("examples", ending: "query")
        #expect(examples.count >= 8)
        for file in examples {
            var values: [String: String] = [:]
            for line in SampleArchive.lines(file) {
                let parts = line.split(separator: "=", maxSplits: 1)
                    .map { $0.trimmingCharacters(in: CharacterSet.whitespaces) }
                if parts.count == 2 { values[parts[0]] = parts[1] }
            }
            let name = try #require(values["name"], "\(file.lastPathComponent)")
            let query = try #require(values["query"], "\(file.lastPathComponent)")
            #expect(try program.run(["save", name, query]).status == 0, "\(file.lastPathComponent)")
            #expect(try program.run(["--saved", name, "--count"]).status == 0, "\(file.lastPathComponent)")
        }
        #expect(try program.run(["saved", "--jsonl"]).lines.count == examples.count)
    }

    @Test("Every query of queries/speed is understood", arguments: SampleArchive.queryFiles("speed", ending: "txt"))
    func speedQueries(_ file: URL) throws {
        let program = try BuiltProgram()
        try program.file("one.jsonl", #"{"feed":"test","id":"a","title":"a","text":"中文和日文","language":"zh"}"# + "\n")
        #expect(try program.run(["ingest", "one.jsonl"]).status == 0)
        let queries = SampleArchive.lines(file).map(String.init)
        let answers = try SampleArchive.ask(program, queries.map { ["id": $0, "query": $0] })
        #expect(answers.map(\.id) == queries)
        for answer in answers { #expect(answer.error == nil, "\(answer.id): \(answer.error?.message ?? "")") }
    }
}
